"""How far a long answer is: whoever computes tells, the page that waits draws a bar.

Drawing is also where Streamlit stops a page whose reader has already changed something, so a long answer that tells
often is one that can be stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

import streamlit as st

__all__ = ["PAUSE", "listening", "tell", "waiting"]

PATIENCE: Final = 0.3
"""Seconds before a bar appears: a quick answer needs none."""
PAUSE: Final = 0.1
"""Seconds between two drawings."""

_listener: ContextVar[Callable[[int, int], None] | None] = ContextVar("listener", default=None)


def tell(done: int, of: int) -> None:
    """Say how many parts of the work are done, of how many; nobody need be waiting."""
    listener = _listener.get()
    if listener is not None:
        listener(done, of)


@contextmanager
def listening(listener: Callable[[int, int], None]) -> Iterator[None]:
    """Hear what is told meanwhile; a listener that raises stops the work."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)


@contextmanager
def waiting(text: str) -> Iterator[None]:
    """A spinner, and below it a bar as soon as the answer takes a while."""
    place = st.empty()
    next_time = time.monotonic() + PATIENCE

    def draw(done: int, of: int) -> None:
        nonlocal next_time
        now = time.monotonic()
        if of > 0 and now >= next_time:
            next_time = now + PAUSE
            place.progress(min(1.0, done / of), f"{text}: {done:,} of {of:,}")

    try:
        with listening(draw), st.spinner(text):
            yield
    finally:
        place.empty()
