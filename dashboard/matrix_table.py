"""From a view of the matrix to what is drawn: filtered, ranked, paged, as heatmap and as table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.efficiency import Figures, robust_scores
from dashboard.duel_words import uncounted
from dashboard.heatmap import Grid
from dashboard.matrix_question import Column, Row, View
from dashboard.metrics import Metric
from dashboard.plain import chart_text, markdown_text

__all__ = [
    "ROLES",
    "Filter",
    "best_per_target",
    "leftmost",
    "not_counted",
    "only",
    "order_of",
    "page_of",
    "to_grid",
    "wide_table",
]

MOST_NAMED = 12
ROLES = {
    "": "Any role",
    "INFANTRY": "Infantry",
    "BATTLELINE": "Battleline",
    "CHARACTER": "Characters",
    "MOUNTED": "Mounted",
    "MONSTER": "Monsters",
    "VEHICLE": "Vehicles",
}
_RANKS = ("best", "second", "third", "fourth", "fifth")


@dataclass(frozen=True, slots=True)
class Filter:
    """Which attackers are shown: with a role's keyword, with a word in name or keywords, at most so dear."""

    role: str = ""
    word: str = ""
    most_points: int | None = None

    def keeps(self, row: Row) -> bool:
        """Whether an attacker is shown; one without a price passes any limit of points."""
        word = self.word.strip().casefold()
        return (
            (not self.role or self.role in row.keywords)
            and (not word or word in row.name.casefold() or any(word in key.casefold() for key in row.keywords))
            and (self.most_points is None or row.points is None or row.points <= self.most_points)
        )


def order_of(view: View, wanted: Filter, metric: Metric, weights: Mapping[str, float], by: str = "") -> list[int]:
    """Places of the attackers that pass the filter, the best first; the numbers themselves, which may be many, stay.

    Args:
        view: The matrix.
        wanted: Which attackers pass.
        metric: What is compared; it knows whether more or less is better.
        weights: How often each target (by label) is met, for a ranking by the mean; without any, all alike.
        by: Label of the one target to rank by; empty for the mean.
    """
    kept = [place for place, row in enumerate(view.rows) if wanted.keeps(row)]
    labels = [column.label for column in view.columns]
    if not kept or not labels:
        return kept
    numbers = metric.measure.of(view.figures)
    known = by in labels
    score = (
        numbers[:, labels.index(by)] if known else _weighted_means(numbers, np.array(_weights(view.columns, weights)))
    )
    sign = -1.0 if metric.more_is_better else 1.0
    keys = np.where(np.isnan(score), math.inf, sign * score)
    return sorted(kept, key=lambda place: (keys[place], view.rows[place].name))


def only(view: View, places: Sequence[int]) -> View:
    """These attackers, in this order."""
    chosen = list(places)
    rows = tuple(view.rows[place] for place in chosen)
    return replace(view, rows=rows, figures=_part(view.figures, chosen, slice(None)))


def page_of(places: Sequence[int], page: int, size: int) -> list[int]:
    """The places on one page, counted from 1.

    >>> page_of([5, 3, 9], 2, 2)
    [9]
    """
    first = (page - 1) * size
    return list(places[first : first + size])


def leftmost(view: View, most: int) -> View:
    """The first targets only; a picture of more would not be read."""
    if len(view.columns) <= most:
        return view
    return replace(view, columns=view.columns[:most], figures=_part(view.figures, slice(None), slice(most)))


def best_per_target(view: View, metric: Metric, places: int = 3) -> pd.DataFrame:
    """The best units against each target, a row for each target; the largest numbers are the best."""
    numbers = metric.measure.of(view.figures)
    rows = []
    for place, column in enumerate(view.columns):
        order = np.argsort(-np.nan_to_num(numbers[:, place], nan=-1.0), kind="stable")[:places]
        best = [f"{view.rows[row].name} ({metric.write(float(numbers[row, place]))})" for row in order]
        rows.append([f"{column.label} ×{column.models}", *best, *[""] * (places - len(best))])
    return pd.DataFrame(rows, columns=["target", *_RANKS[:places]])


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


def wide_table(
    view: View, metric: Metric, weights: Mapping[str, float], places: Sequence[int] | None = None
) -> pd.DataFrame:
    """A table of one measure: a row for each attacker (at `places`, or all), a column for each target.

    `mean` and `standing` are over the mix of targets; a standing of 1 is the best of all attackers in the table.
    """
    chosen = list(range(len(view.rows)) if places is None else places)
    rows = [view.rows[place] for place in chosen]
    numbers = metric.measure.of(view.figures)[chosen]
    scores = robust_scores(numbers, _weights(view.columns, weights), metric.measure.better)
    table = pd.DataFrame(
        {
            "attacker": [row.name for row in rows],
            "id": [row.reference for row in rows],
            "models": [row.models for row in rows],
            "points": [row.points for row in rows],
            "note": [row.note for row in rows],
            "metric": metric.label,
            "unit_of_metric": metric.unit,
            "mean": scores["mean"],
            "standing": scores["standing"],
        }
    )
    targets = {f"{column.label} x{column.models}": numbers[:, place] for place, column in enumerate(view.columns)}
    return pd.concat([table, pd.DataFrame(targets, index=table.index)], axis=1)


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


def _part(figures: Figures, rows: list[int] | slice, columns: slice) -> Figures:
    return Figures(
        damage=figures.damage[rows][:, columns],
        slain=figures.slain[rows][:, columns],
        destroyed=figures.destroyed[rows][:, columns],
        wasted=figures.wasted[rows][:, columns],
        points_destroyed=figures.points_destroyed[rows][:, columns],
        attacker_points=figures.attacker_points[rows],
        target_wounds=figures.target_wounds[:, columns],
    )


def _weights(columns: Sequence[Column], weights: Mapping[str, float]) -> list[float]:
    given = [weights.get(column.label, 0.0) for column in columns]
    return given if any(given) else [1.0] * len(columns)


def _weighted_means(numbers: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Means over the cells that have an answer; NaN for attackers without any."""
    total, sums = np.zeros(len(numbers)), np.zeros(len(numbers))
    for column, weight in zip(numbers.T, weights, strict=True):  # one at a time: whole tables are large
        known = ~np.isnan(column)
        total += weight * known
        sums += weight * np.where(known, column, 0.0)
    return np.where(total > 0, sums / np.where(total > 0, total, 1.0), np.nan)


def _row_label(row: Row) -> str:
    name = chart_text(row.name)
    if row.weapon:
        return name
    return f"{name} ×{row.models}" + ("" if row.points is None else f" ({row.points:.0f})")
