"""Text on its way into a CSV file: a spreadsheet that opens it shows the text and runs nothing."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["harmless"]

_FORMULA: Final = ("=", "+", "-", "@")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]+")  # spreadsheets end a row at some and skip others before a formula
_NUMBER: Final = re.compile(r"[+-][0-9]+(\.[0-9]+)?")


def harmless(cell: object) -> object:
    """A cell or heading: text that would be a formula gets an apostrophe in front, numbers stay numbers.

    >>> harmless("=1+1"), harmless("\\t@SUM(A1)"), harmless("-1"), harmless(-1), harmless("Boyz")
    ("'=1+1", "' @SUM(A1)", '-1', -1, 'Boyz')
    """
    if not isinstance(cell, str):
        return cell
    text = _CONTROL.sub(" ", cell)
    runs = text.lstrip().startswith(_FORMULA) and not _NUMBER.fullmatch(text)
    return f"'{text}" if runs else text
