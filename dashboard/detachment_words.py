"""Which detachment does most for a unit, in one sentence: with its stratagems, and without spending a command point."""

from __future__ import annotations

import pandas as pd

from dashboard.numbers import signed
from dashboard.plain import markdown_text

__all__ = ["best_detachment_in_words"]


def best_detachment_in_words(table: pd.DataFrame, number: str, opponent: str) -> str:
    """The answer out of the table of detachments; nothing for one without rows.

    Args:
        table: Of `detachment_table`.
        number: What is summed, in words.
        opponent: Whom the attack is against; another one may be answered otherwise.
    """
    if table.empty:
        return ""
    first = table.loc[table["gain"].idxmax()]
    free = table["with its rules"] - table["without"]
    thrifty = table.loc[free.idxmax()]
    told = (
        f"Against {markdown_text(opponent)}, **{markdown_text(first['detachment'])}** adds most to the "
        f"{number.lower()}: **{signed(first['gain'])}**, for {first['CP']:.0f} CP"
    )
    if first["CP"] == 0 or free.max() <= 0:
        return f"{told}."
    return f"{told}; without a CP, **{markdown_text(thrifty['detachment'])}**: {signed(free.max())}."
