"""Which attackers and targets of a matrix are shown, and in what order."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from analysis.efficiency import mean_over_mix, robust_scores
from dashboard.matrix_question import Column, Row, View
from dashboard.metrics import Metric

__all__ = ["ROLES", "Filter", "Ranking", "page_of", "ranked", "targets_in_order"]

ROLES = {
    "": "Any role",
    "INFANTRY": "Infantry",
    "BATTLELINE": "Battleline",
    "CHARACTER": "Characters",
    "MOUNTED": "Mounted",
    "MONSTER": "Monsters",
    "VEHICLE": "Vehicles",
}


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


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """The attackers that pass a filter, the best first.

    Attributes:
        places: Their places in the matrix; the numbers themselves, which may be many, stay there.
        scores: `mean` and `standing` over the mix of targets, among all who pass, in the same order.
    """

    places: list[int]
    scores: pd.DataFrame


def ranked(view: View, wanted: Filter, metric: Metric, weights: Mapping[str, float], by: str = "") -> Ranking:
    """Rank the attackers.

    Args:
        view: The matrix.
        wanted: Which attackers pass.
        metric: What is compared; it knows whether more or less is better.
        weights: How often each target (by label) is met, for a ranking by the mean; without any, all alike.
        by: Label of the one target to rank by; empty for the mean, where equals follow their standing.
    """
    kept = [place for place, row in enumerate(view.rows) if wanted.keeps(row)]
    labels = [column.label for column in view.columns]
    if not kept or not labels:
        return Ranking(kept, pd.DataFrame({"mean": [], "standing": []}).reindex(range(len(kept))))
    numbers = metric.measure.of(view.figures)
    scores = robust_scores(numbers[kept], _weights(view.columns, weights), metric.measure.better)
    score = numbers[kept, labels.index(by)] if by in labels else scores["mean"].to_numpy()
    keys = np.where(np.isnan(score), math.inf, -score if metric.more_is_better else score)
    standing = scores["standing"].to_numpy()
    order = sorted(range(len(kept)), key=lambda one: (keys[one], -standing[one], view.rows[kept[one]].name))
    return Ranking([kept[one] for one in order], scores.iloc[order].reset_index(drop=True))


def targets_in_order(view: View, places: Sequence[int], metric: Metric, ranked_by_mean: bool) -> list[int]:
    """Places of the targets: as the matrix has them, or those first against which these attackers do best."""
    listed = list(range(len(view.columns)))
    if not ranked_by_mean or not places:
        return listed
    numbers = metric.measure.of(view.figures)[list(places)].T
    means = mean_over_mix(numbers, [1.0] * len(places), "more")  # over the attackers that have an answer
    keys = np.where(np.isnan(means), math.inf, -means if metric.more_is_better else means)
    return sorted(listed, key=lambda place: (keys[place], view.columns[place].label))


def page_of(places: Sequence[int], page: int, size: int) -> list[int]:
    """The places on one page, counted from 1.

    >>> page_of([5, 3, 9], 2, 2)
    [9]
    """
    first = (page - 1) * size
    return list(places[first : first + size])


def _weights(columns: Sequence[Column], weights: Mapping[str, float]) -> list[float]:
    given = [weights.get(column.label, 0.0) for column in columns]
    return given if any(given) else [1.0] * len(columns)
