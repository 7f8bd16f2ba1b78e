"""What each order, detachment rule, stratagem and ability is worth to a unit."""

from __future__ import annotations

import streamlit as st

from dashboard import facts, frame
from dashboard.buff_plan import Plan, scenario_behind, valued
from dashboard.buff_view import (
    GAINS,
    best_orders_in_words,
    gain_grid,
    ranking_table,
    share_table,
    swallowed_in_words,
    use_labels,
)
from dashboard.choices import Choice, flag, number, panels, segments, select
from dashboard.detachment_view import best_detachment_in_words, cannot_attack, detachment_table
from dashboard.duel_link import duel_parameters
from dashboard.heatmap import describe, heatmap, least_width
from dashboard.page_choices import PHASE
from dashboard.plain import markdown_text
from dashboard.setup_form import keep_setup, setup_form
from dashboard.show import scrolling_chart, table
from dashboard.together_choice import forget_together, together_choice
from dashboard.unit_choice import forget_further_units, further_units, unit_choice
from dashboard.waiting import waiting

GAIN = Choice("gain", "Number", dict(GAINS), "slain", "The number whose change is shown.")
SIDE = Choice(
    "whose",
    "Rules of the unit",
    {"attacker": "When it attacks", "defender": "When it is attacked"},
    "attacker",
    "Attacking the standard targets, or attacked by the standard attackers.",
)
PANELS = ("Ranking", "Several together", "Detachments")

with frame.page("buffs") as page:
    unit = unit_choice(page.edition)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        phase = segments(PHASE)
        side = segments(SIDE)
        metric = select(GAIN)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        near = phase == "shooting" and flag(
            "near", "Half range", "Rapid Fire and Melta weapons are close enough.", True
        )
        granted = flag("granted", "Conditions are met", "Facts that only the table knows are taken to hold.", True)
    setup = setup_form(page.edition, unit, phase, side)
    plan = Plan(page.edition, unit, phase, side, granted, ("half_range",) if near else (), setup)
    keep_setup(setup, scenario_behind(plan, 0, ()))
    with waiting("Trying every rule against every opponent"):
        found = valued(plan)
    if page.edition == "10e":
        st.caption(
            "Of the 10th edition the library has the core rules, datasheet abilities and the rows of five armies."
        )
    tabs = panels("show", PANELS)
    if tabs[0].open:
        with tabs[0]:
            orders = best_orders_in_words(found, metric)
            if orders:
                st.markdown(orders)
            if found.ranking.uses:
                most = number("most", "Rules drawn", (5, 100), 20, "The strongest on average; the table has all.")
                grid = gain_grid(found, metric, most)
                scrolling_chart(heatmap(grid), "buff_heat", describe(grid), least_width(grid))
            ranking = ranking_table(found, metric)
            table(ranking, page.origin(), f"buffs-{phase}-{side}-{metric}", ("id",), "No rule changes this attack.")
    labels = use_labels(found)
    opponents = dict(zip(found.labels, found.labels, strict=True))
    opponent = Choice("against", "Against", opponents, found.labels[0], "The opponent of this one attack.")
    if not tabs[1].open:
        forget_together()
    else:
        with tabs[1]:
            place = found.labels.index(select(opponent))
            uses = together_choice(labels, f"{page.edition} {unit} {phase} {side} {granted}")
            table(
                share_table(found.attacks[place], uses, metric), page.origin(), "buffs-together", empty="Choose rules."
            )
            for sentence in swallowed_in_words(found.attacks[place], uses):
                st.markdown(f"- {sentence}")
            st.page_link(
                "pages/2_Duel.py",
                label="Open this attack with these rules as a duel",
                icon=":material/swords:",
                query_params=duel_parameters(scenario_behind(plan, place, uses), page.revision),
            )
    if not tabs[2].open:
        forget_further_units()
    else:
        with tabs[2]:
            place = found.labels.index(select(opponent))
            further = further_units(page.edition, unit)
            lacking = {one: why for one in further if (why := cannot_attack(plan, one, place))}
            if lacking:
                st.caption(markdown_text(f"Left out: {'; '.join(lacking.values())}."))
            also = [one for one in further if one not in lacking]
            st.caption(
                "What the rules of each detachment, and then its best stratagems (at most two, each on one unit), add."
            )
            detachments = detachment_table(found, place, metric, also)
            st.markdown(best_detachment_in_words(detachments, GAINS[metric], found.labels[place]))
            st.caption("A detachment that is not listed has no modelled rule that acts on this attack.")
            table(detachments, page.origin(), "buffs-detachments", empty="No detachment has rules that act here.")
    st.caption(facts.library_in_words(page.edition, {**setup.details, "unit": unit}))
