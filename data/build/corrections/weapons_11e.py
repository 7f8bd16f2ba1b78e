"""Weapon profiles of the 11th edition: the Defilers, the Deathstrike, distances of Conversion."""

from __future__ import annotations

from data.build.corrections.correction import Correction, keyword_records, only
from data.sources.bundle import Bundle, Row, WeaponRef
from data.sources.facts import corrections_11e

__all__ = ["CORRECTIONS", "conversion_distances", "deathstrike_is_ranged", "mend_defilers"]

_CLAWS = "defiler-claws"


def _apply_defilers(bundle: Bundle) -> None:
    """Apply the confirmed rows but for the four that change a weapon's shape."""
    for row in corrections_11e():
        faction_id = row["unit"].split("/")[0]
        weapon = bundle.weapons[f"11e/{faction_id}/{row['weapon']}"]
        if row["weapon"] == _CLAWS or row["profile"].startswith("(name") or "range_right" in row:
            continue
        profile = only(weapon["profiles"], name=row["profile"])
        _set_numbers(profile, row["right"])
        profile["keywords"] = keyword_records(row["keywords_right"])
        profile["prov"] = "corrected"


def _set_numbers(profile: Row, right: Row) -> None:
    stats = profile["stats"]
    skill = "WS" if profile["range"] == "Melee" else "BS"
    for name, value in right.items():
        if name == "skill":
            stats[skill] = int(value)
        elif name == "AP":
            stats["AP"] = -int(value)
        else:
            stats[name] = int(value) if value.isdigit() else value


def _reshape_chaos_space_marines(bundle: Bundle) -> None:
    claws = bundle.weapons[f"11e/chaos-space-marines/{_CLAWS}"]
    claws["name"] = "Shearing claws"
    strike = only(claws["profiles"], name="Defiler claws")
    strike.update(name="strike", prov="corrected")
    sweep = only(corrections_11e(), unit="chaos-space-marines/defiler", profile="(add Shearing claws sweep)")
    profile: Row = {"name": "sweep", "range": "Melee", "stats": {}, "keywords": [], "prov": "corrected"}
    _set_numbers(profile, sweep["right"])
    claws["profiles"].append(profile)
    cannon = bundle.weapons["11e/chaos-space-marines/defiler-cannon"]
    cannon["name"] = "Hades battle cannon"
    cannon["profiles"][0].update(name="Hades battle cannon", prov="corrected")


def _split_magma_cutters(bundle: Bundle) -> None:
    """The Defiler's reach 12 inches; the Maulerfiend keeps the 6 inches of the shared row."""
    original = bundle.weapons["11e/chaos-space-marines/magma-cutters"]
    profile = {**original["profiles"][0], "range": 12, "prov": "corrected"}
    item_id = "magma-cutters-defiler"
    key = f"11e/chaos-space-marines/{item_id}"
    bundle.weapons[key] = {**original, "id": item_id, "profiles": [profile]}
    defiler = "11e/chaos-space-marines/defiler"
    refs = bundle.weapon_refs[defiler]
    bundle.weapon_refs[defiler] = {**refs, "magma-cutters": WeaponRef(key, "corrected")}


def _drop_leftovers(bundle: Bundle) -> None:
    """Two weapons of the Defiler before its new datasheet, which no unit can take any more."""
    del bundle.weapons["11e/chaos-space-marines/defiler-scourge"]
    del bundle.weapons["11e/thousand-sons/defiler-cannon"]


def mend_defilers(bundle: Bundle) -> None:
    """Give three Defilers the weapons of their own sheets."""
    _apply_defilers(bundle)
    _reshape_chaos_space_marines(bundle)
    _split_magma_cutters(bundle)
    _drop_leftovers(bundle)


_CONVERSION = {"twin-conversion-beam-cannon": 24, "conversion-beam-obliterator": 18}
"""Inches beyond which Conversion acts, where it is not 12."""


def conversion_distances(bundle: Bundle) -> None:
    """Set the distances that the sheets of the large Knights print."""
    found = [weapon for weapon in bundle.weapons.values() if weapon["id"] in _CONVERSION]
    if {weapon["id"] for weapon in found} != set(_CONVERSION):
        raise LookupError("not every weapon with a Conversion of its own is there")
    for weapon in found:
        for profile in weapon["profiles"]:
            profile["conversion_over"] = _CONVERSION[weapon["id"]]


def _name_drakolithe(bundle: Bundle) -> None:
    only(bundle.wargear, id="drakolithe-once-per-battle-per-token")["name"] = "Drakolithe"


def deathstrike_is_ranged(bundle: Bundle) -> None:
    """A blast with one shot is no melee weapon; the sheet prints no range, so that is left open."""
    for weapon in bundle.weapons.values():
        if weapon["id"] == "deathstrike-missile":
            profile = weapon["profiles"][0]
            profile.update(range=None, prov="corrected")
            profile["stats"]["BS"] = profile["stats"].pop("WS")
            return
    raise LookupError("no Deathstrike missile")


CORRECTIONS = (
    Correction(
        "conversion (11e)",
        "11e",
        "Two beam weapons of large Knights have Conversion beyond 24 and 18 inches",
        "BSData has a variant of the rule for each",
        conversion_distances,
    ),
    Correction("names (11e)", "11e", "The Drakolithe's name holds no rule", "the name", _name_drakolithe),
    Correction(
        "18-20",
        "11e",
        "The Defilers of Chaos Space Marines, Death Guard and Thousand Sons have their own weapons",
        "27 rows that a Wahapedia export of 2026-09-13 and BSData agree on; World Eaters' numbers had been copied",
        mend_defilers,
    ),
    Correction(
        "Deathstrike (11e)",
        "11e",
        "The Deathstrike missile is a ranged weapon without a printed range",
        "Blast and One Shot exist on ranged weapons only",
        deathstrike_is_ranged,
    ),
)
