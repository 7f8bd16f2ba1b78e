"""The choice of rules used together by one unit, kept in the address by their ids."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from analysis.buffs.candidates import Candidate
from analysis.errors import InputError
from dashboard import address, choices

__all__ = ["forget_together", "together_choice"]

PARAMETER = "together"
MOST = 8
USUAL = 3
_CHOSEN = "rules together"


def together_choice(uses: Mapping[str, Candidate], scope: str) -> list[Candidate]:
    """Draw the list; without a link the strongest rules are chosen.

    Args:
        uses: By label, the strongest first.
        scope: What the rules are those of; a choice made for one is not carried over to another. Within one, rules
            that no longer do anything are named as they go.
    """
    ids = {_id(use): label for label, use in uses.items()}
    kept: dict[str, list[str]] = st.session_state.setdefault(_CHOSEN, {})
    asked = address.unseen(PARAMETER)
    if asked:
        try:
            kept[scope] = _read(asked, ids)
            st.session_state[f"{scope} generation"] = st.session_state.get(f"{scope} generation", 0) + 1
        except InputError as error:
            choices.note(f"Link, {error}; the strongest rules are shown")
    start = kept.get(scope, list(uses)[:USUAL])
    if gone := [label for label in start if label not in uses]:
        choices.note(f"Left out, for as the unit stands now they do nothing: {'; '.join(gone)}.")
    chosen = st.multiselect(
        "Rules used together",
        list(uses),
        default=[label for label in start if label in uses],
        max_selections=MOST,
        select_all=False,
        key=f"{scope} {st.session_state.get(f'{scope} generation', 0)}",
        help="At most eight; the fair share is the mean gain over every order of adding them.",
    )
    kept[scope] = chosen
    address.keep(PARAMETER, ",".join(_id(uses[label]) for label in chosen))
    return [uses[label] for label in chosen]


def forget_together() -> None:
    """Take the choice out of the address of a view that does not show it."""
    address.drop(PARAMETER)


def _read(asked: list[str], ids: Mapping[str, str]) -> list[str]:
    wanted = list(dict.fromkeys(part for part in address.only(PARAMETER, asked).split(",") if part))
    unknown = next((part for part in wanted if part not in ids), None)
    if unknown is not None:
        raise InputError(PARAMETER, unknown, "ids of rules that do something for this unit")
    if len(wanted) > MOST:
        raise InputError(PARAMETER, f"{len(wanted)} rules", f"at most {MOST}")
    return [ids[part] for part in wanted]


def _id(use: Candidate) -> str:
    choice = use.selected.choice
    return f"{use.buff.id}:{choice.replace(',', ' ')}" if choice else use.buff.id
