"""Cells of a matrix: laws of wounds multiplied with what wounds do, each distinct pair of the two once.

Many cells share a law, and many share a column of the table, so all laws of some shots are multiplied with all columns
in one matrix product, and each cell looks up its figures there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from analysis.matrix.lawbook import LawBook
from analysis.matrix.tables import Table

__all__ = ["Products"]

Numbers = NDArray[np.intp]


class Products:
    """Works out cells, some rows at a time."""

    def __init__(self, book: LawBook, figures: Sequence[NDArray[np.float64]], rows: Numbers) -> None:
        """Start without any.

        Args:
            book: All laws.
            figures: Where to write each figure: (rows, targets).
            rows: Per row the number of its weapon.
        """
        self._book = book
        self._figures = figures
        self._rows = np.argsort(rows, kind="stable")
        self._count = np.bincount(rows)
        self._first = np.cumsum(self._count) - self._count
        self._met = np.zeros(len(book), dtype=np.bool_)
        self._start = np.zeros(len(book), dtype=np.intp)

    def write(self, weapons: Numbers, laws: Numbers, table: Table) -> None:
        """Write the cells of some weapons at the targets of a table.

        Args:
            weapons: Numbers of the weapons; all their rows are written.
            laws: Number of the law of each cell: (weapons, all targets).
            table: What wounds do.
        """
        met = laws if table.targets is None else laws[:, table.targets]
        product = self._multiplied(met, table.values)
        cell = self._start.take(met)
        cell += table.column
        found = product.take(cell, axis=0, mode="clip")  # no cell is outside; numpy looks up quicker so
        rows, weapon = self._rows_of(weapons)
        if weapon is not None:
            found = found[weapon]
        where: Any = rows if table.targets is None else np.ix_(rows, table.targets)
        for number, figure in enumerate(self._figures):
            figure[where] = found[..., number]

    def _rows_of(self, weapons: Numbers) -> tuple[Numbers, Numbers | None]:
        """All rows of some weapons, and for each row the place of its weapon among them; None where they agree."""
        count, first = self._count[weapons], self._first[weapons]
        if count.max(initial=1) == 1:
            return self._rows[first], None
        weapon = np.repeat(np.arange(len(weapons)), count)
        ahead = np.arange(len(weapon)) - np.repeat(np.cumsum(count) - count, count)
        return self._rows[first[weapon] + ahead], weapon

    def _multiplied(self, laws: Numbers, values: NDArray[np.float64]) -> NDArray[np.float64]:
        """The figures of all laws met and all columns, law by law: (laws * columns, figures).

        Where each law starts is noted.
        """
        self._met[laws] = True
        met = np.flatnonzero(self._met)
        self._met[met] = False
        most, devastating, columns, figures = values.shape
        product = np.empty((len(met), columns * figures))
        done = 0
        for book, own in self._book.sorted(met):
            some = self._book.read(book, own)[:most, :devastating]
            k, m, count = some.shape
            read = values[:k, :m].reshape(k * m, -1)
            np.matmul(some.reshape(k * m, count).T, read, out=product[done : done + count])
            self._start[own] = np.arange(done, done + count) * columns
            done += count
        return product.reshape(-1, figures)
