"""Cells answered one at a time, for the one rule that no two cells can share: a Command Re-roll of damage.

It doubles the states of every target, and only the first line of a unit may use it; the duel's own engine does that.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analysis.defence import Defence
from analysis.editions import Edition
from analysis.engagement import Engagement
from analysis.line import TargetFacts, prepare_line
from analysis.scenario import Modifiers, Situation, Target, Weapon

__all__ = ["duel_figures", "needs_duels"]


def needs_duels(modifiers: Modifiers) -> bool:
    """Whether cells have to be answered one at a time."""
    return modifiers.command_reroll == "damage"


def duel_figures(
    weapons: Sequence[Weapon], target: Target, edition: Edition, situation: Situation, modifiers: Modifiers
) -> NDArray[np.float64]:
    """Figures of weapon lines in order against one target.

    Returns:
        Those of `analysis.matrix.walks.FIGURES`, followed by the models slain of each group.
    """
    facts = TargetFacts.of(target)
    lines = [
        prepare_line(weapon, modifiers, situation, edition, facts, first=place == 0)
        for place, weapon in enumerate(weapons)
    ]
    outcome = Engagement(Defence(tuple(target.groups), modifiers, edition), lines).attack()
    slain = outcome.chances @ outcome.unit.slain
    destroyed = outcome.chances[outcome.unit.slain.sum(axis=1) == outcome.unit.models].sum()
    lost = outcome.chances @ outcome.unit.wounds_lost
    let_through = sum(line.let_through for line in outcome.lines)
    return np.array([lost, slain.sum(), destroyed, let_through, *slain])
