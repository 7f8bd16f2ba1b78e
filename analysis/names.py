"""Names as players write them, compared without regard to case, accents and punctuation."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

__all__ = ["PRINTED_DASHES", "comparable", "told_apart"]

PRINTED_DASHES: Final = re.compile("[\u2010-\u2015]")
"""Hyphens and dashes of print, which sources use beside the plain one."""


@lru_cache(maxsize=8192)
def comparable(name: str) -> str:
    """The words of a name, in plain lower case.

    >>> comparable("Hot-shot lasgun") == comparable("hot shot  LASGUN")
    True
    >>> comparable("C’tan"), comparable("Brôkhyr")
    ('ctan', 'brokhyr')
    >>> comparable("Arco\u2011flails \u2013 sweep")
    'arco flails sweep'
    """
    plain = unicodedata.normalize("NFKD", PRINTED_DASHES.sub(" ", name.lower())).encode("ascii", "ignore").decode()
    return " ".join(re.sub(r"[^a-z0-9]+", " ", re.sub(r"['`]", "", plain)).split())


def told_apart(names: Sequence[str], *owners: Sequence[str]) -> list[str]:
    """The names, no two alike: a repeated one is followed by its owner, or by the first of several that tells it apart.

    >>> told_apart(["Rhino", "Rhino", "Boyz"], ["Black Templars", "World Eaters", "Orks"])
    ['Rhino (Black Templars)', 'Rhino (World Eaters)', 'Boyz']
    """
    told = list(names)
    for owner in owners:
        often = Counter(told)
        told = [f"{name} ({own})" if often[one] > 1 else one for one, name, own in zip(told, names, owner, strict=True)]
    return told
