"""How much it takes to destroy a unit: attacks made one at a time until the last model falls, and what they cost.

Whole units that attack waste their last shots on the dead, so a small target would look tougher the larger the unit
that attacks it. Here nothing is wasted: each attack is drawn from the attackers' own mix and is resolved to its end
before the next, and the count stops with the last model. The expected number of attacks is that of an absorbing Markov
chain over the states of the target; an attack costs its share of the price of the unit that makes it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.allocation import GroupShape, Order, UnitStates, unit_states
from analysis.attacks import attack_law
from analysis.defence import Defence
from analysis.dice import Dice
from analysis.editions import EDITIONS
from analysis.engagement import takes_automatic_wound
from analysis.kit import prepare_line
from analysis.line import Line, TargetFacts
from analysis.scenario import Scenario
from analysis.transitions import Matrix, transition
from analysis.wounds import Cases, wound_laws

__all__ = ["Toll", "toll", "toughest"]

_ONE_ATTACK: Final = attack_law(Dice(0, 0, 1), "none", 0, (), True)
_STUCK: Final = 1.0 - 1e-14
"""A state that is kept with at least this chance is never left: nothing gets through."""


@dataclass(frozen=True, slots=True)
class Toll:
    """What it takes to destroy a unit.

    Attributes:
        attacks: Expected attack dice until the last model falls; infinite where nothing gets through.
        points: What they cost; None where an attacker has no price.
    """

    attacks: float
    points: float | None


@dataclass(frozen=True, slots=True)
class _Attacks:
    """The attacks of one attacker: what one of them, drawn at random, does to every state, and how many there are."""

    moves: Matrix
    number: float
    points: float | None


def toll(scenarios: Sequence[Scenario]) -> Toll:
    """What it takes to destroy a target; several attackers against one and the same target share the points evenly.

    Formula: with P[t, s] the chance that one attack leads from state s to t, the expected number of attacks solves
    ``e[s] = 1 + sum over living t of P[t, s] e[t]``.

    >>> weapon = {"type": "ranged", "attacks": "2", "skill": 4, "strength": 4, "damage": "1"}
    >>> target = {"groups": [{"count": 5, "toughness": 4, "save": 4, "wounds": 1}]}
    >>> scenario = Scenario.from_json({"edition": "11e", "target": target,
    ...     "attacker": {"points": 10, "weapons": [{**weapon, "count": 5}]}})
    >>> found = toll([scenario])
    >>> round(found.attacks, 9), round(found.points, 9)  # 5 models, 1/8 each, 10 attacks for 10 points
    (40.0, 40.0)
    """
    unit = _states(scenarios)
    attackers = [_attacks_of(scenario, unit) for scenario in scenarios]
    if not all(attacker.number for attacker in attackers):
        return Toll(math.inf, None if any(attacker.points is None for attacker in attackers) else math.inf)
    for_points = [attacker.number / attacker.points if attacker.points else math.nan for attacker in attackers]
    if len(attackers) == 1:
        attacks = _until_destroyed(attackers[0].moves, unit)
    else:
        shares = np.array(for_points) / sum(for_points)
        moves = sum(share * attacker.moves for share, attacker in zip(shares, attackers, strict=True))
        attacks = _until_destroyed(np.asarray(moves), unit)
    attacks_for_a_point = sum(for_points) / len(for_points)
    return Toll(attacks, None if math.isnan(attacks_for_a_point) else attacks / attacks_for_a_point)


def toughest(points: Sequence[float], tolls: Sequence[float]) -> list[int]:
    """The efficient frontier: units such that no other costs as little and takes as much, cheapest first.

    Args:
        points: What each unit costs.
        tolls: What it takes to destroy each; infinite ones count, unknown ones (NaN) do not.

    Returns:
        Places of the units; of several with equal figures the first.

    >>> toughest([100, 80, 90, 120], [150, 100, 90, 150])
    [1, 0]
    """
    known = [place for place in range(len(points)) if not math.isnan(points[place]) and not math.isnan(tolls[place])]
    frontier: list[int] = []
    for place in sorted(known, key=lambda place: (points[place], -tolls[place], place)):
        if not frontier or tolls[place] > tolls[frontier[-1]]:
            frontier.append(place)
    return frontier


def _states(scenarios: Sequence[Scenario]) -> UnitStates:
    aims = {scenario.situation.precision_on_character for scenario in scenarios} | {False}
    groups = scenarios[0].target.groups
    shapes = tuple(GroupShape(group.count, group.wounds, group.wounded, group.character) for group in groups)
    return unit_states(shapes, False, tuple(sorted(aims)))


def _attacks_of(scenario: Scenario, unit: UnitStates) -> _Attacks:
    """All weapon lines together, each by its share of the attacks."""
    edition = EDITIONS[scenario.edition]
    facts = TargetFacts.of(scenario.target)
    defence = Defence(tuple(scenario.target.groups), scenario.modifiers, edition)
    moves, number = np.zeros((len(unit.states), len(unit.states))), 0.0
    for weapon in scenario.attacker.weapons:
        line = prepare_line(weapon, scenario.modifiers, scenario.situation, edition, facts, first=False)
        law = line.volley.attacks.one_weapon()
        attacks = line.volley.weapons * float(law @ np.arange(len(law)))
        if attacks:
            moves += attacks * _one_attack(line, unit, defence)
            number += attacks
    return _Attacks(moves / number if number else moves, number, scenario.attacker.points)


def _one_attack(line: Line, unit: UnitStates, defence: Defence) -> Matrix:
    """``matrix[after, before]`` of one attack die, its extra hits and its devastating wounds included."""
    groups = defence.against(line)
    steps = unit.steps(line.aims_at_character)
    saved = transition(steps, [group.unsaved for group in groups], [group.failing / 6 for group in groups])[:-1, :-1]
    past_saves = transition(steps, [group.devastating for group in groups], [1.0] * len(groups))[:-1, :-1]
    volley = line.volley._replace(attacks=_ONE_ATTACK, weapons=1, command_reroll=None)
    fresh = unit.order(unit.states[0], aims_at_character=False)
    matrix = np.zeros_like(saved)
    for order, numbers in _states_by_order(unit, line.aims_at_character).items():
        odds = line.to_wound.against(defence.toughness(order if defence.edition.toughness_read_per_line else fresh))
        automatic = takes_automatic_wound(line, odds, groups[order[0]])
        law = wound_laws(volley, Cases.of([(odds, automatic, 1.0)]), True)[..., 0]
        matrix[:, numbers] = _resolved(law, saved, past_saves)[:, numbers]
    return matrix


def _states_by_order(unit: UnitStates, aims_at_character: bool) -> dict[Order, list[int]]:
    """The states with a model left, by the order in which their groups suffer wounds."""
    if len(unit.shapes) == 1:
        return {(0,): list(range(len(unit.states) - 1))}  # only in the last of them nobody is left
    found: dict[Order, list[int]] = {}
    for number, state in enumerate(unit.states):
        order = unit.order(state, aims_at_character)
        if order:
            found.setdefault(order, []).append(number)
    return found


def _resolved(law: NDArray[np.float64], saved: Matrix, past_saves: Matrix) -> Matrix:
    """The wounds of a law: those that roll a save first, devastating ones after them."""
    nothing = np.eye(len(saved))
    total = np.zeros_like(saved)
    for chances in law[::-1]:
        after = chances[-1] * nothing
        for chance in chances[-2::-1]:
            after = past_saves @ after + chance * nothing
        total = total @ saved + after
    return total


def _until_destroyed(moves: Matrix, unit: UnitStates) -> float:
    alive = np.flatnonzero(unit.slain.sum(axis=1) < unit.models)
    among = moves[np.ix_(alive, alive)]
    if (among.diagonal() >= _STUCK).any():
        return math.inf
    expected = np.linalg.solve(np.eye(len(alive)) - among.T, np.ones(len(alive)))
    return float(expected[0])
