"""Squads of the 11th edition: sizes, mixes, prices, and which stat line a model has."""

from __future__ import annotations

from data.build.corrections.correction import Correction, only
from data.sources.bundle import Bundle

__all__ = ["CORRECTIONS"]

_MARINES = "adeptus-astartes"


def _cut_first_bands(bundle: Bundle) -> None:
    """More than the fewest models pay the price of the most."""
    squads = (
        "assault-intercessor-squad",
        "outrider-squad",
        "bladeguard-veteran-squad",
        "vanguard-veteran-squad-with-jump-packs",
        "assault-intercessors-with-jump-packs",
    )
    for unit_id in squads:
        unit = bundle.unit(_MARINES, unit_id)
        wide = [
            price for price in unit["points"] if price["models"] == unit["model_count"]["min"] and "models_max" in price
        ]
        if not wide:
            raise LookupError(f"{unit_id} has no band that begins at its smallest size")
        for price in wide:
            del price["models_max"]
        unit["points_prov"] = "corrected"


def _kill_teams_have_ten(bundle: Bundle) -> None:
    for name in ("indomitor", "talonstrike", "fortis", "spectrus"):
        unit = bundle.unit(_MARINES, f"{name}-kill-team")
        unit["points"] = [price for price in unit["points"] if price["models"] == 10]
        unit["model_count"] = {"min": 10, "max": 10}
        unit["points_prov"] = "corrected"


def _headtakers(bundle: Bundle) -> None:
    """Six models are six Headtakers at 170; three with three wolves are another mix."""
    unit = bundle.unit(_MARINES, "wolf-guard-headtakers")
    only(unit["points"], models=6, cost=110)["mix"] = "3 Wolf Guard Headtaker, 3 Hunting Wolves"
    tiers = bundle.compositions[f"11e/{_MARINES}/wolf-guard-headtakers"]["tiers"]
    tiers.sort(key=lambda tier: len(tier["models"]))
    unit["points_prov"] = "corrected"


def _outriders_without_atv(bundle: Bundle) -> None:
    """The Invader ATV is a datasheet of its own; the squad's prices end at six."""
    bundle.unit(_MARINES, "invader-atv")
    bundle.unit(_MARINES, "outrider-squad")["model_count"] = {"min": 3, "max": 6}
    composition = bundle.compositions[f"11e/{_MARINES}/outrider-squad"]
    composition["models"] = [model for model in composition["models"] if model["name"] != "Invader ATV"]
    composition["tiers"] = [
        tier for tier in composition["tiers"] if all(model["name"] != "Invader ATV" for model in tier["models"])
    ]
    bundle.options[:] = [
        o
        for o in bundle.options
        if (o["unit_id"], o["model_constraint"].get("model_name")) != ("outrider-squad", "Invader ATV")
    ]


def _nobz_price(bundle: Bundle) -> None:
    unit = bundle.unit("orks", "nobz")
    only(unit["points"], models=6, cost=250)["cost"] = 210
    unit["points_prov"] = "corrected"


def _one_generation_of_ork_options(bundle: Bundle) -> None:
    """Boyz and Nobz keep the options of the codex; the tiers' Boss Nob is the composition's first line."""
    bundle.options[:] = [o for o in bundle.options if o["unit_id"] not in ("boyz", "nobz") or "-mfm-" not in o["id"]]
    only(bundle.compositions["11e/orks/boyz"]["models"], name="Nob").update(name="Boss Nob", max=1)
    only(bundle.compositions["11e/orks/boyz"]["models"], name="Boy")["max"] = 19
    composition = bundle.compositions["11e/orks/nobz"]
    nob = only(composition["models"], name="Nob")
    composition["models"] = [{**nob, "name": "Boss Nob", "min": 1, "max": 1}, {**nob, "min": 4, "max": 9}]


def _breachers_shotguns(bundle: Bundle) -> None:
    """Of the nine Armsmen one carries the heavy shotgun and one the las-volley; the rest have shotguns."""
    composition = bundle.compositions["11e/agents-of-the-imperium/imperial-navy-breachers"]
    armsman = only(composition["models"], name="Navis Armsman")
    blade = "close-combat-weapon-imperial-navy-breachers"
    armsman.update(min=7, max=7, default_weapon_ids=["navis-shotgun", blade])
    composition["models"] += [
        {**armsman, "name": f"Navis Armsman with {name}", "min": 1, "max": 1, "default_weapon_ids": [*items, blade]}
        for name, items in (
            ("heavy shotgun", ["navis-heavy-shotgun", "endurant-shield"]),
            ("las-volley", ["navis-las-volley"]),
        )
    ]
    composition["tiers"] = []


