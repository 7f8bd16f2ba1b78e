"""The catalogue in memory: parquet files loaded into DuckDB tables, then locked.

Once locked, no statement can read or write a file, load an extension or unlock anything: SQL reaches the catalogue's
tables and nothing else. One connection serves the process; each query runs on a cursor of its own, so that threads
do not meet.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from queries.statements import statement

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CATALOGUE_FOLDER", "CatalogueError", "Database", "database", "open_database"]

CATALOGUE_FOLDER = Path(__file__).resolve().parent.parent / "data" / "catalogue"

_SETTINGS: dict[str, str | bool | int | float | list[str]] = {
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "python_enable_replacements": False,
    "memory_limit": "512MB",
    "temp_directory": "",
    "threads": 1,  # the tables are small: loading and queries are faster without handing work around
}
_LOCKS = ("lock_external_access", "lock_configuration")


class CatalogueError(RuntimeError):
    """The catalogue's files are missing or unreadable; `str()` is a sentence for people."""


@dataclass(frozen=True, slots=True)
class Database:
    """A loaded and locked catalogue."""

    connection: duckdb.DuckDBPyConnection

    def cursor(self, name: str, **values: object) -> duckdb.DuckDBPyConnection:
        """Run a statement of queries/sql with its parameters on a cursor of its own."""
        return self.connection.cursor().execute(statement(name), values)

    def rows(self, name: str, **values: object) -> list[tuple[Any, ...]]:
        """The rows of a statement as tuples."""
        return self.cursor(name, **values).fetchall()

    def frame(self, name: str, **values: object) -> pd.DataFrame:
        """The rows of a statement as a pandas frame."""
        return self.cursor(name, **values).df()


def open_database(folder: Path = CATALOGUE_FOLDER) -> Database:
    """Load every parquet file of a folder into a table of its name, and lock the database.

    Raises:
        CatalogueError: When there is no such file, or one cannot be read.
    """
    files = sorted(folder.glob("*.parquet"))
    if not files:
        raise CatalogueError(
            f"{folder.name}: no parquet files here; expected the catalogue that `make catalogue` builds"
        )
    connection = duckdb.connect(":memory:", config=_SETTINGS)
    for path in files:
        try:
            connection.execute(_loading(path.stem), {"file": str(path)})
        except duckdb.Error as error:
            raise CatalogueError(f"{path.name}: not a readable parquet file") from error
    for lock in _LOCKS:
        connection.execute(statement(lock))
    return Database(connection)


def _loading(table: str) -> str:
    """The statement that loads a table. SQL has no parameters for names, and this one is a file's of our own."""
    if not table.isidentifier() or not table.isascii():
        raise CatalogueError(f"{table}.parquet: not a table's name; expected letters, digits and underscores")
    return statement("load_table").replace("TABLE_NAME", table)


_opening = threading.Lock()


@cache
def _opened() -> Database:
    return open_database()


def database() -> Database:
    """The catalogue of this process, loaded at the first call."""
    with _opening:
        return _opened()
