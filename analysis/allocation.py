"""Which model the next wound goes to, and the states a unit can be in.

A unit's state is how many wounds each of its groups has lost; within a group one model is wounded at a time (R-ALC-02).
The groups and their order are the defender's choice (R-ALC-01, R-ALC-03, R-ALC-07).
Only states that the unit can reach from its start are numbered, so that several groups stay a path and not a product.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from analysis.errors import InputError
from analysis.scenario import Group

__all__ = ["GroupShape", "Steps", "UnitStates", "check_wounds", "order_of", "unit_states"]

State = tuple[int, ...]
Order = tuple[int, ...]

MOST_STATES = 2_500


@dataclass(frozen=True, slots=True)
class GroupShape:
    """What allocation reads of a group."""

    count: int
    wounds: int
    wounded: int
    character: bool


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """Where each state goes, under one way of allocating.

    Attributes:
        group: Per state the group that suffers the next wound; of a slain unit the one it would have been.
        alive: Per state whether a model is left.
        target: ``target[s, k]`` = the state after k wounds on the current model, k capped at what it has left.
    """

    group: NDArray[np.intp]
    alive: NDArray[np.bool_]
    target: NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class UnitStates:
    """All states of a unit that can occur, numbered; the first is the start.

    Attributes:
        shapes: The groups.
        states: The states in the order of their numbers.
        wounds_lost: Per state, wounds lost since the start.
        slain: Per state and group, models slain since the start.
    """

    shapes: tuple[GroupShape, ...]
    states: tuple[State, ...]
    wounds_lost: NDArray[np.intp]
    slain: NDArray[np.intp]
    _numbers: dict[State, int]
    _steps: dict[tuple[bool, Order | None], Steps]
    _orders: dict[bool, tuple[Order, ...]]

    @property
    def wounds_left(self) -> int:
        """Wounds the unit has at the start."""
        return sum(shape.count * shape.wounds - shape.wounded for shape in self.shapes)

    @property
    def models(self) -> int:
        """Models of the unit at the start."""
        return sum(shape.count for shape in self.shapes)

    def order(self, state: State, aims_at_character: bool) -> Order:
        """Living groups in the order they suffer wounds from here on (R-ALC-02, R-ALC-04, R-ALC-08)."""
        return _order(self.shapes, state, aims_at_character)

    def orders(self, aims_at_character: bool) -> tuple[Order, ...]:
        """The same for every state."""
        if aims_at_character not in self._orders:
            self._orders[aims_at_character] = tuple(self.order(state, aims_at_character) for state in self.states)
        return self._orders[aims_at_character]

    def steps(self, aims_at_character: bool, fixed: Order | None = None) -> Steps:
        """Where wounds go: by the order of the moment, or by an order fixed when the line started (R-ALC-05)."""
        key = (aims_at_character, fixed)
        if key not in self._steps:
            self._steps[key] = _steps(self, aims_at_character, fixed)
        return self._steps[key]


def _order(shapes: tuple[GroupShape, ...], state: State, aims_at_character: bool) -> Order:
    def rank(group: int) -> tuple[bool, bool, int]:
        wounded = state[group] % shapes[group].wounds != 0
        return shapes[group].character, not wounded, group

    living = [group for group, shape in enumerate(shapes) if state[group] < shape.count * shape.wounds]
    ranked = sorted(living, key=rank)
    if aims_at_character:
        aimed = next((group for group in living if shapes[group].character), None)
        if aimed is not None:
            ranked.remove(aimed)
            ranked.insert(0, aimed)
    return tuple(ranked)


def _walk(shapes: tuple[GroupShape, ...], start: State, order: Order) -> Iterator[tuple[State, Order]]:
    """The states a unit passes through when one group after another is worn down, with the order left to go."""
    state = list(start)
    for position, group in enumerate(order):
        while state[group] < shapes[group].count * shapes[group].wounds:
            state[group] += 1
            yield tuple(state), order[position:]


def _reachable(shapes: tuple[GroupShape, ...], fixed_orders: bool, aims: tuple[bool, ...]) -> list[State]:
    start = tuple(shape.wounded for shape in shapes)
    found = {start: None}
    walked: set[tuple[State, Order]] = set()
    queue = [start]
    while queue:
        origin = queue.pop()
        for aim in aims:
            order = _order(shapes, origin, aim)
            # An order of the moment is looked up again after every wound, so only its first step counts.
            path = _walk(shapes, origin, order)
            for state, rest in path:
                if (state, rest) in walked:
                    break
                walked.add((state, rest))
                if state not in found:
                    found[state] = None
                    queue.append(state)
                    if len(found) > MOST_STATES:
                        raise InputError("target.groups", len(found), f"at most {MOST_STATES} different states")
                if not fixed_orders:
                    break
    return list(found)


def check_wounds(wounds: int) -> None:
    """Refuse more wounds than a unit of one group may have.

    Raises:
        InputError: Naming the limit.
    """
    if wounds >= MOST_STATES:
        raise InputError("target.groups", wounds, f"at most {MOST_STATES - 1} wounds in the unit")


def order_of(groups: Sequence[Group], aims_at_character: bool) -> Order:
    """The order in which the groups of a unit suffer wounds at the start."""
    shapes = tuple(GroupShape(group.count, group.wounds, group.wounded, group.character) for group in groups)
    return _order(shapes, tuple(shape.wounded for shape in shapes), aims_at_character)


@lru_cache(maxsize=512)
def unit_states(shapes: tuple[GroupShape, ...], fixed_orders: bool, aims: tuple[bool, ...]) -> UnitStates:
    """Number the states a unit can reach.

    Args:
        shapes: The target's groups.
        fixed_orders: Whether a line goes through an order fixed at its start (11e) or looks again for every wound.
        aims: Which ways of allocating occur: without and with precision on a character.

    Raises:
        InputError: When more than `MOST_STATES` states can occur.
    """
    if len(shapes) == 1:
        states: list[State] = [(lost,) for lost in range(shapes[0].wounded, shapes[0].count * shapes[0].wounds + 1)]
    else:
        states = _reachable(shapes, fixed_orders, aims)
    check_wounds(len(states) - 1)
    lost = np.array(states, dtype=np.intp)
    wounds = np.array([shape.wounds for shape in shapes], dtype=np.intp)
    return UnitStates(
        shapes,
        tuple(states),
        (lost - lost[0]).sum(axis=1),
        lost // wounds,
        {state: number for number, state in enumerate(states)},
        {},
        {},
    )


def _steps(unit: UnitStates, aims_at_character: bool, fixed: Order | None) -> Steps:
    shapes = unit.shapes
    if len(shapes) == 1:
        return _steps_of_one_group(shapes[0], len(unit.states))
    last = (fixed or unit.orders(aims_at_character)[0])[-1]
    group = np.full(len(unit.states), last, dtype=np.intp)
    alive = np.zeros(len(unit.states), dtype=np.bool_)
    left = np.zeros(len(unit.states), dtype=np.intp)  # wounds the current model has left
    numbers = np.arange(len(unit.states), dtype=np.intp)
    after_one = numbers.copy()
    for number, state in enumerate(unit.states):
        current = _current(unit, number, aims_at_character, fixed)
        if current is None:
            continue
        group[number], alive[number] = current, True
        left[number] = shapes[current].wounds - state[current] % shapes[current].wounds
        after = (*state[:current], state[current] + 1, *state[current + 1 :])
        # A state outside this order cannot occur in it: it stays where it is and never carries any chance.
        after_one[number] = unit._numbers.get(after, number)
    target = np.empty((len(unit.states), max(shape.wounds for shape in shapes) + 1), dtype=np.intp)
    target[:, 0] = numbers
    for lost in range(1, target.shape[1]):
        target[:, lost] = np.where(left >= lost, after_one[target[:, lost - 1]], target[:, lost - 1])
    return Steps(group, alive, target)


def _current(unit: UnitStates, number: int, aims_at_character: bool, fixed: Order | None) -> int | None:
    if fixed is None:
        order = unit.orders(aims_at_character)[number]
        return order[0] if order else None
    state, shapes = unit.states[number], unit.shapes
    return next((g for g in fixed if state[g] < shapes[g].count * shapes[g].wounds), None)


def _steps_of_one_group(shape: GroupShape, states: int) -> Steps:
    numbers = np.arange(states, dtype=np.intp)
    left = shape.wounds - (numbers + shape.wounded) % shape.wounds
    left[-1] = 0
    target = numbers[:, None] + np.minimum(np.arange(shape.wounds + 1)[None, :], left[:, None])
    alive = numbers < states - 1
    return Steps(np.zeros(states, dtype=np.intp), alive, target)
