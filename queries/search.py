"""Looking around in the catalogue: units, weapons and rules by a part of their name, as tables for people."""

from __future__ import annotations

from typing import Final, Literal

import pandas as pd

from queries.catalogue import EDITIONS
from queries.database import Database, database

__all__ = ["SUBJECTS", "search", "unit_abilities"]

Subject = Literal["units", "weapons", "buffs"]
SUBJECTS: Final[tuple[Subject, ...]] = ("units", "weapons", "buffs")
LONGEST_TEXT: Final = 60


def search(
    subject: Subject, edition: str, text: str = "", faction_id: str | None = None, base: Database | None = None
) -> pd.DataFrame:
    """Everything of an edition whose name holds the text, whatever its case and accents.

    Args:
        subject: What to look for.
        edition: ``10e`` or ``11e``; another one finds nothing.
        text: A part of a name; only its first 60 characters count, and an empty one finds all.
        faction_id: Only of this faction; None for all.
        base: The catalogue; the one of the process by default.
    """
    if subject not in SUBJECTS:
        raise KeyError(subject)
    values = {"edition": edition, "text": text[:LONGEST_TEXT].strip(), "faction_id": faction_id}
    return (base or database()).frame(f"search_{subject}", **values)


def unit_abilities(edition: str, reference: str, base: Database | None = None) -> pd.DataFrame:
    """The abilities of one unit (``faction/unit``), each with whether it is modelled, or why not."""
    if edition not in EDITIONS:
        raise KeyError(edition)
    key = f"{edition}/{reference}"
    return (base or database()).frame("unit_abilities", unit_key=key, reference=reference)
