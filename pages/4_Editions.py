"""The 10th and the 11th edition side by side: one duel or a whole faction, and what caused each difference."""

from __future__ import annotations

import streamlit as st

from dashboard import frame
from dashboard.choices import Choice, segments, select
from dashboard.compare import MEASURES, compared, measure
from dashboard.curves import Curve, survival
from dashboard.duel_words import curve_text
from dashboard.edition_view import (
    causes,
    difference_in_words,
    duel_change,
    faction_changes,
    sheet_changes,
    units_of_both,
)
from dashboard.metrics import METRICS
from dashboard.page_choices import METRIC, PHASE, attacking_faction
from dashboard.show import chart, table

WHAT = Choice(
    "compare",
    "Compare",
    {"duel": "One duel", "faction": "A whole faction"},
    "duel",
    "Each edition uses its own datasheets, prices and rules.",
)
COVER = Choice(
    "cover",
    "Target",
    {"cover": "In cover", "open": "In the open"},
    "cover",
    "Cover improves the save in the 10th edition and worsens the shooter's BS in the 11th.",
)
NUMBER = Choice(
    "number",
    "Number explained",
    {one.key: one.label for one in MEASURES if one.key != "at_least"},
    "damage",
    "Whose change is traced to its causes.",
)

with frame.page("editions") as page:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        what = segments(WHAT)
        phase = segments(PHASE)
        covered = phase == "shooting" and segments(COVER) == "cover"
    situation = ("half_range", "cover") if covered else ("half_range",) if phase == "shooting" else ("charged",)
    if what == "duel":
        units = units_of_both()
        left, right = st.columns(2)
        with left:
            attacker = select(
                Choice("who", "Attacker", units, "astra-militarum/kasrkin", "Units that both editions have.")
            )
        with right:
            target = select(
                Choice("whom", "Target", units, "adeptus-astartes/intercessor-squad", "Units that both editions have.")
            )
        change = duel_change(
            {
                "phase": phase,
                "attacker": {"unit": attacker},
                "target": {"unit": target},
                "situation": dict.fromkeys(situation, True),
            }
        )
        st.subheader(difference_in_words(change), anchor=False)
        curves = [Curve("10th edition", change.earlier.slain.pmf), Curve("11th edition", change.later.slain.pmf)]
        chart(survival(curves, "models slain"), "editions_curve", curve_text(change.later.slain.pmf, "models slain"))
        numbers = compared(change.earlier, change.later, 1).rename(columns={"A": "10th edition", "B": "11th edition"})
        table(numbers, page.origin(), "editions-numbers")
        st.subheader("What caused it", anchor=False)
        chosen = measure(select(NUMBER))
        st.caption(
            f"“Without it” is the {chosen.label.lower()} in the 11th edition if this one rule were as before. "
            "Rules act together, so single differences need not add up."
        )
        table(causes(change, chosen, 1), page.origin(), "editions-causes", empty="Nothing changed this number.")
        for column, reference in zip(st.columns(2), (attacker, target), strict=True):
            with column:
                st.caption(f"Changed on the datasheet: {units[reference]}")
                table(sheet_changes(reference), page.origin(), f"editions-sheet-{reference}", empty="Nothing changed.")
    else:
        faction = select(attacking_faction(page.edition))
        metric = METRICS[segments(METRIC)]
        st.caption(f"{metric.sentence} Means over the twelve standard targets; the largest changes first.")
        table(faction_changes(faction, phase, situation, metric), page.origin(), f"editions-{faction}", ("id",))
