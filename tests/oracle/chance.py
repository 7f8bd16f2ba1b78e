"""Exact chances: what a die, a handful of dice or a whole process can come to, as dictionaries of fractions.

A *chance* maps every possible outcome to its probability. Nothing is rounded, nothing is thrown away.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

__all__ = ["D6", "Chance", "certain", "chance_of_dice", "mean", "plus", "repeat", "then"]

Outcome = TypeVar("Outcome", bound=Hashable)
Next = TypeVar("Next", bound=Hashable)
Chance = dict[Outcome, Fraction]

D6: Chance[int] = {face: Fraction(1, 6) for face in range(1, 7)}

_DICE_TEXT = re.compile(r"(?:(\d*)D([36]))?([+-]?\d+)?", re.IGNORECASE)


def certain(outcome: Outcome) -> Chance[Outcome]:
    """The chance of something that is sure to happen."""
    return {outcome: Fraction(1)}


def then(first: Chance[Outcome], step: Callable[[Outcome], Chance[Next]]) -> Chance[Next]:
    """What comes of one step after another, the second depending on how the first ended."""
    result: Chance[Next] = {}
    for outcome, probability in first.items():
        for following, share in step(outcome).items():
            result[following] = result.get(following, Fraction(0)) + probability * share
    return result


def plus(left: Chance[int], right: Chance[int]) -> Chance[int]:
    """The sum of two independent rolls."""
    return then(left, lambda a: {a + b: probability for b, probability in right.items()})


def repeat(times: int, roll: Chance[int]) -> Chance[int]:
    """The sum of the same roll made several times."""
    total = certain(0)
    for _ in range(times):
        total = plus(total, roll)
    return total


def mean(chance: Chance[int]) -> Fraction:
    """The expected value of a roll."""
    return sum((outcome * probability for outcome, probability in chance.items()), Fraction(0))


def chance_of_dice(text: str | int) -> Chance[int]:
    """Read ``2D6+3``, ``D3``, ``4`` and the like, and roll it.

    A D3 is a D6 halved and rounded up.

    >>> chance_of_dice("D3+1")
    {2: Fraction(1, 3), 3: Fraction(1, 3), 4: Fraction(1, 3)}
    """
    compact = str(text).replace(" ", "")
    found = _DICE_TEXT.fullmatch(compact)
    if found is None or not compact:
        raise ValueError(f"dice expected, such as 2D6+3; got {text!r}")
    many, sides, constant = found.groups()
    total = certain(int(constant or 0))
    if sides is None:
        return total
    die = {face: Fraction(1, int(sides)) for face in range(1, int(sides) + 1)}
    return plus(total, repeat(int(many or 1), die))
