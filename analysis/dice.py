"""Dice expressions of the game (``2D6+3``, ``D3``, ``4``) and their exact distributions.

A pmf is a read-only float64 vector whose index is the outcome. Only D3 and D6 exist in the game; a D3 is half a D6,
rounded up, so its three results are equally likely (R-RR-02).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["Dice", "Pmf", "binomial_table", "parse_dice"]

Pmf = NDArray[np.float64]

MOST_DICE: Final = 60
MOST_CONSTANT: Final = 1000
_PATTERN: Final = re.compile(r"^\s*(?:(\d{0,3})\s*[dD]\s*([36])\s*(?:\+\s*(\d{1,4}))?|(\d{1,4}))\s*$")


@dataclass(frozen=True, slots=True)
class Dice:
    """A number as printed on a datasheet: ``count`` dice of ``sides`` sides plus ``constant``.

    ``count`` is 0 for a fixed number. A printed ``+ constant`` is part of the value, not a modifier (R-MOD-16).

    >>> parse_dice("2D6+3").mean
    10.0
    """

    count: int
    sides: int
    constant: int

    @property
    def low(self) -> int:
        """The lowest possible result."""
        return self.count + self.constant

    @property
    def high(self) -> int:
        """The highest possible result."""
        return self.count * self.sides + self.constant

    @property
    def mean(self) -> float:
        """The expected result."""
        return self.count * (self.sides + 1) / 2 + self.constant

    @property
    def fixed(self) -> bool:
        """Whether nothing is rolled."""
        return self.count == 0

    def times(self, rolls: int) -> Dice:
        """The sum of several rolls of the same expression."""
        return Dice(self.count * rolls, self.sides, self.constant * rolls)

    def plus(self, constant: int) -> Dice:
        """The expression with a constant added."""
        return Dice(self.count, self.sides, self.constant + constant)

    def pmf(self) -> Pmf:
        """P(result = k) for k = 0 .. high."""
        return _pmf(self)

    def __str__(self) -> str:
        """As printed on a datasheet."""
        if not self.count:
            return str(self.constant)
        dice = f"{self.count if self.count > 1 else ''}D{self.sides}"
        return f"{dice}+{self.constant}" if self.constant else dice


@lru_cache(maxsize=4096)
def parse_dice(text: str | int) -> Dice:
    """Read a printed value; dice are D3 and D6 only.

    Raises:
        ValueError: With the accepted forms, for anything else (a "D7" is an upgraded D6 some data sets write wrongly).

    >>> str(parse_dice("2d6+2")), parse_dice(4).fixed
    ('2D6+2', True)
    """
    found = _PATTERN.match(str(text)) if not isinstance(text, bool) else None
    if not found:
        raise ValueError("a number or dice such as 4, D3, D6+1 or 2D6+3 (dice are D3 and D6 only)")
    if found[4] is not None:
        return _bounded(Dice(0, 0, int(found[4])))
    return _bounded(Dice(int(found[1] or 1), int(found[2]), int(found[3] or 0)))


def _bounded(dice: Dice) -> Dice:
    if dice.count > MOST_DICE or dice.constant > MOST_CONSTANT:
        raise ValueError(f"at most {MOST_DICE} dice and a constant of at most {MOST_CONSTANT}")
    return dice if dice.count else Dice(0, 0, dice.constant)


@lru_cache(maxsize=1024)
def _pmf(dice: Dice) -> Pmf:
    total = np.zeros(dice.constant + 1)
    total[-1] = 1.0
    if dice.count:
        die = np.full(dice.sides + 1, 1.0 / dice.sides)
        die[0] = 0.0
        for _ in range(dice.count):
            total = np.convolve(total, die)
    total.flags.writeable = False
    return total


@lru_cache(maxsize=256)
def binomial_table(most: int) -> Pmf:
    """Pascal's triangle: ``table[n, k]`` = n over k for n, k = 0 .. most.

    Exact up to n = 56 and to about 1e-15 relative above; row n needs floats below 1e308, so n stays below 1000.
    """
    table = np.zeros((most + 1, most + 1))
    table[:, 0] = 1.0
    for n in range(1, most + 1):
        table[n, 1 : n + 1] = table[n - 1, 1 : n + 1] + table[n - 1, :n]
    table.flags.writeable = False
    return table
