"""Both editions' facts, read and corrected: what the table builders and the buff library start from."""

from __future__ import annotations

from data.sources.bundle import Bundle
from data.sources.eleventh_edition import read_11e
from data.sources.tenth_edition import read_10e

__all__ = ["read_corrected"]


def read_corrected() -> list[Bundle]:
    """Return the 10th and the 11th edition with every correction applied."""
    return [read_10e(), read_11e()]
