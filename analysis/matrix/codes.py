"""Laws of wounds by code: which volley meets which wound roll, save and use of lethal hits.

The code of a law is a mixed number made of (family, apart, need, failing faces, automatic wound); the last three are
the *case* that the family meets. Codes are marked as they occur and then computed, those of many volleys at once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Sequence
from functools import cached_property, lru_cache
from itertools import groupby
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.matrix.arsenal import Family
from analysis.matrix.lawbook import LawBook
from analysis.rolls import wound_need
from analysis.volley import WoundRules
from analysis.wounds import Cases, Rolls, wound_laws

__all__ = ["LawCodes"]

Numbers = NDArray[np.intp]

_ATTACKS: Final = (2, 5, 12, 24, 48)
"""Volleys of at most so many attacks are computed together; beyond the last each by itself, by squaring."""

_FACES: Final = 7
"""Failing faces of a save run from 0 to 6."""


class LawCodes:
    """The codes of all laws of some families against some Toughnesses.

    Attributes:
        size: How many codes there may be.
    """

    def __init__(self, families: Sequence[Family], toughnesses: Sequence[int]) -> None:
        """Start with nothing marked."""
        self._families = families
        self._toughnesses = toughnesses
        self._needs = max(_FACES, len(toughnesses))
        self._cases = self._needs * _FACES * 2
        self.size = len(families) * 2 * self._cases
        self._used = np.zeros(self.size, dtype=np.bool_)
        self._numbers = np.zeros(0, dtype=np.intp)
        self._most = np.zeros((2, len(families) * 2), dtype=np.intp)
        self._most_attacks = [family.volley.most_attacks for family in families]

    def needs(self, strengths: Sequence[tuple[tuple[float, int], ...]]) -> Numbers:
        """The wound roll needed, or for a rolled Strength the number of the Toughness: (Strengths, Toughnesses)."""
        rows = [
            [wound_need(rolled[0][1], toughness) for toughness in self._toughnesses]
            if len(rolled) == 1
            else list(range(len(self._toughnesses)))
            for rolled in strengths
        ]
        return np.array(rows, dtype=np.intp).reshape(len(strengths), len(self._toughnesses))

    def success(self, family: Numbers, need: Numbers) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """P(wound that is not critical) and P(critical wound) of one wound roll."""
        odds = self._expected_odds
        return odds[0][family, need], odds[1][family, need]

    def first(self, family: Numbers) -> Numbers:
        """The first code of families; the code of a law is the one of its case more."""
        return family * (2 * self._cases)

    def case(self, need: Numbers, failing: Numbers) -> Numbers:
        """Cases without automatic wounds; with them they are one more."""
        return (need * _FACES + failing) * 2

    def apart(self, code: Numbers) -> Numbers:
        """Codes of the same laws with devastating wounds counted apart."""
        return code + self._cases

    def mark(self, code: Numbers) -> None:
        """Ask for laws to be computed."""
        self._used[code] = True

    def compute(self, book: LawBook) -> None:
        """Compute what is marked."""
        self._numbers = np.zeros(self.size, dtype=np.intp)
        used = np.flatnonzero(self._used)
        starts = np.flatnonzero(np.diff(used // self._cases, prepend=-1))
        together: dict[Hashable, list[Numbers]] = defaultdict(list)
        if len(used):
            automatic = np.bitwise_or.reduceat(used % 2, starts).tolist()
            for codes, some in zip(np.split(used, starts[1:]), automatic, strict=True):
                together[self._alike(codes, some)].append(codes)
        for same in together.values():
            self._compute_together(same, book)

    def numbers(self, codes: Numbers) -> Numbers:
        """Numbers of computed laws in the book."""
        numbers: Numbers = self._numbers.take(codes)
        return numbers

    def most(self, family: Numbers, apart: bool) -> Numbers:
        """The most unsaved and devastating wounds that the computed laws of families know, 0 where there are none."""
        most: Numbers = self._most[:, family * 2 + apart]
        return most

    def _family(self, codes: Numbers) -> Family:
        return self._families[int(codes[0]) // self._cases // 2]

    def _attacks(self, codes: Numbers) -> int:
        return self._most_attacks[int(codes[0]) // self._cases // 2]

    def _alike(self, codes: Numbers, automatic: int) -> Hashable:
        """Families alike in this differ in their attacks and in their hit and wound rolls only."""
        kind = int(codes[0]) // self._cases
        family, apart = self._families[kind // 2], bool(kind % 2)
        volley, most = family.volley, bisect_left(_ATTACKS, self._attacks(codes))
        if volley.command_reroll is not None or family.strengths is not None or most == len(_ATTACKS):
            return kind
        return volley.extra_hits, volley.devastating, apart, automatic, most

    def _compute_together(self, same: list[Numbers], book: LawBook) -> None:
        """Compute the laws of some families and note their numbers."""
        same.sort(key=self._attacks, reverse=True)
        volley = self._family(same[0]).volley
        apart = bool(same[0][0] // self._cases % 2)
        cases = self._joined(same) if len(same) > 1 else self._met(self._family(same[0]), same[0])
        laws = wound_laws(volley, cases, apart)
        start = 0
        for most, own in groupby(same, self._attacks):
            codes = np.concatenate(list(own))
            wounds = most * (volley.extra_hits.high + 1) + 1
            part = laws[:wounds, :wounds, start : start + len(codes)]
            self._numbers[codes] = book.add(part)
            self._most[:, codes // self._cases] = np.array(part.shape[:2])[:, None] - 1
            start += len(codes)

    def _joined(self, codes: Sequence[Numbers]) -> Cases:
        """The cases of families of fixed Strength that are computed together."""
        families = [self._family(own) for own in codes]
        family = np.repeat(np.arange(len(codes)), list(map(len, codes)))
        need, failing, automatic = self._parted(np.concatenate(codes))
        rolls = np.array([_needing(one.rules) for one in families])[family, :, need]
        hits = np.array(Rolls.of([one.volley.hit for one in families]))
        attacks = np.zeros((self._attacks(codes[0]) + 1, len(families)))
        for place, one in enumerate(families):
            pmf = one.volley.attacks.line(one.volley.weapons, command_reroll=False)
            attacks[: len(pmf), place] = pmf
        return Cases(Rolls(*rolls.T), automatic, failing / 6, Rolls(*hits[:, family]), attacks[:, family])

    def _met(self, family: Family, codes: Numbers) -> Cases:
        """The cases of one family."""
        need, failing, automatic = self._parted(codes)
        if family.strengths is None:
            return Cases(Rolls(*_needing(family.rules)[:, need]), automatic, failing / 6)
        odds = [family.odds(number, self._toughnesses) for number in need.tolist()]
        return Cases.of(list(zip(odds, automatic.tolist(), (failing / 6).tolist(), strict=True)))

    def _parted(self, codes: Numbers) -> tuple[Numbers, Numbers, NDArray[np.bool_]]:
        """Needed result, failing faces and automatic wounds of each code."""
        rest, automatic = np.divmod(codes % self._cases, 2)
        need, failing = np.divmod(rest, _FACES)
        return need, failing, automatic.astype(np.bool_)

    @cached_property
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


@lru_cache(maxsize=4096)
def _needing(rules: WoundRules) -> NDArray[np.float64]:
    """The `Rolls` of every result that a wound roll may need, by that result."""
    rolls = np.array(Rolls.of([rules.needing(max(need, 2)) for need in range(_FACES)]))
    rolls.flags.writeable = False
    return rolls
