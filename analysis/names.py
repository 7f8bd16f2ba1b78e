"""Names as players write them, compared without regard to case, accents and punctuation."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["comparable"]


def comparable(name: str) -> str:
    """The words of a name, in plain lower case.

    >>> comparable("Hot-shot lasgun") == comparable("hot shot  LASGUN")
    True
    >>> comparable("C’tan"), comparable("Brôkhyr")
    ('ctan', 'brokhyr')
    """
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    return " ".join(re.sub(r"[^a-z0-9]+", " ", re.sub(r"['`]", "", plain)).split())
