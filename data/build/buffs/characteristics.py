"""Changes of characteristics: of weapons, of models, of the skill to use a weapon.

The source writes an AP of ``add -1`` and one of ``add 1``: both mean an improvement of one's own attacks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from analysis.buffs.conditions import Atom, Clause
from data.build.buffs.found import Found, Node

__all__ = ["read_skill", "read_stat"]

_ENEMY: Final = frozenset({"attacker", "enemy-within-aura", "all-enemy", "target", "defender"})
_STATS: Final = {
    "A": "attacks",
    "S": "strength",
    "D": "damage",
    "Damage": "damage",
    "AP": "ap",
    "BS": "skill",
    "WS": "skill",
}
_SKILLS: Final[dict[str, tuple[Clause, ...]]] = {
    "BS": ((Atom("weapon", "ranged", ""),),),
    "WS": ((Atom("weapon", "melee", ""),),),
}
"""A Ballistic Skill is that of ranged weapons, a Weapon Skill that of melee weapons."""
_MODEL_STATS: Final = {"T": "toughness", "Sv": "save", "W": "wounds", "InvSv": "invulnerable"}


def read_stat(node: Node, modifier: Mapping[str, Any]) -> Found | None:
    """A change of one characteristic; None for those that no attack asks for."""
    stat, operation = str(modifier.get("stat") or ""), str(modifier.get("operation"))
    if not stat:
        return Found(missing="a characteristic that the data does not name")
    if stat not in _STATS and stat not in _MODEL_STATS:
        return None  # Move, Leadership and others that no attack asks for
    if not isinstance(modifier.get("value"), int | str):
        return Found(missing=f"{stat} by a rule of its own")
    if modifier.get("scaling"):
        return Found(missing=f"{stat} that grows with what only the table knows")
    if stat in _MODEL_STATS:
        return _model_stat(node, _MODEL_STATS[stat], operation, modifier)
    name = _STATS[stat]
    enemy = node.get("target") in ("attacker", "enemy-within-aura", "all-enemy") or bool(modifier.get("incoming"))
    if operation == "set":
        return _set_stat(name, modifier["value"], enemy)
    if operation in ("multiply", "divide"):
        return Found(missing=f"{stat} multiplied")
    if not isinstance(modifier["value"], int):
        return Found(missing=f"{stat} by a roll")
    size, when = abs(modifier["value"]), _SKILLS.get(stat, ())
    if enemy or modifier.get("applies_to") == "incoming-attacks":
        return Found("defender", [("damage_reduction", size)] if name == "damage" else [(name, -size)], when)
    return Found("attacker", [(name, size)], when)


def _set_stat(name: str, value: int | str, enemy: bool) -> Found:
    if enemy:
        if name == "damage":
            return Found("defender", [("damage_set", int(value))])
        return Found(missing=f"the attackers' {name} becomes {value}")
    changes = {"attacks": "attacks_set", "strength": "strength_set", "damage": "damage_set_to", "ap": "ap_set"}
    if name not in changes:
        return Found(missing=f"{name} becomes {value}")
    return Found("attacker", [(changes[name], str(value) if name in ("attacks", "damage") else abs(int(value)))])


def _model_stat(node: Node, name: str, operation: str, modifier: Mapping[str, Any]) -> Found | None:
    if not isinstance(modifier["value"], int):
        return Found(missing=f"{name} by a roll")
    value = modifier["value"]
    enemy = node.get("target") in _ENEMY
    if operation == "improve-vs-D1":
        return Found("defender", [("save_roll", 1)])
    if operation == "set":
        change = "invulnerable" if name == "invulnerable" else f"{name}_set"
        return Found("defender", [(change, value)])
    size = -abs(value) if operation in ("subtract", "worsen") else abs(value)
    if name == "invulnerable":
        return Found(missing="an invulnerable save that gets better")
    return Found("attacker" if enemy and size < 0 else "defender", [(name, size)])


def read_skill(node: Node, modifier: Mapping[str, Any]) -> Found | None:
    """A change of the Ballistic Skill, and what ignores such changes."""
    operation = modifier.get("operation")
    if operation == "ignore-modifiers":
        return Found("attacker", [("ignore_penalties", "skill"), ("ignore_penalties", "hit")], _SKILLS["BS"])
    size = abs(int(modifier.get("value") or 1))
    shot = _SKILLS.get(str(modifier.get("stat") or "BS"), ())
    if node.get("target") in ("attacker", "enemy-within-aura", "all-enemy"):
        return Found("defender", [("skill", -size)], shot)
    return Found("attacker", [("skill", size)], shot)
