"""Laws of wounds, each known by a number and kept side by side with those of similar length.

A law tells P(k wounds past the save, m devastating wounds counted apart). Cells whose laws stand in one book are
computed together, so books may have few lengths; a law is padded to the length of its book.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

__all__ = ["LawBook", "Numbers"]

Numbers = NDArray[np.signedinteger[Any]]
"""Numbers of laws and the like; there are millions of them, so some are kept in few bytes."""

_LENGTHS: Final = (1, 2, 4, 7, 12, 20, 34, 58, 100, 170, 290, 500, 1000)

_NEGLIGIBLE: Final = 1e-17
"""Wounds whose chances add up to less than this in every law are cut, as `wound_laws` cuts them."""


class LawBook:
    """All laws of a matrix; laws are only ever added.

    Attributes:
        sizes: Per book its lengths (k, m).
    """

    def __init__(self) -> None:
        """Start with no laws."""
        self.sizes: list[tuple[int, int]] = []
        self._numbers: dict[tuple[int, int], int] = {}
        self._pages: list[list[NDArray[np.float64]]] = []
        self._widths: list[int] = []
        self._count = 0
        self._books: list[NDArray[np.intp]] = []
        self._places: list[NDArray[np.intp]] = []

    def __len__(self) -> int:
        """How many laws there are."""
        return self._count

    @property
    def book(self) -> NDArray[np.intp]:
        """Per law the number of its book."""
        return _together(self._books)

    @property
    def place(self) -> NDArray[np.intp]:
        """Per law its column in its book."""
        return _together(self._places)

    def add(self, laws: NDArray[np.float64]) -> NDArray[np.intp]:
        """Numbers of new laws, given as (k, m, laws); the book may keep the array itself."""
        known_k, known_m, count = laws.shape
        size = _rounded(known_k), _rounded(known_m)
        if size not in self._numbers:
            self._numbers[size] = len(self.sizes)
            self.sizes.append(size)
            self._pages.append([])
            self._widths.append(0)
        number = self._numbers[size]
        page = laws
        if size != (known_k, known_m):
            page = np.zeros((*size, count))
            page[:known_k, :known_m] = laws
        first, width = self._count, self._widths[number]
        self._pages[number].append(page)
        self._books.append(np.full(count, number))
        self._places.append(np.arange(width, width + count))
        self._widths[number] += count
        self._count += count
        return np.arange(first, first + count)

    def sorted(self, laws: NDArray[np.intp]) -> Iterator[tuple[int, NDArray[np.intp]]]:
        """Laws by the book in which they stand."""
        books = self.book[laws]
        for book in np.flatnonzero(np.bincount(books)).tolist():
            yield book, laws[books == book]

    def read(self, book: int, laws: NDArray[np.intp]) -> NDArray[np.float64]:
        """Laws of one book, by number: (k, m, laws)."""
        return np.take(_together(self._pages[book]), self.place[laws], axis=2)

    def joined(self, first: Numbers, second: Numbers) -> NDArray[np.intp]:
        """Numbers of the laws of two lines together, whose wounds do the same and are not counted apart.

        Args:
            first: Law of the first line, per pair, in an array of any shape.
            second: Law of the second line, per pair.
        """
        known, books = self.book, len(self.sizes)
        pairs = first.astype(np.int64) * len(known) + second
        codes, inverse = np.unique(pairs, return_inverse=True)
        numbers = np.empty(len(codes), dtype=np.intp)
        ones, others = np.divmod(codes, len(known))
        groups = known[ones] * books + known[others]
        for group in np.unique(groups):
            chosen = np.flatnonzero(groups == group)
            book, other = divmod(int(group), books)
            sums = _convolved(self.read(book, ones[chosen])[:, 0], self.read(other, others[chosen])[:, 0])
            numbers[chosen] = self.add(sums[:, None])
        return numbers[inverse].reshape(pairs.shape)


def _together(parts: list[NDArray[Any]]) -> NDArray[Any]:
    """One array of parts laid side by side, kept so."""
    if len(parts) != 1:
        parts[:] = [np.concatenate(parts, axis=-1)] if parts else [np.zeros(0, dtype=np.intp)]
    return parts[0]


def _rounded(length: int) -> int:
    return _LENGTHS[bisect_left(_LENGTHS, length)]


def _convolved(first: NDArray[np.float64], second: NDArray[np.float64]) -> NDArray[np.float64]:
    """Convolve column by column."""
    if len(first) < len(second):
        first, second = second, first
    total = np.zeros((len(first) + len(second) - 1, first.shape[1]))
    for place, chances in enumerate(second):
        total[place : place + len(first)] += first * chances
    tail = np.cumsum(total.max(axis=1)[::-1])[::-1]
    return total[: max(1, int(np.count_nonzero(tail > _NEGLIGIBLE)))]
