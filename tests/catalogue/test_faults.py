"""The faults of the sources, each mended: the numbers that were wrong, and the registry's own order."""

from __future__ import annotations

import duckdb
import pytest

from data.build.corrections import CORRECTIONS, UNMENDED

Rows = list[tuple[object, ...]]


def rows(catalogue: duckdb.DuckDBPyConnection, sql: str, *values: object) -> Rows:
    return list(catalogue.execute(sql, list(values)).fetchall())


WEAPON = """
    SELECT coalesce(profile_name, weapon_name), range_in, attacks, skill, strength, ap, damage, abilities
    FROM weapon_profile WHERE weapon_key = ? ORDER BY profile_no
"""


@pytest.mark.parametrize(
    ("weapon_key", "expected"),
    [
        (
            "11e/thousand-sons/shearing-claws",
            [("strike", None, "5", 3, "16", -3, "D6+1", []), ("sweep", None, "10", 3, "6", -2, "1", [])],
        ),
        (
            "11e/death-guard/shearing-claws",
            [
                ("strike", None, "5", 3, "16", -3, "D6+1", ["lethal hits"]),
                ("sweep", None, "10", 3, "6", -2, "1", ["lethal hits"]),
            ],
        ),
        (
            "11e/chaos-space-marines/defiler-claws",
            [("strike", None, "5", 3, "16", -3, "D6+1", []), ("sweep", None, "10", 3, "6", -2, "1", [])],
        ),
        (
            "11e/chaos-space-marines/heavy-missile-launcher",
            [("krak", 48, "2", 3, "10", -2, "D6+1", []), ("frag", 48, "2D6", 3, "5", -1, "1", ["blast"])],
        ),
        (
            "11e/thousand-sons/heavy-reaper-autocannon",
            [("Heavy reaper autocannon", 48, "4", 3, "9", -2, "3", ["devastating wounds", "sustained hits 1"])],
        ),
        (
            "11e/thousand-sons/electroscourge",
            [("Electroscourge", None, "5", 3, "12", -2, "2", ["extra attacks", "sustained hits 2"])],
        ),
        (
            "11e/death-guard/excruciator-cannon",
            [("Excruciator cannon", 36, "6", 3, "6", -1, "2", ["lethal hits"])],
        ),
        ("11e/chaos-space-marines/magma-cutters", [("Magma cutters", 6, "2", 3, "9", -4, "D6", ["melta 2"])]),
        ("11e/chaos-space-marines/magma-cutters-defiler", [("Magma cutters", 12, "2", 3, "9", -4, "D6", ["melta 2"])]),
        (
            "11e/world-eaters/shearing-claws",
            [("Strike", None, "6", 3, "16", -3, "D6+1", []), ("Sweep", None, "12", 3, "6", -2, "1", [])],
        ),
    ],
)
def test_defilers(catalogue: duckdb.DuckDBPyConnection, weapon_key: str, expected: Rows) -> None:
    assert rows(catalogue, WEAPON, weapon_key) == expected


