"""How tough the units of a faction are for their points: what the standard attackers must spend to destroy each."""

from __future__ import annotations

import streamlit as st

from dashboard import facts, frame
from dashboard.browser_history import go_to
from dashboard.choices import Choice, segments, select, several
from dashboard.duel_link import duel_parameters
from dashboard.durability_view import (
    attacker_names,
    attacker_table,
    durable_units,
    frontier,
    in_words,
    spots,
    toll_table,
    unit_duel,
    why_this_duel,
)
from dashboard.frontier_chart import describe_frontier, frontier_chart
from dashboard.heatmap import clicked_cell
from dashboard.page_choices import PHASE, RANGE
from dashboard.plain import markdown_text
from dashboard.show import clickable_chart, table
from dashboard.waiting import waiting

LEAST_WIDTH = 620  # pixels; a phone scrolls the picture, or the names would lie on each other

with frame.page("durability") as page:
    factions = facts.faction_names(page.edition)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        faction = select(
            Choice(
                "faction", "Faction", factions, "astra-militarum", "Its units are attacked, each at its smallest size."
            )
        )
        phase = segments(PHASE)
        near = segments(RANGE) == "half" if phase == "shooting" else False
    situation = ("half_range",) if near else ()
    names = tuple(
        several(
            "by" if phase == "shooting" else "by_fight",
            "Attacked by",
            attacker_names(phase),
            "All of them spend the same points. Leave one alone to see the toughest against it.",
        )
    )
    with waiting("Attacking every unit of the faction"):
        units = durable_units(page.edition, faction, phase, situation, names)
    st.subheader(in_words(units, factions[faction]), anchor=False)
    st.caption(
        "The dotted line joins the units that no cheaper one outlasts. Click a unit for the duel with those who "
        "spend least on it."
    )
    drawn, marked = spots(units), frontier(units)
    figure = frontier_chart(drawn, marked)
    clicked = clicked_cell(clickable_chart(figure, "durability_chart", describe_frontier(drawn, marked), LEAST_WIDTH))
    table(toll_table(units), page.origin(), f"durability-{faction}-{phase}", ("id",), decimals=0)
    with st.expander("Who attacks, and how it is counted", icon=":material/functions:", expanded=True):
        st.markdown(
            "Real units stand for what an army points at you, each with its default weapons. They attack one attack "
            "at a time until the last model falls, and only the attacks made are paid for, each with its share of the "
            "unit's price: nothing is wasted on the dead, and a large unit of attackers does not make a small target "
            "look tough. The columns named after attackers hold what they spend alone on each 100 points of the unit."
        )
        table(attacker_table(page.edition, phase, names), page.origin(), f"durability-attackers-{phase}", decimals=0)
    if clicked:
        unit = units[clicked[0]]
        duel = unit_duel(page.edition, unit, phase, situation)
        label, parameters = f"Attack {markdown_text(unit.name)}", duel_parameters(duel, page.revision)
        go_to("pages/2_Duel.py", label, parameters, why_this_duel(unit))
