"""The numbers a matrix can show: the measures of `analysis.efficiency`, with the words and digits of a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from analysis.efficiency import MEASURES, Measure
from dashboard.numbers import cell, percent

__all__ = ["METRICS", "Metric"]


@dataclass(frozen=True, slots=True)
class Metric:
    """One measure on a page.

    Attributes:
        measure: What it is, and whether more or less of it is better.
        label: In the control and in the address; public, never changed.
        write: How a number is written in a cell.
        ceiling: Largest possible number, for the colours; None for the largest shown.
    """

    measure: Measure
    label: str
    write: Callable[[float | None], str] = cell
    ceiling: float | None = None

    @property
    def key(self) -> str:
        """Name in CSV columns and on the command line."""
        return self.measure.id

    @property
    def unit(self) -> str:
        """What is counted, for sentences and chart descriptions."""
        return self.measure.label

    @property
    def sentence(self) -> str:
        """What it means, in players' words."""
        return self.measure.sentence

    @property
    def more_is_better(self) -> bool:
        """Whether the largest number is the best for the attacker."""
        return self.measure.better == "more"


METRICS: Final[dict[str, Metric]] = {
    metric.key: metric
    for metric in (
        Metric(MEASURES["points_per_100"], "Points destroyed per 100 points"),
        Metric(MEASURES["slain"], "Models slain"),
        Metric(MEASURES["damage"], "Damage"),
        Metric(MEASURES["destroyed"], "Chance to destroy", percent, 1.0),
        Metric(MEASURES["points_destroyed"], "Points destroyed"),
        Metric(MEASURES["wasted"], "Wasted damage"),
        Metric(MEASURES["damage_per_100"], "Damage per 100 points"),
        Metric(MEASURES["points_per_kill"], "Points per model slain"),
        Metric(MEASURES["points_per_100_destroyed"], "Points per 100 points destroyed"),
        Metric(MEASURES["activations"], "Activations to destroy"),
    )
}
