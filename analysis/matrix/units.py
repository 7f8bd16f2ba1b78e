"""Whole units against targets: all weapon lines of a phase in order, the target's state carried from line to line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.evaluate import evaluate
from analysis.matrix.rows import UnitRow
from analysis.matrix.weapons import Progress
from analysis.resolve.attacks import AttackLine, Judge, attack_lines
from analysis.resolve.weapons import scenario_weapon
from analysis.scenario import Attacker, Modifiers, Scenario, Situation, Target

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
    figures = np.zeros((4, len(rows), len(targets)))
    points = np.full((len(rows), len(targets)), np.nan)
    variant = np.zeros((len(rows), len(targets)), dtype=np.intp)
    variants = []
    for place, row in enumerate(rows):
        progress(place, len(rows))
        known: dict[tuple[str, ...], int] = {}
        for column, target in enumerate(targets):
            scenario = _scenario(row, target, edition, situation, modifiers)
            result = evaluate(scenario)
            figures[:, place, column] = result.damage.mean, result.slain.mean, result.destroyed, result.wasted
            if result.points_destroyed is not None:
                points[place, column] = result.points_destroyed
            names = tuple(weapon.name for weapon in scenario.attacker.weapons)
            variant[place, column] = known.setdefault(names, len(known))
        variants.append(tuple(known))
    return UnitMatrix(*figures, points, variant, tuple(variants))


def _scenario(row: UnitRow, target: Target, edition: str, situation: Situation, modifiers: Modifiers) -> Scenario:
    keywords = frozenset(keyword.upper() for keyword in target.keywords)

    def of(lines: Sequence[AttackLine], damaged: bool) -> Scenario:
        weapons = [scenario_weapon(line, situation, damaged=damaged) for line in lines]
        attacker = Attacker(weapons=weapons)
        return Scenario(edition=edition, attacker=attacker, target=target, situation=situation, modifiers=modifiers)

    def judge_of(damaged: bool) -> Judge:
        return lambda lines: evaluate(of(lines, damaged)).damage.mean

    weapons = []
    for unit in row.units:
        lines = attack_lines(unit, row.kind, keywords, judge_of(unit.damaged))
        weapons += of(lines, unit.damaged).attacker.weapons
    attacker = Attacker(weapons=weapons)
    return Scenario(edition=edition, attacker=attacker, target=target, situation=situation, modifiers=modifiers)
