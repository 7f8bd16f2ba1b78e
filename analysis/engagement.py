"""All weapon lines of a unit into one target, one after another, carrying the target's state along.

The state is a column of chances (see `analysis.one_wound`). A line turns its law of wounds into powers of a matrix
applied to that column. Three things make the editions differ, each a setting: whether devastating wounds wait for all
lines, whether saves are read from the lowest die up, and whether Toughness and the order of groups are read again when
a line starts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from analysis.allocation import GroupShape, Order, UnitStates, unit_states
from analysis.damage import ThroughLaw
from analysis.defence import Defence, GroupDefence
from analysis.editions import Edition
from analysis.expectations import Expected, expected
from analysis.kit import prepare_line
from analysis.limits import Effort, check_size
from analysis.line import Line, TargetFacts
from analysis.one_wound import SUMS, OneWound, effort, one_wound
from analysis.scenario import Scenario
from analysis.transitions import Matrix, effort_of_spent, spent, spent_on_each, summed_powers
from analysis.wounds import Cases, WoundOdds, wound_laws

__all__ = ["Engagement", "LineOutcome", "Outcome", "automatic_is_best", "engagement_of", "takes_automatic_wound"]

Number = TypeVar("Number", float, NDArray[Any])

_TIE = 1e-12
"""Two expectations closer than this are equal: the automatic wound of lethal hits wins ties."""

_LAW_EFFORT = 50
"""Multiplications for each attack and each entry of a law that tells devastating wounds apart, at most."""


@dataclass(frozen=True, slots=True)
class LineOutcome:
    """Expectations of one line at its own place in the sequence, lost attacks included (R-SEQ-08).

    What falls on nobody is counted as it would have fallen on the group that would have been the last.

    Attributes:
        wounds: Wounds scored.
        critical_wounds: Critical ones among them.
        unsaved: Wounds that got past the save, devastating ones included.
        damage: What these deal before Feel No Pain.
        let_through: What Feel No Pain leaves of it, lost or wasted.
        lost: Wounds the target lost.
    """

    wounds: float = 0.0
    critical_wounds: float = 0.0
    unsaved: float = 0.0
    damage: float = 0.0
    let_through: float = 0.0
    lost: float = 0.0

    def __add__(self, other: LineOutcome) -> LineOutcome:
        """Both together."""
        return LineOutcome(*(getattr(self, part.name) + getattr(other, part.name) for part in fields(self)))


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where the unit stands after all lines.

    Attributes:
        unit: The numbered states.
        chances: P(state) for each of them.
        lines: What each line did.
    """

    unit: UnitStates
    chances: NDArray[np.float64]
    lines: tuple[LineOutcome, ...]


def takes_automatic_wound(line: Line, odds: WoundOdds, first: GroupDefence) -> bool:
    """Whether critical hits take the automatic wound of lethal hits (R-HIT-07), judged for the first group."""
    if not line.lethal:
        return False
    if line.lethal_choice != "best":
        return line.lethal_choice == "always"
    if not line.volley.devastating:
        return True  # a roll can only be worse
    normal = sum(chance * roll.normal for chance, roll in odds)
    critical = sum(chance * roll.critical for chance, roll in odds)
    return bool(automatic_is_best(first.failing, (first.unsaved.mean, first.devastating.mean), (normal, critical)))


def automatic_is_best(failing: Number, means: tuple[Number, Number], odds: tuple[Number, Number]) -> Number:
    """Whether an automatic wound does at least as much as a wound roll that may be critical (WE-14 to WE-16).

    Args:
        failing: Faces of the save that fail; the automatic wound allows a save, and so does one that is not critical.
        means: Wounds that an unsaved one and a devastating one put through.
        odds: Chances of a success that is not critical, and of a critical one.
    """
    automatic = failing / 6 * means[0]
    better: Number = automatic >= odds[0] * automatic + odds[1] * means[1] - _TIE
    return better


def engagement_of(scenario: Scenario, edition: Edition) -> Engagement:
    """The attack of an inline scenario, its lines prepared.

    Raises:
        InputError: When it is larger than what is computed (see `analysis.limits`), naming the limit.
    """
    facts = TargetFacts.of(scenario.target)
    lines = [
        prepare_line(weapon, scenario.modifiers, scenario.situation, edition, facts, first=number == 0)
        for number, weapon in enumerate(scenario.attacker.weapons)
    ]
    check_size(scenario, lines)
    return Engagement(Defence(tuple(scenario.target.groups), scenario.modifiers, edition), lines)


