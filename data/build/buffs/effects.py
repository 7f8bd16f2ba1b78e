"""One leaf effect of the source as changes: which side has it, what it changes, and with which weapon filter.

The source speaks of hit rolls, characteristics and keywords with a target and sometimes `incoming`. Two of its habits
are mended here for every ability: penalties to hit or wound that an ability puts on its own unit are penalties of those
who attack it, and what is incoming belongs to the side attacked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from analysis.abilities import parse_ability
from analysis.buffs.conditions import Atom, Clause
from data.build.buffs.characteristics import read_skill, read_stat
from data.build.buffs.found import Found, Node
from data.build.buffs.grants import read_ability_grant, read_keyword_grant, read_rule_state

__all__ = ["read_leaf"]

_ROLLS: Final = {"hit": "hit", "wound": "wound", "save": "save_roll", "saving-throw": "save_roll", "damage": "damage"}


def read_leaf(node: Node, to: str | None) -> Found | None:
    """Read a leaf; None when it does not bear on an attack. `to` is who profits from a mark on an enemy unit."""
    reader = _READERS.get(str(node.get("type")))
    modifier = node.get("modifier") or {}
    if reader is None or not isinstance(modifier, Mapping):
        return None
    found = reader(node, modifier)
    if found is None:
        return None
    if to == "target" and found.side == "attacker" and _is_penalty(found):
        found.side = "defender"
    when, found.asked = _filters(modifier)
    found.when = tuple(dict.fromkeys([*found.when, *when]))
    return found


def _is_penalty(found: Found) -> bool:
    return all(isinstance(value, int) and value < 0 for _, value in found.changes)


def _filters(modifier: Mapping[str, Any]) -> tuple[tuple[Clause, ...], tuple[tuple[str, dict[str, Any]], ...]]:
    """Weapon filters of a modifier, and what of them only the player knows."""
    when: list[Clause] = []
    asked: list[tuple[str, dict[str, Any]]] = []
    kind = modifier.get("attack_type") or modifier.get("weapon_type") or modifier.get("context")
    kind = {"shooting": "ranged", "vs-ranged": "ranged", "vs-melee": "melee"}.get(str(kind), kind)
    if kind in ("ranged", "melee"):
        when.append((Atom("weapon", str(kind), ""),))
    elif kind == "psychic" and "threshold" not in modifier:
        when.append((Atom("weapon", "with", "psychic"),))
    if modifier.get("weapon_keyword"):
        when.append((Atom("weapon", "with", parse_ability(str(modifier["weapon_keyword"])).name),))
    name = modifier.get("weapon_name") or modifier.get("weapon")
    if name:
        when.append((Atom("weapon", "named", str(name).lower().replace("-", " ")),))
    applies = str(modifier.get("applies_when") or "")
    if applies.startswith("attacker-strength-greater"):
        when.append((Atom("weapon", "stronger", ""),))
    elif applies:
        asked.append(("keyword-state", {"keyword": applies.replace("attacker-", "attacker ")}))
    for key in ("condition", "target_condition"):
        if modifier.get(key) == "target-within-half-range":
            when.append((Atom("situation", "", "half range"),))
        elif modifier.get(key):
            asked.append(("keyword-state", {"keyword": str(modifier[key]).replace("_", " ")}))
    return tuple(when), tuple(asked)


def _attack_side(modifier: Mapping[str, Any], penalty: bool) -> str:
    """Whose attacks a change of rolls touches: those of the unit that has it, or those against it."""
    incoming = modifier.get("incoming") or modifier.get("applies_to") == "incoming-attacks"
    return "defender" if incoming or penalty else "attacker"


def _roll(node: Node, modifier: Mapping[str, Any]) -> Found | None:
    operation, roll = modifier.get("operation"), str(modifier.get("roll"))
    threshold = modifier.get("critical_on") or (modifier.get("value") if operation == "crit-on" else None)
    if threshold and roll == "hit":
        return Found(changes=[("critical_hit", max(2, int(threshold)))])
    if operation == "ignore-modifiers":
        # "All" modifiers are those to the skill and the hit roll, unless the source names the wound roll or any.
        wounds = "Wound" in roll or roll == "any"
        kinds = {"hit": ["hit"], "wound": ["wound"]}.get(roll, ["hit", "skill"] + ["wound"] * wounds)
        if roll in ("advance", "charge"):
            return None
        return Found(changes=[("ignore_penalties", kind) for kind in kinds])
    if operation == "ignore-engagement-penalty":
        return None  # a scenario has no such penalty: the player leaves it out
    if operation == "set" and modifier.get("context") == "overwatch":
        return Found(changes=[("snap_hits_on", int(modifier["value"]))])
    if operation in ("set", "guarantee-crit"):
        return Found(missing="one roll becomes an unmodified 6")
    name = _ROLLS.get(roll)
    if name is None:
        return None
    if not isinstance(modifier.get("value"), int):
        return Found(missing=f"{roll} by a roll")
    value = int(modifier["value"])
    value = -abs(value) if operation == "subtract" else value
    if name == "save_roll":
        return Found("defender", [(name, value)])
    side = _attack_side(modifier, value < 0)
    if side == "defender":
        value = -abs(value)
    return Found(side, [(name, value)])


def _reroll(node: Node, modifier: Mapping[str, Any]) -> Found | None:
    roll = str(modifier.get("roll"))
    if modifier.get("uses"):
        return Found("attacker", [("command_reroll", roll)]) if roll in ("hit", "wound", "damage") else None
    subset = modifier.get("subset")
    width = "ones" if subset == "ones" else "failures"
    if roll in ("hit", "wound"):
        return Found("attacker", [(f"reroll_{roll}s", width)])
    if roll == "damage":
        return Found("attacker", [("reroll_damage", "ones" if subset == "ones" else "below_average")])
    if "attacks" in roll:
        return Found("attacker", [("reroll_attacks", "below_average")])
    if roll == "any":
        return Found("attacker", [("reroll_hits", width), ("reroll_wounds", width), ("reroll_damage", "below_average")])
    return None


def _feel_no_pain(node: Node, modifier: Mapping[str, Any]) -> Found | None:
    threshold = int(modifier["threshold"])
    scope = str(modifier.get("scope") or modifier.get("against_attack_type") or "all")
    kinds = [kind for kind in ("psychic", "mortal") if kind in scope]
    values = [f"{threshold} {kind}" for kind in kinds] or [str(threshold)]
    return Found("defender", [("feel_no_pain", value) for value in values])


def _invulnerable(node: Node, modifier: Mapping[str, Any]) -> Found | None:
    threshold = modifier.get("invuln_sv") or modifier.get("threshold")
    return Found("defender", [("invulnerable", int(threshold))]) if threshold else None


def _reduction(node: Node, modifier: Mapping[str, Any]) -> Found | None:
    reduction = modifier.get("reduction", modifier.get("amount", modifier.get("value")))
    if reduction == "half":
        return Found("defender", [("halve_damage", 1)])
    if reduction == "to-zero":
        return Found("defender", missing="the damage of a single attack becomes 0")
    return Found("defender", [("damage_reduction", int(reduction or 1))])


def _restriction(node: Node, modifier: Mapping[str, Any]) -> Found | None:
    if modifier.get("restriction") != "worsen-incoming-ap":
        return None
    return Found("defender", [("ap", -abs(int(modifier.get("value") or 1)))])


def _automatic(node: Node, modifier: Mapping[str, Any]) -> Found | None:
    six = modifier.get("result") == 6
    return Found(missing="one roll becomes an unmodified 6" if six else "one saving throw passes")


def _immunity(node: Node, modifier: Mapping[str, Any]) -> Found | None:
    return Found("attacker", [("ignore_penalties", "skill")])


_READERS: Final[dict[str, Callable[[Node, Mapping[str, Any]], Found | None]]] = {
    "roll-modifier": _roll,
    "stat-modifier": read_stat,
    "bs-modifier": read_skill,
    "keyword-grant": read_keyword_grant,
    "re-roll": _reroll,
    "feel-no-pain": _feel_no_pain,
    "invulnerable-save": _invulnerable,
    "damage-reduction": _reduction,
    "ability-grant": read_ability_grant,
    "rule-state": read_rule_state,
    "attack-restriction": _restriction,
    "auto-result": _automatic,
    "auto-hit": lambda node, modifier: Found("attacker", [("hits_automatically", 1)]),
    "modifier-immunity": _immunity,
    "fight-on-death": lambda node, modifier: Found("defender", missing="attacks of slain models"),
}
