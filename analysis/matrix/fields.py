"""Targets under fire: salvos in, figures out, line by line for all cells that are still firing."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.matrix.advance import advanced, opened
from analysis.matrix.lawbook import LawBook
from analysis.matrix.stages import Stage
from analysis.transitions import Matrix

__all__ = ["Field", "OneGroupField", "in_room"]

_ROOM: Final = 2_000_000
"""Numbers that the states of cells may take up together."""

State = NDArray[np.float64]


class Field(ABC):
    """Some targets under fire.

    Attributes:
        width: Entries of a state.
        figures_read: How many figures are read off the final state.
    """

    def __init__(self, width: int, figures_read: int) -> None:
        """A field of states so wide."""
        self.width = width
        self.figures_read = figures_read

    @abstractmethod
    def line(self, items: NDArray[np.intp], targets: NDArray[np.intp], state: State | None, last: bool) -> State:
        """One line into cells.

        Args:
            items: Item of each cell.
            targets: Target of each cell, by its place in the field.
            state: (entries, cells) before; None for fresh units.
            last: Whether it is the last line, so that figures are wanted instead of states.
        """

    def figures(self, salvos: NDArray[np.intp], targets: NDArray[np.intp]) -> NDArray[np.float64]:
        """Figures of cells: (figures, cells).

        Args:
            salvos: Items of each cell in order, -1 behind the last: (items, cells).
            targets: Target of each cell, by its place in the field.
        """
        result = np.zeros((self.figures_read, len(targets)))
        # The longest salvos first, so that those still firing are always the first ones.
        longest_first = np.argsort(-_lengths(salvos), kind="stable")
        for cells in in_room(longest_first, self.width):
            result[:, cells] = self._in_order(salvos[:, cells], targets[cells])
        return result

    def _in_order(self, salvos: NDArray[np.intp], targets: NDArray[np.intp]) -> NDArray[np.float64]:
        """Cells whose devastating wounds follow their line, the longest salvos first."""
        lengths = _lengths(salvos)
        result = np.zeros((self.figures_read, len(targets)))
        state = None
        for place, items in enumerate(salvos):
            going_on, firing = (int(np.count_nonzero(lengths > done)) for done in (place + 1, place))
            last, others = slice(going_on, firing), slice(0, going_on)
            if firing > going_on:
                before = None if state is None else state[:, last]
                result[:, last] = self.line(items[last], targets[last], before, last=True)
            if not going_on:
                break
            before = None if state is None else state[:, others]
            state = self.line(items[others], targets[others], before, last=False)
        return result


class OneGroupField(Field):
    """A formation of one group: many cells share a blow."""

    def __init__(self, stage: Stage, book: LawBook, rows: Matrix) -> None:
        """Lay out the field.

        Args:
            stage: All items against its targets.
            book: Their laws.
            rows: What is read off the final state: (figures, entries).
        """
        super().__init__(rows.shape[1], len(rows))
        self._stage = stage
        self._book = book
        self._rows = rows

    def line(self, items: NDArray[np.intp], targets: NDArray[np.intp], state: State | None, last: bool) -> State:
        """One line into cells."""
        rows = self._rows if last else None
        if state is None:
            return opened(self._stage, self._book, items, targets, rows)
        return advanced(self._stage, self._book, items, targets, state, rows)


def _lengths(salvos: NDArray[np.intp]) -> NDArray[np.intp]:
    lengths: NDArray[np.intp] = (salvos >= 0).sum(axis=0)
    return lengths


def in_room(cells: NDArray[np.intp], each: int) -> Iterator[NDArray[np.intp]]:
    """Cells in pieces whose states do not take up too much room together; `each` are the numbers of one."""
    step = max(1, _ROOM // each)
    for start in range(0, len(cells), step):
        yield cells[start : start + step]
