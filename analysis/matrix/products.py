"""Cells of a matrix: laws of wounds multiplied with what wounds do, each distinct pair of the two once.

Many cells share a law, and many share a column of the table, so all laws of some shots are multiplied with all columns
in one matrix product, and each cell looks up its figures there.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analysis.matrix.lawbook import LawBook
from analysis.matrix.tables import Table

__all__ = ["Products"]

Numbers = NDArray[np.intp]

_TOGETHER: Final = 48
"""Rows worked out together, so that their product is still in the cache when the cells are looked up."""


class Products:
    """Works out cells, some rows at a time."""

    def __init__(self, book: LawBook, figures: NDArray[np.float64]) -> None:
        """Start without any.

        Args:
            book: All laws.
            figures: Where to write: (figures, rows, targets).
        """
        self._book = book
        self._figures = figures
        self._met = np.zeros(len(book), dtype=np.bool_)
        self._start = np.zeros(len(book), dtype=np.intp)

    def write(self, rows: Numbers, laws: Numbers, table: Table) -> None:
        """Write the cells of some rows at the targets of a table.

        Args:
            rows: Where the figures belong.
            laws: Number of the law of each cell: (rows, all targets).
            table: What wounds do.
        """
        for start in range(0, len(rows), _TOGETHER):
            some = slice(start, start + _TOGETHER)
            where: tuple[Any, ...] = (rows[some],)
            met = laws[some]
            if table.targets is not None:
                where, met = np.ix_(rows[some], table.targets), met[:, table.targets]
            product = self._multiplied(met, table.values)
            found = product.take(self._start[met] + table.column, axis=0)
            self._figures[(slice(None), *where)] = found.transpose(2, 0, 1)

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
