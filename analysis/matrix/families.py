"""The attacker's side of a matrix: laws of wounds, each distinct one computed once.

A *family* is a volley with its wound rolls, Strength apart: 400 lasguns of different regiments are one family. What it
meets is one of few cases: the roll needed to wound, how many faces of the save fail, and whether critical hits wound
automatically. A plan first marks the cases that occur; then all laws of a family are computed at once.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from analysis.line import Line, ToWound, Volley
from analysis.wounds import Cases, WoundOdds, trimmed, wound_laws

__all__ = ["FACES", "Families", "Family", "case_code"]

Number = TypeVar("Number", int, NDArray[np.intp])

FACES: Final = 7
"""Failing faces of a save run from 0 (no law needed) to 6."""


def case_code(need: Number, failing: Number) -> Number:
    """The code of a case without automatic wounds; with them it is one more."""
    return (need * FACES + failing) * 2


@dataclass(slots=True)
class Family:
    """One volley with its wound rolls; filled in two steps, so it is mutable until its laws are computed.

    Attributes:
        used: Marks whether a case occurs, by its code (`case_code`).
        place: Number of each marked case among the columns of `laws`.
        laws: Array (k + 1, m + 1, cases) of `wound_laws`.
    """

    volley: Volley
    to_wound: ToWound
    apart: bool
    used: NDArray[np.bool_]
    place: NDArray[np.intp]
    laws: NDArray[np.float64]


class Families:
    """All families of a matrix."""

    def __init__(self, toughnesses: list[int]) -> None:
        """Start without any; `toughnesses` are those of the targets."""
        self._toughnesses = toughnesses
        self._known: dict[Hashable, Family] = {}
        self._needs: dict[tuple[tuple[float, int], ...], NDArray[np.intp]] = {}

    def needs(self, line: Line) -> NDArray[np.intp]:
        """Per Toughness the wound roll needed, 2..6; for a rolled Strength the number of the Toughness."""
        strengths = line.to_wound.strengths
        if strengths not in self._needs:
            needs = [line.to_wound.need(toughness) for toughness in self._toughnesses]
            self._needs[strengths] = np.array(needs if len(strengths) == 1 else range(len(needs)), dtype=np.intp)
        return self._needs[strengths]

    def of(self, line: Line, apart: bool) -> Family:
        """The family of a line."""
        # Of one fixed Strength the wound roll needed says all.
        strengths = line.to_wound.strengths if len(line.to_wound.strengths) > 1 else None
        key = (line.volley, line.to_wound.rules, strengths, apart)
        family = self._known.get(key)
        if family is None:
            codes = case_code(max(FACES, len(self._toughnesses)), 0)
            used, place = np.zeros(codes, dtype=np.bool_), np.zeros(codes, dtype=np.intp)
            family = Family(line.volley, line.to_wound, apart, used, place, np.zeros((0, 0, 0)))
            self._known[key] = family
        return family

    def compute(self) -> None:
        """Compute the laws of every marked case; volleys that differ in their hit rolls only go together."""
        together: dict[Hashable, list[Family]] = {}
        for family in self._known.values():
            family.place[family.used] = np.arange(np.count_nonzero(family.used))
            together.setdefault(_law_key(family), []).append(family)
        for alike in together.values():
            if len(alike) == 1:
                alike[0].laws = wound_laws(alike[0].volley, self._cases(alike[0]), alike[0].apart)
            else:
                self._compute_together(alike)

    def _compute_together(self, alike: list[Family]) -> None:
        cases = [self._cases(family) for family in alike]
        sizes = [len(case.rolls) for case in cases]
        joined = Cases(
            [roll for case in cases for roll in case.rolls],
            np.concatenate([case.automatic for case in cases]),
            np.concatenate([case.unsaved for case in cases]),
            [family.volley.hit for family, size in zip(alike, sizes, strict=True) for _ in range(size)],
        )
        laws = wound_laws(alike[0].volley, joined, alike[0].apart)
        ends = np.cumsum(sizes)
        for family, end, size in zip(alike, ends, sizes, strict=True):
            family.laws = trimmed(laws[..., end - size : end])

    def _cases(self, family: Family) -> Cases:
        rest, automatic = np.divmod(np.flatnonzero(family.used), 2)
        needs, failing = np.divmod(rest, FACES)
        if len(family.to_wound.strengths) > 1:
            odds = [self.odds(family.to_wound, int(need)) for need in needs]
            return Cases.of(list(zip(odds, automatic.astype(bool).tolist(), (failing / 6).tolist(), strict=True)))
        rolls = [family.to_wound.rules.needing(need) for need in needs.tolist()]
        return Cases(rolls, automatic.astype(np.bool_), failing / 6)

    def odds(self, rolls: ToWound, need: int) -> WoundOdds:
        """Chances of the wound roll behind a number of `needs`."""
        if len(rolls.strengths) > 1:
            return rolls.against(self._toughnesses[need])
        return ((1.0, rolls.rules.needing(need)),)


def _law_key(family: Family) -> Hashable:
    """Families with the same key differ in hit and wound rolls only."""
    volley = family.volley
    if volley.command_reroll in ("hit", "wound") or len(family.to_wound.strengths) > 1:
        return id(family)
    automatic = bool(family.used[1::2].any())
    return (volley.attacks, volley.weapons, volley.extra_hits, volley.devastating, family.apart, automatic)
