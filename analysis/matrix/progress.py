"""How far a long answer is."""

from __future__ import annotations

from collections.abc import Callable

__all__ = ["Progress", "portion", "untold"]

Progress = Callable[[int, int], None]
"""Told (parts done, parts in all) between parts of the work; it may raise to stop."""


def untold(done: int, total: int) -> None:
    """Progress that nobody asks for."""


def portion(progress: Progress, before: int, own: int, total: int) -> Progress:
    """Progress of one portion of a work, told as that of the whole.

    Args:
        progress: Of the whole.
        before: Parts of it that come before the portion.
        own: Parts that the portion makes up.
        total: Parts in all.
    """
    return lambda done, of: progress(before + own * done // max(1, of), total)
