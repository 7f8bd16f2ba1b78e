"""The best units of a faction for their points, target by target: the table of the home page."""

from __future__ import annotations

from typing import Final

import numpy as np
import pandas as pd

from dashboard.matrix_question import View
from dashboard.metrics import Metric

__all__ = ["CSV_ONLY", "HEADINGS", "best_against", "best_per_target"]

_RANKS: Final = ("best", "second", "third")
CSV_ONLY: Final = ("models", "third", "third per 100")
"""Columns for which a screen beside the example has no room."""
HEADINGS: Final = {f"{rank} per 100": "per 100" for rank in _RANKS}


def best_per_target(view: View, metric: Metric) -> pd.DataFrame:
    """The three best units against each target and their numbers, a row for each target; the largest is the best."""
    numbers = metric.measure.of(view.figures)
    rows = [
        [f"{column.label} ×{column.models}", column.models, *_best(view, numbers[:, place].tolist())]
        for place, column in enumerate(view.columns)
    ]
    named = [heading for rank in _RANKS for heading in (rank, f"{rank} per 100")]
    table = pd.DataFrame(rows, columns=["target", "models", *named])
    return table.astype(dict.fromkeys((heading for heading in named if heading.endswith("100")), "float64"))


def best_against(view: View, metric: Metric, target: str) -> tuple[int, int] | None:
    """The cell of the best unit against the target of this label; None where no unit has a number."""
    column = [one.label for one in view.columns].index(target)
    numbers = metric.measure.of(view.figures)[:, column]
    return (int(np.nanargmax(numbers)), column) if np.isfinite(numbers).any() else None


def _best(view: View, numbers: list[float]) -> list[str | float]:
    """Name and number of each rank; empty where there are fewer units."""
    order = np.argsort(-np.nan_to_num(numbers, nan=-1.0), kind="stable")[: len(_RANKS)].tolist()
    found: list[str | float] = []
    for row in order:
        found += [view.rows[row].name, numbers[row]]
    return found + ["", float("nan")] * (len(_RANKS) - len(order))
