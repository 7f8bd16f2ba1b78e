"""The Defilers of the 10th edition: the sheet of 2026, whose price the overlay has and whose numbers 0.5.0 has not."""

from __future__ import annotations

from data.build.corrections.correction import Correction
from data.build.corrections.weapons_11e import mend_defilers
from data.sources.bundle import Bundle, Row, WeaponRef, bounded_key
from data.sources.eleventh_edition import read_11e
from data.sources.tenth_edition import weapon_hash

__all__ = ["CORRECTIONS"]

_FACTIONS = ("chaos-space-marines", "death-guard", "thousand-sons", "world-eaters")


def _take_new_sheet(bundle: Bundle) -> None:
    """Take stat line, weapons, printed loadout and options from the same sheet of the 11th edition."""
    newer = read_11e()
    mend_defilers(newer)
    for faction_id in _FACTIONS:
        unit, new = bundle.unit(faction_id, "defiler"), newer.unit(faction_id, "defiler")
        unit.update(
            profiles=[{**profile, "prov": "manual"} for profile in new["profiles"]],
            weapon_ids=list(new["weapon_ids"]),
            loadout_by_hand=True,
        )
        key = f"{faction_id}/defiler"
        bundle.weapon_refs[f"10e/{key}"] = {
            item_id: _take_weapon(bundle, newer.weapons[newer.weapon_refs[f"11e/{key}"][item_id].key])
            for item_id in new["weapon_ids"]
        }
        bundle.compositions[f"10e/{key}"] = {**newer.compositions[f"11e/{key}"], "prov": "manual"}
        _take_options(bundle, newer, faction_id)


def _take_weapon(bundle: Bundle, weapon: Row) -> WeaponRef:
    profiles = [{**profile, "prov": "manual"} for profile in weapon["profiles"]]
    version = {"edition": bundle.edition, "dataslate": bundle.dataslate}
    row = {**weapon, "profiles": profiles, "game_version": version, "source_id": "bsdata-10e", "prov": "manual"}
    key = bounded_key(bundle.edition, row["faction_id"], row["id"], weapon_hash(weapon))
    bundle.weapons[key] = row
    return WeaponRef(key, "manual")


def _take_options(bundle: Bundle, newer: Bundle, faction_id: str) -> None:
    wanted = ("defiler", faction_id)
    kept = [option for option in bundle.options if (option["unit_id"], option["faction_id"]) != wanted]
    taken = [option for option in newer.options if (option["unit_id"], option["faction_id"]) == wanted]
    bundle.options[:] = [*kept, *taken]


CORRECTIONS = (
    Correction(
        "defilers (10e)",
        "10e",
        "The four Defilers have the sheet of 2026 (T11, W18), as their price of 250 points has",
        "BSData of June 2026; its numbers are those of the 11th edition's sheet",
        _take_new_sheet,
    ),
)