_STAT_LINES = {
    (
        "adeptus-astartes/talonstrike-kill-team",
        "Kill Team Sergeant with Jump Pack",
    ): "Kill Team Intercessor with Jump Pack",
    ("adeptus-astartes/wardens-of-ultramar", "Ancient Gadriel"): "Ancient Gadriel",
    ("adeptus-astartes/wardens-of-ultramar", "Gaius Silva"): "Gaius Silva",
    ("adeptus-astartes/wardens-of-ultramar", "Dainal Komelius"): "Dainal Kornelius",
    ("adeptus-mechanicus/servitor-battleclade", "Gun Servitor"): "Combat Servitor",
    ("agents-of-the-imperium/rogue-trader-entourage", "Death Cult Assassin"): "Rejuvenat Adept",
    ("agents-of-the-imperium/rogue-trader-entourage", "Lectro‐Maester"): "Rejuvenat Adept",
    ("astra-militarum/gaunts-ghosts", "Colm Corbec"): "Oan Mkoll",
    ("chaos-space-marines/masters-of-the-maelstrom", "Captain Sargotta"): "The Enforcer",
    ("orks/kommandos", "Nob"): "Boss Nob",
    ("orks/stormboyz", "nob"): "Boss Nob",
}


def _name_stat_lines(bundle: Bundle) -> None:
    for (name, model_name), profile_name in _STAT_LINES.items():
        only(bundle.compositions[f"11e/{name}"]["models"], name=model_name)["profile_name"] = profile_name


_WARDENS = {
    "Ancient Gadriel": ("bolt-rifle", "close-combat-weapon"),
    "Veteran Sergeant Metaurus": ("heavy-bolt-pistol", "master-crafted-power-weapon"),
    "Gaius Silva": ("archeotech-laspistol", "power-weapon"),
    "Aemelia Minervas": ("archeotech-laspistol", "power-weapon"),
    "Dainal Komelius": ("astropathic-blast", "force-stave"),
    "Lucia Vestha": ("archeotech-laspistol", "close-combat-weapon"),
}


def _wardens_own_weapons(bundle: Bundle) -> None:
    """Every one of the six carries the weapons of all six in the package."""
    own = bundle.unit(_MARINES, "wardens-of-ultramar")["weapon_ids"]
    models = bundle.compositions[f"11e/{_MARINES}/wardens-of-ultramar"]["models"]
    for name, weapons in _WARDENS.items():
        found = [item for weapon in weapons for item in own if item in (weapon, f"{weapon}-wardens-of-ultramar")]
        if len(found) != len(weapons):
            raise LookupError(f"{name}: {weapons} are not all of {own}")
        only(models, name=name)["default_weapon_ids"] = found


def _victrix_blades(bundle: Bundle) -> None:
    """The Blades of Honour are the Champion's alone, and cost points."""
    models = bundle.compositions[f"11e/{_MARINES}/victrix-honour-guard"]["models"]
    for name in ("Victrix Honour Guard", "Chapter Ancient"):
        only(models, name=name)["default_weapon_ids"].remove("blades-of-honour")
    only(models, name="Chapter Ancient")["default_weapon_ids"].remove("master-crafted-bolt-carbine")
    only(models, name="Chapter Champion")["default_weapon_ids"] = ["blades-of-honour"]


def _voidsmen_rotor_cannon(bundle: Bundle) -> None:
    """One of the four Voidsmen always carries the rotor cannon."""
    composition = bundle.compositions["11e/agents-of-the-imperium/voidsmen-at-arms"]
    voidsman = only(composition["models"], name="Voidsman")
    gunner = {**voidsman, "name": "Voidsman with rotor cannon", "min": 1, "max": 1}
    gunner["default_weapon_ids"] = ["laspistol", "voidsman-rotor-cannon", "close-combat-weapon-voidsmen-at-arms"]
    voidsman.update(min=3, max=3)
    composition["models"].insert(2, gunner)
    composition["tiers"] = []
    bundle.options[:] = [option for option in bundle.options if option["unit_id"] != "voidsmen-at-arms"]


