"""The defender's side of a matrix in tables: saves by AP and cover, wounds let through by damage and Feel No Pain.

What decides the save of a group (its *save class*) and what decides how it takes damage (its *hide*) are few distinct
things; so are the AP of weapons with or without cover (a *guard*) and the damage they do (a *strike*).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.damage import ThroughLaw
from analysis.defence import GroupLaws, failing_of, laws_of
from analysis.editions import Edition
from analysis.matrix.arsenal import Strike
from analysis.matrix.distinct import wounds_key
from analysis.scenario import Group, Modifiers, Target

__all__ = ["Defences", "ThroughTables"]

_DIGITS: Final = 15
"""Laws are the same when their chances are the same to so many digits."""


class ThroughTables:
    """What wounds of a strike (row) put through a hide (column).

    Attributes:
        laws: The distinct laws.
        mean: The mean of each.
        unsaved: Number of the law of an unsaved wound.
        devastating: Number of the law of a devastating wound.
    """

    def __init__(self, pairs: Sequence[GroupLaws], shape: tuple[int, int]) -> None:
        """Number the distinct laws of all strikes and hides, given row by row."""
        self.laws: list[ThroughLaw] = []
        known: dict[bytes, int] = {}

        def number(law: ThroughLaw) -> int:
            place = known.setdefault(law.pmf.tobytes(), len(self.laws))
            if place == len(self.laws):
                self.laws.append(law)
            return place

        self.unsaved = np.array([number(pair.unsaved) for pair in pairs], dtype=np.intp).reshape(shape)
        self.devastating = np.array([number(pair.devastating) for pair in pairs], dtype=np.intp).reshape(shape)
        self.mean = np.array([law.mean for law in self.laws])
        self._pmf = np.zeros((len(self.laws), max((len(law.pmf) for law in self.laws), default=0)))
        for row, law in zip(self._pmf, self.laws, strict=True):
            row[: len(law.pmf)] = law.pmf
        self._cut: dict[int, NDArray[np.intp]] = {}

    def means(
        self, strike: NDArray[np.intp], hide: NDArray[np.intp]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Means of an unsaved and of a devastating wound."""
        return self.mean[self.unsaved[strike, hide]], self.mean[self.devastating[strike, hide]]

    def up_to(self, wounds: int) -> NDArray[np.float64]:
        """P(so many wounds get through) of each law, all that a model cannot lose in the last column."""
        table = np.zeros((len(self.laws), wounds + 1))
        kept = min(wounds, self._pmf.shape[1])
        table[:, :kept] = self._pmf[:, :kept]
        table[:, -1] = self._pmf[:, kept:].sum(axis=1)
        return table

    def cut(self, wounds: int) -> NDArray[np.intp]:
        """For every law the first one that costs models of so many wounds the same; waste may differ."""
        if wounds not in self._cut:
            known: dict[bytes, int] = {}
            rows = self.up_to(wounds).round(_DIGITS)
            first = [known.setdefault(row.tobytes(), number) for number, row in enumerate(rows)]
            self._cut[wounds] = np.array(first, dtype=np.intp)
        return self._cut[wounds]


class Defences:
    """The groups of all targets by save class and hide."""

    def __init__(self, targets: Sequence[Target], modifiers: Modifiers, edition: Edition) -> None:
        """Number what is distinct."""
        self._modifiers = modifiers
        self._edition = edition
        self._saves: dict[Hashable, int] = {}
        self._hides: dict[Hashable, int] = {}
        self._save_groups: list[Group] = []
        self._hide_groups: list[Group] = []
        self.saves = [tuple(map(self._save, target.groups)) for target in targets]
        self.hides = [tuple(map(self._hide, target.groups)) for target in targets]

    def _save(self, group: Group) -> int:
        number = self._saves.setdefault((group.save, group.invulnerable), len(self._saves))
        if number == len(self._save_groups):
            self._save_groups.append(group)
        return number

    def _hide(self, group: Group) -> int:
        number = self._hides.setdefault(wounds_key(group)[3:], len(self._hides))
        if number == len(self._hide_groups):
            self._hide_groups.append(group)
        return number

    def failing(self, guards: Sequence[tuple[int, bool]]) -> NDArray[np.intp]:
        """Failing faces of the save: (guards, save classes)."""
        faces = [
            [failing_of(group, self._modifiers, ap, cover, self._edition) for group in self._save_groups]
            for ap, cover in guards
        ]
        return np.array(faces, dtype=np.intp).reshape(len(guards), len(self._save_groups))

    def through(self, strikes: Sequence[Strike]) -> ThroughTables:
        """What wounds put through: (strikes, hides)."""
        pairs = [
            laws_of(group, self._modifiers, strike.damage, strike.psychic, self._edition)
            for strike in strikes
            for group in self._hide_groups
        ]
        return ThroughTables(pairs, (len(strikes), len(self._hide_groups)))
