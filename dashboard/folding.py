"""Parts of a form behind a fold: drawn only while it is open, so that a closed one costs nothing; its values stay."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import streamlit as st

__all__ = ["folded"]

Value = TypeVar("Value")


def folded(label: str, key: str, start: Value, draw: Callable[[Value], Value], icon: str | None = None) -> Value:
    """The value of a part of a form.

    Args:
        label: Of the fold.
        key: Of the fold; another one starts afresh.
        start: The value as long as nobody opened the fold.
        draw: Draws the widgets, set to a value, and returns what they are set to now.
        icon: Of the fold.
    """
    kept, opened = f"{key} kept", f"{key} opened"
    box = st.expander(label, icon=icon, key=key, on_change="rerun")
    if not box.open:
        value: Value = st.session_state.get(kept, start)
        st.session_state[opened] = value
        return value
    # While the fold stays open the widgets remember for themselves: what they start from must not move below them.
    with box:
        value = draw(st.session_state.get(opened, start))
    st.session_state[kept] = value
    return value
