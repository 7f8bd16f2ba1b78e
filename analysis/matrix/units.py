"""Whole units against targets: all weapon lines of a phase in order, the target's state carried from line to line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.abilities import keywords_read
from analysis.matrix.choices import Choice, Choices
from analysis.matrix.distinct import distinct
from analysis.matrix.garbage import no_garbage_collection
from analysis.matrix.rows import UnitRow
from analysis.matrix.salvos import Salvo, Salvos
from analysis.matrix.weapons import Progress
from analysis.scenario import Modifiers, Situation, Target

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


def unit_matrix(
    rows: Sequence[UnitRow],
    targets: Sequence[Target],
    edition: str,
    situation: Situation,
    modifiers: Modifiers,
    progress: Progress = lambda done, total: None,
) -> UnitMatrix:
    """Every unit against every target; the same numbers as `evaluate` gives for the scenario that names both.

    Args:
        rows: Units with their loadouts.
        targets: Columns, as `analysis.matrix.columns` makes them for the phase of the rows.
        edition: "10e" or "11e".
        situation: Common to all cells.
        modifiers: Common to all cells; named buffs folded in.
        progress: Told between blocks of cells, and may raise to stop.
    """
    with no_garbage_collection():
        return _computed(rows, targets, edition, situation, modifiers, progress)


def _computed(
    rows: Sequence[UnitRow],
    targets: Sequence[Target],
    edition: str,
    situation: Situation,
    modifiers: Modifiers,
    progress: Progress,
) -> UnitMatrix:
    read = keywords_read(modifiers.abilities).union(*(_keywords(row) for row in rows))
    salvos = Salvos(targets, read, edition, situation, modifiers)
    choices = _choices(rows, Choices(salvos, situation))
    firing, salvo_of = _salvos(choices, len(salvos.columns.targets))
    figures = salvos.figures(firing, progress)
    by_row = np.zeros((len(figures), len(rows), figures.shape[2]))
    variant = np.zeros(by_row.shape[1:], dtype=np.intp)
    variants = []
    for place, (of_row, numbers) in enumerate(zip(choices, salvo_of, strict=True)):
        known: dict[tuple[str, ...], int] = {}
        for choice, number in zip(of_row, numbers, strict=True):
            names = tuple(line.name for line in choice.lines)
            by_row[:, place, choice.targets] = figures[:, number, choice.targets]
            variant[place, choice.targets] = known.setdefault(names, len(known))
        variants.append(tuple(known))
    kinds = salvos.columns.kinds
    lost, slain, destroyed, let_through, *by_group = (np.take(figure, kinds, axis=1) for figure in by_row)
    wasted = np.maximum(let_through - lost, 0.0)
    points = _points_destroyed(targets, slain, by_group)
    return UnitMatrix(lost, slain, destroyed, wasted, points, np.take(variant, kinds, axis=1), tuple(variants))


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
    return asked.union(*(profile.targets for profile in profiles))


def _choices(rows: Sequence[UnitRow], choices: Choices) -> list[list[Choice]]:
    """Per row the lines of all its datasheets together."""
    firsts, kinds = distinct(rows, lambda row: (row.kind, *map(id, row.units)))
    found = iter(choices.of([(unit, row.kind) for row in firsts for unit in row.units]))
    of_kind = [_joined([(next(found), unit.damaged) for unit in row.units], choices) for row in firsts]
    return [of_kind[kind] for kind in kinds]


def _joined(by_unit: Sequence[tuple[list[Choice], bool]], choices: Choices) -> list[Choice]:
    """Choices of units that attack together: the lines of the first, then those of the units attached to it."""
    (together, _), *others = by_unit
    for of_unit, damaged in others:
        joined = []
        for first in together:
            for second in of_unit:
                targets = np.intersect1d(first.targets, second.targets, assume_unique=True)
                if len(targets):
                    places = enumerate(second.lines, start=len(first.lines))
                    more = tuple(choices.number(line, damaged, place == 0) for place, line in places)
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
        prices = [group.points for group in target.groups]
        if len(prices) > 1 and None not in prices:
            each = [(price or 0.0) / group.count for price, group in zip(prices, target.groups, strict=True)]
            points[:, place] = sum(price * own[:, place] for price, own in zip(each, by_group, strict=False))
        elif target.points is not None or prices[0] is not None:
            whole = prices[0] if prices[0] is not None and len(prices) == 1 else target.points
            if whole is not None:
                points[:, place] = whole * slain[:, place] / sum(group.count for group in target.groups)
    return points
