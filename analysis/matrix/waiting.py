"""Devastating wounds that wait until all lines of the unit are through (10th edition, R-DMG-09).

Until then a state has one more index for each line whose devastating wounds wait: (states, waiting, cells). Cells go
together when equally many wounds wait after each of their lines.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analysis.matrix.advance import alike, pieces, settled, struck, tables_of
from analysis.matrix.fields import in_room
from analysis.matrix.lawbook import LawBook
from analysis.matrix.stages import Stage
from analysis.transitions import Matrix

__all__ = ["Waiting", "waits"]

State = NDArray[np.float64]


class Waiting:
    """One formation under fire by salvos whose devastating wounds wait."""

    def __init__(self, stages: dict[bool, Stage], book: LawBook, rows: Matrix) -> None:
        """Lay out the formation.

        Args:
            stages: For lines that do not aim at a character, and for those that do.
            book: The laws.
            rows: What is read off the final state: (figures, entries).
        """
        self._stages = stages
        self._book = book
        self._rows = rows

    def figures(self, salvos: NDArray[np.intp], targets: NDArray[np.intp]) -> NDArray[np.float64]:
        """Figures of cells (figures, cells), as `Field.figures` gives them."""
        result = np.zeros((len(self._rows), len(targets)))
        for cells, lines in self._alike(salvos, targets):
            result[:, cells] = self._after_all_lines(salvos[:, cells], targets[cells], lines)
        return result

    def _alike(
        self, salvos: NDArray[np.intp], targets: NDArray[np.intp]
    ) -> Iterator[tuple[NDArray[np.intp], list[_Line]]]:
        """Cells whose lines have equally many devastating wounds waiting each, with what all of them share."""
        stage = self._stages[False]
        most = np.array([size[1] for size in self._book.sizes])[self._book.book[stage.waiting_law[salvos, targets]]]
        shared = np.where(stage.devastating[salvos, targets], most, 0) * 2 + stage.aims[salvos, targets]
        kinds, kind = np.unique(np.where(salvos < 0, -1, shared), axis=1, return_inverse=True)
        for number, codes in enumerate(kinds.T.tolist()):
            lines = [_Line(code // 2, bool(code % 2)) for code in codes if code >= 0]
            room = self._rows.shape[1] * math.prod(max(line.most, 1) for line in lines)
            for piece in in_room(np.flatnonzero(kind.ravel() == number), room):
                yield piece, lines

    def _after_all_lines(
        self, salvos: NDArray[np.intp], targets: NDArray[np.intp], lines: list[_Line]
    ) -> NDArray[np.float64]:
        state = np.zeros((0, 1, 0))
        for place, line in enumerate(lines):
            state = _fired(self._stages[line.aims], self._book, salvos[place], targets, state if place else None)
        waiting = [place for place, line in enumerate(lines) if line.most]
        for place in waiting:
            rows = self._rows if place == waiting[-1] else None
            state = _collapsed(self._stages[lines[place].aims], salvos[place], targets, state, lines[place].most, rows)
        return state[:, 0]


class _Line(NamedTuple):
    """A line of salvos: how many devastating wounds it leaves waiting at most (0 for none), and whether it aims."""

    most: int
    aims: bool


def waits(devastating: NDArray[np.bool_], salvos: NDArray[np.intp], targets: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Per cell whether devastating wounds of some line wait for a later one.

    Args:
        devastating: Whether each item has devastating wounds against each target: (items, targets).
        salvos: Items of each cell in order, -1 behind the last: (items, cells).
        targets: Target of each cell.
    """
    followed = np.zeros_like(salvos, dtype=np.bool_)
    followed[:-1] = salvos[1:] >= 0
    return np.logical_or.reduce(devastating[salvos, targets] & followed, axis=0)  # type: ignore[no-any-return]


def _fired(
    stage: Stage, book: LawBook, items: NDArray[np.intp], targets: NDArray[np.intp], state: State | None
) -> State:
    """States after one more line, its devastating wounds waiting as the innermost index.

    Args:
        stage: The items.
        book: Their laws; those of all cells know equally many devastating wounds.
        items: Item of each cell.
        targets: Target of each cell.
        state: States before; None for the fresh unit.
    """
    law, blow = stage.waiting_law[items, targets], stage.waiting_blow[items, targets]
    books = book.book[law]
    order, runs = alike(blow, books)
    law = law[order]
    entries = stage.blows.width
    width, more = (1 if state is None else state.shape[1]), book.sizes[int(books[0])][1]
    after = np.empty((entries, width, more, len(items)))
    stage.blows.prepare(run.blow for run in runs)
    tables = tables_of(runs, book, stage.blows.from_start) if state is None else {}
    for run in runs:
        size = book.sizes[run.book]
        for cells in pieces(run.cells, size[0] * entries * width):
            laws = book.read(run.book, law[cells]).reshape(*size, -1)
            if state is None:
                after[:, 0, :, order[cells]] = np.einsum("nmc,ns->csm", laws, tables[run.blow, run.book])
            else:
                before = state[:, :, order[cells]].reshape(entries, -1)
                scored = np.repeat(laws[:, :, None], width, axis=2).reshape(*size, -1)
                moved = struck(stage.blows.one(run.blow).stages, scored, before)
                after[..., order[cells]] = moved.reshape(entries, more, width, -1).swapaxes(1, 2)
    return after.reshape(entries, width * more, -1)


def _collapsed(
    stage: Stage,
    items: NDArray[np.intp],
    targets: NDArray[np.intp],
    state: State,
    count: int,
    rows: Matrix | None = None,
) -> State:
    """States, or with `rows` their figures, after the outermost of the waiting indices has struck.

    Args:
        stage: The items.
        items: Item of each cell whose devastating wounds strike now.
        targets: Target of each cell.
        state: (states, waiting, cells).
        count: Length of the outermost waiting index.
        rows: What to read off the final state.
    """
    alone = stage.alone[items, targets]
    order, runs = alike(alone, np.zeros_like(alone))
    stage.blows.prepare(run.blow for run in runs)
    states, waiting, _ = state.shape
    left = waiting // count
    after = np.empty((states if rows is None else len(rows), left, len(items)))
    for run in runs:
        for cells in pieces(run.cells, states * waiting):
            before = state[:, :, order[cells]].reshape(states, count, -1)
            done = settled(stage.blows.one(run.blow).stages[0][1], before, rows)
            after[..., order[cells]] = done.reshape(len(after), left, -1)
    return after
