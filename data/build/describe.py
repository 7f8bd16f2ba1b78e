"""Tables and mended faults as Markdown, for docs/data.md: written from the same objects the build uses."""

from __future__ import annotations

from pathlib import Path

from data.build.catalogue import TABLES
from data.build.corrections import CORRECTIONS, UNMENDED
from data.build.schema import Column, Table

__all__ = ["DOCUMENT", "faults_markdown", "tables_markdown", "update_document"]

DOCUMENT = Path(__file__).resolve().parent.parent.parent / "docs" / "data.md"


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


def faults_markdown() -> str:
    """Return the faults mended, from the registry of corrections, and those that stay."""
    mended = "".join(f"| {c.fault} | {c.edition} | {c.mended} | {c.evidence} |\n" for c in CORRECTIONS)
    stay = "".join(f"| {fault} | {reason} |\n" for fault, reason in UNMENDED)
    return (
        "### Mended\n\n| fault | edition | now | evidence |\n|---|---|---|---|\n"
        f"{mended}\n### Not mended\n\n| fault | reason |\n|---|---|\n{stay}"
    )


def update_document(path: Path = DOCUMENT) -> None:
    """Write tables and faults between their marks in docs/data.md."""
    text = path.read_text(encoding="utf-8")
    for name, content in (("tables", tables_markdown()), ("faults", faults_markdown())):
        begin, end = f"<!-- {name}: written by `python -m data.build` -->", f"<!-- end of {name} -->"
        before, _, rest = text.partition(begin)
        _, _, after = rest.partition(end)
        text = f"{before}{begin}\n\n{content}\n{end}{after}"
    path.write_text(text, encoding="utf-8")
