"""Lines into units of one group: all cells that share a blow and a book of laws in one product."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analysis.matrix.lawbook import LawBook
from analysis.matrix.operators import after_dice, read_after_dice
from analysis.matrix.stages import Stage
from analysis.transitions import Matrix

__all__ = ["Alike", "advanced", "alike", "opened", "pieces", "settled", "struck", "tables_of"]

_ROOM: Final = 60_000
"""Numbers that one product makes at a time; they should stay in the processor's cache."""

State = NDArray[np.float64]


class Alike(NamedTuple):
    """Cells, as a slice of a sorted order, that share a blow and a book of laws."""

    cells: slice
    blow: int
    book: int


def alike(blow: NDArray[np.intp], book: NDArray[np.intp]) -> tuple[NDArray[np.intp], list[Alike]]:
    """An order of the cells, and the runs of it that are alike."""
    books = int(book.max(initial=0)) + 1
    code = blow * books + book
    order = np.argsort(code, kind="stable")
    ordered = code[order]
    starts = np.flatnonzero(np.diff(ordered, prepend=-1)) if len(ordered) else np.zeros(0, dtype=np.intp)
    stops = np.append(starts, len(ordered))[1:]
    return order, [
        Alike(slice(start, stop), number // books, number % books)
        for start, stop, number in zip(starts.tolist(), stops.tolist(), ordered[starts].tolist(), strict=True)
    ]


def tables_of(
    runs: Sequence[Alike], book: LawBook, make: Callable[[list[int], int], dict[int, Matrix]]
) -> dict[tuple[int, int], Matrix]:
    """Tables by (blow, book)."""
    blows: dict[int, list[int]] = defaultdict(list)
    for run in runs:
        blows[run.book].append(run.blow)
    found: dict[tuple[int, int], Matrix] = {}
    for number, own in blows.items():
        found.update({(blow, number): table for blow, table in make(own, book.sizes[number][0]).items()})
    return found


def opened(
    stage: Stage, book: LawBook, items: NDArray[np.intp], targets: NDArray[np.intp], rows: Matrix | None = None
) -> State:
    """States after the first line into the fresh unit, or with `rows` their figures: (states or figures, cells)."""
    law, blow = stage.law[items, targets], stage.blow[items, targets]
    order, runs = alike(blow, book.book[law])
    stage.blows.prepare(run.blow for run in runs)
    tables = tables_of(runs, book, stage.blows.from_start)
    law = law[order]
    result = np.empty((stage.blows.width if rows is None else len(rows), len(items)))
    for run in runs:
        table, devastating = tables[run.blow, run.book], stage.blows.one(run.blow).devastating
        wounds, most = book.sizes[run.book]
        if rows is not None and devastating is None:
            result[:, order[run.cells]] = (rows @ table.T) @ book.read(run.book, law[run.cells])[:, 0]
            continue
        for cells in pieces(run.cells, wounds * most):
            laws = book.read(run.book, law[cells]).reshape(wounds, -1)
            after = (table.T @ laws).reshape(len(table.T), most, -1)
            result[:, order[cells]] = settled(devastating, after, rows)
    return result


def advanced(
    stage: Stage,
    book: LawBook,
    items: NDArray[np.intp],
    targets: NDArray[np.intp],
    state: State,
    rows: Matrix | None = None,
) -> State:
    """States after one more line, or with `rows` their figures: (states or figures, cells)."""
    law, blow = stage.law[items, targets], stage.blow[items, targets]
    order, runs = alike(blow, book.book[law])
    stage.blows.prepare(run.blow for run in runs)
    tables = _readings(stage, book, runs, rows)
    law = law[order]
    before = state[:, order]
    result = np.empty((len(state) if rows is None else len(rows), len(items)))
    for run in runs:
        wounds, most = book.sizes[run.book]
        one, table = stage.blows.one(run.blow), tables.get((run.blow, run.book))
        for cells in pieces(run.cells, wounds * (len(state) if table is None else len(result))):
            laws = book.read(run.book, law[cells]).reshape(wounds, most, -1)
            if table is not None:
                after = _figured(table, laws[:, 0], before[:, cells])
            else:
                after = settled(one.devastating, struck(one.stages, laws, before[:, cells]), rows)
            result[:, order[cells]] = after
    return result


def _readings(stage: Stage, book: LawBook, runs: Sequence[Alike], rows: Matrix | None) -> dict[tuple[int, int], Matrix]:
    """Figures after n dice from each state, for blows without devastating wounds apart: (n, figures, states)."""
    if rows is None:
        return {}
    plain = [run for run in runs if stage.blows.one(run.blow).devastating is None]
    return tables_of(plain, book, lambda blows, wounds: stage.blows.read(blows, rows, wounds))


def _figured(table: Matrix, laws: NDArray[np.float64], state: State) -> State:
    """Sum over n of law[n] times the figures that table[n] reads of the state."""
    wounds, rows, states = table.shape
    values = (table.reshape(wounds * rows, states) @ state).reshape(wounds, rows, -1)
    result: State = np.einsum("nc,nrc->rc", laws, values)
    return result


def pieces(cells: slice, each: int, room: int = _ROOM) -> Iterator[slice]:
    """Parts of a run small enough for the cache; `each` are the numbers a cell makes."""
    step = max(16, room // each)
    for start in range(cells.start, cells.stop, step):
        yield slice(start, min(start + step, cells.stop))


def struck(stages: Sequence[tuple[float, Matrix]], laws: NDArray[np.float64], state: State) -> NDArray[np.float64]:
    """Unsaved wounds by a law (n, m, cells) applied to states (states, cells): (states, m, cells)."""
    one_kind = [(chance, matrix[None]) for chance, matrix in stages]
    columns = after_dice(one_kind, state, len(laws))[:, 0]
    result: NDArray[np.float64]
    if laws.shape[1] == 1:
        result = np.einsum("nc,nsc->sc", laws[:, 0], columns)[:, None]
    else:
        result = np.einsum("nmc,nsc->smc", laws, columns)
    return result


def settled(devastating: Matrix | None, state: NDArray[np.float64], rows: Matrix | None = None) -> State:
    """Apply m devastating wounds to the m-th part of the states (states, m, cells); read by `rows` if given."""
    if rows is not None and devastating is not None:
        lasting = read_after_dice([(1.0, devastating[None])], rows, state.shape[1])[:, 0]
        beside = lasting.transpose(1, 2, 0).reshape(len(rows), -1)
        figures: State = beside @ state.reshape(beside.shape[1], -1)
        return figures
    result = state[:, -1]
    if devastating is not None:
        for number in range(state.shape[1] - 2, -1, -1):
            result = devastating @ result + state[:, number]
    return result if rows is None else rows @ result
