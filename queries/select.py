"""A question of the user's own: exactly one SELECT on the locked catalogue, answered as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TextIO

import duckdb

from analysis.spreadsheets import harmless
from queries.database import Database
from queries.statements import statement

__all__ = ["SelectError", "select", "write_csv"]

_BATCH = 1000
_MOST_ROWS = 1_000_000
_OPENINGS = ("select", "with")


class SelectError(ValueError):
    """SQL that is not answered; `str()` is one line that says why."""


def select(database: Database, sql: str) -> tuple[list[str], Iterator[tuple[Any, ...]]]:
    """Run one SELECT (or WITH ... SELECT) and return its column names and rows.

    Raises:
        SelectError: For bad SQL and for anything that is not one SELECT.
    """
    cursor = database.connection.cursor()
    try:
        statements = cursor.extract_statements(sql)
        if len(statements) != 1:
            raise SelectError(f"{len(statements)} statements; expected exactly one SELECT")
        if statements[0].type != duckdb.StatementType.SELECT or not _opens_as_select(sql):
            raise SelectError("not a SELECT; expected exactly one SELECT or WITH ... SELECT")
        cursor.execute(statement("begin_read_only"))
        cursor.execute(statements[0])
        return [column[0] for column in cursor.description or []], _rows(cursor)
    except duckdb.Error as error:
        raise SelectError(_one_line(error)) from None


def _opens_as_select(sql: str) -> bool:
    """DuckDB also calls DESCRIBE, VALUES and bare FROM a SELECT: go by the first word behind comments."""
    words = _without_comments(sql).lstrip(" \t\r\n(;").lower()
    return words.startswith(_OPENINGS)


def _without_comments(sql: str) -> str:
    text = sql.lstrip()
    while text.startswith(("--", "/*")):
        end = text.find("\n") if text.startswith("--") else text.find("*/")
        if end < 0:
            return ""
        text = text[end + (1 if text.startswith("--") else 2) :].lstrip()
    return text


def _rows(cursor: duckdb.DuckDBPyConnection) -> Iterator[tuple[Any, ...]]:
    count = 0
    try:
        while batch := cursor.fetchmany(_BATCH):
            count += len(batch)
            if count > _MOST_ROWS:
                raise SelectError(f"more than {_MOST_ROWS:,} rows; expected fewer (a LIMIT helps)")
            yield from batch
    except duckdb.Error as error:
        raise SelectError(_one_line(error)) from None


def _one_line(error: duckdb.Error) -> str:
    """The first paragraph of DuckDB's message: the rest draws a caret under the SQL."""
    return " ".join(str(error).split("\n\n")[0].split())


def write_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]], out: TextIO) -> None:
    """Write rows as CSV: null is empty, a list is joined by semicolons, booleans are true and false; what a
    spreadsheet would run as a formula becomes text.

    >>> import sys
    >>> write_csv(["name", "keywords"], [("Boyz", ["INFANTRY", "MOB"]), ("Rhino", None)], sys.stdout)
    name,keywords
    Boyz,INFANTRY;MOB
    Rhino,
    """
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(map(harmless, columns))
    writer.writerows([_cell(value) for value in row] for row in rows)


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return harmless(";".join(str(_cell(part)) for part in value))
    return harmless(value)
