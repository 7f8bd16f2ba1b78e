"""Text on its way into a CSV file: a spreadsheet that opens it shows the text and runs nothing."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["harmless", "harmless_column"]

_FORMULA: Final = frozenset("=+-@＝＋－＠")  # some spreadsheets read the wide forms as the plain ones
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]+")  # spreadsheets end a row at some and skip others before a formula
_NUMBER: Final = re.compile(r"[+-][0-9]+(\.[0-9]+)?")


def harmless(cell: object) -> object:
    """A cell or heading: text that would be a formula gets an apostrophe in front, numbers stay numbers.

    >>> harmless("=1+1"), harmless("\\t@SUM(A1)"), harmless("-1"), harmless(-1), harmless("Boyz")
    ("'=1+1", "' @SUM(A1)", '-1', -1, 'Boyz')
    >>> harmless("\\uff1d1+1").startswith("'"), harmless("\\u200b=1+1").startswith("'")
    (True, True)
    """
    if not isinstance(cell, str):
        return cell
    text = _CONTROL.sub(" ", cell)
    seen = (letter for letter in text if not letter.isspace() and unicodedata.category(letter) != "Cf")
    runs = next(seen, "") in _FORMULA and not _NUMBER.fullmatch(text)
    return f"'{text}" if runs else text


def harmless_column(column: pd.Series) -> pd.Series:
    """The cells of a column of a table; one of numbers is left as it is, for it may have millions."""
    return column if column.dtype.kind in "biufc" else column.map(harmless)
