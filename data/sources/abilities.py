"""The abilities of both sources, with their effects as the source's data describes them.

This is the raw material of the buff library: `RawAbility.effect` is the source's
own tree. Nothing here is prose; the sources' notes are never read.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from data.sources.bundle import Bundle, Row, bounded_key, unit_key

__all__ = ["AbilityLink", "RawAbility", "ability_links", "read_abilities"]


@dataclass(frozen=True, slots=True)
class RawAbility:
    """One ability: its surrogate key, what it is, and its effect tree.

    `ability_id` is no key in the 10e source, where 195 of them repeat; `key` is.
    """

    key: str
    edition: str
    ability_id: str
    faction_id: str | None
    detachment_id: str | None
    name: str
    ability_type: str
    behavior: str
    scope: dict[str, Any]
    effect: dict[str, Any]
    trigger: Any
    usage: Any
    applies_to: Any
    unit_ids: tuple[str, ...]
    disputed: bool
    dataslate: str
    source_id: str
    prov: str


@dataclass(frozen=True, slots=True)
class AbilityLink:
    """A unit has an ability; `prov` is guess where several abilities share the id."""

    unit_key: str
    ability_key: str
    prov: str


def read_abilities(bundle: Bundle) -> list[RawAbility]:
    """Return all abilities of an edition, each with a key of its own, in the source's order."""
    count: dict[str, int] = defaultdict(int)
    result = []
    for row in bundle.abilities:
        stem = bounded_key(bundle.edition, row.get("faction_id") or "-", row["ability_id"])
        count[stem] += 1
        key = stem if count[stem] == 1 else f"{stem}~{count[stem]}"
        result.append(_ability(bundle, row, key))
    return result


def _ability(bundle: Bundle, row: Row, key: str) -> RawAbility:
    return RawAbility(
        key=key,
        edition=bundle.edition,
        ability_id=row["ability_id"],
        faction_id=row.get("faction_id"),
        detachment_id=row.get("detachment_id"),
        name=row["name"],
        ability_type=row["ability_type"],
        behavior=row["behavior"],
        scope=row.get("scope") or {},
        effect=row.get("effect") or {},
        trigger=row.get("trigger"),
        usage=row.get("usage"),
        applies_to=row.get("applies_to"),
        unit_ids=tuple(row.get("unit_ids") or ()),
        disputed=bool(row.get("disputed")),
        dataslate=row["game_version"]["dataslate"],
        source_id=row.get("source_id", bundle.source_id),
        prov=row.get("prov", "source"),
    )


def ability_links(bundle: Bundle, abilities: list[RawAbility]) -> list[AbilityLink]:
    """Return which unit has which ability: the union of both directions of the source's links."""
    by_id: dict[str, list[RawAbility]] = defaultdict(list)
    for ability in abilities:
        by_id[ability.ability_id].append(ability)
    links: dict[tuple[str, str], AbilityLink] = {}
    for unit in bundle.units:
        key = unit_key(bundle.edition, unit)
        for ability_id in unit.get("ability_ids") or []:
            link = _choose(key, unit, by_id.get(ability_id, []))
            if link is not None:
                links.setdefault((link.unit_key, link.ability_key), link)
    for link in _links_from_abilities(bundle, abilities):
        links.setdefault((link.unit_key, link.ability_key), link)
    return list(links.values())


def _choose(key: str, unit: Row, candidates: list[RawAbility]) -> AbilityLink | None:
    """Choose the ability a unit's id means: its own faction's, else one that names the unit, else the first."""
    own = [a for a in candidates if a.faction_id == unit["faction_id"]]
    naming = [a for a in own or candidates if unit["id"] in a.unit_ids]
    shared = [a for a in candidates if a.faction_id is None]
    for found, prov in ((naming, "source"), (own, "source"), (shared, "source"), (candidates, "guess")):
        if found:
            distinct = {str(a.effect) for a in found}
            return AbilityLink(key, found[0].key, prov if len(distinct) == 1 else "guess")
    return None


def _links_from_abilities(bundle: Bundle, abilities: list[RawAbility]) -> list[AbilityLink]:
    """Links that only the ability states. Without a faction an id shared by several factions' units is a guess."""
    units: dict[str, list[Row]] = defaultdict(list)
    for unit in bundle.units:
        units[unit["id"]].append(unit)
    links = []
    for ability in abilities:
        if ability.ability_type in ("stratagem", "enhancement", "detachment"):
            continue
        for unit_id in ability.unit_ids:
            own = [u for u in units[unit_id] if ability.faction_id in (None, u["faction_id"])]
            if len(own) == 1 or (own and ability.faction_id is not None):
                links += [AbilityLink(unit_key(bundle.edition, u), ability.key, "source") for u in own[:1]]
            elif own:
                named = [u for u in own if ability.ability_id in (u.get("ability_ids") or [])]
                links += [
                    AbilityLink(unit_key(bundle.edition, u), ability.key, "guess") for u in named if len(named) == 1
                ]
    return links
