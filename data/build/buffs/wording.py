"""Short words of our own for options that the source leaves without a name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from analysis.buffs.changes import CHANGES
from data.build.buffs.found import Found

__all__ = ["in_words", "option_name"]

_LONGEST = 40


def option_name(name: str, does: Iterable[Found | None]) -> str:
    """The option's own name where it is short and a name; else what it changes, in words."""
    if not re.fullmatch(r"(?:.*: )?option \d+", name) and len(name) <= _LONGEST:
        return name
    parts = [in_words(change, value) for found in does if found for change, value in found.changes]
    words = ", ".join(dict.fromkeys(parts))[:80].rstrip(", ")
    return words or name


def in_words(change: str, value: object) -> str:
    """What a change does, in the registry's words; an ability is its own name."""
    if change == "ability":
        return str(value)
    return CHANGES[change].sentence.format(value)
