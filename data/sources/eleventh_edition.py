"""The 11th edition: wh40kdc 1.4.5, whose shape is the common one."""

from __future__ import annotations

from data.sources.bundle import Bundle, Row, WeaponRef, bounded_key, unit_key
from data.sources.wh40kdc_package import read_package_11e

__all__ = ["read_11e"]

EDITION = "11e"


def read_11e() -> Bundle:
    """Return the 11th edition as its package has it, before any correction."""
    raw, _ = read_package_11e()
    weapons = {bounded_key(EDITION, row["faction_id"], row["id"]): row for row in raw["weapons"]}
    return Bundle(
        edition=EDITION,
        source_id="wh40kdc-1.4.5",
        dataslate=raw["game_versions"][-1]["dataslate"],
        factions=raw["factions"],
        units=raw["units"],
        compositions={f"{EDITION}/{row['faction_id']}/{row['unit_id']}": row for row in raw["unit_compositions"]},
        weapons=weapons,
        weapon_refs=_weapon_refs(raw["units"], weapons),
        options=raw["wargear_options"],
        abilities=raw["abilities"],
        detachments=raw["detachments"],
        stratagems=raw["stratagems"],
        enhancements=raw["enhancements"],
        leaders=raw["leader_attachments"],
        wargear=raw["wargear"],
        allied_rules=raw["allied_rules"],
    )


def _weapon_refs(units: list[Row], weapons: dict[str, Row]) -> dict[str, dict[str, WeaponRef]]:
    """An item id names a weapon of the unit's own faction, or wargear when there is none."""
    by_faction: dict[str, dict[str, WeaponRef]] = {}
    for key, row in weapons.items():
        by_faction.setdefault(row["faction_id"], {})[row["id"]] = WeaponRef(key, "source")
    return {unit_key(EDITION, unit): by_faction.get(unit["faction_id"], {}) for unit in units}
