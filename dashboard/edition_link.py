"""The duel that a link brings to the editions page, in the address as the duel page packs it."""

from __future__ import annotations

from typing import Any

import streamlit as st

from analysis.errors import InputError
from analysis.links import unpack
from dashboard import address, choices
from dashboard.answer import answer, read_scenario
from dashboard.edition_duels import both_editions

__all__ = ["forget_link", "linked_duel"]


def linked_duel() -> dict[str, Any] | None:
    """The scenario of the address, if there is one that both editions can answer; a bad one leaves a sentence."""
    packed = address.raw("s")
    if not packed:
        return None
    try:
        data = unpack(address.only("s", packed))
        read_scenario(data)
        answer(data)  # first of all under its own edition, whose names the sentence should suggest
        both_editions(data)
    except InputError as error:
        choices.note(f"Link: units of the lists are compared instead of its duel. {error}")
        address.drop("s")
        return None
    return data


def forget_link() -> None:
    """Go back to the units of the lists; for callbacks."""
    if "s" in st.query_params:
        del st.query_params["s"]
