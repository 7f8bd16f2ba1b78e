"""The five published datasheets, number by number; the literals are written by hand from the pages' facts."""

from __future__ import annotations

from dataclasses import dataclass

import duckdb
import pytest

Weapon = tuple[str, str | None, int | None, str, int | None, str, int, str, tuple[str, ...]]
"""Name, profile, range (None: melee), A, skill, S, AP, D, abilities."""

KASRKIN_WEAPONS: tuple[Weapon, ...] = (
    ("Bolt pistol", None, 12, "1", 3, "4", 0, "1", ("pistol",)),
    ("Flamer", None, 12, "D6", None, "4", 0, "1", ("ignores cover", "torrent")),
    ("Grenade launcher", "frag", 24, "D3", 3, "4", 0, "1", ("blast",)),
    ("Grenade launcher", "krak", 24, "1", 3, "9", -2, "D3", ()),
    ("Hot-shot lasgun", None, 24, "1", 3, "3", -1, "1", ("rapid fire 1",)),
    ("Hot-shot laspistol", None, 12, "1", 3, "3", -1, "1", ("pistol",)),
    ("Hot-shot marksman rifle", None, 36, "1", 3, "4", -2, "3", ("heavy", "precision")),
    ("Hot-shot volley gun", None, 30, "2", 3, "4", -1, "1", ("rapid fire 2",)),
    ("Meltagun", None, 12, "1", 3, "9", -4, "D6", ("melta 2",)),
    ("Plasma gun", "standard", 24, "1", 3, "7", -2, "1", ("rapid fire 1",)),
    ("Plasma gun", "supercharge", 24, "1", 3, "8", -3, "2", ("hazardous", "rapid fire 1")),
    ("Plasma pistol", "standard", 12, "1", 3, "7", -2, "1", ("pistol",)),
    ("Plasma pistol", "supercharge", 12, "1", 3, "8", -3, "2", ("hazardous", "pistol")),
    ("Chainsword", None, None, "4", 4, "3", 0, "1", ()),
    ("Close combat weapon", None, None, "2", 4, "3", 0, "1", ()),
    ("Power weapon", None, None, "3", 4, "4", -2, "1", ()),
)
RED_TERROR_WEAPONS: tuple[Weapon, ...] = (
    ("Gaping maw", None, None, "1", 2, "5", 0, "D3+2", ("extra attacks", "devastating wounds", "precision")),
    ("Scything talons", None, None, "12", 2, "7", -2, "2", ()),
)
CULTIST_MOB_WEAPONS: tuple[Weapon, ...] = (
    ("Autopistol", None, 12, "1", 4, "3", 0, "1", ("pistol",)),
    ("Bolt pistol", None, 12, "1", 4, "4", 0, "1", ("pistol",)),
    ("Brutal assault weapon", None, None, "2", 4, "3", 0, "1", ()),
)
CULTISTS_WEAPONS: tuple[Weapon, ...] = (
    ("Cultist firearm", None, 24, "1", 4, "3", 0, "1", ()),
    ("Flamer", None, 12, "D6", None, "4", 0, "1", ("ignores cover", "torrent")),
    ("Grenade launcher", "frag", 24, "D3", 4, "4", 0, "1", ("blast",)),
    ("Grenade launcher", "krak", 24, "1", 4, "9", -2, "D3", ()),
    ("Heavy stubber", None, 36, "3", 4, "4", 0, "1", ("rapid fire 3",)),
    ("Brutal assault weapon", None, None, "2", 4, "3", 0, "1", ()),
)
WITCHSEEKERS_WEAPONS: tuple[Weapon, ...] = (
    ("Witchseeker flamer", None, 12, "D6", None, "4", 0, "1", ("ignores cover", "torrent")),
    ("Close combat weapon", None, None, "2", 3, "3", 0, "1", ()),
)


@dataclass(frozen=True, slots=True)
class Sheet:
    unit_key: str
    profile: tuple[int, int, int, int, int, int, int | None]
    composition: tuple[tuple[str, int, int], ...]
    prices: tuple[tuple[int, int, int, int | None, int], ...]
    keywords: frozenset[str]
    faction_keywords: frozenset[str]
    abilities: frozenset[str]
    weapons: tuple[Weapon, ...]


