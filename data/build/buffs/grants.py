"""Abilities that a rule grants: to weapons by keyword, to units by name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from analysis.abilities import parse_ability
from analysis.buffs.changes import Value
from data.build.buffs.found import Found, Node

__all__ = ["read_ability_grant", "read_keyword_grant", "read_rule_state"]


def read_keyword_grant(node: Node, modifier: Mapping[str, Any]) -> Found | None:
    """Weapon abilities; stealth and cover, which the source writes alike, belong to the unit."""
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


def read_ability_grant(node: Node, modifier: Mapping[str, Any]) -> Found | None:
    """Abilities of the unit that the source names by an id of its own."""
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


def read_rule_state(node: Node, modifier: Mapping[str, Any]) -> Found | None:
    """The benefit of cover, granted or taken away."""
    if modifier.get("rule") != "benefit-of-cover":
        return None
    if modifier.get("direction") == "granted":
        return Found("defender", [("cover", 1)])
    return Found("attacker", [("ability", "ignores cover")])
