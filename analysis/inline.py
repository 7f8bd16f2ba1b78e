"""A scenario as given, written out inline: names looked up in the catalogue, named buffs folded in."""

from __future__ import annotations

from typing import Any

from analysis.buffs import Context, fold
from analysis.facts import Facts
from analysis.referring import ReferringScenario, is_referring
from analysis.resolve import resolve
from analysis.scenario import Scenario

__all__ = ["inline"]


def inline(data: Any, facts: Facts) -> Scenario:
    """Resolve and fold parsed JSON into a scenario of numbers only.

    Raises:
        InputError: For whatever is wrong with it.
    """

    def folded(scenario: Scenario, context: Context) -> Scenario:
        if not scenario.modifiers.buffs and context == Context():
            return scenario  # nothing to fold: no datasheet is known, no buff is named
        return fold(scenario, facts.library(scenario.edition), context)

    if not is_referring(data):
        return folded(Scenario.from_json(data), Context())
    resolution = resolve(ReferringScenario.from_json(data), facts.catalogue(), folded)
    return folded(resolution.scenario, resolution.context)
