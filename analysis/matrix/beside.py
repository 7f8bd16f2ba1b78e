"""Matrices of many cells side by side, (after, before, cells): one product a die moves all cells."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analysis.transitions import Matrix, binomial_split

__all__ = ["beside", "devastated", "unsaved"]

State = NDArray[np.float64]


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


def unsaved(
    stages: Sequence[tuple[float, NDArray[np.float64]]], laws: NDArray[np.float64], state: State
) -> NDArray[np.float64]:
    """Unsaved wounds by laws (n, m, cells), stage by stage: (states, m, cells)."""
    (share, matrices), *later = stages
    wounds, devastating, cells = laws.shape
    columns = np.empty((wounds, *state.shape))
    columns[0] = state
    for number in range(1, wounds):
        np.einsum("stc,tc->sc", matrices, columns[number - 1], out=columns[number])
    if not later:
        result: NDArray[np.float64] = np.einsum("nmc,nsc->smc", laws, columns)
        return result
    left = share + sum(other for other, _ in later)
    split = binomial_split(wounds - 1, share / left)
    waiting = np.zeros((wounds, len(state), devastating, cells))
    for taken in range(wounds):
        rest = laws[taken:] * split[taken, : wounds - taken, None, None]
        waiting[: wounds - taken] += rest[:, None] * columns[taken][:, None]
    left -= share
    for share, matrices in later[:-1]:
        waiting = _middle(waiting, matrices, binomial_split(wounds - 1, share / left))
        left -= share
    result = waiting[-1]
    for number in range(wounds - 2, -1, -1):
        result = np.einsum("stc,tmc->smc", later[-1][1], result) + waiting[number]
    return result


def _middle(
    waiting: NDArray[np.float64], matrices: NDArray[np.float64], split: NDArray[np.float64]
) -> NDArray[np.float64]:
    """A middle stage: of r dice left over, k with their binomial chance are applied."""
    wounds = len(waiting)
    result = np.zeros_like(waiting)
    for taken in range(wounds - 1, -1, -1):
        result = np.einsum("stc,ntmc->nsmc", matrices, result)
        result[: wounds - taken] += waiting[taken:] * split[taken, : wounds - taken, None, None, None]
    return result
