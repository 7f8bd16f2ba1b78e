"""Every way the dice can fall, tried out one by one: the slowest and plainest way to count.

A game is a function that asks for dice and returns what came of them. It is played again and again with every
sequence of faces it may see. Faces between which nothing changes are laid down once, by the lowest of them, and count
as many times as there are.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

__all__ = ["Dice", "every_game"]

Outcome = TypeVar("Outcome")


class Dice:
    """The faces of one game: those already laid down are given out again, the next ones start at their lowest."""

    def __init__(self, script: list[list[tuple[int, Fraction]]]) -> None:
        self.script = script  # of every die, in the order asked for: the faces still to be tried, the current one last
        self.asked = 0

    def roll(self, sides: int, *marks: int) -> int:
        """The face of the next die; `marks` are the faces from which on something changes (without: all of them)."""
        if self.asked == len(self.script):
            starts = sorted({1, *(mark for mark in marks if 1 < mark <= sides)}) if marks else range(1, sides + 1)
            ends = [*starts[1:], sides + 1]
            faces = [(start, Fraction(end - start, sides)) for start, end in zip(starts, ends, strict=True)]
            self.script.append(faces[::-1])
        self.asked += 1
        return self.script[self.asked - 1][-1][0]


def every_game(play: Callable[[Dice], Outcome]) -> dict[Outcome, Fraction]:
    """P(outcome) of a game, as fractions."""
    chances: dict[Outcome, Fraction] = defaultdict(Fraction)
    script: list[list[tuple[int, Fraction]]] = []
    while True:
        outcome = play(Dice(script))
        chance = Fraction(1)
        for faces in script:
            chance *= faces[-1][1]
        chances[outcome] += chance
        while script and len(script[-1]) == 1:
            script.pop()
        if not script:
            return dict(chances)
        script[-1].pop()
