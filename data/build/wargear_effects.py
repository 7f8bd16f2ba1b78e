"""Table wargear_effect: what shields and the like do for the model that carries them, or for its whole unit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from data.build.schema import BOOL, SMALL, TEXT, Column, Table
from data.sources.abilities import AbilityLink, RawAbility
from data.sources.bundle import Bundle, Row, unit_key

__all__ = ["WARGEAR_EFFECT", "wargear_effect_rows"]

WARGEAR_EFFECT = Table(
    "wargear_effect",
    "What wargear does against every attack, without any condition.",
    ("unit_key", "item_id", "effect"),
    (
        Column("unit_key", TEXT, "unit"),
        Column("item_id", TEXT, "the source's id of the wargear"),
        Column(
            "effect",
            TEXT,
            "invulnerable, invulnerable_ranged, fnp, fnp_mortal, fnp_psychic, damage_reduction, "
            "wounds_set, wounds_added, toughness_added or save_set",
        ),
        Column("value", SMALL, "threshold, new characteristic, or what is added to it"),
        Column("whole_unit", BOOL, "protects every model of the unit; otherwise the one that carries it"),
        Column("prov", TEXT, "source, or guess where the link of ability and unit is one"),
    ),
)

_STATS = {
    ("W", "set"): "wounds_set",
    ("W", "add"): "wounds_added",
    ("T", "add"): "toughness_added",
    ("Sv", "set"): "save_set",
}
_BEARER = frozenset({"self", "bearer"})
_AGAINST = {"mortal": "fnp_mortal", "psychic": "fnp_psychic", "all": "fnp"}


def wargear_effect_rows(bundle: Bundle, abilities: list[RawAbility], links: list[AbilityLink]) -> list[Row]:
    """Build wargear_effect from the abilities that bear the name of an item their unit can carry."""
    by_key = {ability.key: ability for ability in abilities}
    carried = _items_by_unit(bundle)
    rows: dict[tuple[str, str, str], Row] = {}
    for link in links:
        ability = by_key[link.ability_key]
        item_id = _item_of(ability.ability_id, carried[link.unit_key])
        if item_id is None or item_id.endswith("-aura") or ability.behavior != "passive":
            continue  # an aura protects other units, at a distance that only the table knows
        for effect, value, whole_unit in _effects(ability.effect):
            row = {"unit_key": link.unit_key, "item_id": item_id, "effect": effect, "value": value}
            key = (link.unit_key, item_id, effect)
            rows.setdefault(key, {**row, "whole_unit": whole_unit, "prov": link.prov})
    return list(rows.values())


def _items_by_unit(bundle: Bundle) -> dict[str, set[str]]:
    """Everything a unit may carry, as printed or by an option."""
    items: dict[str, set[str]] = defaultdict(set)
    for key, composition in bundle.compositions.items():
        for model in composition["models"]:
            items[key].update(model.get("default_weapon_ids") or [])
    for option in bundle.options:
        key = unit_key(bundle.edition, {"faction_id": option["faction_id"], "id": option["unit_id"]})
        for choice in option.get("replacement_choice") or [option.get("replacement") or []]:
            items[key].update(choice)
    return items


def _item_of(ability_id: str, items: set[str]) -> str | None:
    """The item an ability belongs to: the source ends the id in the unit's name where two units differ."""
    if ability_id in items:
        return ability_id
    return max((item for item in items if ability_id.startswith(f"{item}-")), key=len, default=None)


def _effects(effect: dict[str, Any]) -> Iterator[tuple[str, int, bool]]:
    """Walk an effect tree through sequences only; everything else that nests is a condition or a choice."""
    if effect.get("type") == "sequence":
        for step in effect.get("steps") or []:
            yield from _effects(step)
        return
    modifier = effect.get("modifier") or {}
    found = _one(str(effect.get("type")), modifier)
    for name, value in found:
        if isinstance(value, int):
            yield name, value, effect.get("target") not in _BEARER


def _one(kind: str, modifier: dict[str, Any]) -> list[tuple[str, Any]]:
    if kind == "invulnerable-save":
        limited = modifier.get("attack_type")
        name = "invulnerable" if limited is None else f"invulnerable_{limited}"
        return [(name, modifier.get("invuln_sv", modifier.get("threshold")))]
    if kind == "feel-no-pain":
        scope = str(modifier.get("scope") or "all")
        return [(name, modifier.get("threshold")) for against, name in _AGAINST.items() if against in scope]
    if kind == "damage-reduction":
        return [("damage_reduction", modifier.get("reduction"))]
    if kind == "stat-modifier":
        changed = _STATS.get((str(modifier.get("stat")), str(modifier.get("operation"))))
        return [(changed, modifier.get("value"))] if changed else []
    return []
