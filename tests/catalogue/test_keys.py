"""No key dangles, and every table has the columns the build declares."""

from __future__ import annotations

import duckdb
import pytest

from data.build.catalogue import TABLES

REFERENCES = [
    ("unit", "edition, faction_id", "faction", "edition, faction_id"),
    ("model_profile", "unit_key", "unit", "unit_key"),
    ("conditional_keyword", "unit_key", "unit", "unit_key"),
    ("defence", "unit_key", "unit", "unit_key"),
    ("points_tier", "unit_key", "unit", "unit_key"),
    ("points_mix", "unit_key", "unit", "unit_key"),
    ("weapon_keyword", "weapon_key, profile_no", "weapon_profile", "weapon_key, profile_no"),
    ("unit_weapon", "unit_key", "unit", "unit_key"),
    ("unit_weapon", "weapon_key", "weapon_profile", "weapon_key"),
    ("composition", "unit_key, profile_line", "model_profile", "unit_key, line"),
    ("composition_size", "unit_key, line", "composition", "unit_key, line"),
    ("composition_weapon", "unit_key, line", "composition", "unit_key, line"),
    ("composition_weapon", "weapon_key", "weapon_profile", "weapon_key"),
    ("loadout", "unit_key, models", "composition_size", "unit_key, models"),
    ("loadout", "weapon_key", "weapon_profile", "weapon_key"),
    ("wargear_option", "unit_key", "unit", "unit_key"),
    ("wargear_bound", "unit_key", "unit", "unit_key"),
    ("wargear_bound", "weapon_key", "weapon_profile", "weapon_key"),
    ("wargear_budget", "unit_key", "unit", "unit_key"),
    ("wargear_cost", "unit_key", "unit", "unit_key"),
    ("wargear_cost", "weapon_key", "weapon_profile", "weapon_key"),
    ("wargear_effect", "unit_key", "unit", "unit_key"),
    ("leader_attachment", "edition, leader_id", "unit", "edition, unit_id"),
    ("leader_attachment", "edition, bodyguard_id", "unit", "edition, unit_id"),
    ("unit_ability", "unit_key", "unit", "unit_key"),
    ("unit_ability", "ability_key", "ability", "ability_key"),
    ("detachment", "edition, faction_id", "faction", "edition, faction_id"),
    ("enhancement", "edition, faction_id, detachment_id", "detachment", "edition, faction_id, detachment_id"),
    ("unit_target", "unit_key", "unit", "unit_key"),
    ("unit_target", "target_id", "target", "target_id"),
]


@pytest.mark.parametrize(("table", "columns", "other", "keys"), REFERENCES)
def test_no_reference_dangles(
    catalogue: duckdb.DuckDBPyConnection, table: str, columns: str, other: str, keys: str
) -> None:
    pairs = list(zip(columns.split(", "), keys.split(", "), strict=True))
    match = " AND ".join(f"o.{key} = t.{column}" for column, key in pairs)
    known = " AND ".join(f"t.{column} IS NOT NULL" for column, _ in pairs)
    sql = f"SELECT * FROM {table} t WHERE {known} AND NOT EXISTS (FROM {other} o WHERE {match}) LIMIT 3"  # noqa: S608
    assert catalogue.execute(sql).fetchall() == []


def test_used_statlines_exist(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT stat_id FROM weapon_profile WHERE used AND stat_id NOT IN (SELECT stat_id FROM statline)"
    assert catalogue.execute(sql).fetchall() == []


def test_stratagems_stand_in_a_detachment_or_in_none(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = """
        FROM stratagem s WHERE s.category = 'detachment'
        AND NOT EXISTS (FROM detachment d WHERE d.edition = s.edition AND d.faction_id = s.faction_id
                        AND d.detachment_id = s.detachment_id)
    """
    assert catalogue.execute(sql).fetchall() == []
    core = "SELECT DISTINCT faction_id IS NULL AND detachment_id IS NULL FROM stratagem WHERE category = 'core'"
    assert catalogue.execute(core).fetchall() == [(True,)]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_keys_are_unique_and_columns_are_the_declared_ones(catalogue: duckdb.DuckDBPyConnection, table: object) -> None:
    name, key = table.name, ", ".join(f'"{column}"' for column in table.key)  # type: ignore[attr-defined]
    columns = [row[0] for row in catalogue.execute(f'DESCRIBE "{name}"').fetchall()]
    assert columns == [column.name for column in table.columns]  # type: ignore[attr-defined]
    repeated = f'SELECT {key} FROM "{name}" GROUP BY ALL HAVING count(*) > 1'  # noqa: S608
    assert catalogue.execute(repeated).fetchall() == []
    for column in table.columns:  # type: ignore[attr-defined]
        if column.null is None:
            nulls = f'SELECT count(*) FROM "{name}" WHERE "{column.name}" IS NULL'  # noqa: S608
            assert catalogue.execute(nulls).fetchone() == (0,), column.name


def test_every_fact_names_a_source(catalogue: duckdb.DuckDBPyConnection) -> None:
    for table in TABLES:
        names = [column.name for column in table.columns]
        if "source_id" in names and table.name != "source":
            sql = f"SELECT DISTINCT source_id FROM {table.name} WHERE source_id NOT IN (SELECT source_id FROM source)"  # noqa: S608
            assert catalogue.execute(sql).fetchall() == [], table.name
