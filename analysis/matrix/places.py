"""Which cells of a matrix hold what a salvo does to a target: the same figures may stand in many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.matrix.stances import Stance

__all__ = ["Places"]


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """The cells of a matrix that each salvo fills at each target, in the order of both.

    Attributes:
        targets: How many targets there are.
        keys: Per cell its salvo and target as one number.
        rows: Its row; likewise `columns`.
    """

    targets: int
    keys: NDArray[np.intp]
    rows: NDArray[np.int32]
    columns: NDArray[np.int32]

    @classmethod
    def of(
        cls,
        block: Sequence[tuple[int, Stance]],
        salvos: Sequence[NDArray[np.intp]],
        kinds: Sequence[NDArray[np.intp]],
        targets: int,
    ) -> Places:
        """Of some stances the salvo and the target of every column."""
        keys = np.concatenate([salvo * targets + kind for salvo, kind in zip(salvos, kinds, strict=True)])
        rows = np.repeat(np.array([row for row, _ in block], dtype=np.int32), [len(kind) for kind in kinds])
        columns = np.concatenate([stance.columns.astype(np.int32) for _, stance in block])
        order = np.argsort(keys, kind="stable")
        return cls(targets, keys[order], rows[order], columns[order])

    def fill(
        self,
        figures: NDArray[np.float64],
        salvos: NDArray[np.intp],
        targets: NDArray[np.intp],
        cells: NDArray[np.float64],
    ) -> None:
        """Write what some salvos do to some targets into all their cells."""
        keys = salvos * self.targets + targets
        first = np.searchsorted(self.keys, keys, side="left")
        count = np.searchsorted(self.keys, keys, side="right") - first
        start = np.cumsum(count) - count
        place = np.arange(int(count.sum())) + np.repeat(first - start, count)
        here = min(len(figures), len(cells))
        figures[:here, self.rows[place], self.columns[place]] = np.repeat(cells[:here], count, axis=1)
