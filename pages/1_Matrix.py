"""Every unit of a faction against the standard targets: a heatmap, its table, and the way to a single duel."""

from __future__ import annotations

import streamlit as st

from dashboard import frame
from dashboard.choices import number, segments, select
from dashboard.duel_link import duel_parameters
from dashboard.heatmap import clicked_cell, describe, heatmap, least_width
from dashboard.matrix_view import cell_scenario, not_counted, ranked, to_grid, unit_view, wide_table
from dashboard.metrics import METRICS
from dashboard.page_choices import METRIC, PHASE, RANGE, attacking_faction
from dashboard.show import clickable_chart, table

HIDDEN = ("id", "metric", "unit_of_metric")  # in the CSV only

with frame.page("matrix") as page:
    faction_column, metric_column = st.columns([1, 2])
    with faction_column:
        faction = select(attacking_faction(page.edition))
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
