"""What n wounds of a strike do to a unit, from any state: the middle of a sequence of weapon lines.

Dice that fail a save fall in *stages*: one stage where all groups fail on the same faces, else one for each threshold
from the lowest up (11e). Stages hold a chance and a matrix each. The first line starts from the fresh unit, whose
columns serve all cells; lines between move the states of each cell; the last one is read backwards, from the figures of
the final state, which again serves all cells.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analysis.transitions import Matrix, binomial_split

__all__ = ["Stages", "after_dice", "read_after_dice"]

Stages = Sequence[tuple[float, Matrix]]
"""Chance that a die falls in the stage, and the matrices (kinds, after, before) of one such die."""


def after_dice(stages: Stages, start: Matrix, length: int) -> NDArray[np.float64]:
    """``columns[n, kind]`` = the columns `start` after n dice, for n below `length`.

    Args:
        stages: In the order their dice are dealt with.
        start: (states, columns), or (kinds, states, columns).
        length: Numbers of dice.
    """
    (chance, matrices), *rest = stages
    kinds, states = matrices.shape[:2]
    powers = np.empty((length, kinds, states, start.shape[-1]))
    powers[0] = start
    for number in range(1, length):
        np.matmul(matrices, powers[number - 1], out=powers[number])
    if not rest:
        return powers
    together = powers.transpose(1, 2, 0, 3).reshape(kinds, states, -1)
    later = after_dice(rest, together, length).reshape(length, kinds, states, length, -1)
    left = chance + sum(share for share, _ in rest)
    split = binomial_split(length - 1, chance / left)
    columns = np.zeros_like(powers)
    for taken in range(length):
        shares = split[taken, : length - taken, None, None, None]
        columns[taken:] += shares * later[: length - taken, :, :, taken]
    return columns


def read_after_dice(stages: Stages, rows: Matrix, length: int) -> NDArray[np.float64]:
    """``read[n, kind]`` = what `rows` (rows, states) or (kinds, rows, states) read after n dice, from each state."""
    backwards = [(chance, matrices.transpose(0, 2, 1)) for chance, matrices in reversed(stages)]
    return after_dice(backwards, np.swapaxes(rows, -1, -2), length).swapaxes(-1, -2)
