"""Whole units against targets: all weapon lines of a phase in order, the target's state carried from line to line.

Abilities that always act are folded in (`analysis.matrix.stances`). Columns that share a table and defending abilities
make a block, whose cells are computed together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from analysis.abilities import keywords_read
from analysis.matrix.choices import Asked, Choice, Choices
from analysis.matrix.columns import TargetColumn
from analysis.matrix.distinct import distinct
from analysis.matrix.duels import duel_of_row
from analysis.matrix.garbage import no_garbage_collection
from analysis.matrix.places import Places
from analysis.matrix.progress import Progress, portion, untold
from analysis.matrix.rows import UnitRow
from analysis.matrix.salvos import Salvo, Salvos, groups_priced
from analysis.matrix.stances import Stance, Stances
from analysis.matrix.terms import Terms
from analysis.matrix.walks import FIGURES
from analysis.points import points_of_models
from analysis.scenario import Target

__all__ = ["UnitMatrix", "unit_matrix"]


@dataclass(frozen=True, slots=True, eq=False)
class UnitMatrix:
    """Exact figures of each unit (row) against each target (column).

    Attributes:
        damage: Mean wounds lost.
        slain: Mean models slain.
        destroyed: P(the whole target is slain).
        wasted: Mean damage on dying models or on nobody.
        points_destroyed: Mean points of the target slain; NaN where it has no price.
        variant: Which of the row's `variants` attacks.
        variants: Per row the names of the weapon lines, in order, one tuple for each choice of weapons and profiles
            that is best against some target.
    """

    damage: NDArray[np.float64]
    slain: NDArray[np.float64]
    destroyed: NDArray[np.float64]
    wasted: NDArray[np.float64]
    points_destroyed: NDArray[np.float64]
    variant: NDArray[np.intp]
    variants: tuple[tuple[tuple[str, ...], ...], ...]

    def lines(self, row: int, column: int) -> tuple[str, ...]:
        """Names of the weapon lines behind a cell, in the order they attack."""
        return self.variants[row][int(self.variant[row, column])]


@no_garbage_collection()
def unit_matrix(
    rows: Sequence[UnitRow],
    columns: Sequence[TargetColumn],
    terms: Terms,
    progress: Progress = untold,
) -> UnitMatrix:
    """Every unit against every target; the same numbers as `evaluate` gives for the scenario that names both.

    Args:
        rows: Units with their loadouts, in the phase of the terms.
        columns: Targets of the same phase.
        terms: Common to all cells.
        progress: Told how many cells are done, of how many; it may raise to stop.
    """
    firsts, kinds = distinct(rows, lambda row: (row.kind, *map(id, row.units)))
    return _Matrix(firsts, columns, terms, progress).answer(kinds)


class _Matrix:
    """The cells of distinct rows; lives as long as their computation."""

    def __init__(
        self,
        rows: Sequence[UnitRow],
        columns: Sequence[TargetColumn],
        terms: Terms,
        progress: Progress,
    ) -> None:
        """Sort all cells into blocks."""
        self._rows = rows
        self._columns = columns
        self._terms = terms
        self._progress = progress
        self._stances = Stances(columns, terms)
        self._blocks: dict[tuple[int, int], list[tuple[int, Stance]]] = defaultdict(list)
        for place, row in enumerate(rows):
            progress(0, len(rows) * len(columns))
            for stance in self._stances.of(row):
                self._blocks[stance.block].append((place, stance))
        targets = [column.target for column in columns]
        self._figures = np.zeros((len(FIGURES) + groups_priced(targets), len(rows), len(columns)))
        self._variant = np.zeros((len(rows), len(columns)), dtype=np.intp)
        self._variants: list[dict[tuple[str, ...], int]] = [{} for _ in rows]
        self._read = keywords_read(terms.modifiers.abilities).union(
            *(_keywords(row) for row in rows), *(s.arms.keywords for own in self._blocks.values() for _, s in own)
        )

    def answer(self, kinds: NDArray[np.intp]) -> UnitMatrix:
        """Compute all blocks; `kinds` gives the row of each row asked for."""
        cells, done = len(self._rows) * len(self._columns), 0
        for (table, _), block in self._blocks.items():
            own = sum(len(stance.columns) for _, stance in block)
            part = portion(self._progress, done, own, cells)
            settled = [(row, stance) for row, stance in block if stance.settled]
            if settled:
                self._together(table, settled, part)
            for row, stance in block:
                if not stance.settled:
                    self._one_by_one(row, stance, part)
            done += own
        figures, variant = self._figures, self._variant
        if not np.array_equal(kinds, np.arange(len(self._rows))):
            figures, variant = np.take(figures, kinds, axis=1), np.take(variant, kinds, axis=0)
        lost, slain, destroyed, let_through, *by_group = figures
        wasted = np.maximum(let_through - lost, 0.0)
        points = _points_destroyed([column.target for column in self._columns], slain, by_group)
        variants = tuple(tuple(self._variants[kind]) for kind in kinds.tolist())
        return UnitMatrix(lost, slain, destroyed, wasted, points, variant, variants)

    def _together(self, table: int, block: Sequence[tuple[int, Stance]], progress: Progress) -> None:
        """Compute the cells of one block."""
        guises = np.unique(np.concatenate([stance.guises for _, stance in block]))
        stances = self._stances
        targets = [stances.guises.targets[guise] for guise in guises.tolist()]
        salvos = Salvos(targets, self._read, self._terms.library.edition, *stances.guises.tables[table])
        kinds = [salvos.columns.kinds[np.searchsorted(guises, stance.guises)] for _, stance in block]
        situation = self._terms.situation
        choices = self._chosen(block, kinds, Choices(salvos, situation, partial(progress, 0, 1)))
        firing, salvo_of = _salvos(choices, len(salvos.columns.targets))
        at = np.zeros(len(salvos.columns.targets), dtype=np.intp)
        named = np.zeros(len(salvos.columns.targets), dtype=np.intp)
        fired = []
        for (row, stance), kind, of_stance, numbers in zip(block, kinds, choices, salvo_of, strict=True):
            known = self._variants[row]
            for choice, number in zip(of_stance, numbers, strict=True):
                at[choice.targets] = number
                named[choice.targets] = known.setdefault(tuple(line.name for line in choice.lines), len(known))
            self._variant[row, stance.columns] = named[kind]
            fired.append(at[kind])
        places = Places.of(block, fired, kinds, len(salvos.columns.targets))
        salvos.fire(firing, partial(places.fill, self._figures), progress)

    def _chosen(
        self, block: Sequence[tuple[int, Stance]], kinds: Sequence[NDArray[np.intp]], choices: Choices
    ) -> list[list[Choice]]:
        """Per stance the lines of all datasheets of its row together."""
        asked = [
            [
                Asked(unit, place, self._rows[row].kind, stance.arms, np.unique(kind))
                for place, unit in enumerate(self._rows[row].units)
            ]
            for (row, stance), kind in zip(block, kinds, strict=True)
        ]
        found = iter(choices.of([one for of_stance in asked for one in of_stance]))
        return [_joined([(one, next(found)) for one in of_stance], choices) for of_stance in asked]

    def _one_by_one(self, row: int, stance: Stance, progress: Progress) -> None:
        """Cells in which the weapons that attack decide what protects the target."""
        for done, column in enumerate(stance.columns.tolist()):
            progress(done, len(stance.columns))
            armament = self._stances.defenders.armament(self._rows[row], column)
            names, figures = duel_of_row(armament, self._terms.library)
            self._figures[: len(figures), row, column] = figures[: len(self._figures)]
            known = self._variants[row]
            self._variant[row, column] = known.setdefault(names, len(known))


def _keywords(row: UnitRow) -> frozenset[str]:
    """Target keywords that the row's weapons ask for, or that decide whether they may attack."""
    profiles = [
        profile
        for unit in row.units
        for bearers in unit.loadout.bearers
        for carried in bearers.carried
        for profile in carried.weapon.profiles
    ]
    asked = keywords_read(ability for profile in profiles for ability in profile.abilities)
    return asked | row.hunted


