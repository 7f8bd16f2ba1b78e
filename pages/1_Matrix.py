"""Every unit of a faction against the standard targets: a heatmap, its table, and the way to a single duel."""

from __future__ import annotations

import streamlit as st

from dashboard import facts, frame
from dashboard.choices import Choice, number, segments, select
from dashboard.duel_link import duel_parameters
from dashboard.heatmap import clicked_cell, describe, heatmap, least_width
from dashboard.matrix_view import cell_scenario, not_counted, ranked, to_grid, unit_view, wide_table
from dashboard.metrics import METRICS
from dashboard.show import clickable_chart, table

METRIC = Choice(
    "metric",
    "Number in the cells",
    {metric.key: metric.label for metric in METRICS.values()},
    "points_per_100",
    " ".join(f"{metric.label}: {metric.sentence}" for metric in METRICS.values()),
)
PHASE = Choice(
    "phase",
    "Phase",
    {"shooting": "Shooting", "fight": "Fight"},
    "shooting",
    "Shooting uses the ranged weapons, the fight the melee weapons.",
)
RANGE = Choice(
    "range",
    "Range",
    {"half": "Half range", "full": "Full range"},
    "half",
    "At half range, Rapid Fire and Melta weapons do more.",
)

HIDDEN = ("id", "metric", "unit_of_metric")  # in the CSV only

with frame.page("matrix") as page:
    faction_column, metric_column = st.columns([1, 2])
    with faction_column:
        factions = Choice(
            "faction",
            "Attacking faction",
            facts.faction_names(page.edition),
            "astra-militarum",
            "Its units attack, each at its smallest size with its default weapons.",
        )
        faction = select(factions)
    with metric_column:
        metric = METRICS[segments(METRIC)]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        phase = segments(PHASE)
        near = segments(RANGE) == "half" if phase == "shooting" else False
        most = number("top", "Units shown", (5, 300), 25, "The best first, by the mean over all targets.")
    situation = ("half_range",) if near else ()
    view = ranked(unit_view(page.edition, faction, phase, situation), metric.key, None, most)
    st.caption(f"{metric.sentence} Click a cell for the whole duel.")
    grid = to_grid(view, metric)
    cell = clicked_cell(clickable_chart(heatmap(grid), "matrix_heat", describe(grid), least_width(grid)))
    st.caption(not_counted(view))
    table(wide_table(view, metric), page.origin(), f"matrix-{faction}-{phase}-{metric.key}", HIDDEN)
    if cell:
        duel = cell_scenario(view, cell, page.edition, phase, situation)
        st.switch_page("pages/2_Duel.py", query_params=duel_parameters(duel, page.revision))
