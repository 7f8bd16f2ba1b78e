"""Units with similarly many states side by side, so that one product moves all of them.

States of a smaller unit are followed by states that nobody enters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.allocation import GroupShape, Steps, UnitStates, order_of, unit_states
from analysis.editions import Edition
from analysis.matrix.defences import ThroughTables
from analysis.matrix.distinct import Shape
from analysis.matrix.walks import figures
from analysis.scenario import Group
from analysis.transitions import Matrix

__all__ = ["Ranks", "Stand", "in_ranks", "padded", "steps_of"]

Numbers = NDArray[np.intp]

_WIDER: Final = 2.0
"""Units stand in one rank when one has at most so many times the states of another."""


@dataclass(frozen=True, slots=True, eq=False)
class Stand:
    """Units through which all wounds walk alike.

    Attributes:
        units: Their numbers.
        groups: Groups of the first of them.
        hides: Per group the number of its hide.
        saves: Per group the number of its save class.
    """

    units: Numbers
    groups: Shape
    hides: tuple[int, ...]
    saves: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Laid:
    """`Steps` of several units side by side: (units, states), and where wounds lead: (units, states, wounds)."""

    group: Numbers
    alive: NDArray[np.bool_]
    target: Numbers

    @classmethod
    def of(cls, steps: Sequence[Steps]) -> _Laid:
        """Lay units side by side."""
        states = max(len(own.group) for own in steps)
        wounds = max(own.target.shape[1] for own in steps)
        group = np.zeros((len(steps), states), dtype=np.intp)
        alive = np.zeros(group.shape, dtype=np.bool_)
        target = np.tile(np.arange(states)[:, None], (len(steps), 1, wounds))
        for place, own in enumerate(steps):
            count, width = own.target.shape
            group[place, :count], alive[place, :count] = own.group, own.alive
            target[place, :count, :width] = own.target
            target[place, :count, width:] = own.target[:, -1:]  # what a model cannot lose is lost with it
        return cls(group, alive, target)


class Ranks:
    """Some stands side by side.

    The last entries of a state count the wounds that were unsaved, or went past every save, in groups of each hide.

    Attributes:
        stands: The stands.
        hides: Per stand its distinct hides: (stands, hides).
        of_groups: Per stand the number of the hide of each group: (stands, groups).
        rows: What is read off the state of each: wounds lost, models slain, all slain: (stands, 3, states).
    """

    def __init__(self, stands: Sequence[Stand], through: ThroughTables, edition: Edition, aims: bool) -> None:
        """Lay the stands side by side.

        Args:
            stands: The units.
            through: What wounds put through.
            edition: Whether a line goes through an order of groups fixed at its start.
            aims: Whether wounds go to a character first.
        """
        self.stands = stands
        units = [_unit(stand.groups, edition, aims) for stand in stands]
        saved, past_saves = zip(*(steps_of(stand.groups, edition, aims) for stand in stands), strict=True)
        self._saved, self._past_saves = _Laid.of(saved), _Laid.of(past_saves)
        self.rows = np.zeros((len(stands), 3, self._saved.group.shape[1]))
        for place, unit in enumerate(units):
            own = figures(unit)[:3, :-1]
            self.rows[place, :, : own.shape[1]] = own
        self.hides = padded([tuple(dict.fromkeys(stand.hides)) for stand in stands])
        self.of_groups = padded([stand.hides for stand in stands])
        self._slots = (self.of_groups[:, :, None] == self.hides[:, None]).argmax(axis=2)
        self._wounds = padded([tuple(group.wounds for group in stand.groups) for stand in stands])
        self._through = through
        self._pmf = through.up_to(self._saved.target.shape[2] - 1)

    def cut(self, stand: Numbers, laws: Numbers) -> Numbers:
        """For the law in each group of a stand the first one that costs its models the same: (wounds, groups)."""
        found = laws.copy()
        wounds = self._wounds[stand]
        for own in np.unique(wounds).tolist():
            there = wounds == own
            found[there] = self._through.cut(own)[laws[there]]
        return found

    def unsaved(self, stand: Numbers, laws: Numbers, chances: NDArray[np.float64]) -> Matrix:
        """Matrices of one wound that may be saved: (wounds, after, before).

        Args:
            stand: Whom each wound strikes.
            laws: What it puts through in each group: (wounds, groups).
            chances: P(it is unsaved) in each group: (wounds, groups).
        """
        return self._matrices(self._saved, stand, laws, chances)

    def past_saves(self, stand: Numbers, laws: Numbers) -> Matrix:
        """The same for wounds that go past every save, in the order of the moment (R-SEQ-05, R-ALC-09)."""
        return self._matrices(self._past_saves, stand, laws, np.ones(laws.shape))

    def _matrices(self, steps: _Laid, stand: Numbers, laws: Numbers, chances: NDArray[np.float64]) -> Matrix:
        wounds = np.arange(len(stand))[:, None]
        group, alive = steps.group[stand], steps.alive[stand]
        law, chance = laws[wounds, group], chances[wounds, group]
        moved = np.where(alive, chance, 0.0)
        states, hides = group.shape[1], self.hides.shape[1]
        size = states + hides
        weights = self._pmf[law]
        weights *= moved[..., None]
        weights[..., 0] += 1.0 - moved
        flat = (steps.target * size + np.arange(states)[:, None])[stand]
        flat += wounds[..., None] * (size * size)
        moves = np.bincount(flat.ravel(), weights.ravel(), minlength=len(stand) * size * size)
        matrices: Matrix = moves.astype(float, copy=False).reshape(len(stand), size, size)
        counted = self._slots[stand[:, None], group]
        for hide in range(hides):
            matrices[:, states + hide, :states] = np.where(counted == hide, chance, 0.0)
            matrices[:, states + hide, states + hide] = 1.0
        return matrices


def in_ranks(stands: Sequence[Stand], through: ThroughTables, edition: Edition, aims: bool) -> list[Ranks]:
    """Stands sorted by how many states they have, similar ones together."""
    ordered = sorted(stands, key=lambda stand: len(_unit(stand.groups, edition, aims).states))
    ranks: list[list[Stand]] = []
    least = 0
    for stand in ordered:
        states = len(_unit(stand.groups, edition, aims).states)
        if not ranks or states > _WIDER * least:
            ranks.append([])
            least = states
        ranks[-1].append(stand)
    return [Ranks(own, through, edition, aims) for own in ranks]


def steps_of(groups: Sequence[Group], edition: Edition, aims: bool) -> tuple[Steps, Steps]:
    """Where wounds that may be saved go, and those that go past all saves, by the order of the moment (R-SEQ-05)."""
    unit = _unit(groups, edition, aims)
    fixed = order_of(groups, aims) if edition.saves_sorted and len(groups) > 1 else None
    return unit.steps(aims, fixed), unit.steps(aims)


def _unit(groups: Sequence[Group], edition: Edition, aims: bool) -> UnitStates:
    shapes = tuple(GroupShape(g.count, g.wounds, g.wounded, g.character) for g in groups)
    return unit_states(shapes, edition.saves_sorted, tuple(sorted({False, aims})))


def padded(rows: Sequence[tuple[int, ...]]) -> Numbers:
    """Rows of different lengths as one array, their first entry behind the end."""
    width = max(map(len, rows), default=1)
    return np.array([row + row[:1] * (width - len(row)) for row in rows], dtype=np.intp).reshape(-1, width)
