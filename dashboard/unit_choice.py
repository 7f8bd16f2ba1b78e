"""The choice of a faction and one of its units, kept in the address of pages that look at one unit."""

from __future__ import annotations

import streamlit as st

from analysis.errors import InputError
from dashboard import address, choices, facts

__all__ = ["forget_further_units", "further_units", "unit_choice"]

FIRST_UNIT = "astra-militarum/kasrkin"
MOST_FURTHER = 8


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


def further_units(edition: str, unit: str) -> list[str]:
    """Draw the list of other units of the same faction; the address holds them as `also`."""
    faction = unit.partition("/")[0]
    names = {sheet.reference: sheet.name for sheet in facts.sheets(edition, faction) if sheet.reference != unit}
    asked = address.unseen("also")
    generations: dict[str, tuple[int, list[str]]] = st.session_state.setdefault("further units", {})
    generation, start = generations.get(f"{edition} {faction}", (0, []))
    if asked:
        wanted = list(dict.fromkeys(asked[0].split(",")))
        if len(asked) > 1:
            choices.note(f"Link, {InputError('also', f'{len(asked)} values', 'one value')}")
        elif len(wanted) > MOST_FURTHER:
            choices.note(f"Link, {InputError('also', f'{len(wanted)} units', f'at most {MOST_FURTHER}')}")
        else:
            choices.note(address.bad_choice("also", wanted, list(names), many=True))
        generation, start = generation + 1, [one for one in wanted if one in names][:MOST_FURTHER]
        generations[f"{edition} {faction}"] = generation, start
    chosen = st.multiselect(
        "Together with",
        list(names),
        default=[one for one in start if one in names],
        format_func=names.__getitem__,
        max_selections=MOST_FURTHER,
        select_all=False,
        key=f"further units {edition} {unit} {generation}",
        help="Further units of the army, as usual; the numbers below are those of all of them.",
    )
    if chosen:
        address.keep("also", ",".join(chosen))
    else:
        address.drop("also")
    return chosen


def forget_further_units() -> None:
    """Take them out of the address of a view that does not show them."""
    address.drop("also")


def _wanted(edition: str) -> str:
    """The unit of a new address, else the one the lists started from."""
    asked = address.unseen("unit")
    known = {sheet.reference for sheet in facts.sheets_of(edition, None)}
    if asked:
        sentence = address.bad_choice("unit", asked, sorted(known))
        choices.note(sentence)
        if not sentence:
            st.session_state["unit list start"] = asked[0]
    start = st.session_state.get("unit list start", FIRST_UNIT)
    return start if start in known else FIRST_UNIT
