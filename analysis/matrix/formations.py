"""Targets sorted by how wounds walk through them: models, wounds and groups, whatever their saves and Toughness.

Of 700 targets some 600 are one group of alike models, with about fifty formations: a vehicle of 10 wounds, five
models of 2. Targets of several groups each make a formation of their own, since their saves decide who is hit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.allocation import GroupShape, Order, UnitStates, unit_states
from analysis.defence import Defence
from analysis.editions import Edition
from analysis.matrix.distinct import Shape
from analysis.scenario import Modifiers, Target

__all__ = ["Formation", "Part", "formations_of"]


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """The states of a unit in which a line finds the same order of groups, and so the same Toughness and first save.

    Attributes:
        order: The groups in the order they are wounded; of a slain unit the order of the fresh one.
        fixed: The order as the steps of the walk know it; None where it is read again after every wound.
        states: Their numbers.
        toughness: What wound rolls read, per target of the formation.
    """

    order: Order
    fixed: Order | None
    states: NDArray[np.intp]
    toughness: NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Formation:
    """Targets through which wounds walk alike.

    Attributes:
        targets: Their numbers.
        groups: Groups of the first of them; of a single group saves and Feel No Pain may differ between targets.
        unit: The states of all of them.
        parts: The parts of the states, for lines that do not aim at a character and for those that do; the fresh
            unit stands in the first.
    """

    targets: NDArray[np.intp]
    groups: Shape
    unit: UnitStates
    parts: dict[bool, list[Part]]

    @property
    def single(self) -> bool:
        """Whether there is one group only."""
        return len(self.groups) == 1


def formations_of(targets: Sequence[Target], modifiers: Modifiers, edition: Edition, aiming: bool) -> list[Formation]:
    """Sort distinct targets.

    Args:
        targets: The targets; what is numbered in a formation are these.
        modifiers: For changes of Toughness.
        edition: Whether saves are sorted and Toughness is read again for every line.
        aiming: Whether any line may aim at a character.
    """
    alike: dict[Hashable, list[int]] = defaultdict(list)
    for number, target in enumerate(targets):
        group = target.groups[0]
        key = (group.count, group.wounds, group.wounded) if len(target.groups) == 1 else (number,)
        alike[key].append(number)
    return [
        _formation([targets[n] for n in numbers], numbers, modifiers, edition, aiming) for numbers in alike.values()
    ]


def _formation(
    targets: Sequence[Target], numbers: Sequence[int], modifiers: Modifiers, edition: Edition, aiming: bool
) -> Formation:
    groups = tuple(targets[0].groups)
    shapes = tuple(GroupShape(g.count, g.wounds, g.wounded, g.character) for g in groups)
    aims = (False, True) if aiming and len(groups) > 1 else (False,)
    unit = unit_states(shapes, edition.saves_sorted, aims)
    defences = [Defence(tuple(target.groups), modifiers, edition) for target in targets]
    parts = {aim: _parts(unit, defences, aim, edition) for aim in (False, True)}
    return Formation(np.array(numbers, dtype=np.intp), groups, unit, parts)


def _parts(unit: UnitStates, defences: Sequence[Defence], aims: bool, edition: Edition) -> list[Part]:
    everywhere = np.arange(len(unit.states), dtype=np.intp)
    fresh = unit.order(unit.states[0], aims)
    if len(unit.shapes) == 1 or not edition.toughness_read_per_line:
        read = unit.order(unit.states[0], aims_at_character=False)
        return [Part(fresh, None, everywhere, _toughness(defences, read))]
    found: dict[Order, list[int]] = {}
    for number, state in enumerate(unit.states):
        found.setdefault(unit.order(state, aims), []).append(number)
    return [
        Part(order or fresh, order or fresh, np.array(states, dtype=np.intp), _toughness(defences, order or fresh[-1:]))
        for order, states in found.items()
    ]


def _toughness(defences: Sequence[Defence], living: Order) -> NDArray[np.intp]:
    return np.array([defence.toughness(living) for defence in defences], dtype=np.intp)
