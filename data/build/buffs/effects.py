"""One leaf effect of the source as changes: which side has it, what it changes, and with which weapon filter.

The source speaks of hit rolls, characteristics and keywords with a target and sometimes `incoming`. Three of its
habits are mended here for every ability: penalties to hit or wound that an ability puts on its own unit are penalties
of those who attack it; an AP of ``add -1`` and one of ``add 1`` both mean an improvement of one's own attacks; and what
is incoming belongs to the side attacked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from analysis.abilities import parse_ability
from analysis.buffs.changes import CHANGES, Value
from analysis.buffs.conditions import Atom, Clause

__all__ = ["Found", "read_leaf"]

Node = Mapping[str, Any]

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
_ROLLS: Final = {"hit": "hit", "wound": "wound", "save": "save_roll", "saving-throw": "save_roll", "damage": "damage"}


@dataclass(slots=True)
class Found:
    """What one leaf changes; `missing` says what of it cannot be said, in words."""

    side: str = "attacker"
    changes: list[tuple[str, Value]] = field(default_factory=list)
    when: tuple[Clause, ...] = ()
    asked: tuple[tuple[str, dict[str, Any]], ...] = ()
    missing: str | None = None


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


def _attack_side(node: Node, modifier: Mapping[str, Any], penalty: bool) -> str:
    """Whose attacks a change of rolls or weapons touches: those of the unit that has it, or those against it."""
    if modifier.get("incoming") or modifier.get("applies_to") == "incoming-attacks":
        return "defender"
    if node.get("target") in ("enemy-within-aura", "all-enemy", "target"):
        return "defender" if penalty else "attacker"
    return "defender" if penalty else "attacker"


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
    side = _attack_side(node, modifier, value < 0)
    if side == "defender":
        value = -abs(value)
    return Found(side, [(name, value)])


def _stat(node: Node, modifier: Mapping[str, Any]) -> Found | None:
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


def _skill(node: Node, modifier: Mapping[str, Any]) -> Found | None:
    operation = modifier.get("operation")
    if operation == "ignore-modifiers":
        return Found("attacker", [("ignore_penalties", "skill"), ("ignore_penalties", "hit")], _SKILLS["BS"])
    size = abs(int(modifier.get("value") or 1))
    shot = _SKILLS.get(str(modifier.get("stat") or "BS"), ())
    if node.get("target") in ("attacker", "enemy-within-aura", "all-enemy"):
        return Found("defender", [("skill", -size)], shot)
    return Found("attacker", [("skill", size)], shot)


def _keyword_grant(node: Node, modifier: Mapping[str, Any]) -> Found | None:
    names = [str(name) for name in modifier.get("keywords") or [modifier.get("keyword")] if name]
    number = modifier.get("value")
    changes: list[tuple[str, Value]] = []
    side = "attacker"
    missing = None
    for name in names:
        plain = name.lower().replace("_", " ").strip()
        if plain in ("stealth", "benefit-of-cover", "benefit of cover"):
            side = "defender"
            changes.append(("stealth" if plain == "stealth" else "cover", 1))
            continue
        if plain.startswith("critical hits"):
            changes.append(("critical_hit", int(plain.split()[-1].rstrip("+"))))
            continue
        if plain.startswith("critical wounds"):
            changes.append(("critical_wound", int(plain.split()[-1].rstrip("+"))))
            continue
        text = _ability_text(plain, number, modifier)
        if text is None:
            missing = f"the keyword {plain}"
        elif parse_ability(text).name not in _NO_NUMBER:
            changes.append(("ability", text))
    if not changes:
        return Found(missing=missing) if missing and missing.split()[-1] in _KNOWN_WORDS else None
    return Found(side, changes)


_NO_NUMBER: Final = frozenset({"assault", "pistol", "close-quarters", "one shot"})
_KNOWN_WORDS: Final = frozenset({"hunter"})


def _ability_text(plain: str, number: Any, modifier: Mapping[str, Any]) -> str | None:
    """The notation of a scenario: with its number, a bare Sustained Hits being 1."""
    hyphenless = plain if parse_ability(plain).known_in("11e") else plain.replace("-", " ")
    for text in (plain, hyphenless, plain.replace(" ", "-"), f"{hyphenless} {number or 1}"):
        parsed = parse_ability(text)
        if parsed.known_in("11e") and (parsed.value is not None or number is None or parsed.name == "anti"):
            return text
    if plain == "anti" and modifier.get("anti_keyword"):
        return f"anti-{str(modifier['anti_keyword']).lower()} {modifier.get('anti_threshold')}+"
    return None


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


def _ability_grant(node: Node, modifier: Mapping[str, Any]) -> Found | None:
    name = str(modifier.get("ability_id") or modifier.get("grant_type")).lower()
    if name in ("stealth", "benefit-of-cover"):
        return Found("defender", [("stealth" if name == "stealth" else "cover", 1)])
    special = _GRANTS.get(name)
    return Found(special[0], [special[1]]) if special else None


_GRANTS: Final[dict[str, tuple[str, tuple[str, Value]]]] = {
    "melee-critical-hit-on-5-plus": ("attacker", ("critical_hit", 5)),
    "cannot-benefit-from-cover": ("attacker", ("ability", "ignores cover")),
    "cannot-have-benefit-of-cover": ("attacker", ("ability", "ignores cover")),
    "ignore-hit-roll-modifiers": ("attacker", ("ignore_penalties", "hit")),
    "critical-wound-on-successful-wound-roll": ("attacker", ("critical_wound", 2)),
    "incoming-psychic-attacks-hazardous": ("defender", ("ability", "hazardous")),
}


def _rule_state(node: Node, modifier: Mapping[str, Any]) -> Found | None:
    if modifier.get("rule") != "benefit-of-cover":
        return None
    if modifier.get("direction") == "granted":
        return Found("defender", [("cover", 1)])
    return Found("attacker", [("ability", "ignores cover")])


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
    "stat-modifier": _stat,
    "bs-modifier": _skill,
    "keyword-grant": _keyword_grant,
    "re-roll": _reroll,
    "feel-no-pain": _feel_no_pain,
    "invulnerable-save": _invulnerable,
    "damage-reduction": _reduction,
    "ability-grant": _ability_grant,
    "rule-state": _rule_state,
    "attack-restriction": _restriction,
    "auto-result": _automatic,
    "auto-hit": lambda node, modifier: Found("attacker", [("hits_automatically", 1)]),
    "modifier-immunity": _immunity,
    "fight-on-death": lambda node, modifier: Found("defender", missing="attacks of slain models"),
}


def acceptable(change: str, value: Value) -> bool:
    """Whether the registry takes the value."""
    try:
        CHANGES[change].accepts(value)
    except ValueError:
        return False
    return True
