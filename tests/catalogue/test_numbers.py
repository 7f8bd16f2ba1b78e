"""The numbers of units and weapons are those the game can have."""

from __future__ import annotations

import re

import duckdb

from data.build.dice import parse_dice

PROVS = {"source", "verified", "corrected", "guess", "manual"}


def one(catalogue: duckdb.DuckDBPyConnection, sql: str) -> object:
    row = catalogue.execute(sql).fetchone()
    assert row is not None
    return row[0]


def test_unit_counts(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT edition, count(*) FROM unit GROUP BY 1 ORDER BY 1"
    assert catalogue.execute(sql).fetchall() == [("10e", 1164), ("11e", 1096)]


def test_weapon_profiles_of_the_11th_edition(catalogue: duckdb.DuckDBPyConnection) -> None:
    assert one(catalogue, "SELECT count(*) FROM weapon_profile WHERE edition = '11e'") == 3787
    # 3,647 in the source; the Defiler's sweep and its longer magma cutters are two more
    assert one(catalogue, "SELECT count(*) FROM weapon_profile WHERE edition = '11e' AND used") == 3649


def test_armour_penetration_is_never_positive(catalogue: duckdb.DuckDBPyConnection) -> None:
    assert one(catalogue, "SELECT max(ap) FROM weapon_profile") == 0
    assert one(catalogue, "SELECT min(ap) FROM weapon_profile") == -6


def test_dice_texts_parse_to_their_parts(catalogue: duckdb.DuckDBPyConnection) -> None:
    for text, letter in (("attacks", "a"), ("strength", "s"), ("damage", "d")):
        sql = f"SELECT DISTINCT {text}, {letter}_n, {letter}_sides, {letter}_k FROM weapon_profile"  # noqa: S608
        rows = catalogue.execute(sql).fetchall()
        assert len(rows) > 10
        assert all(parse_dice(row[0]) == row[1:] for row in rows)


def test_melee_is_decided_by_the_profile(catalogue: duckdb.DuckDBPyConnection) -> None:
    assert one(catalogue, "SELECT count(*) FROM weapon_profile WHERE is_melee AND range_in IS NOT NULL") == 0
    ranged_words = "['blast', 'rapid-fire', 'torrent', 'heavy', 'pistol', 'indirect-fire', 'assault', 'one-shot']"
    sql = f"""
        SELECT p.weapon_key FROM weapon_profile p JOIN weapon_keyword k USING (weapon_key, profile_no)
        WHERE p.is_melee AND k.keyword_id IN (SELECT unnest({ranged_words}))
    """  # noqa: S608
    assert catalogue.execute(sql).fetchall() == []
    # only the Deathstrike missile prints no range
    sql = "SELECT DISTINCT weapon_id FROM weapon_profile WHERE NOT is_melee AND range_in IS NULL"
    assert catalogue.execute(sql).fetchall() == [("deathstrike-missile",)]


def test_weapons_without_skill_are_torrents(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT count(*) FROM weapon_profile WHERE (skill IS NULL) <> list_contains(keywords, 'torrent')"
    assert one(catalogue, sql) == 0
    assert one(catalogue, "SELECT count(*) FROM weapon_profile WHERE skill NOT BETWEEN 2 AND 6") == 0


def test_anti_stands_once_for_each_keyword(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = """
        SELECT count(*) FROM weapon_keyword WHERE keyword_id = 'anti'
        AND (target_keyword IS NULL OR target_keyword LIKE '%/%' OR target_keyword <> upper(target_keyword)
             OR threshold IS NULL OR threshold NOT BETWEEN 2 AND 6)
    """
    assert one(catalogue, sql) == 0
    sql = "SELECT edition, abilities FROM weapon_profile WHERE weapon_id = 'stormtooth' ORDER BY 1"
    both = ["anti-monster 4+", "anti-vehicle 4+", "lance"]
    assert catalogue.execute(sql).fetchall() == [("10e", both), ("11e", both)]


def test_stat_lines_are_positive(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT count(*) FROM model_profile WHERE t < 1 OR w < 1 OR sv NOT BETWEEN 2 AND 7"
    assert one(catalogue, sql) == 0
    sql = """
        SELECT count(*) FROM model_profile
        WHERE least(inv, inv_ranged, inv_melee) < 2 OR greatest(inv, inv_ranged, inv_melee) > 6
    """
    assert one(catalogue, sql) == 0


def test_thresholds_of_feel_no_pain(catalogue: duckdb.DuckDBPyConnection) -> None:
    for column in ("fnp", "fnp_mortal", "fnp_psychic"):
        assert one(catalogue, f"SELECT count(*) FROM defence WHERE {column} NOT BETWEEN 2 AND 6") == 0  # noqa: S608


def test_provenance_words(catalogue: duckdb.DuckDBPyConnection) -> None:
    for table in ("unit", "weapon_profile", "points_tier", "loadout", "ability", "stratagem", "defence"):
        found = {row[0] for row in catalogue.execute(f"SELECT DISTINCT prov FROM {table}").fetchall()}  # noqa: S608
        assert found <= PROVS, table


def test_abilities_are_in_the_grammar_of_a_scenario(catalogue: duckdb.DuckDBPyConnection) -> None:
    with_number = "sustained hits|rapid fire|melta|blast|cleave"
    plain = (
        "lethal hits|devastating wounds|twin-linked|lance|precision|hazardous|psychic|blast|heavy|torrent|"
        "ignores cover|indirect fire|conversion|extra attacks|assault|pistol|close-quarters|one shot"
    )
    scope = r"(: (non-)?[a-z' -]+(/[a-z' -]+)*)?"
    grammar = re.compile(rf"(({with_number}) (\d+|\d*d[36](\+\d+)?)|{plain}|anti-[a-z' -]+ [2-6]\+){scope}")
    sql = "SELECT DISTINCT unnest(abilities) FROM weapon_profile"
    odd = {row[0] for row in catalogue.execute(sql).fetchall() if not grammar.fullmatch(row[0])}
    assert odd == {
        "bubblechukka", "dead choppy", "harpooned", "hooked", "impaled", "linked fire", "overcharge",
        "plasma warhead", "psychic assassin", "reverberating summons", "snagged",
    }  # fmt: skip
