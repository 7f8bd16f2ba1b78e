"""The home page: a first answer without a click, and where to go next."""

from __future__ import annotations

import streamlit as st

from dashboard import duel_words, facts, frame
from dashboard.answer import answer
from dashboard.attack_words import weapons_in_words
from dashboard.best_units import CSV_ONLY, HEADINGS, best_against, best_per_target
from dashboard.choices import segments, select
from dashboard.curves import Curve, describe_survival, survival
from dashboard.duel_link import duel_parameters
from dashboard.matrix_question import View, cell_scenario, faction_question
from dashboard.matrix_view import view_of
from dashboard.menu import PAGES
from dashboard.metrics import METRICS, Metric
from dashboard.page_choices import PHASE, attacking_faction
from dashboard.plain import markdown_text
from dashboard.show import chart, table
from dashboard.waiting import waiting

EXAMPLE_TARGET = "Terminators"


def show_example(view: View, metric: Metric, revision: str) -> None:
    """A duel out of the table: its curve, and the way to change it."""
    st.subheader("How sure is a kill?", anchor=False)
    cell = best_against(view, metric, EXAMPLE_TARGET)
    if cell is None:
        st.caption(f":material/info: No unit of the table attacks {EXAMPLE_TARGET} in this phase.")
        return
    data = cell_scenario(view, cell)
    duel = answer(data)
    attacker, target = duel.scenario.attacker.name, duel.scenario.target.name
    st.markdown(duel_words.headline(attacker, target, duel.result, 2))
    st.caption(
        f"The best for its points against {EXAMPLE_TARGET}, with its default weapons: "
        f"{markdown_text(weapons_in_words(duel.scenario))}."
    )
    curves = [Curve(attacker, duel.result.slain.pmf)]
    chart(
        survival(curves, "models slain", 2),
        "home_curve",
        describe_survival(curves, "models slain"),
        duel_words.picture_title(duel.scenario),
    )
    st.page_link(
        "pages/2_Duel.py",
        label="Open this duel and change it",
        icon=":material/swords:",
        query_params=duel_parameters(data, revision),
    )


with frame.page("home") as page:
    ranking, example = st.columns([2, 1], gap="medium")
    with ranking:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            faction = select(attacking_faction(page.edition))
            phase = segments(PHASE)
        metric = METRICS["points_per_100"]
        with waiting("Working through every cell"):
            view = view_of(faction_question(page.edition, faction, phase))
        whose = facts.faction_names(page.edition)[faction]
        st.subheader(f"Best units of {markdown_text(whose)} for their points, by target", anchor=False)
        name = f"best-{faction}-{phase}"
        table(best_per_target(view, metric), page.origin(), name, CSV_ONLY, decimals=1, headings=HEADINGS)
        st.caption(f"{metric.sentence} Default weapons; shooting is at half range.")
    with example:
        show_example(view, metric, page.revision)
    st.subheader("Where to go next", anchor=False)
    with st.grid(3, min_column_width=220):
        for entry in PAGES[1:]:
            with st.container(border=True):
                st.page_link(entry.file, label=f"**{entry.title}**", icon=entry.icon)
                st.caption(entry.question)
