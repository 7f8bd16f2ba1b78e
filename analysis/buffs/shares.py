"""How much each of several buffs contributed: Shapley shares over all subsets, and what each adds to the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial
from typing import Final

from analysis.buffs.select import looked_up
from analysis.buffs.value import Attack, Metric
from analysis.errors import InputError
from analysis.scenario import BuffChoice

__all__ = ["MOST_BUFFS", "Share", "shares"]

MOST_BUFFS: Final = 8


@dataclass(frozen=True, slots=True)
class Share:
    """The part of one buff in what all of them add.

    Attributes:
        choice: The buff as named.
        shapley: Its mean gain over all orders in which the buffs could be added; the shares sum to the whole gain.
        last: What is lost when it alone is left out.
        alone: What it adds alone.
    """

    choice: BuffChoice
    shapley: float
    last: float
    alone: float


def shares(attack: Attack, choices: Sequence[BuffChoice], metric: Metric = "damage") -> list[Share]:
    """Split the gain of a set of buffs, exactly, over its at most 256 subsets.

    Formula: the share of i is the sum over subsets S without i of |S|! (n - |S| - 1)! / n! times v(S + i) - v(S).

    Raises:
        InputError: For more than eight buffs.
    """
    count = len(choices)
    if count > MOST_BUFFS:
        raise InputError("buffs", count, f"at most {MOST_BUFFS} buffs to split a gain between")
    named = [looked_up(choice, attack.library, f"buffs[{place}]") for place, choice in enumerate(choices)]
    values = [
        attack.tried([one for place, one in enumerate(named) if subset >> place & 1]).figures.of(metric)
        for subset in range(1 << count)
    ]
    weights = [factorial(size) * factorial(count - size - 1) / factorial(count) for size in range(count)]
    found = []
    for place, choice in enumerate(choices):
        bit = 1 << place
        shapley = sum(
            weights[subset.bit_count()] * (values[subset | bit] - values[subset])
            for subset in range(1 << count)
            if not subset & bit
        )
        everything = (1 << count) - 1
        last = values[everything] - values[everything ^ bit]
        found.append(Share(choice, shapley, last, values[bit] - values[0]))
    return found
