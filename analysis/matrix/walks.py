"""What n wounds do to a fresh unit, for many kinds of damage at once: the matrices of a duel, applied again and again.

Dice that fail a save fall in *stages*: one stage where all groups fail on the same faces, else one for each threshold
from the lowest up (11e). Wounds that go past every save come last. Arrays run over (kinds, wounds, rows); a row is what
is read off the state of the unit, such as the figures of `FIGURES`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.allocation import UnitStates
from analysis.transitions import Matrix, binomial_split

__all__ = ["FIGURES", "METRICS", "figures", "in_stages", "lasting"]

FIGURES: Final = ("lost", "slain", "destroyed", "let_through")
"""Wounds lost, models slain, P(all slain), wounds let through by Feel No Pain whether lost or wasted."""

METRICS: Final = ("damage", "slain", "destroyed", "wasted")
"""The same, but for the last: let through and lost by nobody."""

SETTLED: Final = 1e-15
"""A walk has settled when one more wound changes its figures by a constant, but for less than this."""

_LOOK_EVERY: Final = 8
"""Wounds between two looks at whether a walk has settled."""


def figures(unit: UnitStates) -> Matrix:
    """Figures of every state, as rows of a matrix (4, states + 1)."""
    slain = unit.slain.sum(axis=1)
    rows = np.zeros((len(FIGURES), len(slain) + 1))
    rows[0, :-1], rows[1, :-1], rows[2, :-1] = unit.wounds_lost, slain, slain == unit.models
    rows[3, -1] = 1.0
    return rows


def _in_one_stage(matrices: Matrix, rows: Matrix, most: int) -> NDArray[np.float64]:
    """``table[kind, n, row]`` after n wounds, n up to `most`.

    Args:
        matrices: One wound of each kind: (kinds, after, before).
        rows: What to read: (rows, states), or one of these for each kind.
        most: The most wounds.
    """
    return _grown(np.matmul(_columns(matrices, most), np.swapaxes(rows, -1, -2)), most)


def in_stages(
    matrices: Sequence[Matrix], rows: Matrix, most: int, shares: NDArray[np.float64], kinds: NDArray[np.intp]
) -> NDArray[np.float64]:
    """``table[way, n, row]`` after n dice, n up to `most`.

    Args:
        matrices: One wound of each kind in each stage: (kinds, after, before).
        rows: What to read, for each kind: (kinds, rows, states).
        most: The most dice.
        shares: Per way the shares of the dice that fall in each stage: (ways, stages).
        kinds: Per way its kind.
    """
    if len(matrices) == 1:
        return _in_one_stage(matrices[0], rows, most)[kinds]
    columns = _grown(_columns(matrices[0], most), most)[kinds]
    for stage in range(1, len(matrices)):
        earlier = shares[:, :stage].sum(axis=1) / shares[:, : stage + 1].sum(axis=1)
        columns = _through_stage(matrices[stage][kinds], columns, earlier)
    table: NDArray[np.float64] = np.matmul(columns, np.swapaxes(rows[kinds], -1, -2))
    return table


def _through_stage(matrices: Matrix, columns: Matrix, earlier: NDArray[np.float64]) -> Matrix:
    """Units after n dice, each of which fell in this stage or in an earlier one.

    Args:
        matrices: One wound of the stage: (ways, after, before).
        columns: Units after n dice of the earlier stages: (ways, n, states).
        earlier: P(a die fell in an earlier stage): (ways,).
    """
    ways, wounds, states = columns.shape
    split = {share: _split(wounds - 1, share) for share in set(earlier.tolist())}
    chances = np.array([split[share] for share in earlier.tolist()])
    # One product gives all units one die of this stage more, and adds those all of whose dice fell earlier.
    step = np.empty((ways, states, states + 1))
    step[..., :-1] = matrices
    units, following = np.zeros((2, ways, states + 1, wounds))
    after = np.empty_like(columns)
    for taken in range(wounds):
        step[..., -1] = columns[:, taken]
        units[:, -1, taken:] = chances[:, taken, taken:]
        np.matmul(step, units[..., taken:], out=following[:, :-1, taken:])
        after[:, taken] = following[:, :-1, taken]
        units, following = following, units
    return after


@lru_cache(maxsize=64)
def _split(most: int, share: float) -> NDArray[np.float64]:
    """``split[taken, n]`` = P(so many of n dice fall in a stage that takes each with this chance)."""
    together, taken = np.meshgrid(np.arange(most + 1), np.arange(most + 1))
    rest = np.maximum(together - taken, 0)
    split: NDArray[np.float64] = np.where(taken <= together, binomial_split(most, share)[taken, rest], 0.0)
    split.flags.writeable = False
    return split


def lasting(matrices: Matrix, rows: Matrix, most: int) -> NDArray[np.float64]:
    """``read[kind, n, row, state]`` = what the rows read n wounds after a state."""
    kinds, states = matrices.shape[:2]
    read = np.empty((kinds, most + 1, rows.shape[-2], states))
    read[:, 0] = rows
    for number in range(1, most + 1):
        np.matmul(read[:, number - 1], matrices, out=read[:, number])
        if _settled(read, number):
            return _grown(read[:, : number + 1], most)
    return read


def _columns(matrices: Matrix, most: int) -> NDArray[np.float64]:
    """``columns[kind, n]`` = the fresh unit after n wounds; ends early when settled."""
    kinds, states = matrices.shape[:2]
    columns = np.zeros((kinds, most + 1, states))
    columns[:, 0, 0] = 1.0
    for number in range(1, most + 1):
        np.matmul(matrices, columns[:, number - 1, :, None], out=columns[:, number, :, None])
        if _settled(columns, number):
            return columns[:, : number + 1]
    return columns


def _settled(values: NDArray[np.float64], number: int) -> bool:
    """Whether the entries up to `number` have become a straight line: nobody is left, and only waste still grows."""
    if number % _LOOK_EVERY or number + 1 == values.shape[1]:
        return False
    bend = values[:, number] - 2.0 * values[:, number - 1] + values[:, number - 2]
    return bool(np.abs(bend).max() < SETTLED)


def _grown(values: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    """Go on in a straight line from the last two entries up to the entry `most`."""
    missing = most + 1 - values.shape[1]
    if missing <= 0:
        return values
    ahead = np.arange(1, missing + 1).reshape(-1, *[1] * (values.ndim - 2))
    last = values[:, -1:]
    return np.concatenate([values, last + ahead * (last - values[:, -2:-1])], axis=1)
