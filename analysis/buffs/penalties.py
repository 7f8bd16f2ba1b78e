"""Penalties that a weapon may ignore: psychic weapons of the 11th edition, and rules that ignore modifiers (R-MOD-12).

Who ignores modifiers keeps the bonuses and drops the penalties. The engine knows sums only, so each penalty that is
already in a sum (a slider below zero, stealth, indirect fire) is given back on the weapon line itself.
"""

from __future__ import annotations

from collections.abc import Iterable

from analysis.abilities import parse_ability
from analysis.scenario import Scenario, Weapon

__all__ = ["given_back", "ignored_penalties"]


def ignored_penalties(weapon: Weapon, gained: Iterable[str], ignores: Iterable[str], edition: str) -> frozenset[str]:
    """Which of hit, wound and skill the line takes no penalty on (R-HIT-12 for psychic weapons).

    Args:
        weapon: The line.
        gained: Abilities that buffs give it.
        ignores: What the buffs that ignore modifiers name.
        edition: "10e" or "11e".
    """
    psychic = edition == "11e" and "psychic" in _names([*weapon.abilities, *gained])
    return frozenset(ignores) | (frozenset({"hit", "skill"}) if psychic else frozenset())


def given_back(name: str, weapon: Weapon, scenario: Scenario, stealth: bool) -> int:
    """What to add to `name` on a line that ignores its penalties, so that those already in the sum vanish."""
    back: int = -min(0, getattr(scenario.modifiers, name))
    if name == "hit" and scenario.edition == "10e" and weapon.type == "ranged":
        back += int(stealth)  # R-HIT-09
        back += int(scenario.situation.indirect and "indirect fire" in _names(weapon.abilities))  # R-SHT-01
    return back


def _names(abilities: Iterable[str]) -> set[str]:
    return {parse_ability(text).name for text in abilities}
