"""What stands behind the number of a blow: against a single group its damage, against several also saves and order."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analysis.matrix.blows import ALONE, APART, KINDS, PLAIN, Blows
from analysis.matrix.formations import Formation, Part
from analysis.matrix.meetings import Meeting, Meetings
from analysis.matrix.operators import Stages
from analysis.transitions import Matrix, transitions

__all__ = ["OneGroup", "SeveralGroups"]


class OneGroup(Blows):
    """Blows against one group: what an unsaved wound puts through, and what a devastating one does."""

    def __init__(self, formation: Formation, meetings: Meetings) -> None:
        """Start without matrices."""
        super().__init__(len(formation.unit.states) + 1)
        self._steps = formation.unit.steps(aims_at_character=False)
        self._through = meetings.through
        self._laws = len(meetings.through.laws)

    def of(self, meeting: Meeting, apart: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Numbers of the blows of a meeting."""
        unsaved = self._through.unsaved[meeting.strike, meeting.hide] * self._laws
        devastating = self._through.devastating[meeting.strike, meeting.hide]
        return np.where(apart, (unsaved + devastating) * KINDS + APART, unsaved * KINDS + PLAIN)

    def alone(self, meeting: Meeting) -> NDArray[np.intp]:
        """Numbers of devastating wounds alone: here they do what unsaved wounds of the same law do."""
        return self._through.devastating[meeting.strike, meeting.hide] * self._laws * KINDS + PLAIN

    def _pattern(self, blow: NDArray[np.intp]) -> NDArray[np.intp]:
        return np.zeros_like(blow)

    def _stages(self, blows: Sequence[int], pattern: int) -> Stages:
        laws = [[self._through.laws[blow // KINDS // self._laws]] for blow in blows]
        return [(1.0, transitions(self._steps, laws, [1.0]))]

    def _devastating(self, blows: Sequence[int]) -> Matrix:
        laws = [[self._through.laws[blow // KINDS % self._laws]] for blow in blows]
        return transitions(self._steps, laws, [1.0])


class SeveralGroups(Blows):
    """Blows against several groups: damage to each, and the faces of its save that fail.

    Strikes that do the same to all groups of the part are one, and so are guards against which they fail alike.
    """

    def __init__(self, formation: Formation, part: Part, meetings: Meetings, aims: bool, saves_sorted: bool) -> None:
        """Start without matrices.

        Args:
            formation: One target of several groups.
            part: States in which a line finds the same order of groups.
            meetings: For saves and damage.
            aims: Whether lines aim at a character.
            saves_sorted: Whether saves are read from the lowest die up (R-SAV-14).
        """
        super().__init__(len(formation.unit.states) + 1)
        self._unit = formation.unit
        self._part = part
        self._aims = aims
        self._saves_sorted = saves_sorted
        target = int(formation.targets[0])
        through, hides = meetings.through, list(meetings.hides(target))
        self._laws = through.laws
        self._unsaved, self._devastated = through.unsaved[:, hides], through.devastating[:, hides]
        self._failing = meetings.failing_of(target)
        living = list(part.order)
        unsaved, devastating = self._unsaved[:, living], self._devastated[:, living]
        self._first_guard, self._pattern_of = _kinds(self._failing[:, living])
        self._strikes = {
            PLAIN: _kinds(unsaved),
            APART: _kinds(np.concatenate([unsaved, devastating], axis=1)),
            ALONE: _kinds(devastating),
        }

    def of(self, meeting: Meeting, apart: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Numbers of the blows of a meeting."""
        strike = np.where(apart, self._strikes[APART][1][meeting.strike], self._strikes[PLAIN][1][meeting.strike])
        patterns = len(self._first_guard)
        return (strike * patterns + self._pattern_of[meeting.guard]) * KINDS + np.where(apart, APART, PLAIN)

    def alone(self, meeting: Meeting) -> NDArray[np.intp]:
        """Numbers of devastating wounds alone."""
        return self._strikes[ALONE][1][meeting.strike] * len(self._first_guard) * KINDS + ALONE

    def _pattern(self, blow: NDArray[np.intp]) -> NDArray[np.intp]:
        return blow // KINDS % len(self._first_guard)

    def _strike(self, blow: int) -> int:
        """A strike that deals this blow."""
        return int(self._strikes[blow % KINDS][0][blow // KINDS // len(self._first_guard)])

    def _stages(self, blows: Sequence[int], pattern: int) -> Stages:
        laws = [[self._laws[law] for law in self._unsaved[self._strike(blow)]] for blow in blows]
        failing = self._failing[self._first_guard[pattern]].tolist()
        if not self._saves_sorted:
            worst = max(failing)
            steps = self._unit.steps(self._aims)
            return [(worst / 6, transitions(steps, laws, [faces / worst for faces in failing]))]
        steps = self._unit.steps(self._aims, self._part.fixed)
        thresholds = sorted({failing[group] for group in self._part.order})
        return [
            ((threshold - below) / 6, transitions(steps, laws, [float(faces >= threshold) for faces in failing]))
            for below, threshold in zip([0, *thresholds[:-1]], thresholds, strict=True)
        ]

    def _devastating(self, blows: Sequence[int]) -> Matrix:
        laws = [[self._laws[law] for law in self._devastated[self._strike(blow)]] for blow in blows]
        return transitions(self._unit.steps(self._aims), laws, [1.0] * len(self._unit.shapes))


def _kinds(rows: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The first row of each kind, and the kind of every row."""
    _, first, kind = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    return first, kind.ravel()
