"""Table defence: what of a unit's abilities always protects it, without any condition."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from data.build.schema import BOOL, SMALL, TEXT, Column, Table
from data.sources.abilities import AbilityLink, RawAbility
from data.sources.bundle import Bundle, Row, unit_key
from data.sources.facts import defences_10e

__all__ = ["DEFENCE", "defence_rows"]

DEFENCE = Table(
    "defence",
    "What always protects a unit: abilities without a condition, from both directions of the links.",
    ("unit_key",),
    (
        Column("unit_key", TEXT, "unit"),
        Column("fnp", SMALL, "Feel No Pain against every wound", null="none"),
        Column("fnp_mortal", SMALL, "Feel No Pain against mortal wounds", null="none"),
        Column("fnp_psychic", SMALL, "Feel No Pain against psychic attacks", null="none"),
        Column("stealth", BOOL, "has Stealth"),
        Column("damage_reduction", SMALL, "subtracted from the damage of each attack"),
        Column("halve_damage", BOOL, "the damage of each attack is halved"),
        Column("lone_operative", BOOL, "has Lone Operative"),
        Column("prov", TEXT, "source, guess (an ability link is a guess), corrected or manual"),
    ),
)

_CORE_FNP = re.compile(r"feel-no-pain-([2-6])(?:-plus)?")
_CONDITIONAL = frozenset(
    {
        "bound-creation",
        "defender-s-duty-bondsman",
        "fabricator-claw-array-aura",
        "gloom-prism-aura",
        "krumpin-time",
        "lifewards",
        "mutated-bodyguard",
        "nullstone-field-generator-aura",
        "ogryn-bodyguard",
        "reanimation-nodes-aura",
        "sanctuary-psychic",
        "singular-purpose",
        "the-vargard-s-duty",
        "truesilver-aegis-aura",
        "unbreakable-duty",
    }
)
"""Abilities that protect others, one model, or only sometimes, and that the sources write without the condition."""
_SELF = frozenset({"self", "unit", "bearer", None})
_PERMANENT = frozenset({"permanent", "battle"})


@dataclass(frozen=True, slots=True)
class Protection:
    """One fact: what protects, and how much (a threshold, an amount, or nothing)."""

    kind: str
    value: int | None = None


def defence_rows(bundle: Bundle, abilities: list[RawAbility], links: list[AbilityLink]) -> list[Row]:
    """Build defence; granted Lone Operative is left out, since the sources drop its condition (near a friend)."""
    by_key = {ability.key: ability for ability in abilities}
    wargear = {row["id"] for row in bundle.wargear}
    extra = defences_10e() if bundle.edition == "10e" else {}
    found: dict[str, list[tuple[Protection, str]]] = defaultdict(list)
    for link in links:
        ability = by_key[link.ability_key]
        if ability.ability_id not in wargear:
            found[link.unit_key] += [(protection, link.prov) for protection in protections(ability)]
    for name, known in extra.items():
        found[f"10e/{name}"] += [(Protection(kind, int(value)), "corrected") for kind, value in known.items()]
    return [_row(key, found.get(key, [])) for key in (unit_key(bundle.edition, unit) for unit in bundle.units)]


def _row(key: str, facts: list[tuple[Protection, str]]) -> Row:
    values: dict[str, list[int]] = defaultdict(list)
    for protection, _ in facts:
        values[protection.kind].append(protection.value or 0)
    provs = [prov for _, prov in facts]
    return {
        "unit_key": key,
        "fnp": min(values["fnp"], default=None),
        "fnp_mortal": min(values["fnp_mortal"], default=None),
        "fnp_psychic": min(values["fnp_psychic"], default=None),
        "stealth": "stealth" in values,
        "damage_reduction": max(values["damage_reduction"], default=0),
        "halve_damage": "halve_damage" in values,
        "lone_operative": "lone_operative" in values,
        "prov": next((prov for prov in ("corrected", "guess") if prov in provs), "source"),
    }


def protections(ability: RawAbility) -> list[Protection]:
    """Return what an ability always gives its own unit; nothing when it is activated or has a condition."""
    core = _CORE_FNP.fullmatch(ability.ability_id)
    if core:
        return [Protection("fnp", int(core[1]))]
    if ability.ability_id in ("stealth", "lone-operative"):
        return [Protection(ability.ability_id.replace("-", "_"))]
    if ability.ability_id in _CONDITIONAL:
        return []
    if ability.behavior != "passive" or ability.scope.get("duration") not in _PERMANENT or ability.applies_to:
        return []
    return [fact for effect in _unconditional(ability.effect) for fact in _facts(effect)]


def _unconditional(effect: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Walk an effect tree through sequences only: everything else is a condition or a choice."""
    if effect.get("type") == "sequence":
        for step in effect.get("steps") or []:
            yield from _unconditional(step)
    elif effect.get("target") in _SELF:
        yield effect


def _facts(effect: dict[str, Any]) -> Iterator[Protection]:
    modifier = effect.get("modifier") or {}
    kind = effect.get("type")
    if kind == "feel-no-pain":
        scope = str(modifier.get("scope") or "all")
        for against in ("all", "mortal", "psychic"):
            if against in scope:
                yield Protection("fnp" if against == "all" else f"fnp_{against}", modifier["threshold"])
    elif kind == "damage-reduction":
        reduction = modifier.get("reduction")
        if reduction == "half":
            yield Protection("halve_damage")
        elif isinstance(reduction, int):
            yield Protection("damage_reduction", reduction)
    elif kind in ("ability-grant", "keyword-grant"):
        granted = [modifier.get("grant_type"), *(modifier.get("keywords") or [])]
        if "stealth" in [str(word).lower() for word in granted]:
            yield Protection("stealth")