class Engagement:
    """A target under attack; `attack` fires the lines in order and tells the outcome."""

    def __init__(self, defence: Defence, lines: Sequence[Line]) -> None:
        """Number the states the target can reach under these lines."""
        self.defence = defence
        self.edition = defence.edition
        self.lines = lines
        aims = tuple(sorted({line.aims_at_character for line in lines} | {False}))
        shapes = tuple(GroupShape(g.count, g.wounds, g.wounded, g.character) for g in defence.groups)
        self.unit = unit_states(shapes, self.edition.saves_sorted, aims)
        self._rerolls_damage = any(line.volley.command_reroll == "damage" for line in lines)
        copies = 2 if self._rerolls_damage else 1
        self._lost = np.append(np.tile(self.unit.wounds_lost, copies), [0] * SUMS).astype(float)
        self._start = np.zeros(len(self._lost))
        self._start[0] = 1.0
        self._effort = Effort()

    def attack(self) -> Outcome:
        """Fire all lines."""
        if self.edition.devastating_after_all_lines:
            column, lines = self._one_wound_at_a_time()
        else:
            column, lines = self._batch_by_batch()
        chances = column[:-SUMS].reshape(-1, len(self.unit.states)).sum(axis=0)
        return Outcome(self.unit, chances, tuple(lines))

    def _difference(self, before: Matrix, after: Matrix) -> LineOutcome:
        """What the wounds between two columns (or sets of columns) did."""
        let_through, unsaved, damage = after[-SUMS:].sum(axis=1) - before[-SUMS:].sum(axis=1)
        lost = float((self._lost @ after).sum() - (self._lost @ before).sum())
        return LineOutcome(unsaved=float(unsaved), damage=float(damage), let_through=float(let_through), lost=lost)

    # 11th edition: each line is a batch, its devastating wounds follow at once (R-SEQ-01, R-SEQ-02, R-DMG-09); the
    # batches come in the order of the lines (OQ-15).

    def _batch_by_batch(self) -> tuple[NDArray[np.float64], list[LineOutcome]]:
        column, outcomes = self._start, []
        for number, line in enumerate(self.lines):
            after, scored = np.zeros_like(column), LineOutcome()
            after[-SUMS:] = column[-SUMS:]
            for order, states in self._orders(column, line):
                part = np.zeros_like(column)
                part[states] = column[states]
                moved, wounds = self._batch(number, order, part)
                after, scored = after + moved, scored + _scored(wounds, float(part.sum()))
            outcomes.append(scored + self._difference(column[:, None], after[:, None]))
            column = after
        return column, outcomes

    def _orders(self, column: NDArray[np.float64], line: Line) -> list[tuple[Order, NDArray[np.intp]]]:
        """The states that carry any chance, by the order of groups fixed when the line starts."""
        states = len(self.unit.states)
        occupied = np.flatnonzero(column[:-SUMS])
        if len(self.unit.shapes) == 1:
            return [((0,), occupied)]
        orders = self.unit.orders(line.aims_at_character)
        found: dict[Order, list[int]] = {}
        for number in occupied:
            found.setdefault(orders[number % states], []).append(int(number))
        return [(order, np.array(numbers, dtype=np.intp)) for order, numbers in found.items()]

    def _batch(self, number: int, order: Order, column: NDArray[np.float64]) -> tuple[NDArray[np.float64], Expected]:
        """One line into the states that share an order of groups."""
        line = self.lines[number]
        fallen = not order  # nobody left: the line is wasted on the group that would have been the last
        order = order or self.unit.order(self.unit.states[0], line.aims_at_character)
        groups = self.defence.against(line)
        odds = line.to_wound.against(self.defence.toughness(order[-1:] if fallen else order))
        automatic = takes_automatic_wound(line, odds, groups[order[0]])
        stages = self._save_stages(line, order, groups)
        apart = line.volley.devastating and not self._devastating_is_alike(groups, stages)
        law = self._law(number, odds, automatic, sum(chance for chance, _ in stages), apart)
        self._effort.spend(number, *effort_of_spent(len(column), law, stages))
        columns = spent(column, law, stages)
        if law.shape[1] > 1:
            matrix = self._devastating_matrix(line, groups)
            self._effort.spend(number, law.shape[1] * effort(matrix))
            columns = summed_powers(matrix, columns)[:, None]
        return columns[:, 0], expected(line.volley, odds, automatic)

    def _law(self, number: int, odds: WoundOdds, automatic: bool, unsaved: float, apart: bool) -> NDArray[np.float64]:
        volley = self.lines[number].volley
        law: NDArray[np.float64] = wound_laws(volley, Cases.of([(odds, automatic, unsaved)]), apart)[..., 0]
        if law.shape[1] > 1:
            self._effort.spend(number, _LAW_EFFORT * volley.most_attacks * law.size)
        return law

    def _save_stages(self, line: Line, order: Order, groups: tuple[GroupDefence, ...]) -> list[tuple[float, OneWound]]:
        """Saves from the lowest die up: P(a die falls in the stage) and what one such die does (R-SAV-14, R-ALC-05).

        So groups of different saves suffer by order statistics, and alike ones as if each saved for itself (R-ALC-06).
        """
        thresholds = sorted({groups[group].failing for group in order})
        stages = []
        below = 0
        for threshold in thresholds:
            fails = [float(group.failing >= threshold) for group in groups]
            fixed = None if len(order) == 1 and len(groups) == 1 else order
            stages.append(((threshold - below) / 6, self._matrix(line, [g.unsaved for g in groups], fails, fixed)))
            below = threshold
        return stages

    def _devastating_is_alike(self, groups: tuple[GroupDefence, ...], stages: list[tuple[float, OneWound]]) -> bool:
        """Whether a devastating wound does just what an unsaved one does, so that they can be counted together."""
        return len(groups) == 1 and len(stages) == 1 and groups[0].unsaved.same_as(groups[0].devastating)

    def _devastating_matrix(self, line: Line, groups: tuple[GroupDefence, ...]) -> OneWound:
        """No save, the order of the moment, the character first under precision (R-SEQ-05, R-ALC-09)."""
        return self._matrix(line, [group.devastating for group in groups], [1.0] * len(groups), None)

    def _matrix(self, line: Line, laws: list[ThroughLaw], chances: list[float], fixed: Order | None) -> OneWound:
        steps = self.unit.steps(line.aims_at_character, fixed)
        usable = line.volley.command_reroll == "damage"
        return one_wound(steps, tuple(laws), tuple(chances), self._rerolls_damage, usable)

    # 10th edition: one wound after another; devastating wounds wait until all lines are through (R-SAV-14, R-DMG-09).

    def _one_wound_at_a_time(self) -> tuple[NDArray[np.float64], list[LineOutcome]]:
        columns, outcomes = self._start[:, None], []
        waiting: list[tuple[int, OneWound, int]] = []
        fresh = self.unit.order(self.unit.states[0], aims_at_character=False)
        for number, line in enumerate(self.lines):
            groups = self.defence.against(line)
            odds = line.to_wound.against(self.defence.toughness(fresh))
            stage = self._one_save(line, groups)
            last = number == len(self.lines) - 1 and not waiting
            apart = line.volley.devastating and not (last and self._devastating_is_alike(groups, [stage]))
            law = self._law(number, odds, line.lethal, stage[0], apart)
            room = columns.size * max(law.shape)
            self._effort.spend(number, len(law) * (effort(stage[1]) * columns.shape[1] + room), room)
            before, columns = columns, spent_on_each(columns, law, stage[1])
            scored = _scored(expected(line.volley, odds, line.lethal), 1.0)
            outcomes.append(scored + self._difference(before, columns))
            if law.shape[1] > 1:
                waiting.append((number, self._devastating_matrix(line, groups), law.shape[1]))
        for number, matrix, width in waiting:
            self._effort.spend(number, columns.shape[1] * effort(matrix))
            before, columns = columns, summed_powers(matrix, columns.reshape(len(columns), width, -1))
            outcomes[number] += self._difference(before, columns)
        return columns[:, 0], outcomes

    def _one_save(self, line: Line, groups: tuple[GroupDefence, ...]) -> tuple[float, OneWound]:
        """P(a wound may get past some group's save) and what such a wound does."""
        worst = max(group.failing for group in groups)
        chances = [group.failing / worst for group in groups]
        return worst / 6, self._matrix(line, [group.unsaved for group in groups], chances, None)


def _scored(wounds: Expected, weight: float) -> LineOutcome:
    return LineOutcome(weight * wounds.wounds, weight * wounds.critical_wounds)
