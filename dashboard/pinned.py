"""Keeping one attack as A while B is changed; A is part of the address, so a comparison can be sent to a friend."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import streamlit as st

from analysis.errors import InputError
from analysis.links import pack, unpack
from dashboard import address, choices
from dashboard.answer import Answer, answer, read_scenario

__all__ = ["pin_controls", "pinned"]

_PINNED: Final = "duel pinned as A"


def pinned() -> Answer | None:
    """What is kept as A: from the address when it is new, else what was pinned on this page."""
    asked = address.unseen("a")
    if asked:
        try:
            data = unpack(address.only("link.a", asked))
            answer(data)
            st.session_state[_PINNED] = data
        except InputError as error:
            choices.note(f"Link, A: {error}; nothing is kept as A")
    data = st.session_state.get(_PINNED)
    if data is None:
        address.drop("a")
        return None
    address.keep("a", pack(read_scenario(data)))
    return answer(data)


def pin_controls(data: Mapping[str, Any]) -> None:
    """The buttons to keep the present attack as A, and to let go of it."""
    with st.container(horizontal=True):
        st.button(
            "Keep this as A",
            on_click=_pin,
            args=(data,),
            icon=":material/push_pin:",
            help="Then change anything: the changed attack is B, and both are shown side by side.",
        )
        if _PINNED in st.session_state:
            st.button("Forget A", on_click=_unpin, icon=":material/close:", help="Show one attack alone again.")


def _pin(data: Mapping[str, Any]) -> None:
    st.session_state[_PINNED] = data


def _unpin() -> None:
    st.session_state.pop(_PINNED, None)
