"""From a view of the matrix to what is drawn: a part of it, as heatmap and as table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.efficiency import Figures
from dashboard.duel_words import uncounted
from dashboard.heatmap import Grid
from dashboard.matrix_question import Row, View
from dashboard.metrics import Metric
from dashboard.plain import chart_text, markdown_text

__all__ = ["not_counted", "only", "to_grid", "wide_table"]

MOST_NAMED = 12


def only(view: View, places: Sequence[int], targets: Sequence[int]) -> View:
    """These attackers against these targets, in this order."""
    rows = tuple(view.rows[place] for place in places)
    columns = tuple(view.columns[place] for place in targets)
    return replace(view, rows=rows, columns=columns, figures=_part(view.figures, list(places), list(targets)))


def to_grid(view: View, metric: Metric) -> Grid:
    """What the heatmap draws."""
    numbers = metric.measure.of(view.figures)
    return Grid(
        rows=[_row_label(row) for row in view.rows],
        columns=[f"{chart_text(column.label)} ×{column.models}" for column in view.columns],
        values=numbers,
        metric=metric.unit,
        texts=[[metric.write(None if math.isnan(value) else value) for value in row] for row in numbers.tolist()],
        ceiling=metric.ceiling if metric.more_is_better else _usual(numbers),
    )


def wide_table(view: View, metric: Metric, scores: pd.DataFrame, places: Sequence[int] | None = None) -> pd.DataFrame:
    """A table of one measure: a row for each attacker (at `places`, or all), a column for each target.

    Args:
        view: The matrix, or a part of it.
        metric: The measure.
        scores: `mean` and `standing` over the mix of targets, a row for each of the table.
        places: Of the attackers.
    """
    chosen = list(range(len(view.rows)) if places is None else places)
    rows = [view.rows[place] for place in chosen]
    table = pd.DataFrame(
        {
            "attacker": [row.name for row in rows],
            "id": [row.reference for row in rows],
            "models": [row.models for row in rows],
            "points": [row.points for row in rows],
            "note": [row.note for row in rows],
            "metric": metric.label,
            "unit_of_metric": metric.unit,
            "mean": scores["mean"].to_numpy(),
            "standing": scores["standing"].to_numpy(),
        }
    )
    headings = [f"{column.label} x{column.models}" for column in view.columns]
    return pd.concat([table, pd.DataFrame(metric.measure.of(view.figures)[chosen], columns=headings)], axis=1)


def not_counted(view: View) -> str:
    """What the numbers leave out, in two sentences."""
    named = view.unmodelled[:MOST_NAMED]
    more = len(view.unmodelled) - len(named)
    counted = uncounted([*named, *([f"and {more} more"] if more > 0 else [])])
    if not view.idle:
        return counted
    listed = ", ".join(markdown_text(name) for name in view.idle[:MOST_NAMED])
    hidden = f" and {len(view.idle) - MOST_NAMED} more" if len(view.idle) > MOST_NAMED else ""
    return f"{counted} Without weapons for this phase: {listed}{hidden}."


def _usual(numbers: NDArray[np.float64]) -> float | None:
    """What most cells stay below: prices of nearly impossible kills would leave all others pale."""
    known = numbers[np.isfinite(numbers)]
    return float(np.quantile(known, 0.75)) if known.size else None


def _part(figures: Figures, rows: list[int], columns: list[int]) -> Figures:
    cells = np.ix_(rows, columns)
    return Figures(
        damage=figures.damage[cells],
        slain=figures.slain[cells],
        destroyed=figures.destroyed[cells],
        wasted=figures.wasted[cells],
        points_destroyed=figures.points_destroyed[cells],
        attacker_points=figures.attacker_points[rows],
        target_wounds=figures.target_wounds[:, columns],
    )


def _row_label(row: Row) -> str:
    name = chart_text(row.name)
    if row.weapon:
        return name
    return f"{name} ×{row.models}" + ("" if row.points is None else f" ({row.points:.0f})")
