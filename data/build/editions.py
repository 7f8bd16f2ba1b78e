"""Both editions' facts, read and corrected: what the table builders and the buff library start from."""

from __future__ import annotations

from data.build.corrections import apply_corrections
from data.sources.bundle import Bundle
from data.sources.eleventh_edition import read_11e
from data.sources.tenth_edition import read_10e

__all__ = ["read_corrected"]


def read_corrected(*, download: bool = True) -> list[Bundle]:
    """Return the 10th and the 11th edition with every correction applied.

    Args:
        download: Whether the 10th edition's wheel may be fetched when it is not in build/wheels.
    """
    bundles = [read_10e(download=download), read_11e()]
    for bundle in bundles:
        apply_corrections(bundle)
    return bundles
