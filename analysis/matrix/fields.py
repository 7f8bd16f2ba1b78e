"""A formation with all lines that come at it: salvos in, figures out."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analysis.matrix.advance import advanced, opened
from analysis.matrix.lawbook import LawBook
from analysis.matrix.stages import Stage
from analysis.matrix.waiting import collapsed, fired
from analysis.transitions import Matrix

__all__ = ["Field"]

_ROOM: Final = 2_000_000
"""Numbers that the states of cells may take up together."""


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """One formation under fire.

    Attributes:
        stages: For lines that do not aim at a character, and for those that do: one stage for each part of the states,
            that of the fresh unit first.
        book: The laws.
        rows: What is read off the final state: (figures, entries).
        devastating_waits: Whether devastating wounds wait for all lines (R-DMG-09).
    """

    stages: dict[bool, list[Stage]]
    book: LawBook
    rows: Matrix
    devastating_waits: bool

    def figures(self, salvos: NDArray[np.intp], targets: NDArray[np.intp]) -> NDArray[np.float64]:
        """Figures of cells: (figures, cells).

        Args:
            salvos: Items of each cell in order, -1 behind the last: (items, cells).
            targets: Target of each cell, by its place in the formation.
        """
        result = np.zeros((len(self.rows), len(targets)))
        waits = self._waits(salvos, targets)
        at_once = np.flatnonzero(~waits)
        # The longest salvos first, so that those still firing are always the first ones.
        at_once = at_once[np.argsort(-_lengths(salvos[:, at_once]), kind="stable")]
        for cells in _pieces(at_once, self.rows.shape[1]):
            result[:, cells] = self._at_once(salvos[:, cells], targets[cells])
        if waits.any():
            for cells, lines in self._waiting_alike(salvos, targets, np.flatnonzero(waits)):
                result[:, cells] = self._after_all_lines(salvos[:, cells], targets[cells], lines)
        return result

    def _at_once(self, salvos: NDArray[np.intp], targets: NDArray[np.intp]) -> NDArray[np.float64]:
        """Cells whose devastating wounds follow their line, the longest salvos first."""
        lengths = _lengths(salvos)
        result = np.zeros((len(self.rows), len(targets)))
        state = None
        for place, items in enumerate(salvos):
            going_on, firing = (int(np.count_nonzero(lengths > done)) for done in (place + 1, place))
            last, others = slice(going_on, firing), slice(0, going_on)
            if firing > going_on:
                before = None if state is None else state[:, last]
                result[:, last] = self._line(items[last], targets[last], before, self.rows)
            if not going_on:
                break
            state = self._line(items[others], targets[others], None if state is None else state[:, others], None)
        return result

    def _line(
        self,
        items: NDArray[np.intp],
        targets: NDArray[np.intp],
        state: NDArray[np.float64] | None,
        rows: Matrix | None,
    ) -> NDArray[np.float64]:
        """One line into cells: states, or with `rows` figures."""
        result = np.empty((self.rows.shape[1] if rows is None else len(rows), len(items)))
        aims = self.stages[False][0].aims[items, targets]
        for aim, stages in self.stages.items():
            cells = np.flatnonzero(aims == aim)
            if not len(cells):
                continue
            own = items[cells], targets[cells]
            if state is None:
                result[:, cells] = opened(stages[0], self.book, *own, rows)
            else:
                result[:, cells] = advanced(stages, self.book, *own, state[:, cells], rows)
        return result

    def _waits(self, salvos: NDArray[np.intp], targets: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Per cell whether devastating wounds of a line wait for a later one."""
        if not self.devastating_waits:
            return np.zeros(len(targets), dtype=np.bool_)
        followed = np.zeros_like(salvos, dtype=np.bool_)
        followed[:-1] = salvos[1:] >= 0
        waits: NDArray[np.bool_] = (self.stages[False][0].devastating[salvos, targets] & followed).any(axis=0)
        return waits

    def _waiting_alike(
        self, salvos: NDArray[np.intp], targets: NDArray[np.intp], cells: NDArray[np.intp]
    ) -> Iterator[tuple[NDArray[np.intp], list[_Waiting]]]:
        """Cells whose lines have equally many devastating wounds waiting each, with what all of them share."""
        stage = self.stages[False][0]
        own, at = salvos[:, cells], targets[cells]
        most = np.array([size[1] for size in self.book.sizes])[self.book.book[stage.waiting_law[own, at]]]
        shared = np.where(stage.devastating[own, at], most, 0) * 2 + stage.aims[own, at]
        kinds, kind = np.unique(np.where(own < 0, -1, shared), axis=1, return_inverse=True)
        for number, lines in enumerate(kinds.T.tolist()):
            waiting = [_Waiting(line // 2, bool(line % 2)) for line in lines if line >= 0]
            room = self.rows.shape[1] * math.prod(max(line.most, 1) for line in waiting)
            for piece in _pieces(cells[kind == number], room):
                yield piece, waiting

    def _after_all_lines(
        self, salvos: NDArray[np.intp], targets: NDArray[np.intp], lines: list[_Waiting]
    ) -> NDArray[np.float64]:
        """Cells whose devastating wounds wait."""
        state = None
        for items, line in zip(salvos, lines, strict=False):
            state = fired(self.stages[line.aims][0], self.book, items, targets, state)
        waiting = [place for place, line in enumerate(lines) if line.most]
        for place in waiting:
            stage, count = self.stages[lines[place].aims][0], lines[place].most
            rows = self.rows if place == waiting[-1] else None
            state = collapsed(stage, salvos[place], targets, state, count, rows)
        return state[:, 0]


class _Waiting(NamedTuple):
    """A line of salvos whose devastating wounds wait: how many at most (0 for lines without), and whether it aims."""

    most: int
    aims: bool


def _lengths(salvos: NDArray[np.intp]) -> NDArray[np.intp]:
    lengths: NDArray[np.intp] = (salvos >= 0).sum(axis=0)
    return lengths


def _pieces(cells: NDArray[np.intp], each: int) -> Iterator[NDArray[np.intp]]:
    """Cells in pieces whose states fit in `_ROOM`."""
    step = max(1, _ROOM // each)
    for start in range(0, len(cells), step):
        yield cells[start : start + step]
