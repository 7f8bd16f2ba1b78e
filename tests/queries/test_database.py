"""The catalogue in memory: complete, locked, and safe to ask from many threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pytest

from queries.database import CATALOGUE_FOLDER, CatalogueError, database, open_database


def test_every_file_is_a_table() -> None:
    tables = database().connection.cursor().execute("SELECT table_name FROM duckdb_tables()").fetchall()

    assert {name for (name,) in tables} == {path.stem for path in CATALOGUE_FOLDER.glob("*.parquet")}


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT * FROM read_parquet('{folder}/unit.parquet')",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM glob('/*')",
        "COPY unit TO '{folder}/stolen.csv'",
        "EXPORT DATABASE '{folder}'",
        "ATTACH '{folder}/other.duckdb'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "SET enable_external_access = true",
        "SET lock_configuration = false",
        "SET memory_limit = '64GB'",
        "SET python_enable_replacements = true",
        "RESET enable_external_access",
    ],
)
def test_a_locked_database_refuses(sql: str, tmp_path: Path) -> None:
    with pytest.raises(duckdb.Error):
        database().connection.cursor().execute(sql.format(folder=tmp_path))

    assert list(tmp_path.iterdir()) == []


def test_sql_does_not_see_python_variables() -> None:
    secrets = [("password",)]  # noqa: F841 - a replacement scan would find it by its name

    with pytest.raises(duckdb.CatalogException):
        database().connection.cursor().execute("SELECT * FROM secrets")


def test_threads_do_not_disturb_each_other() -> None:
    """Eight threads at once on one connection: each query has a cursor of its own."""

    def ask(edition: str) -> int:
        return len(database().rows("units", edition=edition, faction_id=None, combat_patrol=True, legends=True))

    editions = ["10e", "11e"] * 20
    expected = {edition: ask(edition) for edition in ("10e", "11e")}
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, editions))

    assert answers == [expected[edition] for edition in editions]


def test_a_folder_without_catalogue_is_named(tmp_path: Path) -> None:
    with pytest.raises(
        CatalogueError, match="no parquet files here; expected the catalogue that `make catalogue` builds"
    ):
        open_database(tmp_path)


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "unit.parquet").write_bytes(b"not parquet")

    with pytest.raises(CatalogueError, match=r"^unit\.parquet: not a readable parquet file$"):
        open_database(tmp_path)


def test_a_file_name_never_becomes_sql(tmp_path: Path) -> None:
    (tmp_path / "unit; DROP TABLE unit.parquet").write_bytes(b"")

    with pytest.raises(CatalogueError, match="not a table's name"):
        open_database(tmp_path)
