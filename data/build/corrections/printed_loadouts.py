"""Printed loadouts that lack weapons, or have them twice over, in the sources."""

from __future__ import annotations

from collections import Counter

from data.build.corrections.correction import Correction, only
from data.sources.bundle import Bundle
from data.sources.facts import loadouts_10e, overlay_10e

__all__ = ["CORRECTIONS"]

_GUNS_11E = {
    "terminator-squad": "storm-bolter-terminator-squad",
    "vanguard-veteran-squad-with-jump-packs": "heavy-bolt-pistol-vanguard-veteran-squad-with-jump-packs",
    "chaplain-with-jump-pack": "bolt-pistol",
}


def _guns_of_marines(bundle: Bundle) -> None:
    """Each of their models has the blade only, though its options replace a gun."""
    for unit_id, gun in _GUNS_11E.items():
        if not any(gun in (o.get("replaces") or []) for o in bundle.options if o["unit_id"] == unit_id):
            raise LookupError(f"{unit_id} has no option that replaces {gun}")
        composition = bundle.compositions[f"11e/adeptus-astartes/{unit_id}"]
        for model in composition["models"]:
            if gun in model["default_weapon_ids"]:
                raise LookupError(f"{unit_id} carries {gun} in the source")
            model["default_weapon_ids"] = [gun, *model["default_weapon_ids"]]
        composition["prov"] = "corrected"


_SPECIALISTS = ("Shade Runner", "Soul Weaver", "Way Seeker")


def _voidscarred_blades(bundle: Bundle) -> None:
    """The three specialists carry a close combat weapon that the unit cannot have."""
    models = bundle.compositions["11e/aeldari/corsair-voidscarred"]["models"]
    for name in _SPECIALISTS:
        items = only(models, name=name)["default_weapon_ids"]
        items[items.index("close-combat-weapon")] = "close-combat-weapon-corsair-voidscarred"


def _choices_within_choices(bundle: Bundle) -> None:
    """Add to the overlay's loadouts what they lack, and take away what they have too much."""
    for name, difference in loadouts_10e().items():
        unit = bundle.unit(*name.split("/"))
        carried = Counter(overlay_10e()["default_loadout"][name]["weapons"])
        carried.update(unit.get("carries_also") or {})
        carried.update(difference)
        if set(difference) - set(unit["weapon_ids"]) or min(carried.values()) < 0:
            raise LookupError(f"{name}: {difference} does not fit its weapons")
        unit["carries_also"] = Counter(unit.get("carries_also") or {})
        unit["carries_also"].update(difference)


CORRECTIONS = (
    Correction(
        "guns (11e)",
        "11e",
        "Terminators have their storm bolters, Vanguard Veterans and the Chaplain with Jump Packs their pistols",
        "their own options replace these guns; BSData gives the 10th edition's Terminators five storm bolters",
        _guns_of_marines,
    ),
    Correction(
        "voidscarred",
        "11e",
        "The specialists of the Corsair Voidscarred carry the close combat weapon of their unit",
        "the unit's list of weapons; BSData has one such weapon for all",
        _voidscarred_blades,
    ),
    Correction(
        "nested choices (10e)",
        "10e",
        "40 printed loadouts have the hull guns of tanks, and no gun twice over, such as 3 dark lances instead of 9",
        "BSData read again; in loadouts_10e.json",
        _choices_within_choices,
    ),
)
