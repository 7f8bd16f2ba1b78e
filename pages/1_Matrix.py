"""Every attacker against every target: a heatmap, its table, and the way to a single duel."""

from __future__ import annotations

from functools import partial

import streamlit as st

from dashboard import frame
from dashboard.browser_history import go_to
from dashboard.choices import page_across, page_number
from dashboard.duel_link import duel_parameters
from dashboard.heatmap import MOST_COLUMNS, clicked_cell, describe, heatmap, least_width
from dashboard.matrix_choices import matrix_choices
from dashboard.matrix_question import cell_scenario
from dashboard.matrix_ranking import page_of, ranked, targets_in_order
from dashboard.matrix_table import not_counted, only, to_grid, wide_table
from dashboard.matrix_view import view_of
from dashboard.metrics import METRICS
from dashboard.plain import markdown_text
from dashboard.show import clickable_chart, clickable_table, download
from dashboard.waiting import waiting

HIDDEN = ("id", "metric", "unit_of_metric")  # in the CSV only

with frame.page("matrix") as page:
    shown = matrix_choices(page.edition)
    metric = METRICS[shown.metric]
    with waiting("Working through every cell"):
        whole = view_of(shown.question)
    ranking = ranked(whole, shown.wanted, metric, shown.weights, shown.by)
    places = ranking.places
    st.caption(f"{metric.sentence} Click a cell, or choose a number in the table, for the whole duel.")
    if places and whole.columns:
        picture, below = st.container(), st.container()
        targets = targets_in_order(whole, places, metric, shown.targets_ranked)
        with below:
            number = page_number(len(places), shown.rows_a_page)
            across = page_across(len(targets), MOST_COLUMNS)
        rows = page_of(range(len(places)), number, shown.rows_a_page)
        view = only(whole, [places[row] for row in rows], page_of(targets, across, MOST_COLUMNS))
        grid = to_grid(view, metric)
        with picture:
            clicked = clicked_cell(clickable_chart(heatmap(grid), "matrix_heat", describe(grid), least_width(grid)))
        st.caption(not_counted(view))
        drawn = wide_table(view, metric, ranking.scores.iloc[rows])
        chosen = clickable_table(drawn, "matrix_table", HIDDEN, len(drawn.columns) - len(view.columns))
        with st.container(horizontal=True):
            download(drawn, page.origin(), shown.file_name)
            if len(places) > len(view.rows) or len(whole.columns) > len(view.columns):
                label = "Download all rows and columns"
                everything = partial(wide_table, whole, metric, ranking.scores, places)
                download(everything, page.origin(), f"whole-{shown.file_name}", label)
        if cell := clicked or chosen:
            duel = f"{view.rows[cell[0]].name} against {view.columns[cell[1]].label}"
            parameters = duel_parameters(cell_scenario(view, cell), page.revision)
            go_to("pages/2_Duel.py", markdown_text(duel), parameters)
    else:
        st.info("Nobody is left to attack: loosen the filter, or choose the other phase.")
