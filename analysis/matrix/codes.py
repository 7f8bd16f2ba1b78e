"""Laws of wounds by code: which volley meets which wound roll, save and use of lethal hits.

The code of a law is a mixed number made of (family, apart, need, failing faces, automatic wound). Codes are marked as
they occur and then computed family by family, all cases of a family at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.matrix.arsenal import Family
from analysis.matrix.lawbook import LawBook
from analysis.rolls import wound_need
from analysis.wounds import Cases, wound_laws

__all__ = ["LawCodes"]

_FACES: Final = 7
"""Failing faces of a save run from 0 to 6."""


class LawCodes:
    """The codes of all laws of some families against some Toughnesses."""

    def __init__(self, families: Sequence[Family], toughnesses: Sequence[int]) -> None:
        """Start with nothing marked."""
        self._families = families
        self._toughnesses = toughnesses
        self._needs = max(_FACES, len(toughnesses))
        self._used = np.zeros(len(families) * 2 * self._needs * _FACES * 2, dtype=np.bool_)
        self._numbers = np.zeros(0, dtype=np.intp)
        self._odds = self._expected_odds()

    def needs(self, strengths: Sequence[tuple[tuple[float, int], ...]]) -> NDArray[np.intp]:
        """The wound roll needed, or for a rolled Strength the number of the Toughness: (Strengths, Toughnesses)."""
        rows = [
            [wound_need(rolled[0][1], toughness) for toughness in self._toughnesses]
            if len(rolled) == 1
            else list(range(len(self._toughnesses)))
            for rolled in strengths
        ]
        return np.array(rows, dtype=np.intp).reshape(len(strengths), len(self._toughnesses))

    def success(
        self, family: NDArray[np.intp], need: NDArray[np.intp]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """P(wound that is not critical) and P(critical wound) of one wound roll."""
        return self._odds[0][family, need], self._odds[1][family, need]

    def code(
        self,
        family: NDArray[np.intp],
        apart: NDArray[np.bool_],
        need: NDArray[np.intp],
        failing: NDArray[np.intp],
        automatic: NDArray[np.bool_],
    ) -> NDArray[np.intp]:
        """Codes of laws, marked as used."""
        code = (((family * 2 + apart) * self._needs + need) * _FACES + failing) * 2 + automatic
        self._used[code] = True
        return code

    def compute(self, book: LawBook) -> None:
        """Compute what is marked."""
        self._numbers = np.zeros(len(self._used), dtype=np.intp)
        codes = np.flatnonzero(self._used)
        rest, automatic = np.divmod(codes, 2)
        rest, failing = np.divmod(rest, _FACES)
        kind, need = np.divmod(rest, self._needs)
        starts = np.flatnonzero(np.diff(kind, prepend=-1))
        for start, stop in zip(starts, [*starts[1:], len(codes)], strict=True):
            own = slice(start, stop)
            family = self._families[kind[start] // 2]
            laws = wound_laws(
                family.volley, self._cases(family, need[own], failing[own], automatic[own]), kind[start] % 2 == 1
            )
            self._numbers[codes[own]] = book.add(laws)

    def _cases(
        self, family: Family, need: NDArray[np.intp], failing: NDArray[np.intp], automatic: NDArray[np.intp]
    ) -> Cases:
        odds = [family.odds(number, self._toughnesses) for number in need.tolist()]
        if family.strengths is None:
            return Cases([of_one[0][1] for of_one in odds], automatic.astype(np.bool_), failing / 6)
        return Cases.of(list(zip(odds, automatic.astype(bool).tolist(), (failing / 6).tolist(), strict=True)))

    def numbers(self, codes: NDArray[np.intp]) -> NDArray[np.intp]:
        """Numbers of computed laws in the book."""
        return self._numbers[codes]

    def _expected_odds(self) -> NDArray[np.float64]:
        """P(normal) and P(critical) of families that must compare them: (2, families, needs)."""
        odds = np.zeros((2, len(self._families), self._needs))
        for number, family in enumerate(self._families):
            if family.volley.devastating:
                for need in range(2, _FACES) if family.strengths is None else range(len(self._toughnesses)):
                    of_need = family.odds(need, self._toughnesses)
                    odds[0, number, need] = sum(chance * roll.normal for chance, roll in of_need)
                    odds[1, number, need] = sum(chance * roll.critical for chance, roll in of_need)
        return odds
