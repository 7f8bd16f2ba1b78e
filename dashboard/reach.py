"""Why an attack does nothing, or less than its weapons promise: nobody has a weapon, or the target is too far away."""

from __future__ import annotations

from analysis.scenario import Scenario
from dashboard.plain import markdown_text

__all__ = ["reach_sentence"]


def reach_sentence(scenario: Scenario) -> str:
    """Which weapons do not reach, in one sentence for a page; empty when all do."""
    weapons = [weapon for weapon in scenario.attacker.weapons if weapon.count]
    if not weapons:
        return "The attacker has no weapon, so nothing happens."
    distance = scenario.situation.distance
    if distance is None:
        return ""
    ranges = {weapon.name: weapon.range for weapon in weapons if weapon.type == "ranged" and weapon.range is not None}
    short = {name: reach for name, reach in ranges.items() if reach < distance}
    if not short:
        return ""
    if len(short) == len({weapon.name for weapon in weapons}):
        return f"No weapon reaches {distance:g} inches: the longest range is {max(short.values())} inches."
    listed = ", ".join(f"{markdown_text(name)} ({reach} inches)" for name, reach in short.items())
    return f"At {distance:g} inches these do not reach: {listed}."
