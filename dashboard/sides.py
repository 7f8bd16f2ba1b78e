"""Attacker and target changed over: what a duel keeps when the target strikes back, and what it cannot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from analysis.errors import InputError
from dashboard.attack_words import rule_name
from dashboard.carry_over import Carried, in_its_phase
from dashboard.duel_data import named_rules
from dashboard.what_if import MODIFIERS, SITUATION, changed_in_words

__all__ = ["refuse_numbers", "swapped"]

_OF_BOTH: Final = ("distance", "half_range")
"""How far apart the two are is the same seen from either side; all else belongs to one attack."""


def swapped(data: Mapping[str, Any]) -> Carried:
    """The answer to an attack: the same two units at the same distance, the target attacking.

    Raises:
        InputError: When a side is written out in numbers, which are those of a target or of an attacker only, or when
            the target cannot strike back.
    """
    refuse_numbers(data)
    attacker, target = dict(data["target"]), dict(data["attacker"])
    left = [_counted(attacker.pop("wounded", 0), "wound already lost", "wounds already lost")]
    if target.pop("damaged", False):
        left.append("Damaged")
    situation = dict(data.get("situation") or {})
    modifiers = dict(data.get("modifiers") or {})
    left += [control.label for control in SITUATION if situation.get(control.field) and control.field not in _OF_BOTH]
    left += changed_in_words(MODIFIERS, modifiers)
    left += modifiers.get("abilities") or []
    left += [rule_name(data["edition"], use["id"]) for use in named_rules(data)]
    kept = {field: situation[field] for field in _OF_BOTH if field in situation}
    turned = {name: data[name] for name in ("edition", "phase") if name in data}
    found = in_its_phase({**turned, "attacker": attacker, "target": target, "situation": kept})
    return Carried(found.data, (*(words for words in left if words), *found.left))


def refuse_numbers(data: Mapping[str, Any]) -> None:
    """Raise the sentence about a side in numbers, which cannot be changed over."""
    for side in ("attacker", "target"):
        if "unit" not in data[side]:
            raise InputError(side, data[side].get("name", ""), "units of the catalogue on both sides, to swap them")


def _counted(number: int, one: str, many: str) -> str:
    return "" if not number else f"{number} {one if number == 1 else many}"
