"""The measures of `analysis.efficiency` as a page shows them: with digits, and with what the colours need."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from analysis.efficiency import MEASURES, Measure
from dashboard.numbers import cell, percent

__all__ = ["METRICS", "Metric"]


@dataclass(frozen=True, slots=True)
class Metric:
    """One measure on a page."""

    measure: Measure

    @property
    def key(self) -> str:
        """Name in CSV columns and on the command line."""
        return self.measure.id

    @property
    def label(self) -> str:
        """In the control and in the address."""
        return self.measure.title

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

    @property
    def write(self) -> Callable[[float | None], str]:
        """How a number is written in a cell."""
        return percent if self.measure.is_chance else cell

    @property
    def ceiling(self) -> float | None:
        """Largest possible number, for the colours; None for the largest shown."""
        return 1.0 if self.measure.is_chance else None


METRICS: Final[dict[str, Metric]] = {key: Metric(measure) for key, measure in MEASURES.items()}
