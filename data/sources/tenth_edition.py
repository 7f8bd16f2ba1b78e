"""The 10th edition: wh40kdc 0.5.0 brought into the common shape with the overlay.

The package labels these rows "11th"; they are the 10th edition's (dataslate
2025-q3). Its weapons have no faction and share ids, so the overlay says where
each faction's weapons begin and which statline each unit means.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from typing import Any

from data.sources.bundle import Bundle, Row, WeaponRef, bounded_key, unit_key
from data.sources.facts import overlay_10e
from data.sources.wh40kdc_package import read_package_10e

__all__ = ["DATASLATE", "EDITION", "read_10e", "weapon_hash"]

EDITION = "10e"
DATASLATE = "2025-q3"


def read_10e(*, download: bool = True) -> Bundle:
    """Return the 10th edition, faults of the package still in it, twins merged."""
    raw, _ = read_package_10e(download=download)
    overlay = overlay_10e()
    _relabel(raw)
    compositions = {
        unit_key(EDITION, unit): {**row, "faction_id": unit["faction_id"]}
        for unit, row in reversed(list(zip(raw["units"], raw["unit_compositions"], strict=True)))
    }
    units = _merge_twins(raw["units"])
    statlines = _weapons_by_faction(raw["weapons"], overlay["weapons_per_faction_in_bundle_order"])
    weapons = {key: row for rows in statlines.values() for found in rows.values() for key, row in found}
    refs = {unit_key(EDITION, unit): _refs_of(unit, statlines, overlay["choice"]) for unit in units}
    return Bundle(
        edition=EDITION,
        source_id="wh40kdc-0.5.0",
        dataslate=DATASLATE,
        factions=raw["factions"],
        units=units,
        compositions=compositions,
        weapons=weapons,
        weapon_refs=refs,
        options=_options_with_faction(raw["wargear_options"], units),
        abilities=raw["abilities"],
        detachments=raw["detachments"],
        stratagems=raw["stratagems"],
        enhancements=raw["enhancements"],
        leaders=raw["leader_attachments"],
        wargear=raw["wargear"],
    )


def weapon_hash(row: Row) -> str:
    """Return six hex digits that tell apart weapons of one id by what they are."""
    content = json.dumps([row["name"], row["type"], row["profiles"]], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(content.encode("utf-8")).hexdigest()[:6]


def _relabel(raw: dict[str, Any]) -> None:
    """Write the true edition over the package's label."""
    for rows in raw.values():
        for row in rows:
            if "game_version" in row:
                row["game_version"] = {"edition": EDITION, "dataslate": DATASLATE}


def _merge_twins(units: list[Row]) -> list[Row]:
    """Keep the first of the 20 datasheets that stand twice in the file."""
    seen: dict[str, Row] = {}
    for unit in units:
        seen.setdefault(unit_key(EDITION, unit), unit)
    return list(seen.values())


_Statlines = dict[str, dict[str, list[tuple[str, Row]]]]


def _weapons_by_faction(weapons: list[Row], counts: dict[str, int]) -> _Statlines:
    """Return faction -> weapon id -> (weapon_key, row) in the order the overlay counts them."""
    result: _Statlines = {}
    position = 0
    for faction_id, count in counts.items():
        by_id: dict[str, list[tuple[str, Row]]] = defaultdict(list)
        for row in weapons[position : position + count]:
            row["faction_id"] = faction_id
            by_id[row["id"]].append((bounded_key(EDITION, faction_id, row["id"], weapon_hash(row)), row))
        result[faction_id] = dict(by_id)
        position += count
    if position != len(weapons):
        raise ValueError(f"the overlay counts {position} weapons, the package has {len(weapons)}")
    return result


def _refs_of(unit: Row, statlines: _Statlines, choice: dict[str, Any]) -> dict[str, WeaponRef]:
    """Say for every weapon id of the unit's faction which statline this unit means."""
    name = f"{unit['faction_id']}/{unit['id']}"
    chosen = {**choice.get(f"{name}~2", {}), **choice.get(name, {})}
    refs = {}
    for item_id, found in statlines[unit["faction_id"]].items():
        if item_id in chosen:
            index, prov = chosen[item_id]
            refs[item_id] = WeaponRef(found[index][0], prov)
        elif len({key for key, _ in found}) == 1:
            refs[item_id] = WeaponRef(found[0][0], "source")
        else:
            refs[item_id] = WeaponRef(found[0][0], "guess")
    return refs


def _options_with_faction(options: list[Row], units: list[Row]) -> list[Row]:
    """Give each wargear option its faction: they stand in the same faction order as the units."""
    factions_of: dict[str, list[str]] = defaultdict(list)
    order: list[str] = []
    for unit in units:
        factions_of[unit["id"]].append(unit["faction_id"])
        if unit["faction_id"] not in order:
            order.append(unit["faction_id"])
    rows = []
    current = 0
    for option in options:
        candidates = [order.index(faction) for faction in factions_of[option["unit_id"]]]
        later = [index for index in candidates if index >= current]
        current = min(later) if later else candidates[0]
        rows.append({**option, "faction_id": order[current]})
    return rows
