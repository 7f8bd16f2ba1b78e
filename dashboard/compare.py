"""A against B: every number of two results side by side."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pandas as pd

from analysis.result import Result
from dashboard.curves import at_least
from dashboard.numbers import amount, percent, signed

__all__ = ["MEASURES", "Measure", "compared", "compared_in_words", "measure"]


@dataclass(frozen=True, slots=True)
class Measure:
    """One number of a result.

    Attributes:
        key: In CSV columns and in the address.
        label: In tables and controls.
        read: Takes it from a result and the number of models asked about; None when there is none.
        write: How it is written.
    """

    key: str
    label: str
    read: Callable[[Result, int], float | None]
    write: Callable[[float | None], str]


def _chance_of(result: Result, threshold: int) -> float:
    chances = at_least(result.slain.pmf)
    return float(chances[threshold]) if threshold < len(chances) else 0.0


MEASURES: Final = (
    Measure("destroyed", "Chance to destroy", lambda result, _: result.destroyed, percent),
    Measure("at_least", "Chance of at least so many slain", _chance_of, percent),
    Measure("slain", "Models slain", lambda result, _: result.slain.mean, amount),
    Measure("damage", "Wounds lost", lambda result, _: result.damage.mean, amount),
    Measure("points_destroyed", "Points destroyed", lambda result, _: result.points_destroyed, amount),
    Measure(
        "points_per_100",
        "Points destroyed per 100 points",
        lambda result, _: None if result.efficiency is None else 100 * result.efficiency,
        amount,
    ),
    Measure("wasted", "Wasted damage", lambda result, _: result.wasted, amount),
    Measure("attacks", "Attacks", lambda result, _: result.attacks, amount),
    Measure("hits", "Hits", lambda result, _: result.hits, amount),
    Measure("wounds", "Wounds", lambda result, _: result.wounds, amount),
    Measure("hazard", "Mortal wounds on the attacker", lambda result, _: result.hazard.mortal_wounds, amount),
)


def measure(key: str) -> Measure:
    """The measure of this key."""
    return next(found for found in MEASURES if found.key == key)


def compared(first: Result, second: Result, threshold: int) -> pd.DataFrame:
    """All numbers of A and B with their difference, B minus A."""
    rows = []
    for one in MEASURES:
        before, after = one.read(first, threshold), one.read(second, threshold)
        difference = None if before is None or after is None else after - before
        rows.append((one.label, before, after, difference))
    return pd.DataFrame(rows, columns=["number", "A", "B", "difference"])


def compared_in_words(first: Result, second: Result) -> str:
    """What B does better or worse, in one sentence."""
    kill = 100 * (second.destroyed - first.destroyed)
    slain = second.slain.mean - first.slain.mean
    if abs(kill) < 0.005 and abs(slain) < 0.0005:
        return "A and B do the same."
    return (
        f"B against A: {signed(kill)} percentage points of the chance to destroy, "
        f"{signed(slain)} models slain, {signed(second.damage.mean - first.damage.mean)} wounds lost."
    )
