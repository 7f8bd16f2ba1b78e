"""Salvos against targets: weapon lines in order, each target's state carried from line to line.

The work goes in three steps. *Prepare*: targets are sorted into formations and weapon lines into what they meet there.
*Laws*: every law of wounds that occurs is computed once. *Fields*: formation by formation, the cells of all salvos go
through it together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.defence import Defence
from analysis.editions import EDITIONS
from analysis.matrix.arsenal import Arsenal
from analysis.matrix.blows import Blows
from analysis.matrix.defences import Defences
from analysis.matrix.distinct import Columns
from analysis.matrix.fields import Field
from analysis.matrix.formations import Formation, Part, formations_of
from analysis.matrix.lawbook import LawBook
from analysis.matrix.meetings import Meeting, Meetings
from analysis.matrix.runs import Runs
from analysis.matrix.stages import Stage
from analysis.matrix.walks import FIGURES, figures
from analysis.scenario import Modifiers, Situation, Target

__all__ = ["Salvo", "Salvos"]

_TOGETHER: Final = 256
"""Weapons that meet the targets at a time; more would take room for nothing."""


@dataclass(frozen=True, slots=True)
class Salvo:
    """Weapon lines, by their numbers in the arsenal, in the order they attack; and the targets they are fired at."""

    weapons: tuple[int, ...]
    targets: NDArray[np.bool_]


class Salvos:
    """All that is distinct among the targets of a matrix, and the arsenal that meets them."""

    def __init__(
        self,
        targets: Sequence[Target],
        read: frozenset[str],
        edition: str,
        situation: Situation,
        modifiers: Modifiers,
    ) -> None:
        """Sort the targets; `read` are the keywords that weapons and salvos may ask for."""
        self.edition = EDITIONS[edition]
        self._modifiers = modifiers
        self.columns = Columns.of(targets, read, self._toughness)
        self.arsenal = Arsenal(self.columns, modifiers, situation, self.edition)
        self.aiming = situation.precision_on_character
        self.defences = Defences(self.columns.targets, modifiers, self.edition)
        self.formations = formations_of(self.columns.targets, modifiers, self.edition, self.aiming)
        self.toughnesses = sorted(
            {
                int(value)
                for formation in self.formations
                for parts in formation.parts.values()
                for part in parts
                for value in part.toughness
            }
        )
        priced = any(group.points is not None for target in targets for group in target.groups[1:])
        self.figures_by_group = max(len(target.groups) for target in targets) if priced and targets else 0

    def _toughness(self, target: Target) -> int:
        return Defence(tuple(target.groups), self._modifiers, self.edition).toughness(range(len(target.groups)))

    def figures(self, salvos: Sequence[Salvo], progress: Callable[[int, int], None]) -> NDArray[np.float64]:
        """Figures of every salvo against every target it is fired at, 0 elsewhere: (figures, salvos, targets).

        The figures are those of `analysis.matrix.walks.FIGURES`, followed by the models slain of each group where groups
        have points of their own.

        Args:
            salvos: Rows.
            progress: Told (formations done, formations in all) between formations; it may raise to stop.
        """
        weapons = sorted({weapon for salvo in salvos for weapon in salvo.weapons})
        place = {weapon: number for number, weapon in enumerate(weapons)}
        lines = [[place[weapon] for weapon in salvo.weapons] for salvo in salvos]
        covered = np.array([salvo.targets for salvo in salvos], dtype=np.bool_)
        result = np.zeros((len(FIGURES) + self.figures_by_group, len(salvos), len(self.columns.targets)))
        if not weapons or not len(self.columns.targets):
            return result
        plan = _Plan(self, np.array(weapons, dtype=np.intp), lines)
        for done, (formation, field, items) in enumerate(plan.fields()):
            progress(done, len(self.formations))
            salvo, target = np.nonzero(covered[:, formation.targets])
            cells = field.figures(items[:, salvo], target)
            result[: len(cells), salvo, formation.targets[target]] = cells
        return result


class _Plan:
    """Some weapons against all targets; lives as long as one computation."""

    def __init__(self, salvos: Salvos, weapons: NDArray[np.intp], lines: Sequence[Sequence[int]]) -> None:
        self._salvos = salvos
        self._weapons = weapons
        self._lines = lines
        self._waits = salvos.edition.devastating_after_all_lines
        self._meetings = Meetings(salvos.arsenal, salvos.defences, salvos.toughnesses, self._waits)
        self._book = LawBook()

    def fields(self) -> Iterator[tuple[Formation, Field, NDArray[np.intp]]]:
        """Each formation with its field, and the items of each salvo there: (items, salvos)."""
        single = [formation for formation in self._salvos.formations if formation.single]
        several = [formation for formation in self._salvos.formations if not formation.single]
        drafts = [self._drafted(formation) for formation in several]
        pool = _pooled(single) if single else None
        pooled = self._drafted(pool)[False][0] if pool else None
        codes = self._meetings.codes
        codes.compute(self._book)
        if pooled:
            yield from self._of_one_group(single, pooled.looked_up(codes))
        lines = _padded(self._lines)
        for formation, stages in zip(several, drafts, strict=True):
            ready = {aim: [stage.looked_up(codes) for stage in parts] for aim, parts in stages.items()}
            yield formation, self._field(formation, ready), lines

    def _of_one_group(
        self, formations: Sequence[Formation], pooled: Stage
    ) -> Iterator[tuple[Formation, Field, NDArray[np.intp]]]:
        """Formations of one group; adjacent lines that do the same are one item there."""
        runs = Runs(pooled.waiting_blow, pooled.devastating)
        items = _padded([runs.merged(lines) for lines in self._lines])
        stage = pooled.with_runs(runs.runs, self._book)
        start = 0
        for formation in formations:
            part = formation.parts[False][0]
            here = slice(start, start + len(formation.targets))
            start = here.stop
            own = stage.at(self._blows(formation, part, aims=False), _entries(formation, part), here)
            yield formation, self._field(formation, {False: [own], True: [own]}), items

    def _drafted(self, formation: Formation) -> dict[bool, list[Stage]]:
        """Stages of all weapons, their laws marked to be computed."""
        stages: dict[bool, list[Stage]] = {}
        for aim, parts in formation.parts.items():
            if aim and not self._salvos.aiming:
                continue
            stages[aim] = [
                Stage.drafted(self._blows(formation, part, aim), _entries(formation, part), self._meet(formation, part))
                for part in parts
            ]
        return stages

    def _meet(self, formation: Formation, part: Part) -> Iterator[Meeting]:
        for start in range(0, len(self._weapons), _TOGETHER):
            yield self._meetings.meet(self._weapons[start : start + _TOGETHER], formation, part)

    def _blows(self, formation: Formation, part: Part, aims: bool) -> Blows:
        return Blows(formation, part, self._meetings, aims, self._salvos.edition.saves_sorted)

    def _field(self, formation: Formation, stages: dict[bool, list[Stage]]) -> Field:
        rows = figures(formation.unit)
        if not formation.single and self._salvos.figures_by_group:
            slain = np.zeros((len(formation.groups), rows.shape[1]))
            slain[:, :-1] = formation.unit.slain.T
            rows = np.concatenate([rows, slain])
        return Field(stages, self._book, rows, self._waits)


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
