"""The defender's side of a matrix in tables: saves by AP and cover, wounds let through by damage and Feel No Pain.

What decides the save of a group (its *save class*) and what decides how it takes damage (its *hide*) are few distinct
things; so are the AP of weapons with or without cover (a *guard*) and the damage they do (a *strike*).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.damage import ThroughLaw
from analysis.defence import failing_of, laws_of
from analysis.editions import Edition
from analysis.matrix.arsenal import Strike
from analysis.matrix.distinct import wounds_key
from analysis.scenario import Group, Modifiers, Target

__all__ = ["Defences", "ThroughTables"]

_DIGITS: Final = 15
"""Laws are the same when their chances are the same to so many digits."""


@dataclass(frozen=True, slots=True, eq=False)
class ThroughTables:
    """What wounds of a strike (row) put through a hide (column).

    Attributes:
        laws: The distinct laws.
        unsaved: Number of the law of an unsaved wound.
        devastating: Number of the law of a devastating wound.
        unsaved_mean: Its mean.
        devastating_mean: The mean of a devastating wound.
    """

    laws: list[ThroughLaw]
    unsaved: NDArray[np.intp]
    devastating: NDArray[np.intp]
    unsaved_mean: NDArray[np.float64]
    devastating_mean: NDArray[np.float64]
    _cut: dict[int, NDArray[np.intp]] = field(default_factory=dict)

    def means(
        self, strike: NDArray[np.intp], hide: NDArray[np.intp]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Means of an unsaved and of a devastating wound."""
        return self.unsaved_mean[strike, hide], self.devastating_mean[strike, hide]

    def cut(self, wounds: int) -> NDArray[np.intp]:
        """For every law the first one that costs models of so many wounds the same; waste may differ."""
        if wounds not in self._cut:
            table = np.zeros((len(self.laws), wounds + 1))
            for place, law in enumerate(self.laws):
                kept = min(len(law.pmf), wounds)
                table[place, :kept] = law.pmf[:kept]
                table[place, -1] = law.pmf[kept:].sum()
            _, first, kind = np.unique(table.round(_DIGITS), axis=0, return_index=True, return_inverse=True)
            self._cut[wounds] = first[kind.ravel()]
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
        known: dict[bytes, int] = {}
        laws: list[ThroughLaw] = []

        def number(law: ThroughLaw) -> int:
            place = known.setdefault(law.pmf.tobytes(), len(laws))
            if place == len(laws):
                laws.append(law)
            return place

        pairs = [
            laws_of(group, self._modifiers, strike.damage, strike.psychic, self._edition)
            for strike in strikes
            for group in self._hide_groups
        ]
        shape = (len(strikes), len(self._hide_groups))
        return ThroughTables(
            laws,
            np.array([number(pair.unsaved) for pair in pairs], dtype=np.intp).reshape(shape),
            np.array([number(pair.devastating) for pair in pairs], dtype=np.intp).reshape(shape),
            np.array([pair.unsaved.mean for pair in pairs]).reshape(shape),
            np.array([pair.devastating.mean for pair in pairs]).reshape(shape),
        )
