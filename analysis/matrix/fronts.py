"""From weapons and formations to fields: the plan of a matrix of salvos."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from analysis.editions import Edition
from analysis.matrix.arsenal import Arsenal
from analysis.matrix.blow_kinds import OneGroup, SeveralGroups
from analysis.matrix.blows import Blows
from analysis.matrix.crowd import Crowd
from analysis.matrix.defences import Defences
from analysis.matrix.fields import Field, OneGroupField
from analysis.matrix.formations import Formation, Part
from analysis.matrix.lawbook import LawBook
from analysis.matrix.meetings import Meeting, Meetings
from analysis.matrix.runs import Runs
from analysis.matrix.stages import Stage
from analysis.matrix.waiting import Waiting, waits
from analysis.matrix.walks import figures
from analysis.transitions import Matrix

__all__ = ["Front", "Plan", "Setting"]

_TOGETHER: Final = 256
"""Weapons that meet the targets at a time; more would take room for nothing."""

_WIDER: Final = 1.4
"""Formations of several groups go together when one has at most so many times the states of another."""

Stages = dict[bool, list[Stage]]


class Setting(Protocol):
    """What a plan needs to know."""

    edition: Edition
    arsenal: Arsenal
    defences: Defences
    formations: list[Formation]
    toughnesses: list[int]
    aiming: bool
    figures_by_group: int


@dataclass(frozen=True, slots=True, eq=False)
class Front:
    """Some targets, and all that comes at them.

    Attributes:
        targets: Their numbers.
        items: Items of each salvo in order, -1 behind the last: (items, salvos).
        field: For salvos whose devastating wounds follow at once.
        devastating: Whether each item has devastating wounds against each target; None where they never wait.
        waiting: For salvos whose devastating wounds wait, with the first target and the one behind the last.
    """

    targets: NDArray[np.intp]
    items: NDArray[np.intp]
    field: Field
    devastating: NDArray[np.bool_] | None
    waiting: list[tuple[int, int, Waiting]]

    def figures(self, salvos: NDArray[np.intp], targets: NDArray[np.intp]) -> NDArray[np.float64]:
        """Figures of cells, given by salvo and target: (figures, cells)."""
        items = self.items[:, salvos]
        if self.devastating is None:
            return self.field.figures(items, targets)
        result = np.zeros((self.field.figures_read, len(targets)))
        wait = waits(self.devastating, items, targets)
        at_once = np.flatnonzero(~wait)
        result[:, at_once] = self.field.figures(items[:, at_once], targets[at_once])
        for start, stop, waiting in self.waiting:
            cells = np.flatnonzero(wait & (targets >= start) & (targets < stop))
            own = waiting.figures(items[:, cells], targets[cells] - start)
            result[: len(own), cells] = own
        return result


class Plan:
    """Some weapons against all targets; lives as long as one computation."""

    def __init__(self, setting: Setting, weapons: NDArray[np.intp], lines: Sequence[Sequence[int]]) -> None:
        """Plan salvos of these lines, which number the weapons."""
        self._setting = setting
        self._weapons = weapons
        self._lines = lines
        self._waits = setting.edition.devastating_after_all_lines
        self._meetings = Meetings(setting.arsenal, setting.defences, setting.toughnesses, self._waits)
        self._book = LawBook()

    def fronts(self) -> tuple[Iterator[Front], int]:
        """The fronts, which together hold all targets, and how many there are."""
        single = [formation for formation in self._setting.formations if formation.single]
        crowds = _crowds([formation for formation in self._setting.formations if not formation.single])
        return self._fronts(single, crowds), len(single) + len(crowds)

    def _fronts(self, single: list[Formation], crowds: list[list[Formation]]) -> Iterator[Front]:
        drafts = [[self._drafted(formation) for formation in crowd] for crowd in crowds]
        pooled = self._drafted(_pooled(single))[False][0] if single else None
        codes = self._meetings.codes
        codes.compute(self._book)
        if pooled:
            yield from self._of_one_group(single, pooled.looked_up(codes))
        lines = _padded(self._lines)
        for crowd, stages in zip(crowds, drafts, strict=True):
            ready = [{aim: [stage.looked_up(codes) for stage in parts] for aim, parts in own.items()} for own in stages]
            yield self._of_several_groups(crowd, ready, lines)

    def _of_one_group(self, formations: Sequence[Formation], pooled: Stage) -> Iterator[Front]:
        """Formations of one group; adjacent lines that do the same are one item there."""
        runs = Runs(pooled.waiting_blow, pooled.devastating)
        items = _padded([runs.merged(lines) for lines in self._lines])
        all_items = pooled.with_runs(runs.runs, self._book)
        start = 0
        for formation in formations:
            here = slice(start, start + len(formation.targets))
            start = here.stop
            part = formation.parts[False][0]
            stage = all_items.at(self._blows(formation, part, aims=False), _entries(formation, part), here)
            rows = self._rows(formation)
            waiting = Waiting({False: stage, True: stage}, self._book, rows)
            yield self._front([formation], items, OneGroupField(stage, self._book, rows), [stage], [waiting])

    def _of_several_groups(
        self, formations: Sequence[Formation], stages: Sequence[Stages], lines: NDArray[np.intp]
    ) -> Front:
        rows = [self._rows(formation) for formation in formations]
        waiting = [
            Waiting({aim: parts[0] for aim, parts in own.items()}, self._book, read)
            for own, read in zip(stages, rows, strict=True)
        ]
        fresh = [own[False][0] for own in stages]
        return self._front(formations, lines, Crowd(stages, rows, self._book), fresh, waiting)

    def _front(
        self,
        formations: Sequence[Formation],
        items: NDArray[np.intp],
        field: Field,
        stages: Sequence[Stage],
        waiting: Sequence[Waiting],
    ) -> Front:
        stops = np.cumsum([len(formation.targets) for formation in formations]).tolist()
        return Front(
            np.concatenate([formation.targets for formation in formations]),
            items,
            field,
            np.concatenate([stage.devastating for stage in stages], axis=1) if self._waits else None,
            list(zip([0, *stops], stops, waiting, strict=False)) if self._waits else [],
        )

    def _drafted(self, formation: Formation) -> Stages:
        """Stages of all weapons, their laws marked to be computed."""
        return {
            aim: [
                Stage.drafted(self._blows(formation, part, aim), _entries(formation, part), self._meet(formation, part))
                for part in parts
            ]
            for aim, parts in formation.parts.items()
            if self._setting.aiming or not aim
        }

    def _meet(self, formation: Formation, part: Part) -> Iterator[Meeting]:
        for start in range(0, len(self._weapons), _TOGETHER):
            yield self._meetings.meet(self._weapons[start : start + _TOGETHER], formation, part)

    def _blows(self, formation: Formation, part: Part, aims: bool) -> Blows:
        if formation.single:
            return OneGroup(formation, self._meetings)
        return SeveralGroups(formation, part, self._meetings, aims, self._setting.edition.saves_sorted)

    def _rows(self, formation: Formation) -> Matrix:
        """What is read off the final state: (figures, entries)."""
        rows = figures(formation.unit)
        if formation.single or not self._setting.figures_by_group:
            return rows
        slain = np.zeros((len(formation.groups), rows.shape[1]))
        slain[:, :-1] = formation.unit.slain.T
        return np.concatenate([rows, slain])


def _crowds(formations: Sequence[Formation]) -> list[list[Formation]]:
    """Formations of several groups, those with similarly many states together."""
    crowds: list[list[Formation]] = []
    for formation in sorted(formations, key=lambda formation: len(formation.unit.states)):
        if crowds and len(formation.unit.states) <= _WIDER * len(crowds[-1][0].unit.states):
            crowds[-1].append(formation)
        else:
            crowds.append([formation])
    return crowds


def _pooled(formations: Sequence[Formation]) -> Formation:
    """All formations of one group, for what does not depend on their states."""
    parts = [formation.parts[False][0] for formation in formations]
    part = replace(parts[0], toughness=np.concatenate([part.toughness for part in parts]))
    targets = np.concatenate([formation.targets for formation in formations])
    return replace(formations[0], targets=targets, parts={False: [part]})


def _entries(formation: Formation, part: Part) -> NDArray[np.intp]:
    """Entries of the state that a part reads; the first one also carries along what was let through."""
    first = any(part is parts[0] for parts in formation.parts.values())
    waste = [len(formation.unit.states)] if first else []
    return np.append(part.states, np.array(waste, dtype=np.intp))


def _padded(rows: Sequence[Sequence[int]]) -> NDArray[np.intp]:
    """Rows of different lengths as columns, -1 behind their end."""
    table = np.full((max(map(len, rows), default=0), len(rows)), -1, dtype=np.intp)
    for place, row in enumerate(rows):
        table[: len(row), place] = row
    return table
