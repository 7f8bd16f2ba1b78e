"""The choice of one datasheet among those that a search found, kept in the address as `sheet`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import streamlit as st

from dashboard import address, choices
from dashboard.unit_choice import FIRST_UNIT

__all__ = ["sheet_choice"]

_KEY: Final = "datasheet"


def sheet_choice(found: Mapping[str, str], known: Mapping[str, str]) -> str:
    """Draw the list; returns ``faction/unit``.

    Args:
        found: References to names of the units found; at least one.
        known: The same of every unit of the edition, for telling a wrong link from a search that leaves a unit out.
    """
    fresh = _KEY not in st.session_state  # a visit of the page begins: whatever the address says holds
    asked = address.raw("sheet") if fresh else address.unseen("sheet")
    if len(asked) == 1 and asked[0] in found:
        st.session_state[_KEY] = asked[0]
    if st.session_state.get(_KEY) not in found:
        st.session_state[_KEY] = FIRST_UNIT if len(found) == len(known) else next(iter(found))
    reference = st.selectbox(
        "Unit",
        list(found),
        format_func=lambda unit: found.get(unit, unit),
        key=_KEY,
        help="One of the units found above; type to search.",
    )
    if asked:
        choices.note(address.bad_choice("sheet", asked, list(known), found[reference]))
    address.keep("sheet", reference)
    return str(reference)
