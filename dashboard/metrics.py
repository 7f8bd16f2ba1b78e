"""The numbers a matrix can show: one row each, with its unit, how it is written, and a sentence for players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from dashboard.numbers import amount, cell, percent

__all__ = ["METRICS", "Metric"]


@dataclass(frozen=True, slots=True)
class Metric:
    """One number for each attacker and target.

    Attributes:
        key: Name in CSV columns and on the command line.
        label: In the control and in the address; public, never changed.
        unit: In sentences and chart descriptions.
        sentence: What it means, in players' words.
        write: How a number is written in a cell.
        ceiling: Largest possible number, for the colours; None for the largest shown.
        needs_points: Whether a missing price leaves it without an answer.
    """

    key: str
    label: str
    unit: str
    sentence: str
    write: Callable[[float | None], str]
    ceiling: float | None = None
    needs_points: bool = False


METRICS: Final[dict[str, Metric]] = {
    metric.key: metric
    for metric in (
        Metric(
            "points_per_100",
            "Points destroyed per 100 points",
            "points destroyed per 100 points of the attacker",
            "How many points of the target 100 points of the attacker take out in one activation.",
            cell,
            needs_points=True,
        ),
        Metric("slain", "Models slain", "models slain", "How many models fall in one activation, on average.", amount),
        Metric(
            "damage",
            "Damage",
            "wounds lost",
            "Wounds the target really loses, on average; surplus is not counted.",
            cell,
        ),
        Metric(
            "destroyed",
            "Chance to destroy",
            "chance to destroy the whole unit",
            "How often the whole target is gone after one activation.",
            percent,
            ceiling=1.0,
        ),
        Metric(
            "points_destroyed",
            "Points destroyed",
            "points destroyed",
            "How many points of the target fall in one activation, on average.",
            cell,
            needs_points=True,
        ),
        Metric(
            "wasted",
            "Wasted damage",
            "damage wasted",
            "Damage that falls on models already dying or on nobody, on average.",
            cell,
        ),
    )
}
