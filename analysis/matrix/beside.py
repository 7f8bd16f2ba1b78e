"""Matrices of many cells side by side, (after, before, cells): one product a die moves all cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.transitions import Matrix, binomial_split

__all__ = ["beside", "devastated", "unsaved"]

State = NDArray[np.float64]
Stage = tuple[NDArray[np.float64], NDArray[np.float64]]
"""Per cell the chance that a die falls in the stage, and the matrices of cells side by side."""

_SIXTIETHS: Final = 60
"""A stage takes a of the b faces that are left, b at most 6: a whole number of sixtieths."""


def beside(matrices: Sequence[Matrix], kind: NDArray[np.intp]) -> NDArray[np.float64]:
    """The matrices of cells, given the different ones and which each cell has."""
    side_by_side: NDArray[np.float64] = np.take(np.array(matrices).transpose(1, 2, 0), kind, axis=2)
    return side_by_side


def devastated(matrices: NDArray[np.float64], state: NDArray[np.float64]) -> State:
    """Apply m devastating wounds to the m-th part of the states (states, m, cells)."""
    result = state[:, -1]
    for number in range(state.shape[1] - 2, -1, -1):
        result = np.einsum("stc,tc->sc", matrices, result) + state[:, number]
    return result


def unsaved(stages: Sequence[Stage], laws: NDArray[np.float64], state: State) -> NDArray[np.float64]:
    """Unsaved wounds by laws (n, m, cells), stage by stage: (states, m, cells)."""
    (share, matrices), *later = stages
    wounds = len(laws)
    columns = np.empty((wounds, *state.shape))
    columns[0] = state
    for number in range(1, wounds):
        np.einsum("stc,tc->sc", matrices, columns[number - 1], out=columns[number])
    if not later:
        result: NDArray[np.float64] = np.einsum("nmc,nsc->smc", laws, columns)
        return result
    left = np.sum([other for other, _ in stages], axis=0)
    waiting = _left_over(laws, columns, _splits(wounds - 1, share / left))
    left = left - share
    for share, matrices in later[:-1]:
        waiting = _middle(list(waiting)[::-1], matrices, _splits(wounds - 1, share / left))
        left = left - share
    result = np.zeros((len(state), *laws.shape[1:]))
    for number, part in enumerate(waiting):
        result = np.einsum("stc,tmc->smc", later[-1][1], result) + part if number else part
    return result


def _splits(most: int, share: NDArray[np.float64]) -> NDArray[np.float64]:
    """`binomial_split` of each cell: (k, r, cells)."""
    shares, kind = np.unique(np.round(share * _SIXTIETHS), return_inverse=True)
    each = [binomial_split(most, number / _SIXTIETHS) for number in shares.tolist()]
    return beside(each, kind)


def _left_over(
    laws: NDArray[np.float64], columns: NDArray[np.float64], split: NDArray[np.float64]
) -> Iterator[NDArray[np.float64]]:
    """The states after the first stage when r dice are left over for later ones, from the largest r down to 0."""
    wounds = len(laws)
    for rest in range(wounds - 1, -1, -1):
        taken = laws[rest:] * split[: wounds - rest, rest, None]
        yield np.einsum("nmc,nsc->smc", taken, columns[: wounds - rest])


def _middle(
    waiting: Sequence[NDArray[np.float64]], matrices: NDArray[np.float64], split: NDArray[np.float64]
) -> Iterator[NDArray[np.float64]]:
    """A middle stage: of r dice left over, k with their binomial chance are applied; from the largest rest down."""
    wounds = len(waiting)
    for rest in range(wounds - 1, -1, -1):
        result = np.zeros_like(waiting[0])
        for taken in range(wounds - 1 - rest, -1, -1):
            result = np.einsum("stc,tmc->smc", matrices, result) + waiting[taken + rest] * split[taken, rest]
        yield result
