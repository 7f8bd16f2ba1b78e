"""Looking around in the catalogue: units, weapons and rules by words of their names, as tables for people."""

from __future__ import annotations

from typing import Final, Literal

import pandas as pd

from analysis.names import comparable
from queries.catalogue import EDITIONS
from queries.database import Database, database

__all__ = ["SUBJECTS", "Subject", "search", "unit_abilities"]

Subject = Literal["units", "weapons", "abilities", "rules"]
SUBJECTS: Final[tuple[Subject, ...]] = ("units", "weapons", "abilities", "rules")
"""Abilities are those of datasheets; rules are orders, army and detachment rules, stratagems, enhancements."""

LONGEST_TEXT: Final = 60


def search(
    subject: Subject, edition: str, text: str = "", faction_id: str | None = None, base: Database | None = None
) -> pd.DataFrame:
    """Everything of an edition that every word of the text fits, whatever case, accents, order and punctuation.

    Args:
        subject: What to look for.
        edition: ``10e`` or ``11e``; another one finds nothing.
        text: Words, or parts of words; only the first 60 characters count, and an empty text finds all.
        faction_id: Only of this faction; None for all.
        base: The catalogue; the one of the process by default.

    >>> search("units", "11e", "squad KASRKIN").empty, search("units", "11e", "Kasrkin")["id"].tolist()
    (True, ['astra-militarum/kasrkin'])
    """
    if subject not in SUBJECTS:
        raise KeyError(subject)
    start = comparable(text[:LONGEST_TEXT])
    values: dict[str, object] = {"edition": edition, "words": start.split(), "start": start, "faction_id": faction_id}
    if subject in ("abilities", "rules"):
        values["abilities"] = subject == "abilities"
    statement = "search_buffs" if "abilities" in values else f"search_{subject}"
    return (base or database()).frame(statement, **values)


def unit_abilities(edition: str, reference: str, base: Database | None = None) -> pd.DataFrame:
    """The abilities of one unit (``faction/unit``), each with whether it is modelled, or why not."""
    if edition not in EDITIONS:
        raise KeyError(edition)
    key = f"{edition}/{reference}"
    return (base or database()).frame("unit_abilities", unit_key=key, reference=reference)
