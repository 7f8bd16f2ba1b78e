"""The five published pages: one datasheet no package has, and prices of another."""

from __future__ import annotations

from data.build.corrections.correction import Correction, keyword_records, only
from data.build.units import normalised
from data.sources.bundle import Bundle, Row, WeaponRef
from data.sources.facts import seed_datasheets
from data.sources.tenth_edition import weapon_hash

__all__ = ["CORRECTIONS"]


def _slug(name: str) -> str:
    return normalised(name).replace(" ", "-")


def _witchseekers_prices(bundle: Bundle) -> None:
    sheet = only(seed_datasheets(), name="Witchseekers")
    unit = bundle.unit("adeptus-custodes", "witchseekers")
    prices = [{"models": price["models"], "cost": price["cost"]} for price in sheet["points"]]
    unit.update(points=prices, points_prov="manual", points_source_id="seed")
    composition = bundle.compositions["10e/adeptus-custodes/witchseekers"]
    items = ["witchseeker-flamer", "close-combat-weapon"]
    composition["models"] = [
        {
            "name": line["model"],
            "min": line["min"],
            "max": line["max"],
            "is_leader_model": line["max"] == 1,
            "default_weapon_ids": items,
        }
        for line in sheet["composition"]
    ]
    composition["prov"] = "corrected"


def _kasrkin_troopers(bundle: Bundle) -> None:
    """The page calls the nine Kasrkin Troopers; the package calls them as the unit."""
    only(bundle.compositions["11e/astra-militarum/kasrkin"]["models"], name="Kasrkin")["name"] = "Kasrkin Trooper"
    for tier in bundle.compositions["11e/astra-militarum/kasrkin"].get("tiers") or []:
        only(tier["models"], name="Kasrkin")["name"] = "Kasrkin Trooper"
    for option in bundle.options:
        if option["unit_id"] == "kasrkin" and option["model_constraint"].get("model_name") == "Kasrkin":
            option["model_constraint"]["model_name"] = "Kasrkin Trooper"


def _add_thousand_sons_cultists(bundle: Bundle) -> None:
    sheet = only(seed_datasheets(), name="Thousand Sons Cultists")
    faction_id, unit_id = "thousand-sons", _slug(sheet["name"])
    weapons = _weapon_rows(bundle, sheet, faction_id)
    refs = {row["id"]: WeaponRef(f"10e/{faction_id}/{row['id']}/{weapon_hash(row)}", "manual") for row in weapons}
    for row in weapons:
        bundle.weapons.setdefault(refs[row["id"]].key, row)
    bundle.weapon_refs[f"10e/{faction_id}/{unit_id}"] = refs
    bundle.units.append({**_unit_row(sheet, faction_id, unit_id), "weapon_ids": list(refs), **_origin(bundle)})
    bundle.compositions[f"10e/{faction_id}/{unit_id}"] = _composition(sheet, faction_id, unit_id)
    bundle.options.extend(_options(sheet, faction_id, unit_id))
    bundle.abilities.extend(_abilities(bundle, faction_id, unit_id))


def _origin(bundle: Bundle) -> Row:
    return {"game_version": {"edition": "10e", "dataslate": bundle.dataslate}, "source_id": "seed", "prov": "manual"}


def _unit_row(sheet: Row, faction_id: str, unit_id: str) -> Row:
    printed = sheet["profile"]
    profile = {name: printed[name] for name in ("M", "T", "Sv", "W", "Ld", "OC")}
    lines = sheet["composition"]
    return {
        "id": unit_id,
        "faction_id": faction_id,
        "name": sheet["name"],
        "keywords": sheet["keywords"],
        "faction_keywords": sheet["faction_keywords"],
        "profiles": [{"name": lines[1]["model"], **profile, "invuln_sv": printed["inv"]}],
        "points": [{"models": price["models"], "cost": price["cost"]} for price in sheet["points"]],
        "points_source_id": "seed",
        "model_count": {"min": sum(line["min"] for line in lines), "max": sum(line["max"] for line in lines)},
        "ability_ids": ["scouts-6", "pawns-of-fate"],
        "points_provisional": False,
    }


def _weapon_rows(bundle: Bundle, sheet: Row, faction_id: str) -> list[Row]:
    """Join the page's profiles of one weapon."""
    rows: dict[str, Row] = {}
    for printed in sheet["weapons"]:
        row = rows.setdefault(
            _slug(printed["name"]),
            {
                "id": _slug(printed["name"]),
                "faction_id": faction_id,
                "name": printed["name"],
                "type": printed["kind"],
                "profiles": [],
                **_origin(bundle),
            },
        )
        skill = "WS" if printed["kind"] == "melee" else "BS"
        stats = {"A": printed["A"], skill: printed["skill"], "S": printed["S"], "AP": printed["AP"], "D": printed["D"]}
        name = printed["profile"] or printed["name"]
        keywords = keyword_records(printed["keywords"])
        row["profiles"].append({"name": name, "range": printed["range"], "stats": stats, "keywords": keywords})
    return list(rows.values())


def _composition(sheet: Row, faction_id: str, unit_id: str) -> Row:
    """The champion and the cultists carry a firearm and a brutal assault weapon, as options replace them."""
    items = ["cultist-firearm", "brutal-assault-weapon"]
    models = [
        {
            "name": line["model"],
            "min": line["min"],
            "max": line["max"],
            "is_leader_model": line["max"] == 1,
            "default_weapon_ids": items,
        }
        for line in sheet["composition"]
    ]
    return {"faction_id": faction_id, "unit_id": unit_id, "models": models, "prov": "manual"}


def _options(sheet: Row, faction_id: str, unit_id: str) -> list[Row]:
    return [
        {
            "id": f"{unit_id}-page-{number}",
            "unit_id": unit_id,
            "faction_id": faction_id,
            "is_free": True,
            "model_constraint": {
                "model_name": option["model"],
                "max_count": option["max_models"],
                "per_n_models": option["per_n_models"],
            },
            "replaces": [_slug(name) for name in option["replaces"]],
            "replacement_choice": [[_slug(name) for name in choice] for choice in option["choice"]],
        }
        for number, option in enumerate(sheet["options"], start=1)
    ]


def _abilities(bundle: Bundle, faction_id: str, unit_id: str) -> list[Row]:
    return [
        {
            "ability_id": ability_id,
            "faction_id": faction_id,
            "name": name,
            "ability_type": kind,
            "behavior": "passive",
            "scope": {"range": "unit", "duration": "permanent"},
            "effect": effect,
            "unit_ids": [unit_id],
            **_origin(bundle),
        }
        for ability_id, name, kind, effect in (
            (
                "scouts-6",
                "Scouts 6",
                "core",
                {"type": "movement-modifier", "modifier": {"move_type": "scout", "distance": 6}},
            ),
            (
                "pawns-of-fate",
                "Pawns of Fate",
                "unit",
                {"type": "cp-gain", "target": "self", "modifier": {"amount": 1}},
            ),
        )
    ]


CORRECTIONS = (
    Correction("kasrkin", "11e", "The nine Kasrkin are called Kasrkin Troopers", "their page", _kasrkin_troopers),
    Correction(
        "section 9", "10e", "Thousand Sons Cultists are added", "their page, BSData forks", _add_thousand_sons_cultists
    ),
    Correction(
        "prices (10e)",
        "10e",
        "Witchseekers cost 50, 65, 115, 125 at 4, 5, 9, 10 models and are one Sister Superior and 3 to 9 Witchseekers",
        "their page goes before the package's 45, 55, 90, 100",
        _witchseekers_prices,
    ),
)
