"""Tables of what n wounds do to a unit, for many kinds of damage at once.

A table holds, per number of unsaved wounds (and of devastating ones, where those are counted apart), the four figures
of `FIGURES`; a cell of the matrix is its scalar product with a law of wounds. The matrices are those of a duel.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.allocation import UnitStates
from analysis.transitions import Matrix, binomial_split, spent

__all__ = ["FIGURES", "figures", "walked", "walked_apart"]

FIGURES: Final = ("lost", "slain", "destroyed", "let_through")
"""Wounds lost, models slain, P(all slain), wounds let through by Feel No Pain whether lost or wasted."""

SETTLED: Final = 1e-15
"""A walk has settled when one more wound changes its figures by a constant, but for less than this."""

Stages = Sequence[tuple[float, Matrix]]
"""Saves from the lowest die up: chance that a die falls in the stage, and the matrices (kinds, after, before)."""


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


def walked(stages: Stages, rows: Matrix, mosts: Sequence[int]) -> NDArray[np.float64]:
    """``table[n, kind, row]`` after n dice that fail in at least one group.

    Args:
        stages: One stage where all groups fail on the same faces, or where each wound is saved for itself.
        rows: What to read off the final state: (rows, states).
        mosts: Per kind the largest n that matters.
    """
    first, most = stages[0][1], max(mosts)
    start = np.zeros(first.shape[1])
    start[0] = 1.0
    if len(stages) == 1:
        return _grown(_columns(first, start, most), most) @ rows.T
    if len(stages) == 2:
        return _two_stages(_columns(first, start, most), stages, rows, mosts)
    table = np.zeros((most + 1, len(first), len(rows)))
    for kind, own in enumerate(mosts):
        each_number = np.eye(own + 1)
        ends = spent(start, each_number, [(chance, matrices[kind]) for chance, matrices in stages])
        table[: own + 1, kind] = (rows @ ends).T
    return table


def walked_apart(
    stages: Stages, devastating: Matrix, rows: Matrix, mosts: Sequence[tuple[int, int]]
) -> list[NDArray[np.float64]]:
    """Per kind ``table[n, m, row]`` after n dice that fail and m devastating wounds after them, up to its `mosts`."""
    tables = []
    for kind, (most, most_devastating) in enumerate(mosts):
        own = [(chance, matrices[kind : kind + 1]) for chance, matrices in stages]
        lasting = _rows(devastating[kind], rows, most_devastating)
        table = walked(own, lasting.reshape(-1, rows.shape[1]), [most])
        by_number = table.reshape(most + 1, len(lasting), len(rows)).transpose(1, 0, 2)
        tables.append(_grown(by_number, most_devastating).transpose(1, 0, 2))
    return tables


def _settled(values: NDArray[np.float64], number: int) -> bool:
    """Whether the entries up to `number` have become a straight line: nobody is left, and only waste still grows."""
    if number % 3 or number < 2:
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


def _columns(matrices: Matrix, start: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    """``columns[n, kind]`` = matrix of the kind, applied n times to the start; ends early when settled."""
    columns = np.empty((most + 1, len(matrices), len(start)))
    columns[0] = start
    for number in range(1, most + 1):
        np.matmul(matrices, columns[number - 1][..., None], out=columns[number][..., None])
        if _settled(columns, number):
            return columns[: number + 1]
    return columns


def _rows(matrix: Matrix, rows: Matrix, most: int) -> NDArray[np.float64]:
    """``result[n]`` = what the rows read after n more wounds; ends early when settled."""
    result = np.empty((most + 1, *rows.shape))
    result[0] = rows
    for number in range(1, most + 1):
        np.matmul(result[number - 1], matrix, out=result[number])
        if _settled(result, number):
            return result[: number + 1]
    return result


def _two_stages(
    columns: NDArray[np.float64], stages: Stages, rows: Matrix, mosts: Sequence[int]
) -> NDArray[np.float64]:
    """Of n dice k fall in the first stage, with their binomial chance, and the rest in the second."""
    (chance, first), (other, second) = stages
    table = np.zeros((max(mosts) + 1, len(first), len(rows)))
    for kind, most in enumerate(mosts):
        taken = columns[: most + 1, kind]
        after = _rows(second[kind], rows, most)
        joined = after @ taken.T  # (dice in the second stage, rows, dice in the first stage)
        weights = _stage_weights(most, chance / (chance + other), len(after), len(taken))
        table[: most + 1, kind] = weights @ joined.transpose(0, 2, 1).reshape(-1, len(rows))
    return table


@lru_cache(maxsize=256)
def _stage_weights(most: int, share: float, rests: int, takens: int) -> Matrix:
    """``weights[n, (r, k)]``: how much of the entry for r dice in the second and k in the first stage n dice hold.

    Beyond the entries computed both go on in straight lines, so what lies beyond is split over the last two.
    """
    taken, rest = np.nonzero(np.tri(most + 1)[::-1])
    chance = binomial_split(most, share)[taken, rest]
    weights = np.zeros((most + 1, rests, takens))
    for row, row_share in _along_the_line(rest, rests):
        for column, column_share in _along_the_line(taken, takens):
            np.add.at(weights, (taken + rest, row, column), chance * row_share * column_share)
    weights.flags.writeable = False
    return weights.reshape(most + 1, -1)


def _along_the_line(
    numbers: NDArray[np.intp], known: int
) -> tuple[tuple[NDArray[np.intp], NDArray[np.float64]], tuple[NDArray[np.intp], NDArray[np.float64]]]:
    """Entries as combinations of two known ones: their own and none, or the last two."""
    beyond = np.maximum(numbers - (known - 1), 0).astype(float)
    last = np.minimum(numbers, known - 1)
    return (last, 1.0 + beyond), (np.maximum(last - 1, 0), -beyond)
