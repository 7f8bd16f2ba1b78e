"""A duel as its form and its link have it, with units or in numbers: its phase, and the rules it names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from analysis.referring import is_referring

__all__ = ["named_rules", "phase_of", "with_rules"]


def phase_of(data: Mapping[str, Any]) -> str:
    """The phase; two sides in numbers name none, so that their weapons tell.

    >>> phase_of({"attacker": {"weapons": [{"type": "melee"}]}}), phase_of({"attacker": {"unit": "orks/boyz"}})
    ('fight', 'shooting')
    """
    weapons = data["attacker"].get("weapons") or [{}]
    by_weapons = "fight" if weapons[0].get("type") == "melee" else "shooting"
    return data.get("phase") or by_weapons


def named_rules(data: Mapping[str, Any]) -> list[Any]:
    """The rules that a duel names, wherever it does: one of two sides in numbers has them among its modifiers."""
    return [*(data.get("buffs") or []), *((data.get("modifiers") or {}).get("buffs") or [])]


def with_rules(data: Mapping[str, Any], rules: Sequence[Any]) -> dict[str, Any]:
    """The duel with these rules and no others."""
    if not is_referring(data):
        return {**data, "modifiers": {**data.get("modifiers", {}), "buffs": list(rules)}}
    plain = {name: value for name, value in data.get("modifiers", {}).items() if name != "buffs"}
    return {**data, "modifiers": plain, "buffs": list(rules)}