_AQUILA: tuple[tuple[str, str, int, int, tuple[str, ...]], ...] = (
    ("Watch Sergeant", "Deathwatch Veteran", 1, 1, ("plasma-pistol-aquila-kill-team", "power-weapon-aquila-kill-team")),
    (
        "Deathwatch Veteran with stalker bolt rifle",
        "Deathwatch Veteran",
        1,
        2,
        ("stalker-bolt-rifle", "bolt-pistol-aquila-kill-team", "close-combat-weapon-aquila-kill-team"),
    ),
    (
        "Deathwatch Veteran with heavy thunder hammer",
        "Deathwatch Veteran",
        1,
        2,
        ("heavy-thunder-hammer", "bolt-pistol-aquila-kill-team"),
    ),
    (
        "Deathwatch Veteran with carbine",
        "Deathwatch Veteran",
        1,
        2,
        ("deathwatch-marksman-bolt-carbine", "special-issue-bolt-pistol", "close-combat-weapon-aquila-kill-team"),
    ),
    (
        "Gravis Veteran",
        "Gravis Veteran",
        1,
        2,
        (
            "infernus-heavy-bolter-aquila-kill-team",
            "bolt-pistol-aquila-kill-team",
            "close-combat-weapon-aquila-kill-team",
        ),
    ),
    (
        "Deathwatch Veteran with xenophase blade",
        "Deathwatch Veteran",
        0,
        1,
        ("xenophase-blade", "special-issue-bolt-pistol"),
    ),
)


def _aquila_models(bundle: Bundle) -> None:
    """The sheet names each of its five or ten models and what it carries."""
    composition = bundle.compositions["11e/agents-of-the-imperium/aquila-kill-team"]
    composition["models"] = [
        {
            "name": name,
            "profile_name": profile,
            "min": low,
            "max": high,
            "is_leader_model": name == "Watch Sergeant",
            "default_weapon_ids": list(items),
        }
        for name, profile, low, high, items in _AQUILA
    ]
    composition["prov"] = "corrected"


def _unmark_namesake(bundle: Bundle) -> None:
    """The Space Wolves' Venerable Dreadnought is current; the other chapters' is Legends."""
    bundle.unit(_MARINES, "venerable-dreadnought")["is_current"] = True


CORRECTIONS = (
    Correction(
        "40", "11e", "The priced Venerable Dreadnought is not Legends", "Field Manual, BSData", _unmark_namesake
    ),
    Correction(
        "26",
        "11e",
        "Five squads pay the price of the most models as soon as they have more than the fewest",
        "the rule and the tiers of the Munitorum Field Manual",
        _cut_first_bands,
    ),
    Correction(
        "27", "11e", "Four kill teams have ten models and one price", "Munitorum Field Manual", _kill_teams_have_ten
    ),
    Correction(
        "28",
        "11e",
        "Wolf Guard Headtakers have one price for each size; the mix with wolves at six stands in points_mix",
        "Munitorum Field Manual, BSData",
        _headtakers,
    ),
    Correction(
        "outriders", "11e", "Outriders are 3 to 6 models", "the Invader ATV has its own sheet", _outriders_without_atv
    ),
    Correction(
        "nobz",
        "11e",
        "Six to ten Nobz cost 210 points, not 250",
        "BSData has 210; the package's own later copies cost 220, ten more than the first as for five models",
        _nobz_price,
    ),
    Correction(
        "34", "11e", "Boyz and Nobz have the options of one codex", "their own default", _one_generation_of_ork_options
    ),
    Correction(
        "35",
        "11e",
        "Imperial Navy Breachers carry what their sheet prints",
        "BSData: seven shotguns among nine Armsmen, one heavy shotgun, one las-volley",
        _breachers_shotguns,
    ),
    Correction("stat lines", "11e", "Models of twelve units have their own stat line", "BSData", _name_stat_lines),
    Correction(
        "wardens", "11e", "Each of the Wardens of Ultramar carries his own weapons", "BSData", _wardens_own_weapons
    ),
    Correction("victrix", "11e", "Only the Chapter Champion has the Blades of Honour", "BSData", _victrix_blades),
    Correction("voidsmen", "11e", "One Voidsman carries the rotor cannon", "BSData", _voidsmen_rotor_cannon),
    Correction("aquila", "11e", "The Aquila Kill Team's models carry what the sheet says", "BSData", _aquila_models),
)
