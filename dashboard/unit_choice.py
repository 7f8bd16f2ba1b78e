"""The choice of a faction and one of its units, kept in the address of pages that look at one unit."""

from __future__ import annotations

import streamlit as st

from dashboard import address, choices, facts

__all__ = ["unit_choice"]

FIRST_UNIT = "astra-militarum/kasrkin"


def unit_choice(edition: str) -> str:
    """Draw both lists; returns ``faction/unit``, which the address holds as `unit`."""
    wanted = _wanted(edition)
    factions = facts.faction_names(edition)
    left, right = st.columns(2)
    with left:
        faction = st.selectbox(
            "Faction",
            list(factions),
            index=list(factions).index(wanted.partition("/")[0]),
            format_func=factions.__getitem__,
            key=f"faction of {wanted}",
            help="Whose unit.",
        )
    names = {sheet.reference: sheet.name for sheet in facts.sheets(edition, faction)}
    with right:
        unit = st.selectbox(
            "Unit",
            list(names),
            index=list(names).index(wanted) if wanted in names else 0,
            format_func=names.__getitem__,
            key=f"unit of {faction} from {wanted}",
            help="Type to search.",
        )
    address.keep("unit", unit)
    return unit


def _wanted(edition: str) -> str:
    """The unit of a new address, else the one the lists started from."""
    asked = address.unseen("unit")
    known = {sheet.reference for faction in facts.faction_names(edition) for sheet in facts.sheets(edition, faction)}
    if asked:
        sentence = address.bad_choice("unit", asked, sorted(known))
        choices.note(sentence)
        if not sentence:
            st.session_state["unit list start"] = asked[0]
    start = st.session_state.get("unit list start", FIRST_UNIT)
    return start if start in known else FIRST_UNIT
