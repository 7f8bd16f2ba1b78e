"""Tables as CSV: UTF-8, numbers as numbers, and where they come from in columns of their own."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Final

import pandas as pd

from analysis.spreadsheets import harmless, harmless_column

__all__ = ["Origin", "csv_bytes", "file_name"]

MOST_ROWS_WITH_LINK: Final = 1_000


@dataclass(frozen=True, slots=True)
class Origin:
    """What makes the numbers of a table reproducible: edition, data revision, and the link of the page."""

    edition: str
    revision: str
    link: str


def csv_bytes(table: pd.DataFrame, origin: Origin) -> bytes:
    """Write a table without its index; the link is repeated only in tables of up to 1,000 rows.

    >>> table = pd.DataFrame({"unit": ["=1+1", "Boyz"], "slain": [0.5, -2]})
    >>> print(csv_bytes(table, Origin("11e", "2026-09-22", "http://host/Duel?v=1")).decode())
    unit,slain,edition,data_revision,link
    '=1+1,0.5,11e,2026-09-22,http://host/Duel?v=1
    Boyz,-2.0,11e,2026-09-22,http://host/Duel?v=1
    """
    columns = {str(harmless(str(name))): harmless_column(table[name]) for name in table.columns}
    columns["edition"] = pd.Series(origin.edition, index=table.index)
    columns["data_revision"] = pd.Series(harmless(origin.revision), index=table.index)
    if len(table) <= MOST_ROWS_WITH_LINK:
        columns["link"] = pd.Series(harmless(origin.link), index=table.index)
    written = io.BytesIO()  # as bytes at once: a whole-game table is large enough without a copy as text
    pd.DataFrame(columns, index=table.index, copy=False).to_csv(
        written, index=False, lineterminator="\n", encoding="utf-8"
    )
    return written.getvalue()


def file_name(*parts: str) -> str:
    """A file name of lower case words.

    >>> file_name("Matrix", "11e", "Astra Militarum / damage")
    'killcurve-matrix-11e-astra-militarum-damage.csv'
    """
    words = "".join(character if character.isalnum() else " " for character in " ".join(parts)).lower().split()
    return "-".join(["killcurve", *words]) + ".csv"
