"""Tables of what n wounds do to a unit, for many kinds of damage at once.

A table holds, per number of unsaved wounds (and of devastating ones, where those are counted apart), the four figures
of `FIGURES`; a cell of the matrix is its scalar product with a law of wounds. The matrices are those of a duel.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.allocation import UnitStates
from analysis.transitions import Matrix, binomial_split, spent

__all__ = ["FIGURES", "figures", "walked", "walked_apart"]

FIGURES: Final = ("lost", "slain", "destroyed", "let_through")
"""Wounds lost, models slain, P(all slain), wounds let through by Feel No Pain whether lost or wasted."""

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


def walked(stages: Stages, rows: Matrix, most: int, mosts: Sequence[int] | None = None) -> NDArray[np.float64]:
    """``table[n, kind, row]`` after n dice that fail in at least one group.

    Args:
        stages: One stage where all groups fail on the same faces, or where each wound is saved for itself.
        rows: What to read off the final state: (rows, states).
        most: The largest n.
        mosts: Per kind the largest n that matters, where computing less pays.
    """
    first = stages[0][1]
    start = np.zeros(first.shape[1])
    start[0] = 1.0
    columns = _columns(first, start, most)
    if len(stages) == 1:
        return columns @ rows.T
    if len(stages) == 2:
        return _two_stages(columns, stages, rows, mosts or [most] * len(first))
    each_number = np.eye(most + 1)
    kinds = []
    for kind in range(len(first)):
        ends = spent(start, each_number, [(chance, matrices[kind]) for chance, matrices in stages])
        kinds.append(rows @ ends)
    return np.array(kinds).transpose(2, 0, 1)


def walked_apart(
    stages: Stages, devastating: Matrix, rows: Matrix, mosts: Sequence[tuple[int, int]]
) -> list[NDArray[np.float64]]:
    """Per kind ``table[n, m, row]`` after n dice that fail and m devastating wounds after them, up to its `mosts`."""
    tables = []
    for kind, (most, most_devastating) in enumerate(mosts):
        own = [(chance, matrices[kind : kind + 1]) for chance, matrices in stages]
        lasting = _rows(devastating[kind : kind + 1], rows[None], most_devastating)
        table = walked(own, lasting.reshape(-1, rows.shape[1]), most)
        tables.append(table.reshape(most + 1, most_devastating + 1, len(rows)))
    return tables


def _columns(matrices: Matrix, start: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    """``columns[n, kind]`` = matrix of the kind, applied n times to the start."""
    columns = np.empty((most + 1, len(matrices), len(start)))
    columns[0] = start
    for number in range(most):
        np.matmul(matrices, columns[number][..., None], out=columns[number + 1][..., None])
    return columns


def _rows(matrices: Matrix, rows: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    """``rows[n, kind]`` = what the rows read after n more wounds of the kind."""
    result = np.empty((most + 1, *rows.shape))
    result[0] = rows
    for number in range(most):
        np.matmul(result[number], matrices, out=result[number + 1])
    return result


def _two_stages(
    columns: NDArray[np.float64], stages: Stages, rows: Matrix, mosts: Sequence[int]
) -> NDArray[np.float64]:
    """Of n dice k fall in the first stage, with their binomial chance, and the rest in the second."""
    (chance, first), (other, second) = stages
    table = np.zeros((len(columns), len(first), len(rows)))
    for kind, most in enumerate(mosts):
        after = _rows(second[kind : kind + 1], rows[None], most)
        ends = after.reshape(-1, rows.shape[1])  # (dice in the second stage and rows, states)
        joined = (ends @ columns[: most + 1, kind].T).reshape(most + 1, len(rows), most + 1).transpose(2, 0, 1)
        split = binomial_split(most, chance / (chance + other))
        for taken in range(most + 1):
            table[taken : most + 1, kind] += joined[taken, : most + 1 - taken] * split[taken, : most + 1 - taken, None]
    return table
