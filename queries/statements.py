"""The SQL of the catalogue: one statement a file in queries/sql, found by its name."""

from __future__ import annotations

from functools import cache
from pathlib import Path

__all__ = ["FOLDER", "statement", "statement_names"]

FOLDER = Path(__file__).parent / "sql"


def statement_names() -> list[str]:
    """The names of all statements.

    >>> "factions" in statement_names()
    True
    """
    return sorted(path.stem for path in FOLDER.glob("*.sql"))


@cache
def statement(name: str) -> str:
    """The text of one statement; KeyError for a name that is none."""
    if name not in statement_names():
        raise KeyError(name)
    return (FOLDER / f"{name}.sql").read_text(encoding="utf-8")
