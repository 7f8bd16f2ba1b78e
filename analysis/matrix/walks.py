"""What n wounds do to a fresh unit, for many kinds of damage at once: the matrices of a duel, applied again and again.

Dice that fail a save fall in *stages*: one stage where all groups fail on the same faces, else one for each threshold
from the lowest up (11e). Wounds that go past every save come last. Arrays run over (wounds, kinds, rows); a row is what
is read off the state of the unit, such as the figures of `FIGURES`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.allocation import UnitStates
from analysis.transitions import Matrix, binomial_split

__all__ = ["FIGURES", "after_first", "between", "figures", "in_one_stage", "lasting", "split_between"]

FIGURES: Final = ("lost", "slain", "destroyed", "let_through")
"""Wounds lost, models slain, P(all slain), wounds let through by Feel No Pain whether lost or wasted."""

SETTLED: Final = 1e-15
"""A walk has settled when one more wound changes its figures by a constant, but for less than this."""

_LOOK_EVERY: Final = 8
"""Wounds between two looks at whether a walk has settled."""


def figures(unit: UnitStates, count: int | None = None) -> Matrix:
    """Figures of every state, as rows of a matrix (4, states + 1).

    Args:
        unit: The states.
        count: Of a unit of one group, the models a smaller unit has: it is the same walk, stopped earlier.
    """
    lost, slain = unit.wounds_lost, unit.slain.sum(axis=1)
    models, left = unit.models, unit.wounds_left
    if count is not None:
        left -= (models - count) * unit.shapes[0].wounds
        lost, slain, models = np.minimum(lost, left), np.minimum(slain, count), count
    rows = np.zeros((len(FIGURES), len(lost) + 1))
    rows[0, :-1], rows[1, :-1], rows[2, :-1] = lost, slain, slain == models
    rows[3, -1] = 1.0
    return rows


def in_one_stage(matrices: Matrix, rows: Matrix, most: int) -> NDArray[np.float64]:
    """``table[n, kind, row]`` after n wounds, n up to `most`.

    Args:
        matrices: One wound of each kind: (kinds, after, before).
        rows: What to read: (rows, states), or one of these for each kind.
        most: The most wounds.
    """
    columns = _columns(matrices, most)
    read = np.matmul(columns.transpose(1, 0, 2), np.swapaxes(rows, -1, -2)).transpose(1, 0, 2)
    return _grown(read, most)


def after_first(first: Matrix, later: NDArray[np.float64]) -> NDArray[np.float64]:
    """``read[rest, kind, row, taken]``: the rows after so many wounds of the first stage and of the others.

    Args:
        first: One wound of the first stage: (kinds, after, before).
        later: What the rows read from each state after the wounds of the other stages (`lasting`, `between`).
    """
    most = len(later) - 1
    columns = _grown(_columns(first, most), most)
    read: NDArray[np.float64] = np.matmul(later, columns.transpose(1, 2, 0))
    return read


def between(matrices: Matrix, later: NDArray[np.float64], share: float) -> NDArray[np.float64]:
    """``read[n, kind, row, state]``: of n dice each falls in a middle stage with this chance, else in a later one."""
    most = len(later) - 1
    split = binomial_split(most, share)
    read = np.zeros_like(later)
    for taken in range(most + 1):
        read[taken:] += split[taken, : most + 1 - taken, None, None, None] * later
        later = np.matmul(later[: most - taken], matrices)
    return read


def split_between(read: NDArray[np.float64], share: float, kinds: NDArray[np.intp]) -> NDArray[np.float64]:
    """``table[n, kind, row]``: of n dice each falls in the first of two stages with this chance (`after_first`)."""
    taken, rest, starts, chances = _splits(len(read) - 1, share)
    split = read.transpose(0, 3, 1, 2)[rest[:, None], taken[:, None], kinds] * chances[:, None, None]
    table: NDArray[np.float64] = np.add.reduceat(split, starts, axis=0)
    return table


@lru_cache(maxsize=256)
def _splits(most: int, share: float) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp], Matrix]:
    """All ways to split up to `most` dice between two stages, by their sum; where each sum starts; their chances."""
    together, taken = np.nonzero(np.tri(most + 1))
    rest = together - taken
    chances = binomial_split(most, share)[taken, rest]
    starts = np.arange(most + 1) * np.arange(1, most + 2) // 2
    return taken, rest, starts, chances


def lasting(matrices: Matrix, rows: Matrix, most: int) -> NDArray[np.float64]:
    """``read[n, kind, row, state]`` = what the rows read n wounds after a state."""
    kinds, states = matrices.shape[:2]
    read = np.empty((most + 1, kinds, rows.shape[-2], states))
    read[0] = rows
    for number in range(1, most + 1):
        np.matmul(read[number - 1], matrices, out=read[number])
        if _settled(read, number):
            return _grown(read[: number + 1], most)
    return read


def _columns(matrices: Matrix, most: int) -> NDArray[np.float64]:
    """``columns[n, kind]`` = the fresh unit after n wounds; ends early when settled."""
    columns = np.zeros((most + 1, *matrices.shape[:2]))
    columns[0, :, 0] = 1.0
    for number in range(1, most + 1):
        np.matmul(matrices, columns[number - 1][..., None], out=columns[number][..., None])
        if _settled(columns, number):
            return columns[: number + 1]
    return columns


def _settled(values: NDArray[np.float64], number: int) -> bool:
    """Whether the entries up to `number` have become a straight line: nobody is left, and only waste still grows."""
    if number % _LOOK_EVERY or number + 1 == len(values):
        return False
    bend = values[number] - 2.0 * values[number - 1] + values[number - 2]
    return bool(np.abs(bend).max() < SETTLED)


def _grown(values: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    """Go on in a straight line from the last two entries up to the entry `most`."""
    missing = most + 1 - len(values)
    if missing <= 0:
        return values
    ahead = np.arange(1, missing + 1).reshape(-1, *[1] * (values.ndim - 1))
    return np.concatenate([values, values[-1] + ahead * (values[-1] - values[-2])])
