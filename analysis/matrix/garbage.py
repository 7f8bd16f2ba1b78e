"""Work without a search for reference cycles."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["no_garbage_collection"]


@contextmanager
def no_garbage_collection() -> Iterator[None]:
    """A matrix makes many small objects without cycles; looking for cycles among them costs a sixth of its time.

    Best around a whole function: what it made is gone by the time the search goes on.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
