"""The tables of the catalogue as Markdown, for docs/data.md: written from the same objects the build uses."""

from __future__ import annotations

from pathlib import Path

from data.build.catalogue import TABLES
from data.build.schema import Column, Table

__all__ = ["DOCUMENT", "tables_markdown", "update_document"]

DOCUMENT = Path(__file__).resolve().parent.parent.parent / "docs" / "data.md"
_BEGIN = "<!-- tables: written by `python -m data.build` -->"
_END = "<!-- end of tables -->"


def tables_markdown() -> str:
    """Return one section a table, ordered by name."""
    return "\n".join(_table(table) for table in sorted(TABLES, key=lambda t: t.name))


def _table(table: Table) -> str:
    head = f"### {table.name}\n\n{table.meaning} Key: {', '.join(table.key)}.\n\n"
    return (
        head
        + "| column | type | meaning | null |\n|---|---|---|---|\n"
        + "".join(_column(column) for column in table.columns)
    )


def _column(column: Column) -> str:
    kind = str(column.type).replace("element: ", "").replace("|", "\\|")
    return f"| {column.name} | {kind} | {column.meaning} | {column.null or ''} |\n"


def update_document(path: Path = DOCUMENT) -> None:
    """Write the tables between the two marks of docs/data.md."""
    text = path.read_text(encoding="utf-8")
    before, _, rest = text.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    path.write_text(f"{before}{_BEGIN}\n\n{tables_markdown()}\n{_END}{after}", encoding="utf-8")
