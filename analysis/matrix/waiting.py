"""Devastating wounds that wait until all lines of the unit are through (10th edition, R-DMG-09).

Until then a state has one more index for each line whose devastating wounds wait: (states, waiting, cells).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from analysis.matrix.advance import alike, pieces, settled, struck, tables_of
from analysis.matrix.lawbook import LawBook
from analysis.matrix.stages import Stage
from analysis.transitions import Matrix

__all__ = ["collapsed", "fired"]

State = NDArray[np.float64]


def fired(
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


def collapsed(
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