def test_defilers_of_the_10th_edition(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = """
        SELECT split_part(unit_key, '/', 2), t, w, inv FROM model_profile
        WHERE unit_key LIKE '10e/%/defiler' ORDER BY 1
    """
    factions = ("chaos-space-marines", "death-guard", "thousand-sons", "world-eaters")
    assert rows(catalogue, sql) == [(faction, 11, 18, 5) for faction in factions]
    sql = """
        SELECT attacks, skill FROM weapon_profile JOIN unit_weapon USING (weapon_key)
        WHERE unit_key = ? AND weapon_id = 'shearing-claws' ORDER BY profile_no
    """
    assert rows(catalogue, sql, "10e/world-eaters/defiler") == [("6", 3), ("12", 3)]
    assert rows(catalogue, sql, "10e/thousand-sons/defiler") == [("5", 3), ("10", 3)]


def test_ap_signs_of_the_10th_edition(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT weapon_id, ap FROM weapon_profile WHERE edition = '10e' AND prov = 'corrected' AND weapon_id = ?"
    assert rows(catalogue, sql, "missile-launcher") == [("missile-launcher", -2)]
    assert rows(catalogue, sql, "twin-shuriken-catapult") == [("twin-shuriken-catapult", -3)]


def test_plasma_pistols_reach_twelve_inches(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = """
        SELECT DISTINCT range_in, list_contains(abilities, 'pistol') FROM weapon_profile
        WHERE faction_id = 'astra-militarum' AND weapon_id = 'plasma-pistol'
    """
    assert rows(catalogue, sql) == [(12, True)]


def test_conversion_distances(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = """
        SELECT DISTINCT weapon_id, range_in, conversion_over FROM weapon_profile
        WHERE conversion_over IS NOT NULL ORDER BY ALL
    """
    assert rows(catalogue, sql) == [
        ("conversion-beam-cannon", 24, 12),
        ("conversion-beam-obliterator", 36, 18),
        ("conversion-beamer", 24, 12),
        ("decimator-conversion-beamer", 24, 12),
        ("sp-conversion-beamer", 24, 12),
        ("sp-heavy-conversion-beamer", 24, 12),
        ("twin-conversion-beam-cannon", 48, 24),
    ]


def test_invulnerable_saves_against_ranged_attacks_only(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT inv, inv_ranged FROM model_profile WHERE unit_key = ?"
    for unit_key in ("10e/imperial-knights/knight-paladin", "11e/imperial-knights/armiger-warglaive"):
        assert rows(catalogue, sql, unit_key) == [(None, 5)]
    assert rows(catalogue, sql, "11e/leagues-of-votann/hearthkyn-warriors") == [(5, None)]
    limited = (
        "SELECT count(DISTINCT unit_key) FROM model_profile WHERE unit_key LIKE '10e/%' AND inv_ranged IS NOT NULL"
    )
    assert rows(catalogue, limited) == [(42,)]


def test_aircraft_have_no_move(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = """
        SELECT count(*) FROM model_profile JOIN unit USING (unit_key)
        WHERE list_contains(keywords, 'AIRCRAFT') AND m = 20 AND oc = 0
    """
    assert rows(catalogue, sql) == [(0,)]
    sql = "SELECT count(DISTINCT unit_key) FROM model_profile WHERE unit_key LIKE '11e/%' AND m IS NULL"
    assert rows(catalogue, sql) == [(34,)]


def test_core_stratagems(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT name, cp, type, \"when\" FROM stratagem WHERE edition = ? AND category = 'core' ORDER BY name"
    eleventh = {row[0]: row[1:] for row in rows(catalogue, sql, "11e")}
    assert len(eleventh) == 10
    assert {row[1] for row in eleventh.values()} == {None}
    assert eleventh["FIRE OVERWATCH"][2] == [{"phase": "movement", "turn": "opponent"}]
    assert eleventh["COUNTEROFFENSIVE"] == (2, None, [{"phase": "fight", "turn": "opponent"}])
    tenth = {row[0]: row[1:] for row in rows(catalogue, sql, "10e")}
    assert len(tenth) == 11
    assert tenth["GO TO GROUND"] == (1, "battle-tactic", [{"phase": "shooting", "turn": "opponent"}])
    assert tenth["HEROIC INTERVENTION"][0] == 1


def test_stratagems_with_two_times(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT \"when\" FROM stratagem WHERE edition = '11e' AND name = 'REGIMENTAL REINFORCEMENTS'"
    twice = [{"phase": "shooting", "turn": "opponent"}, {"phase": "fight", "turn": "either"}]
    assert rows(catalogue, sql) == [(twice,)]
    sql = "SELECT DISTINCT type FROM stratagem WHERE edition = '11e' AND name = 'AVENGE THE MASTERS!'"
    assert rows(catalogue, sql) == [(None,)]


def test_boarding_actions(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT edition, count(*) FROM stratagem WHERE category = 'boarding' GROUP BY 1 ORDER BY 1"
    assert rows(catalogue, sql) == [("10e", 4), ("11e", 4)]
    sql = (
        "SELECT stratagem_id FROM stratagem WHERE edition = '10e' AND detachment_id = 'black-ship-guardians' ORDER BY 1"
    )
    assert rows(catalogue, sql) == [("cornered-prey",), ("focused-fear",)]


def test_defences_of_the_10th_edition(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT fnp, fnp_mortal, fnp_psychic, stealth, damage_reduction, halve_damage FROM defence WHERE unit_key = ?"
    assert rows(catalogue, sql, "10e/death-guard/mortarion")[0][0] == 5
    assert rows(catalogue, sql, "10e/aeldari/rangers")[0][3] is True
    assert rows(catalogue, sql, "10e/agents-of-the-imperium/culexus-assassin")[0][:3] == (None, None, 2)
    assert rows(catalogue, sql, "10e/adeptus-astartes/rhino")[0] == (None, None, None, False, 0, False)
    assert rows(catalogue, sql, "10e/aeldari/avatar-of-khaine")[0][4:] == (0, True)
    assert rows(catalogue, sql, "10e/adeptus-astartes/deathwing-knights")[0][4] == 1


def test_corrected_sizes(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT min_models, max_models FROM unit WHERE unit_key = ?"
    for unit_key, sizes in {
        "10e/chaos-space-marines/mutilators": (3, 3),
        "10e/adeptus-astartes/indomitor-kill-team": (10, 10),
        "10e/chaos-daemons/furies": (5, 10),
        "11e/adeptus-astartes/outrider-squad": (3, 6),
        "11e/adeptus-astartes/fortis-kill-team": (10, 10),
    }.items():
        assert rows(catalogue, sql, unit_key) == [sizes], unit_key


def test_twins_are_one_unit(catalogue: duckdb.DuckDBPyConnection) -> None:
    assert rows(catalogue, "SELECT count(*) FROM unit WHERE unit_key LIKE '%~%'") == [(0,)]


def test_wargear_names_are_names(catalogue: duckdb.DuckDBPyConnection) -> None:
    fragment = "(^| )[0-9]+ |[a-z][0-9]|, | can |equipped|^(up to|any|if|for) "
    sql = "SELECT name FROM wargear WHERE regexp_matches(name, ?)"
    assert rows(catalogue, sql, fragment) == []
    sql = """
        SELECT count(*) FROM wargear_option
        WHERE unit_key LIKE '%/paragon-warsuits' AND list_contains(items, 'psilencer')
    """
    assert rows(catalogue, sql) == [(0,)]


def test_registry_of_corrections() -> None:
    assert {correction.edition for correction in CORRECTIONS} == {"10e", "11e"}
    assert len({(c.fault, c.edition) for c in CORRECTIONS}) == len(CORRECTIONS)
    assert all(c.mended and c.evidence for c in CORRECTIONS)
    assert len(UNMENDED) <= 6
    assert all(reason for _, reason in UNMENDED)
