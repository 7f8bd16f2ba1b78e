"""The catalogue ships names, numbers and keywords, and no sentence."""

from __future__ import annotations

import duckdb

from data.build.catalogue import TABLES

NAMES_THAT_ARE_SENTENCES = {
    "Luck Has. Need Keeps. Toil Earns.",
    "HORRORS ARE PINK. HORRORS ARE BLUE. WHERE ONCE THERE WAS ONE, NOW THERE ARE TWO.",
}


COMPOSED = {("buff", "buff_id"), ("buff_effect", "buff_id"), ("buff_effect", "conditions")}
"""Columns put together from several names, which may be longer than one."""


def texts(catalogue: duckdb.DuckDBPyConnection, table: str) -> set[str]:
    found: set[str] = set()
    for name, kind, *_ in catalogue.execute(f'DESCRIBE "{table}"').fetchall():
        if (table, name) in COMPOSED:
            continue
        if kind == "VARCHAR":
            sql = f'SELECT DISTINCT "{name}" FROM "{table}"'  # noqa: S608
        elif kind == "VARCHAR[]":
            sql = f'SELECT DISTINCT unnest("{name}") FROM "{table}"'  # noqa: S608
        else:
            continue
        found |= {row[0] for row in catalogue.execute(sql).fetchall() if row[0] is not None}
    return found


def test_no_text_is_a_sentence(catalogue: duckdb.DuckDBPyConnection) -> None:
    long = {text for table in TABLES for text in texts(catalogue, table.name) if len(text) > 80 or ". " in text}
    assert long <= NAMES_THAT_ARE_SENTENCES


def test_no_text_holds_markup(catalogue: duckdb.DuckDBPyConnection) -> None:
    bad = {text for table in TABLES for text in texts(catalogue, table.name) if set(text) & set("<>^\n\r\t\0")}
    assert bad == set()


def test_legends_and_combat_patrol_are_marked(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT edition, game_mode, is_legends, count(*) FROM unit GROUP BY ALL ORDER BY ALL"
    assert catalogue.execute(sql).fetchall() == [
        ("10e", "standard", False, 980),
        ("10e", "standard", True, 184),
        ("11e", "combat-patrol", False, 98),
        ("11e", "standard", False, 996),
        ("11e", "standard", True, 2),
    ]


def test_conditional_keywords_keep_their_condition(catalogue: duckdb.DuckDBPyConnection) -> None:
    sql = "SELECT count(DISTINCT unit_key) FROM conditional_keyword"
    assert catalogue.execute(sql).fetchall() == [(96,)]
    sql = """
        SELECT count(*) FROM conditional_keyword
        WHERE required_faction_keyword IS NULL AND required_detachment_id IS NULL
    """
    assert catalogue.execute(sql).fetchall() == [(0,)]
    sql = "SELECT keyword, required_faction_keyword FROM conditional_keyword WHERE unit_key = ?"
    assert ("DEATHWING", "DARK ANGELS") in catalogue.execute(sql, ["11e/adeptus-astartes/terminator-squad"]).fetchall()


def test_one_revision_for_both_editions(catalogue: duckdb.DuckDBPyConnection) -> None:
    rows = catalogue.execute("SELECT edition, revision, dataslate FROM revision ORDER BY 1").fetchall()
    assert [(row[0], row[2]) for row in rows] == [("10e", "2025-q3"), ("11e", "codex-orks")]
    assert len({row[1] for row in rows}) == 1
    assert len(rows[0][1]) == 10
