"""What a side in one's own numbers leaves open: abilities that mean nothing, numbers that count as others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from analysis.abilities import ABILITIES, parse_ability

__all__ = ["group_hints", "weapon_hints"]

_LEAST_ONE = {"attacks": "A", "damage": "D"}


def weapon_hints(weapons: Sequence[Mapping[str, Any]], edition: str) -> list[str]:
    """A sentence for each cell that does something else than it says.

    >>> weapon_hints([{"attacks": "0", "damage": "1", "abilities": ["melta", "rubbish", "lethal hits"]}], "11e")
    ... # doctest: +NORMALIZE_WHITESPACE
    ['Row 1, A: 0 counts as 1.', "Row 1, abilities: 'melta' does nothing without a number, as in melta 2.",
     "Row 1, abilities: 'rubbish' is not known and does nothing."]
    """
    if not weapons:
        return ["No weapon is written down, so nothing attacks."]
    return [f"Row {number}, {hint}" for number, weapon in enumerate(weapons, 1) for hint in _of(weapon, edition)]


def group_hints(groups: Sequence[Mapping[str, Any]]) -> list[str]:
    """A sentence where there is nobody to attack."""
    return [] if groups else ["No models are written down, so there is nobody to attack."]


def _of(weapon: Mapping[str, Any], edition: str) -> Iterator[str]:
    for field, heading in _LEAST_ONE.items():
        if str(weapon.get(field, "")).strip() == "0":
            yield f"{heading}: 0 counts as 1."
    for text in weapon.get("abilities") or []:
        ability = parse_ability(text)
        if ability.known_in(edition):
            continue
        rule = ABILITIES.get(ability.name)
        if rule is None:
            yield f"abilities: {text!r} is not known and does nothing."
        elif edition not in rule.editions:
            yield f"abilities: {text!r} does not exist in this edition and does nothing."
        elif ability.name == "anti":
            yield f"abilities: {text!r} does nothing; write it as anti-infantry 4+."
        elif ability.value is None and rule.number == "required":
            yield f"abilities: {text!r} does nothing without a number, as in {ability.name} 2."
        else:
            yield f"abilities: {text!r} does nothing in this form."
