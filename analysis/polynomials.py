"""Polynomials whose coefficients are chances: one column for each case, one row for each number of wounds.

Multiplying adds independent attacks up. Coefficients are convolved directly, since a Fourier transform would give
negative chances in the tail.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.dice import Pmf

__all__ = ["Polynomials", "added", "cut", "mixed", "mixed_each", "power", "product"]

Polynomials = NDArray[np.float64]

_NEGLIGIBLE_FACTOR: Final = 1e-20
"""The same for a factor of a product, which stands for up to a thousand attacks to come."""

_LONG: Final = 128
"""Factors from this length on are worth a look at their zeros."""


def mixed(attacks: Pmf, attack: Polynomials) -> Polynomials:
    """The wounds of a random number of attacks."""
    most = len(attacks) - 1
    if attacks[most] == 1.0:
        return power(attack, most)
    total = np.zeros(((len(attack) - 1) * most + 1, attack.shape[1]))
    so_many = np.ones((1, attack.shape[1]))
    for number, chance in enumerate(attacks):
        if number:
            so_many = cut(product(so_many, attack))
        total[: len(so_many)] += chance * so_many
    return total


def mixed_each(attacks: NDArray[np.float64], attack: Polynomials) -> Polynomials:
    """The same for numbers of attacks that differ from column to column, those that may be most first."""
    most = len(attacks) - 1
    may_go_on = np.count_nonzero(np.cumsum(attacks[::-1], axis=0)[::-1] > 0.0, axis=1)
    total = np.zeros(((len(attack) - 1) * most + 1, attack.shape[1]))
    total[0] = attacks[0]
    so_many = np.ones((1, attack.shape[1]))
    for number in range(1, most + 1):
        columns = int(may_go_on[number])
        so_many = product(so_many[:, :columns], attack[:, :columns])
        total[: len(so_many), :columns] += attacks[number, :columns] * so_many
    return total


def power(polynomials: Polynomials, times: int) -> Polynomials:
    """The wounds of so many attacks: a power by squaring."""
    result, square = np.ones((1, polynomials.shape[1])), polynomials
    while times:
        if times & 1:
            result = product(result, square) if len(result) > 1 else square
        times >>= 1
        if times:
            square = cut(product(square, square))
    return result


def cut(factor: Polynomials) -> Polynomials:
    """Cut the far tail of a long factor, which nobody would find in the product."""
    if len(factor) < _LONG:
        return factor
    tail = np.cumsum(factor.max(axis=1)[::-1])[::-1]
    return factor[: max(1, int(np.count_nonzero(tail > _NEGLIGIBLE_FACTOR)))]


def product(first: Polynomials, second: Polynomials) -> Polynomials:
    """Multiply polynomials column by column."""
    if len(first) < len(second):
        first, second = second, first
    if first.shape[1] == 1 and (len(second) < _LONG or 8 * np.count_nonzero(second) > len(second)):
        return np.convolve(first[:, 0], second[:, 0])[:, None]
    joined = np.zeros((len(first) + len(second) - 1, first.shape[1]))
    # Long factors hold mostly zeros when two kinds of wounds are told apart.
    places = range(len(second)) if len(second) <= 4 else np.flatnonzero(second.any(axis=1))
    for place in places:
        joined[place : place + len(first)] += first * second[place]
    return joined


def added(first: Polynomials, second: Polynomials) -> Polynomials:
    """Add polynomials of different lengths."""
    if len(first) < len(second):
        first, second = second, first
    total = first.copy()
    total[: len(second)] += second
    return total
