"""Buffs ranked over many targets: one table of gains, the best order against each target, numbers for a heatmap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from analysis.buffs.candidates import Candidate
from analysis.buffs.value import Attack, Metric, Worth, worths

__all__ = ["Ranking", "best_orders", "ranked"]


@dataclass(frozen=True, slots=True)
class Ranking:
    """What each candidate (row) is worth against each target (column)."""

    uses: tuple[Candidate, ...]
    targets: tuple[str, ...]
    worths: tuple[tuple[Worth, ...], ...]

    def gains(self, metric: Metric = "damage") -> list[list[float]]:
        """The gains as rows of a heatmap."""
        return [[worth.gain(metric) for worth in row] for row in self.worths]

    def mean_gain(self, row: int, metric: Metric = "damage") -> float:
        """The gain of one candidate, averaged over the targets."""
        return sum(worth.gain(metric) for worth in self.worths[row]) / len(self.targets)

    def order(self, metric: Metric = "damage") -> list[int]:
        """The rows from the most to the least useful for the side whose buffs they are."""
        signs = [1 if use.buff.side == "attacker" else -1 for use in self.uses]
        return sorted(range(len(self.uses)), key=lambda row: -signs[row] * self.mean_gain(row, metric))


def ranked(
    attacks: Sequence[Attack], uses: Sequence[Candidate], progress: Callable[[int, int], None] | None = None
) -> Ranking:
    """Value every candidate in every attack; candidates that act nowhere are left out.

    Args:
        attacks: One for each target.
        uses: The candidates.
        progress: Told how many attacks are done, and of how many.
    """
    columns = []
    for done, attack in enumerate(attacks, start=1):
        columns.append(worths(attack, uses))
        if progress is not None:
            progress(done, len(attacks))
    rows = [tuple(column[row] for column in columns) for row in range(len(uses))]
    kept = [row for row, found in enumerate(rows) if any(worth.applied for worth in found)]
    names = tuple(attack.scenario.target.name for attack in attacks)
    return Ranking(tuple(uses[row] for row in kept), names, tuple(rows[row] for row in kept))


def best_orders(ranking: Ranking, metric: Metric = "damage") -> list[Candidate | None]:
    """For each target the order that gains most; None where no order gains anything."""
    orders = [row for row, use in enumerate(ranking.uses) if use.buff.kind == "order"]
    best: list[Candidate | None] = []
    for column in range(len(ranking.targets)):
        gains = {row: abs(ranking.worths[row][column].gain(metric)) for row in orders}
        row = max(gains, key=lambda one: gains[one], default=None)
        best.append(ranking.uses[row] if row is not None and gains[row] > 0 else None)
    return best
