"""What wounds do within one formation, in tables that many cells share: one table for each *blow*.

A blow is what one wound of a line does there: its damage after Feel No Pain, and, of several groups, where it is saved
and who is hit. It is a number that says which: wounds that roll a save (`PLAIN`), the same with devastating wounds
after them, counted in a second number (`APART`), or devastating wounds alone (`ALONE`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.damage import ThroughLaw
from analysis.matrix.formations import Formation, Part
from analysis.matrix.meetings import Meeting, Meetings
from analysis.matrix.operators import Stages, after_dice, read_after_dice
from analysis.transitions import Matrix, transitions

__all__ = ["Blow", "Blows"]

PLAIN: Final = 0
APART: Final = 1
ALONE: Final = 2
_KINDS: Final = 3


@dataclass(frozen=True, slots=True, eq=False)
class Blow:
    """Matrices of one wound: by stages of the save, and of a devastating wound that is counted apart."""

    stages: Sequence[tuple[float, Matrix]]
    devastating: Matrix | None


class Blows:
    """The blows of all lines in one part of a formation's states."""

    def __init__(self, formation: Formation, part: Part, meetings: Meetings, aims: bool, saves_sorted: bool) -> None:
        """Start without tables."""
        self._formation = formation
        self._part = part
        self._meetings = meetings
        self._aims = aims
        self._saves_sorted = saves_sorted
        self._laws = len(meetings.through.laws)
        self._guards = len(meetings.failing)
        self._known: dict[int, Blow] = {}

    def of(self, meeting: Meeting, apart: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Numbers of the blows of a meeting, with devastating wounds counted in a second number where `apart`."""
        if not self._formation.single:
            return (meeting.strike * self._guards + meeting.guard) * _KINDS + np.where(apart, APART, PLAIN)
        through = self._meetings.through
        unsaved = through.unsaved[meeting.strike, meeting.hide] * self._laws
        devastating = through.devastating[meeting.strike, meeting.hide]
        return np.where(apart, (unsaved + devastating) * _KINDS + APART, unsaved * _KINDS + PLAIN)

    def alone(self, meeting: Meeting) -> NDArray[np.intp]:
        """Numbers of the blows of its devastating wounds alone."""
        if not self._formation.single:
            return meeting.strike * self._guards * _KINDS + ALONE
        return self._meetings.through.devastating[meeting.strike, meeting.hide] * self._laws * _KINDS + PLAIN

    def from_start(self, blows: Sequence[int], wounds: int) -> dict[int, Matrix]:
        """Columns after n dice, for n below `wounds`, from the fresh unit: (n, states)."""
        start = np.zeros((self.width, 1))
        start[0] = 1.0
        tables: dict[int, Matrix] = {}
        for same, stages in self._together(blows):
            columns = after_dice(stages, start, wounds)
            tables.update({blow: columns[:, place, :, 0] for place, blow in enumerate(same)})
        return tables

    def read(self, blows: Sequence[int], rows: Matrix, wounds: int) -> dict[int, Matrix]:
        """What `rows` read after n dice, from each state: (n, rows, states)."""
        tables: dict[int, Matrix] = {}
        for same, stages in self._together(blows):
            values = read_after_dice(stages, rows, wounds)
            tables.update({blow: values[:, place] for place, blow in enumerate(same)})
        return tables

    def _together(self, blows: Sequence[int]) -> Iterator[tuple[list[int], Stages]]:
        """Blows that have the shares of their stages in common side by side."""
        alike: dict[int, list[int]] = defaultdict(list)
        for blow in blows:
            alike[self._guard(blow) if blow % _KINDS != ALONE else -1].append(blow)
        for same in alike.values():
            each = [self.one(blow).stages for blow in same]
            yield same, [(share, np.array([own[place][1] for own in each])) for place, (share, _) in enumerate(each[0])]

    def one(self, blow: int) -> Blow:
        """The matrices of one blow."""
        return self._known[blow]

    def prepare(self, blows: Iterable[int]) -> None:
        """Make the matrices of some blows, those that are saved alike side by side."""
        alike: dict[tuple[int, int], list[int]] = defaultdict(list)
        for blow in blows:
            if blow not in self._known:
                alike[self._guard(blow), blow % _KINDS].append(blow)
        for (guard, kind), same in alike.items():
            devastating = None if kind == PLAIN else self._devastating(same)
            if kind == ALONE and devastating is not None:
                self._known.update(
                    {blow: Blow([(1.0, own)], None) for blow, own in zip(same, devastating, strict=True)}
                )
                continue
            stages = self._stages([self._unsaved(blow) for blow in same], guard)
            for place, blow in enumerate(same):
                own = [(chance, matrices[place]) for chance, matrices in stages]
                self._known[blow] = Blow(own, None if devastating is None else devastating[place])

    def _guard(self, blow: int) -> int:
        return 0 if self._formation.single else blow // _KINDS % self._guards

    @property
    def width(self) -> int:
        """Entries of a state: one for each state of the unit, and one that adds up wounds let through."""
        return len(self._formation.unit.states) + 1

    def _unsaved(self, blow: int) -> list[ThroughLaw]:
        through = self._meetings.through
        if self._formation.single:
            return [through.laws[blow // _KINDS // self._laws]]
        strike = blow // _KINDS // self._guards
        return [through.laws[through.unsaved[strike, hide]] for hide in self._hides]

    def _devastating(self, blows: Sequence[int]) -> Matrix:
        through = self._meetings.through
        if self._formation.single:
            laws = [[through.laws[blow // _KINDS % self._laws]] for blow in blows]
        else:
            strikes = [blow // _KINDS // self._guards for blow in blows]
            laws = [[through.laws[through.devastating[strike, hide]] for hide in self._hides] for strike in strikes]
        steps = self._formation.unit.steps(self._aims and not self._formation.single)
        return transitions(steps, laws, [1.0] * len(self._formation.groups))

    @property
    def _hides(self) -> tuple[int, ...]:
        return self._meetings.hides(int(self._formation.targets[0]))

    def _stages(self, laws: Sequence[Sequence[ThroughLaw]], guard: int) -> Stages:
        unit = self._formation.unit
        if self._formation.single:
            return [(1.0, transitions(unit.steps(aims_at_character=False), laws, [1.0]))]
        failing = self._meetings.failing_of(int(self._formation.targets[0]))[guard].tolist()
        if not self._saves_sorted:
            worst = max(failing)
            return [(worst / 6, transitions(unit.steps(self._aims), laws, [faces / worst for faces in failing]))]
        steps = unit.steps(self._aims, self._part.fixed)
        thresholds = sorted({failing[group] for group in self._part.order})
        return [
            ((threshold - below) / 6, transitions(steps, laws, [float(faces >= threshold) for faces in failing]))
            for below, threshold in zip([0, *thresholds[:-1]], thresholds, strict=True)
        ]
