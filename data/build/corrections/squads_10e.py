"""Squads of the 10th edition whose size, mix or options the package has wrong."""

from __future__ import annotations

import re

from data.build.corrections.correction import Correction
from data.sources.bundle import Bundle, Row, unit_key
from data.sources.facts import squads_10e

__all__ = ["CORRECTIONS"]


def _rebuild_squads(bundle: Bundle) -> None:
    for name, facts in squads_10e()["units"].items():
        unit = bundle.unit(*name.split("/"))
        _set_lines(bundle, unit, facts["lines"])
        if "points" in facts:
            prices = [{"models": models, "cost": cost} for models, cost in facts["points"]]
            unit.update(points=[*prices, *facts.get("mix", [])], points_prov="manual", points_source_id="bsdata-10e")
            sizes = [price["models"] for price in prices]
            unit["model_count"] = {"min": _least(facts["lines"]), "max": max(sizes, default=_most(facts["lines"]))}
            if len(sizes) == 1:
                unit["model_count"]["min"] = sizes[0]


def _least(lines: list[Row]) -> int:
    return sum(line["min"] for line in lines)


def _most(lines: list[Row]) -> int:
    return sum(line["max"] for line in lines)


def _set_lines(bundle: Bundle, unit: Row, lines: list[Row]) -> None:
    models = [
        {
            "name": line["name"],
            "min": line["min"],
            "max": line["max"],
            "is_leader_model": False,
            "profile_name": line.get("profile"),
            "default_weapon_ids": [item for item, count in line.get("carries", {}).items() for _ in range(count)],
        }
        for line in lines
    ]
    key = unit_key(bundle.edition, unit)
    bundle.compositions[key] = {
        "faction_id": unit["faction_id"],
        "unit_id": unit["id"],
        "models": models,
        "prov": "manual",
    }
    unit["loadout_by_hand"] = all("carries" in line for line in lines)


_NOT_LEGENDS = (
    ("adeptus-astartes", "crusader-squad"),
    ("adeptus-astartes", "venerable-dreadnought"),
    ("adeptus-astartes", "wolf-scouts"),
    ("aeldari", "prince-yriel"),
)


def _unmark_namesakes(bundle: Bundle) -> None:
    """Each has a Legends namesake with other numbers; the package has the current sheet and price."""
    for faction_id, unit_id in _NOT_LEGENDS:
        unit = bundle.unit(faction_id, unit_id)
        unit.update(is_current=True, points_prov=unit.get("points_prov", "corrected"))


def _drop_strangers_options(bundle: Bundle) -> None:
    """Options of the Grey Knights' Paladins stand under the Paragon Warsuits, who have no storm bolter."""
    before = len(bundle.options)
    bundle.options[:] = [
        o for o in bundle.options if o["unit_id"] != "paragon-warsuits" or o.get("replaces") != ["storm-bolter"]
    ]
    if len(bundle.options) == before:
        raise LookupError("no Paladin option under paragon-warsuits")


_FRAGMENT = re.compile(
    r"\d|[a-z][A-Z]|[,:]| and$| or |\b(can|replaced)\b"
    r"|^(up to|any |for every|if this|either|one of|on of|of the|additional|options)"
)


def _drop_fragments(bundle: Bundle) -> None:
    """Drop wargear whose name is a piece of a sentence, and the choices that offer it."""
    bad = {row["id"] for row in bundle.wargear if _FRAGMENT.search(row["name"])}
    bundle.wargear[:] = [row for row in bundle.wargear if row["id"] not in bad]
    for option in bundle.options:
        choices = option.get("replacement_choice") or [option.get("replacement") or []]
        option["replacement_choice"] = [items for items in choices if items and not bad & set(items)]
        option["replacement"] = None
        option["replaces"] = [item for item in option.get("replaces") or [] if item not in bad]
    bundle.options[:] = [option for option in bundle.options if option["replacement_choice"]]


CORRECTIONS = (
    Correction(
        "sizes (10e)",
        "10e",
        "42 squads have their real sizes, mixes and prices; the package has many Legends squads as one model and "
        "the kill teams as the sum of all mixes",
        "BSData, by hand in squads_10e.json",
        _rebuild_squads,
    ),
    Correction(
        "40 (10e)",
        "10e",
        "Four units are not Legends and keep the package's price",
        "BSData has both sheets",
        _unmark_namesakes,
    ),
    Correction("38", "10e", "Paragon Warsuits lose six options of the Paladins", "the ids", _drop_strangers_options),
    Correction("39", "10e", "Wargear named by pieces of sentences is dropped", "the names", _drop_fragments),
)
