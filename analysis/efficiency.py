"""What an attack is worth for its points: one registry row a measure, and frames over whole matrices.

All measures are made from four exact figures of a cell (wounds lost, models slain, chance to destroy, waste) and two
prices. Where a price is missing, or nothing is ever killed, a measure has no answer: NaN, never a made-up number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import rankdata

__all__ = ["MEASURES", "Figures", "Measure", "long_frame", "mean_over_mix", "robust_scores", "wide_frame"]

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """Exact figures of every attacker (row) against every target (column), and what both cost.

    Attributes:
        damage: Mean wounds lost.
        slain: Mean models slain.
        destroyed: P(the whole target is slain).
        wasted: Mean damage on dying models or on nobody.
        points_destroyed: Mean points of the target slain; NaN where it has no price.
        attacker_points: Price of each attacker as a column vector (rows, 1); NaN without one.
        target_wounds: Wounds each target has, as a row vector (1, columns).
    """

    damage: Numbers
    slain: Numbers
    destroyed: Numbers
    wasted: Numbers
    points_destroyed: Numbers
    attacker_points: Numbers
    target_wounds: Numbers


@dataclass(frozen=True, slots=True)
class Measure:
    """One number a player compares attackers by.

    Attributes:
        id: Name on the command line and in CSV columns.
        title: In controls and in the address of a page; public, never changed.
        label: What is counted, in a few words.
        sentence: What it means, in players' words.
        better: Whether more or less of it is better for the attacker.
        of: From the figures to the numbers, shape (rows, columns).
        is_chance: Whether it is a probability.
    """

    id: str
    title: str
    label: str
    sentence: str
    better: Literal["more", "less"]
    of: Callable[[Figures], Numbers]
    is_chance: bool = False


def _ratio(upper: Numbers, lower: Numbers) -> Numbers:
    """A quotient without an answer where the lower part is 0 or unknown."""
    upper, lower = np.broadcast_arrays(upper, lower)
    quotient: Numbers = np.divide(upper, lower, out=np.full(lower.shape, np.nan), where=lower > 0)
    return quotient


MEASURES: Final[dict[str, Measure]] = {
    measure.id: measure
    for measure in (
        Measure(
            "points_per_100",
            "Points destroyed per 100 points",
            "points destroyed per 100 points",
            "How many points of the target 100 points of the attacker take out in one activation.",
            "more",
            lambda f: 100 * _ratio(f.points_destroyed, f.attacker_points),
        ),
        Measure(
            "points_destroyed",
            "Points destroyed",
            "points destroyed",
            "How many points of the target fall in one activation, on average.",
            "more",
            lambda f: f.points_destroyed,
        ),
        Measure(
            "slain",
            "Models slain",
            "models slain",
            "How many models fall in one activation, on average.",
            "more",
            lambda f: f.slain,
        ),
        Measure(
            "damage",
            "Damage",
            "wounds lost",
            "Wounds the target really loses, on average; surplus is not counted.",
            "more",
            lambda f: f.damage,
        ),
        Measure(
            "destroyed",
            "Chance to destroy",
            "chance to destroy",
            "How often the whole target is gone after one activation.",
            "more",
            lambda f: f.destroyed,
            is_chance=True,
        ),
        Measure(
            "wasted",
            "Wasted damage",
            "damage wasted",
            "Damage that falls on models already dying or on nobody, on average.",
            "less",
            lambda f: f.wasted,
        ),
        Measure(
            "damage_per_100",
            "Damage per 100 points",
            "wounds lost per 100 points",
            "Wounds the target loses to 100 points of the attacker in one activation.",
            "more",
            lambda f: 100 * _ratio(f.damage, f.attacker_points),
        ),
        Measure(
            "points_per_kill",
            "Points per model slain",
            "points per model slain",
            "How many points of the attacker it takes to slay one model in one activation.",
            "less",
            lambda f: _ratio(f.attacker_points, f.slain),
        ),
        Measure(
            "points_per_100_destroyed",
            "Points per 100 points destroyed",
            "points per 100 points destroyed",
            "How many points of the attacker it takes to destroy 100 points of the target in one activation.",
            "less",
            lambda f: 100 * _ratio(f.attacker_points, f.points_destroyed),
        ),
        Measure(
            "activations",
            "Activations at an average pace",
            "activations at an average pace",
            "An approximation: how many activations the target's wounds last if each takes the mean of the first one; "
            "a duel tells the exact mean.",
            "less",
            lambda f: _ratio(f.target_wounds, f.damage),
        ),
    )
}
"""Every measure, the one that pages and tables start with first."""


def wide_frame(figures: Figures, measure: Measure, attackers: pd.DataFrame, targets: Sequence[str]) -> pd.DataFrame:
    """One measure as a table: a row for each attacker with what is known of it, a column for each target."""
    numbers = pd.DataFrame(measure.of(figures), columns=list(targets))
    return pd.concat([attackers.reset_index(drop=True), numbers], axis=1)


def long_frame(figures: Figures, attackers: pd.DataFrame, targets: pd.DataFrame) -> pd.DataFrame:
    """All measures: a row for each attacker and target, a column for each measure.

    Args:
        figures: Of the matrix.
        attackers: What is known of each attacker, one row each.
        targets: What is known of each target, one row each; no name may occur in both.
    """
    rows, columns = figures.damage.shape
    left = attackers.loc[attackers.index.repeat(columns)].reset_index(drop=True)
    right = pd.concat([targets] * rows, ignore_index=True) if rows else targets.iloc[:0]
    numbers = {measure.id: measure.of(figures).ravel() for measure in MEASURES.values()}
    return pd.concat([left, right, pd.DataFrame(numbers)], axis=1)


def mean_over_mix(values: Numbers, weights: Sequence[float], better: Literal["more", "less"]) -> Numbers:
    """The weighted mean of each attacker over a mix of targets; NaN where there is none.

    Where more is better, targets without an answer (they have no price) are left out. Where less is better, no answer
    stands for a price without end, since nothing is ever killed: one such target leaves an attacker without a mean.
    Targets against which nobody has an answer count for nobody.

    >>> mean_over_mix(np.array([[1.0, np.nan], [4.0, 6.0]]), [1, 1], "less").tolist()
    [nan, 5.0]
    >>> mean_over_mix(np.array([[1.0, np.nan], [4.0, 6.0]]), [1, 1], "more").tolist()
    [1.0, 5.0]
    """
    total, sums = np.zeros(len(values)), np.zeros(len(values))
    endless = np.zeros(len(values), dtype=bool)
    for numbers, weight in zip(values.T, weights, strict=True):  # one target at a time: whole tables are large
        known = ~np.isnan(numbers)
        if weight > 0 and known.any():
            total += weight * known
            sums += weight * np.where(known, numbers, 0.0)
            endless |= ~known
    answered = (total > 0) & ~endless if better == "less" else total > 0
    mean: Numbers = np.divide(sums, total, out=np.full(len(values), np.nan), where=answered)
    return mean


def robust_scores(values: Numbers, weights: Sequence[float], better: Literal["more", "less"]) -> pd.DataFrame:
    """How good each attacker is over a mix of targets, and not only against its favourite.

    Args:
        values: Of one measure, shape (attackers, targets); for the standings, NaN is the worst of all.
        weights: How often each target is met; at least one above 0.
        better: From the measure.

    Returns:
        Per attacker `mean` (see `mean_over_mix`), `standing` (weighted mean of its rank against each target, 1 for the
        best of all and 0 for the worst) and `worst_standing` (its rank where it stands worst among the targets that are
        met).

    >>> scores = robust_scores(np.array([[4.0, 0.0], [2.0, 2.0], [1.0, 1.0]]), [1, 1], "more")
    >>> [[float(score) for score in row] for row in scores.to_numpy()]
    [[2.0, 0.5, 0.0], [2.0, 0.75, 0.5], [1.0, 0.25, 0.0]]
    """
    shares = np.asarray(weights, dtype=float) / float(np.sum(weights))
    count = len(values)
    standing, worst = np.zeros(count), np.ones(count)
    for numbers, share in zip(values.T, shares, strict=True):  # one target at a time: whole tables are large
        if share > 0:
            known = np.nan_to_num(numbers, nan=-np.inf if better == "more" else np.inf)
            ranks = rankdata(known if better == "more" else -known, method="average")
            place = (ranks - 1) / max(1, count - 1)
            standing += share * place
            worst = np.minimum(worst, place)
    mean = mean_over_mix(values, weights, better)
    return pd.DataFrame({"mean": mean, "standing": standing, "worst_standing": worst})
