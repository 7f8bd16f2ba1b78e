"""How one wound moves a whole column: the states of the unit, and the sums behind them.

A column holds one chance for each state (twice over when a Command Re-roll of damage is at hand: first the states in
which it is unused, then those in which it is spent), followed by `SUMS` expectations: wounds let through by Feel No
Pain, unsaved wounds, and their damage, all counted whether or not anybody was left to lose them. A matrix is built from
its entries alone; that of a large unit stays a list of entries, since nearly all of it is zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.allocation import Steps
from analysis.damage import ThroughLaw
from analysis.dice import Pmf

__all__ = ["SUMS", "Entries", "OneWound", "effort", "one_wound"]

SUMS: Final = 3

_DENSE: Final = 200
"""Columns up to this length get a full matrix."""


@dataclass(frozen=True, slots=True, eq=False)
class Entries:
    """A square matrix that is nearly all zero, as (after, before, chance); it knows only ``matrix @ columns``."""

    size: int
    after: NDArray[np.intp]
    before: NDArray[np.intp]
    chance: NDArray[np.float64]

    def __matmul__(self, columns: NDArray[np.float64]) -> NDArray[np.float64]:
        """Apply the matrix to one column or to several side by side."""
        if columns.ndim == 1:
            return _summed(self.after, self.chance * columns[self.before], self.size)
        width = columns.shape[1]
        places = self.after[:, None] * width + np.arange(width)
        moved = self.chance[:, None] * columns[self.before]
        return _summed(places.ravel(), moved.ravel(), self.size * width).reshape(self.size, width)


def _summed(places: NDArray[np.intp], chances: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    return np.bincount(places, chances, size).astype(np.float64, copy=False)


OneWound = NDArray[np.float64] | Entries


def effort(matrix: OneWound) -> int:
    """Multiplications it takes to apply a matrix to one column; those of a list of entries take ten times as long."""
    return 10 * len(matrix.chance) if isinstance(matrix, Entries) else matrix.size


@dataclass(slots=True)
class _Builder:
    """Collects entries; lives as long as one matrix is being built."""

    steps: Steps
    unsaved: NDArray[np.float64]
    after: list[NDArray[np.intp]] = field(default_factory=list)
    before: list[NDArray[np.intp]] = field(default_factory=list)
    chance: list[NDArray[np.float64]] = field(default_factory=list)

    def add(self, after: NDArray[np.intp], before: NDArray[np.intp], chance: NDArray[np.float64]) -> None:
        self.after.append(after)
        self.before.append(before)
        self.chance.append(chance)

    def moves(self, pmfs: Sequence[Pmf], onto: int, start: int) -> None:
        """Unsaved wounds on the living; what a model cannot lose is lost with it (R-DMG-01, R-DMG-10, R-DMG-19)."""
        steps = self.steps
        width = min(steps.target.shape[1], max(len(pmf) for pmf in pmfs))
        weights = np.zeros((len(pmfs), width))
        for group, pmf in enumerate(pmfs):
            weights[group, : len(pmf)] = pmf[:width]
            weights[group, -1] += pmf[width:].sum()
        numbers = np.flatnonzero(steps.alive)
        chances = weights[steps.group[numbers]] * self.unsaved[numbers, None]
        before = np.repeat(numbers + start, width)
        self.add(steps.target[numbers, :width].ravel() + onto, before, chances.ravel())

    def saved(self, start: int) -> None:
        """Nothing moves where the save holds or nobody is left."""
        numbers = np.arange(len(self.unsaved)) + start
        self.add(numbers, numbers, np.where(self.steps.alive, 1.0 - self.unsaved, 1.0))

    def sums(self, start: int, end: int, means: Sequence[NDArray[np.float64]]) -> None:
        """What a wound adds to the last entries of a column of length `end`."""
        before = np.arange(len(self.unsaved)) + start
        for number, mean in enumerate(means):
            self.add(np.full(len(before), end - SUMS + number), before, self.unsaved * mean)

    def built(self, size: int) -> OneWound:
        last = np.arange(size - SUMS, size)
        self.add(last, last, np.ones(SUMS))
        after, before = np.concatenate(self.after), np.concatenate(self.before)
        chance = np.concatenate(self.chance)
        if size > _DENSE:
            some = chance > 0.0
            return Entries(size, after[some], before[some], chance[some])
        return _summed(after * size + before, chance, size * size).reshape(size, size)


@lru_cache(maxsize=64)  # the same attack is tried with many buffs, and most of them leave this matrix as it is
def one_wound(
    steps: Steps, laws: tuple[ThroughLaw, ...], chances: tuple[float, ...], rerolls: bool = False, usable: bool = False
) -> OneWound:
    """Matrix of one wound.

    Args:
        steps: Where wounds go.
        laws: Per group, the wounds let through.
        chances: Per group, P(the wound is unsaved there).
        rerolls: Whether the states stand twice, for a Command Re-roll of damage (WE-49).
        usable: Whether this line may use it: the first damage roll below its mean is rolled again.
    """
    build = _Builder(steps, np.array(chances)[steps.group])
    states = len(steps.group)
    size = (2 * states if rerolls else states) + SUMS
    through, damage = (_of_groups(steps, laws, name) for name in ("mean", "damage_mean"))
    one = np.ones(states)
    for start in (0, states) if rerolls else (0,):
        build.saved(start)
        if usable and not start:
            # A saved wound rolls no damage: only what is replaced crosses over.
            build.moves([law.kept for law in laws], 0, 0)
            build.moves([law.replaced for law in laws], states, 0)
            rolled = (_of_groups(steps, laws, name) for name in ("mean_with_reroll", "damage_mean_with_reroll"))
            # Damage that falls on nobody is not rolled, so there is nothing to roll again.
            first = [
                np.where(steps.alive, again, plain) for again, plain in zip(rolled, (through, damage), strict=True)
            ]
            build.sums(0, size, [first[0], one, first[1]])
        else:
            build.moves([law.pmf for law in laws], start, start)
            build.sums(start, size, [through, one, damage])
    return build.built(size)


def _of_groups(steps: Steps, laws: Sequence[ThroughLaw], name: str) -> NDArray[np.float64]:
    figures: NDArray[np.float64] = np.array([getattr(law, name) for law in laws])[steps.group]
    return figures
