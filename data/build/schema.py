"""What a table of the catalogue is: its columns with their types and meanings, its key."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pyarrow as pa

from data.sources.bundle import Row

__all__ = ["BOOL", "DATE", "INT", "SMALL", "TEXT", "TEXTS", "Column", "Table", "sorted_rows"]

TEXT = pa.string()
TEXTS = pa.list_(pa.string())
BOOL = pa.bool_()
SMALL = pa.int16()
INT = pa.int32()
DATE = pa.date32()


@dataclass(frozen=True, slots=True)
class Column:
    """One column. `null` says what an absent value means; None when there is none."""

    name: str
    type: pa.DataType
    meaning: str
    null: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """One parquet file. `key` are the columns that are unique together and order the rows."""

    name: str
    meaning: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]

    def schema(self) -> pa.Schema:
        """The Arrow schema."""
        return pa.schema([pa.field(c.name, c.type, nullable=c.null is not None) for c in self.columns])

    def arrow(self, rows: Iterable[Row]) -> pa.Table:
        """Return the rows, ordered by the key; ValueError for a wrong column, a null or a repeated key."""
        names = [column.name for column in self.columns]
        required = [column.name for column in self.columns if column.null is None]
        ordered = sorted_rows(rows, self.key)
        previous: tuple[object, ...] | None = None
        for row in ordered:
            if set(row) != set(names):
                raise ValueError(f"{self.name}: columns {sorted(set(row) ^ set(names))} do not fit, row {row}")
            missing = [name for name in required if row[name] is None]
            if missing:
                raise ValueError(f"{self.name}: {missing} must not be null, row {row}")
            key = tuple(row[name] for name in self.key)
            if key == previous:
                raise ValueError(f"{self.name}: key {key} stands twice")
            previous = key
        return pa.Table.from_pylist(ordered, schema=self.schema())


def sorted_rows(rows: Iterable[Row], key: tuple[str, ...]) -> list[Row]:
    """Return the rows ordered by their key columns, nulls first."""
    return sorted(rows, key=lambda row: tuple((row[name] is not None, _comparable(row[name])) for name in key))


def _comparable(value: object) -> object:
    return "" if value is None else value
