"""How many activations in a row it takes to destroy a unit, each starting from what the earlier ones left of it.

Between two activations the target is a smaller unit: fewer models in its groups, one of them perhaps wounded. That unit
is attacked like any other, Blast and Toughness read afresh, so the chain of what is left is exact. Its states only ever
lose wounds, and the expectation follows from the last of them back to the first.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from analysis.editions import EDITIONS
from analysis.engagement import Engagement, engagement_of
from analysis.errors import InputError
from analysis.limits import MOST_EFFORT
from analysis.scenario import Group, Scenario

__all__ = ["Activations", "activations"]

Lost = tuple[int, ...]
"""Wounds that each group of the target has lost."""

_STUCK: Final = 1.0 - 1e-14
"""A state that is kept with at least this chance is never left: nothing gets through."""


@dataclass(frozen=True, slots=True)
class Activations:
    """What repeated activations do.

    Attributes:
        expected: Mean number of activations until the last model falls; infinite where that may never happen.
        destroyed: ``destroyed[n]`` = P(destroyed by n + 1 activations).
    """

    expected: float
    destroyed: list[float]


def activations(scenario: Scenario, most: int = 10) -> Activations:
    """Repeat an attack until its target is destroyed.

    The modifiers stay as they are; weapons that fire once in a battle are taken to fire every time.

    Args:
        scenario: Inline, buffs folded in.
        most: Activations for which the chance is told.

    Raises:
        InputError: When the target has too many states for the attack to be repeated from each.

    >>> weapon = {"type": "ranged", "attacks": 1, "skill": 4, "strength": 4, "damage": 1}
    >>> target = {"groups": [{"count": 2, "toughness": 4, "save": 7, "wounds": 1}]}
    >>> found = activations(Scenario.from_json({"edition": "11e", "attacker": {"weapons": [weapon]}, "target": target}))
    >>> round(found.expected, 9), found.destroyed[:2]  # each activation slays one of two with 1/4
    (8.0, [0.0, 0.0625])
    """
    start = tuple(group.wounded for group in scenario.target.groups)
    moves = _moves(scenario, start)
    expected: dict[Lost, float] = {}
    for state in sorted(moves, key=sum, reverse=True):
        expected[state] = _expected(state, moves[state], expected)
    chances, destroyed = {start: 1.0}, []
    for _ in range(most):
        after: dict[Lost, float] = {}
        for state, chance in chances.items():
            for then, move in moves.get(state, {state: 1.0}).items():
                after[then] = after.get(then, 0.0) + chance * move
        chances = after
        destroyed.append(math.fsum(chance for state, chance in chances.items() if state not in moves))
    return Activations(expected[start], destroyed)


def _moves(scenario: Scenario, start: Lost) -> dict[Lost, dict[Lost, float]]:
    """From every state with a model left that may occur: the chances of the states after one more activation."""
    groups = scenario.target.groups
    everything = tuple(group.count * group.wounds for group in groups)
    moves: dict[Lost, dict[Lost, float]] = {}
    queue = [start]
    effort = 0.0
    while queue:
        state = queue.pop()
        if state in moves or state == everything:
            continue
        left = [place for place, group in enumerate(groups) if state[place] < group.count * group.wounds]
        engagement = _engagement(scenario, [_left_of(groups[place], state[place]) for place in left])
        wounds = sum(line.volley.most_wounds for line in engagement.lines) + 1
        if not moves:
            effort = wounds * len(engagement.unit.states) ** 3 / 4  # a unit half gone has a quarter of the pairs
        if effort > MOST_EFFORT:
            raise InputError(
                "target.groups", f"{sum(everything)} wounds", "a unit small enough to repeat this attack on"
            )
        moves[state] = _after(engagement, state, left, scenario)
        queue += moves[state]
    return moves


def _left_of(group: Group, lost: int) -> Group:
    """The models of a group that are left, one of them wounded."""
    slain, wounded = divmod(lost, group.wounds)
    return group.model_copy(update={"count": group.count - slain, "wounded": wounded})


def _engagement(scenario: Scenario, groups: list[Group]) -> Engagement:
    target = scenario.target.model_copy(update={"groups": groups})
    return engagement_of(scenario.model_copy(update={"target": target}), EDITIONS[scenario.edition])


def _after(engagement: Engagement, state: Lost, left: list[int], scenario: Scenario) -> dict[Lost, float]:
    """The law of one activation, in the states of the whole unit."""
    outcome = engagement.attack()
    found: dict[Lost, float] = {}
    for lost, chance in zip(outcome.unit.states, outcome.chances.tolist(), strict=True):
        if chance > 0.0:
            then = list(state)
            for place, now in zip(left, lost, strict=True):
                group = scenario.target.groups[place]
                then[place] = state[place] // group.wounds * group.wounds + now
            found[tuple(then)] = found.get(tuple(then), 0.0) + chance
    return found


def _expected(state: Lost, moves: dict[Lost, float], known: dict[Lost, float]) -> float:
    """``e[s] = (1 + sum over other states t of P[t] e[t]) / (1 - P[s])``."""
    if moves.get(state, 0.0) >= _STUCK:
        return math.inf
    others = [(then, chance) for then, chance in moves.items() if then != state]
    onwards = sum(chance * known.get(then, 0.0) for then, chance in others)
    return (1.0 + onwards) / math.fsum(chance for _, chance in others)
