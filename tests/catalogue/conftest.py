from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

CATALOGUE = Path(__file__).resolve().parents[2] / "data" / "catalogue"


@pytest.fixture(scope="session")
def catalogue() -> Iterator[duckdb.DuckDBPyConnection]:
    """The committed parquet files as tables, without the product's own loading."""
    connection = duckdb.connect()
    for path in sorted(CATALOGUE.glob("*.parquet")):
        connection.execute(f'CREATE TABLE "{path.stem}" AS FROM read_parquet(?)', [str(path)])
    yield connection
    connection.close()
