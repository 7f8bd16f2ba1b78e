"""Weapons of the 10th edition: signs, a plasma pistol with a gun's numbers, names that are none."""

from __future__ import annotations

from data.build.corrections.correction import Correction
from data.build.corrections.weapons_11e import conversion_distances, deathstrike_is_ranged
from data.sources.bundle import Bundle, Row
from data.sources.facts import squads_10e

__all__ = ["CORRECTIONS"]


def _turn_ap_signs(bundle: Bundle) -> None:
    for profile in _profiles(bundle):
        if profile["stats"]["AP"] > 0:
            profile["stats"]["AP"] = -profile["stats"]["AP"]
            profile["prov"] = "corrected"


def _profiles(bundle: Bundle) -> list[Row]:
    return [profile for weapon in bundle.weapons.values() for profile in weapon["profiles"]]


def _mend_plasma_pistols(bundle: Bundle) -> None:
    """Give each Astra Militarum plasma pistol its 12 inches and the pistol keyword."""
    mended = 0
    for weapon in bundle.weapons.values():
        if weapon["faction_id"] != "astra-militarum" or weapon["id"] != "plasma-pistol":
            continue
        for profile in weapon["profiles"]:
            if profile["range"] == 24:
                others = [k for k in profile["keywords"] if k["keyword_id"] not in ("rapid-fire", "pistol")]
                profile.update(range=12, keywords=[*others, {"keyword_id": "pistol"}], prov="corrected")
                mended += 1
    if not mended:
        raise LookupError("no plasma pistol with the range of a plasma gun")


def _conversion_beamer_range(bundle: Bundle) -> None:
    beamers = [weapon for weapon in bundle.weapons.values() if weapon["id"] == "conversion-beamer"]
    wrong = [profile for weapon in beamers for profile in weapon["profiles"] if profile["range"] == 4]
    if not wrong:
        raise LookupError("no conversion beamer with 4 inches")
    for profile in wrong:
        profile.update(range=24, prov="corrected")


_NAMES = {
    ("aeldari", "melee"): "Scorpion's claw",
    ("aeldari", "strike"): "Blade of Destruction",
    ("chaos-space-marines", "ranged"): "Tyrant's Claw heavy flamer",
}


def _name_weapons(bundle: Bundle) -> None:
    for weapon in bundle.weapons.values():
        name = _NAMES.get((weapon["faction_id"], weapon["id"]))
        if name is not None:
            weapon["name"] = name


def _add_to_loadouts(bundle: Bundle) -> None:
    """Keep what the overlay could not name; `loadouts` adds it to the printed loadout."""
    for name, items in squads_10e()["weapons_not_named"].items():
        unit = bundle.unit(*name.split("/"))
        missing = set(items) - set(unit["weapon_ids"])
        if missing:
            raise LookupError(f"{name} has no {sorted(missing)}")
        unit["carries_also"] = items


CORRECTIONS = (
    Correction("36", "10e", "AP +3 and +2 are -3 and -2", "AP is never positive", _turn_ap_signs),
    Correction(
        "37",
        "10e",
        "The Astra Militarum plasma pistol with 24 inches and Rapid Fire has 12 inches and Pistol",
        "the Kasrkin page and BSData",
        _mend_plasma_pistols,
    ),
    Correction("beamer", "10e", "The conversion beamer reaches 24 inches, not 4", "BSData", _conversion_beamer_range),
    Correction(
        "conversion (10e)",
        "10e",
        "Two beam weapons of large Knights have Conversion beyond 24 and 18 inches",
        "BSData has a variant of the rule for each",
        conversion_distances,
    ),
    Correction(
        "Deathstrike (10e)",
        "10e",
        "The Deathstrike missile is a ranged weapon without a printed range",
        "Blast and One Shot exist on ranged weapons only",
        deathstrike_is_ranged,
    ),
    Correction(
        "names", "10e", "Three weapons called melee, strike and ranged have their names", "BSData", _name_weapons
    ),
    Correction(
        "loadouts (10e)",
        "10e",
        "60 printed loadouts have the weapon the overlay could not name, such as Guilliman's sword",
        "BSData, by hand",
        _add_to_loadouts,
    ),
)
