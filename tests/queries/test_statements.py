"""Every statement of queries/sql: one a file, and true to the schema of the committed catalogue."""

from __future__ import annotations

import re

import duckdb
import pytest

from queries.database import database
from queries.statements import FOLDER, statement, statement_names

OPENING = {"load_table", "lock_external_access", "lock_configuration", "begin_read_only"}
QUESTIONS = sorted(set(statement_names()) - OPENING)


def test_every_file_of_the_folder_is_a_statement() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.sql" for name in statement_names()}
    assert set(statement_names()) > OPENING


@pytest.mark.parametrize("name", statement_names())
def test_a_file_holds_one_statement(name: str) -> None:
    assert len(duckdb.connect().extract_statements(statement(name))) == 1


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_catalogue_has_what_the_statement_asks_for(name: str) -> None:
    """EXPLAIN binds every table and column name without running anything."""
    sql = statement(name)
    values = dict.fromkeys(re.findall(r"\$(\w+)", sql))

    plan = database().connection.cursor().execute(f"EXPLAIN {sql}", values).fetchall()

    assert plan


@pytest.mark.parametrize("name", QUESTIONS)
def test_rows_come_in_a_fixed_order(name: str) -> None:
    """An unordered answer may differ between two runs, and then so may a CSV or a link's page."""
    one_row = "revision"
    assert name == one_row or "ORDER BY" in statement(name)


def test_an_unknown_name_is_no_path() -> None:
    with pytest.raises(KeyError):
        statement("../sql/units")
