"""Cells answered one at a time, for the two rules that no two cells can share.

A Command Re-roll of damage doubles the states of every target, and only the first line of a unit may use it. And what
protects a target against some weapons only depends on the weapons that are chosen. The duel's own engine does both.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analysis.buffs import Library, fold
from analysis.editions import EDITIONS
from analysis.engagement import engagement_of
from analysis.evaluate import evaluate
from analysis.resolve.armament import Armament, PlacedLine
from analysis.scenario import Modifiers, Scenario

__all__ = ["duel_figures", "duel_of_row", "needs_duels"]


def needs_duels(modifiers: Modifiers) -> bool:
    """Whether cells have to be answered one at a time."""
    return modifiers.command_reroll == "damage"


def duel_figures(scenario: Scenario) -> NDArray[np.float64]:
    """Figures of the weapon lines of a scenario in order.

    Returns:
        Those of `analysis.matrix.walks.FIGURES`, followed by the models slain of each group.
    """
    outcome = engagement_of(scenario, EDITIONS[scenario.edition]).attack()
    slain = outcome.chances @ outcome.unit.slain
    destroyed = outcome.chances[outcome.unit.slain.sum(axis=1) == outcome.unit.models].sum()
    lost = outcome.chances @ outcome.unit.wounds_lost
    let_through = sum(line.let_through for line in outcome.lines)
    return np.array([lost, slain.sum(), destroyed, let_through, *slain])


def duel_of_row(armament: Armament, library: Library) -> tuple[tuple[str, ...], NDArray[np.float64]]:
    """The lines that a unit chooses against one target under the abilities that always act, and their figures."""
    lines = armament.chosen(lambda some: evaluate(_folded(armament, some, library)).damage.mean)
    return tuple(line.name for _, line in lines), duel_figures(_folded(armament, lines, library))


def _folded(armament: Armament, lines: Sequence[PlacedLine], library: Library) -> Scenario:
    scenario, context = armament.inline(lines)
    return fold(scenario, library, context)
