"""Memory of the server process: what was freed goes back to the system, where the C library can say so."""

from __future__ import annotations

import ctypes

__all__ = ["give_back"]


def give_back() -> None:
    """Return freed memory to the system; without it the heap keeps what a large answer needed for a while."""
    try:
        ctypes.CDLL(None).malloc_trim(0)
    except (AttributeError, OSError, TypeError):
        return  # another C library: it decides by itself