def _joined(by_unit: Sequence[tuple[Asked, list[Choice]]], choices: Choices) -> list[Choice]:
    """Choices of units that attack together: the lines of the first, then those of the units attached to it."""
    (_, together), *others = by_unit
    for asked, of_unit in others:
        joined = []
        for first in together:
            for second in of_unit:
                targets = np.intersect1d(first.targets, second.targets, assume_unique=True)
                if len(targets):
                    places = enumerate(second.lines, start=len(first.lines))
                    more = tuple(choices.number(asked, line, place == 0) for place, line in places)
                    joined.append(Choice(targets, first.lines + second.lines, first.weapons + more))
        together = joined
    return together


def _salvos(choices: Sequence[Sequence[Choice]], targets: int) -> tuple[list[Salvo], list[list[int]]]:
    """The distinct salvos with the targets each is fired at, and per row the numbers of those of its choices."""
    numbers: dict[tuple[int, ...], int] = {}
    masks: list[NDArray[np.bool_]] = []
    salvo_of = []
    for of_row in choices:
        own = []
        for choice in of_row:
            number = numbers.setdefault(choice.weapons, len(masks))
            if number == len(masks):
                masks.append(np.zeros(targets, dtype=np.bool_))
            masks[number][choice.targets] = True
            own.append(number)
        salvo_of.append(own)
    return [Salvo(weapons, mask) for weapons, mask in zip(numbers, masks, strict=True)], salvo_of


def _points_destroyed(
    targets: Sequence[Target], slain: NDArray[np.float64], by_group: Sequence[NDArray[np.float64]]
) -> NDArray[np.float64]:
    """Points of the models slain: by group where all groups have points, else by their share of the unit."""
    points = np.full(slain.shape, np.nan)
    for place, target in enumerate(targets):
        each = points_of_models(target)
        if each is not None and len(set(each)) == 1:
            points[:, place] = each[0] * slain[:, place]
        elif each is not None:
            points[:, place] = sum(own * models[:, place] for own, models in zip(each, by_group, strict=False))
    return points
