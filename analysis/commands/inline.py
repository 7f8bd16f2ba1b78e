"""A scenario as given, written out inline: names looked up in the catalogue, named buffs folded in."""

from __future__ import annotations

from typing import Any

from analysis.buffs import fold
from analysis.commands.command import Facts
from analysis.scenario import Scenario

__all__ = ["inline"]


def inline(data: Any, facts: Facts) -> Scenario:
    """Resolve and fold parsed JSON into a scenario of numbers only.

    Raises:
        InputError: For whatever is wrong with it.
    """
    scenario = Scenario.from_json(data)
    return fold(scenario, facts.library(scenario.edition)) if scenario.modifiers.buffs else scenario
