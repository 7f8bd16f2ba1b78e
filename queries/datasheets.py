"""Datasheets out of the catalogue's rows, a faction at a time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from analysis.datasheet import (
    CompositionLine,
    ConditionalKeyword,
    Datasheet,
    Defence,
    Item,
    ModelProfile,
    UnitSize,
    Wargear,
    WargearEffect,
    Weapon,
    WeaponProfile,
)
from analysis.points import PointsTier
from queries.database import Database

__all__ = ["read_datasheets"]

Row = tuple[Any, ...]
ByUnit = Mapping[str, list[Row]]


def read_datasheets(database: Database, scope: str) -> list[Datasheet]:
    """Every datasheet of a scope, ordered by key.

    Args:
        database: The loaded catalogue.
        scope: The beginning of their keys: ``11e/orks/``.
    """
    parts = {name: _by_first(database.rows(f"datasheet_{name}", scope=scope)) for name in _PARTS}
    weapons = _weapons(database.rows("weapon_profiles", scope=scope))
    return [_datasheet(row, parts, weapons) for row in database.rows("datasheet_units", scope=scope)]


_PARTS = (
    "conditional_keywords",
    "profiles",
    "composition",
    "carried",
    "sizes",
    "loadouts",
    "points",
    "weapons",
    "wargear",
    "wargear_effects",
    "item_costs",
    "defences",
)


def _by_first(rows: Iterable[Row]) -> ByUnit:
    groups: dict[str, list[Row]] = defaultdict(list)
    for first, *rest in rows:
        groups[first].append(tuple(rest))
    return groups


def _datasheet(row: Row, parts: Mapping[str, ByUnit], weapons: Mapping[str, Weapon]) -> Datasheet:
    key, edition, faction_id, unit_id, name, role, attachment_role, is_legends, game_mode, *rest = row
    min_models, max_models, keywords, faction_keywords, prov = rest
    of_unit = {part: rows.get(key, []) for part, rows in parts.items()}
    costs = {item_id: cost for item_id, _, cost in of_unit["item_costs"]}
    return Datasheet(
        key=key,
        edition=edition,
        faction_id=faction_id,
        unit_id=unit_id,
        name=name,
        role=role,
        attachment_role=attachment_role,
        is_legends=is_legends,
        game_mode=game_mode,
        min_models=min_models,
        max_models=max_models,
        keywords=tuple(keywords),
        faction_keywords=tuple(faction_keywords),
        conditional_keywords=tuple(ConditionalKeyword(*columns) for columns in of_unit["conditional_keywords"]),
        profiles=tuple(ModelProfile(*columns) for columns in of_unit["profiles"]),
        composition=_composition(of_unit["composition"], of_unit["carried"]),
        weapons=tuple(weapons[weapon_key] for (weapon_key,) in of_unit["weapons"]),
        wargear=_wargear(of_unit["wargear"], of_unit["wargear_effects"], costs),
        sizes=_sizes(of_unit["sizes"], of_unit["loadouts"]),
        tiers=tuple(PointsTier(*columns) for columns in of_unit["points"]),
        weapon_costs=tuple((weapon_key, cost) for _, weapon_key, cost in of_unit["item_costs"] if weapon_key),
        defence=next((Defence(*columns) for columns in of_unit["defences"]), Defence()),
        prov=prov,
    )


def _wargear(items: list[Row], effects: list[Row], costs: Mapping[str, int]) -> tuple[Wargear, ...]:
    by_item: dict[str, list[WargearEffect]] = defaultdict(list)
    for item_id, *columns in effects:
        by_item[item_id].append(WargearEffect(*columns))
    return tuple(Wargear(item_id, name, costs.get(item_id, 0), tuple(by_item[item_id])) for item_id, name in items)


def _composition(lines: list[Row], carried: list[Row]) -> tuple[CompositionLine, ...]:
    items: dict[int, list[Item]] = defaultdict(list)
    for line, item_id, weapon_key, count in carried:
        items[line].append(Item(item_id, weapon_key, count))
    return tuple(
        CompositionLine(line, name, fewest, most, is_leader, profile_line, tuple(items[line]))
        for line, name, fewest, most, is_leader, profile_line in lines
    )


def _sizes(counts: list[Row], loadouts: list[Row]) -> tuple[UnitSize, ...]:
    lines: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for models, line, count in counts:
        lines[models].append((line, count))
    items: dict[int, list[Item]] = defaultdict(list)
    guessed: set[int] = set()
    for models, item_id, weapon_key, count, prov in loadouts:
        items[models].append(Item(item_id, weapon_key, count))
        if prov == "guess":
            guessed.add(models)
    return tuple(
        UnitSize(models, tuple(lines[models]), tuple(items[models]), models in guessed) for models in sorted(lines)
    )


def _weapons(rows: Iterable[Row]) -> dict[str, Weapon]:
    profiles: dict[str, list[WeaponProfile]] = defaultdict(list)
    names: dict[str, tuple[str, str]] = {}
    for key, weapon_id, weapon_name, *columns in rows:
        names[key] = (weapon_id, weapon_name)
        profiles[key].append(_profile(*columns))
    return {key: Weapon(key, *names[key], tuple(found)) for key, found in profiles.items()}


def _profile(name: str | None, is_melee: bool, *columns: Any) -> WeaponProfile:
    reach, attacks, skill, strength, ap, damage, abilities, targets, conversion_over, extra, one_shot, prov = columns
    return WeaponProfile(
        name=name,
        kind="melee" if is_melee else "ranged",
        range=reach,
        attacks=attacks,
        skill=skill,
        strength=strength,
        ap=ap,
        damage=damage,
        abilities=tuple(abilities),
        targets=tuple(targets),
        conversion_over=conversion_over,
        extra_attacks=extra,
        one_shot=one_shot,
        prov=prov,
    )