SHEETS = (
    Sheet(
        "11e/astra-militarum/kasrkin",
        (6, 3, 4, 1, 7, 1, None),
        (("Kasrkin Sergeant", 1, 1), ("Kasrkin Trooper", 9, 9)),
        ((10, 10, 1, 2, 105), (10, 10, 3, None, 120)),
        frozenset({"INFANTRY", "GRENADES", "IMPERIUM", "REGIMENT", "KASRKIN"}),
        frozenset({"ASTRA MILITARUM"}),
        frozenset({"scouts-6", "warrior-elite", "vox-caster", "melta-mine"}),
        KASRKIN_WEAPONS,
    ),
    Sheet(
        "11e/tyranids/the-red-terror",
        (10, 8, 3, 9, 8, 3, None),
        (("The Red Terror", 1, 1),),
        ((1, 1, 1, None, 130),),
        frozenset(
            {"CHARACTER", "EPIC HERO", "GREAT DEVOURER", "MONSTER", "BURROWER", "VANGUARD INVADER", "THE RED TERROR"}
        ),
        frozenset({"TYRANIDS"}),
        frozenset({"deep-strike", "synapse", "swallow-whole", "subterranean-hunter", "serpentine-fiend"}),
        RED_TERROR_WEAPONS,
    ),
    Sheet(
        "11e/chaos-space-marines/cultist-mob",
        (6, 3, 6, 1, 7, 1, None),
        (("Cultist Champion", 1, 1), ("Chaos Cultist", 9, 19)),
        ((10, 10, 1, None, 50), (11, 20, 1, None, 90)),
        frozenset({"INFANTRY", "BATTLELINE", "GRENADES", "CHAOS", "DAMNED", "CULTIST MOB"}),
        frozenset({"HERETIC ASTARTES"}),
        frozenset({"dark-pacts", "for-the-dark-gods"}),
        CULTIST_MOB_WEAPONS,
    ),
    Sheet(
        "10e/thousand-sons/thousand-sons-cultists",
        (6, 3, 6, 1, 7, 1, 6),
        (("Thousand Sons Cultist Champion", 1, 1), ("Thousand Sons Cultist", 9, 19)),
        ((10, 10, 1, None, 55), (11, 20, 1, None, 110)),
        frozenset({"INFANTRY", "CHAOS", "TZEENTCH", "CULTISTS"}),
        frozenset({"THOUSAND SONS"}),
        frozenset({"scouts-6", "pawns-of-fate"}),
        CULTISTS_WEAPONS,
    ),
    Sheet(
        "10e/adeptus-custodes/witchseekers",
        (6, 3, 3, 1, 6, 1, None),
        (("Witchseeker Sister Superior", 1, 1), ("Witchseeker", 3, 9)),
        ((4, 4, 1, None, 50), (5, 5, 1, None, 65), (6, 9, 1, None, 115), (10, 10, 1, None, 125)),
        frozenset({"INFANTRY", "IMPERIUM", "ANATHEMA PSYKANA", "WITCHSEEKERS"}),
        frozenset(),
        frozenset({"scouts-6", "daughters-of-the-abyss", "sanctified-flames"}),
        WITCHSEEKERS_WEAPONS,
    ),
)


@pytest.fixture(params=SHEETS, ids=lambda sheet: sheet.unit_key)
def sheet(request: pytest.FixtureRequest) -> Sheet:
    found: Sheet = request.param
    return found


def comparable(weapon: tuple[object, ...]) -> tuple[object, ...]:
    """Names without their case, abilities without their order."""
    name, profile, *numbers, abilities = weapon
    assert isinstance(abilities, (list, tuple))
    return (str(name).lower(), str(profile).lower(), *numbers, tuple(sorted(abilities)))


def test_weapons(catalogue: duckdb.DuckDBPyConnection, sheet: Sheet) -> None:
    sql = """
        SELECT weapon_name, profile_name, range_in, attacks, skill, strength, ap, damage, abilities
        FROM weapon_profile JOIN unit_weapon USING (weapon_key) WHERE unit_key = ?
    """
    found = {comparable(row) for row in catalogue.execute(sql, [sheet.unit_key]).fetchall()}
    assert found == {comparable(weapon) for weapon in sheet.weapons}


def test_profile(catalogue: duckdb.DuckDBPyConnection, sheet: Sheet) -> None:
    sql = "SELECT m, t, sv, w, ld, oc, inv, inv_ranged, inv_melee FROM model_profile WHERE unit_key = ?"
    assert catalogue.execute(sql, [sheet.unit_key]).fetchall() == [(*sheet.profile, None, None)]


def test_composition(catalogue: duckdb.DuckDBPyConnection, sheet: Sheet) -> None:
    sql = "SELECT model_name, min, max FROM composition WHERE unit_key = ? ORDER BY line"
    assert tuple(catalogue.execute(sql, [sheet.unit_key]).fetchall()) == sheet.composition


def test_prices(catalogue: duckdb.DuckDBPyConnection, sheet: Sheet) -> None:
    sql = """
        SELECT models_min, models_max, copies_min, copies_max, cost FROM points_tier
        WHERE unit_key = ? AND host_faction IS NULL ORDER BY copies_min, models_min
    """
    assert tuple(catalogue.execute(sql, [sheet.unit_key]).fetchall()) == sheet.prices


def test_keywords(catalogue: duckdb.DuckDBPyConnection, sheet: Sheet) -> None:
    rows = catalogue.execute(
        "SELECT keywords, faction_keywords FROM unit WHERE unit_key = ?", [sheet.unit_key]
    ).fetchall()
    assert {word.rstrip("S") for word in rows[0][0]} == {word.rstrip("S") for word in sheet.keywords}
    assert set(rows[0][1]) >= sheet.faction_keywords


def test_abilities(catalogue: duckdb.DuckDBPyConnection, sheet: Sheet) -> None:
    sql = "SELECT ability_id FROM unit_ability JOIN ability USING (ability_key) WHERE unit_key = ?"
    assert {row[0] for row in catalogue.execute(sql, [sheet.unit_key]).fetchall()} >= sheet.abilities


def test_witchseekers_feel_no_pain(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT fnp, fnp_mortal, fnp_psychic FROM defence WHERE unit_key LIKE '%/witchseekers'"
    assert catalogue.execute(sql).fetchall() == [(None, 3, 3), (None, 3, 3)]


def test_options_of_the_cultists(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = """
        SELECT replaces, items, model_name, max_count, per_n_models FROM wargear_option
        WHERE unit_key = ? ORDER BY option_no
    """
    rows = catalogue.execute(sql, ["10e/thousand-sons/thousand-sons-cultists"]).fetchall()
    assert [row[1] for row in rows] == [["flamer"], ["heavy-stubber"], ["grenade-launcher"]]
    assert {(*row[0], *row[2:]) for row in rows} == {("cultist-firearm", "Thousand Sons Cultist", 1, 10)}


def test_kasrkin_special_weapons_budget(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = """
        SELECT count, per_models, duplicate_limit, len(items) FROM wargear_budget
        WHERE unit_key = ? AND duplicate_limit = 2
    """
    assert catalogue.execute(sql, ["11e/astra-militarum/kasrkin"]).fetchall() == [(4, 0, 2, 5)]
