"""All weapon lines of a unit into one target, one after another, carrying the target's state along.

The state is a column of chances (one per state of the unit, and a last entry that adds up wounds let through). A line
turns its law of wounds into powers of transition matrices applied to that column. Three things make the editions
differ, each a setting: whether devastating wounds wait for all lines, whether saves are read from the lowest die up,
and whether Toughness and the order of groups are read again when a line starts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.allocation import GroupShape, Order, UnitStates, unit_states
from analysis.damage import ThroughLaw
from analysis.defence import Defence, GroupDefence, GroupLaws
from analysis.line import Line
from analysis.transitions import (
    Matrix,
    spent,
    spent_on_each,
    summed_powers,
    transition,
    transition_with_command_reroll,
)
from analysis.wounds import Cases, WoundOdds, wound_laws

__all__ = ["Engagement", "Outcome", "takes_automatic_wound", "takes_automatic_wound_at"]

_TIE = 1e-12
"""Two expectations closer than this are equal: the automatic wound of lethal hits wins ties."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where the unit stands after all lines.

    Attributes:
        unit: The numbered states.
        chances: P(state) for each of them.
        let_through: Expected wounds let through by Feel No Pain, lost or wasted, per line.
        lost: Expected wounds lost to each line at its own place in the sequence.
    """

    unit: UnitStates
    chances: NDArray[np.float64]
    let_through: tuple[float, ...]
    lost: tuple[float, ...]


def takes_automatic_wound(line: Line, odds: WoundOdds, first: GroupDefence) -> bool:
    """Whether critical hits of the line take the automatic wound of lethal hits, judged for the first group."""
    return takes_automatic_wound_at(line, odds, first.failing / 6, GroupLaws(first.unsaved, first.devastating))


def takes_automatic_wound_at(line: Line, odds: WoundOdds, unsaved: float, laws: GroupLaws) -> bool:
    """The same for a chance to fail the save and what wounds put through (R-HIT-07).

    The automatic wound allows a save; rolling may give a critical wound that does not (WE-14 to WE-16).
    """
    if not line.lethal:
        return False
    if line.lethal_choice != "best":
        return line.lethal_choice == "always"
    automatic = unsaved * laws.unsaved.mean
    critical = laws.devastating.mean if line.volley.devastating else automatic
    rolling = sum(chance * (roll.normal * automatic + roll.critical * critical) for chance, roll in odds)
    return automatic >= rolling - _TIE


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
        self._lost = np.append(np.tile(self.unit.wounds_lost, copies), 0).astype(float)
        self._start = np.zeros(len(self._lost))
        self._start[0] = 1.0

    def attack(self) -> Outcome:
        """Fire all lines."""
        if self.edition.devastating_after_all_lines:
            column, tallies = self._one_wound_at_a_time()
        else:
            column, tallies = self._batch_by_batch()
        chances = column[:-1].reshape(-1, len(self.unit.states)).sum(axis=0)
        return Outcome(self.unit, chances, tuple(t.let_through for t in tallies), tuple(t.lost for t in tallies))

    # 11th edition: each line is a batch, its devastating wounds follow at once (R-SEQ-01, R-DMG-09).

    def _batch_by_batch(self) -> tuple[NDArray[np.float64], list[_Tally]]:
        column, tallies = self._start, [_Tally() for _ in self.lines]
        for line, tally in zip(self.lines, tallies, strict=True):
            after = np.zeros_like(column)
            after[-1] = column[-1]
            for order, numbers in self._orders(column, line):
                part = np.zeros_like(column)
                part[numbers] = column[numbers]
                after += self._batch(line, order, part)
            tally.add(self._lost, column, after)
            column = after
        return column, tallies

    def _orders(self, column: NDArray[np.float64], line: Line) -> list[tuple[Order, NDArray[np.intp]]]:
        """The states that carry any chance, by the order of groups fixed when the line starts."""
        states = len(self.unit.states)
        occupied = np.flatnonzero(column[:-1])
        if len(self.unit.shapes) == 1:
            return [((0,), occupied)]
        found: dict[Order, list[int]] = {}
        for number in occupied:
            order = self.unit.order(self.unit.states[number % states], line.aims_at_character)
            found.setdefault(order, []).append(int(number))
        return [(order, np.array(numbers, dtype=np.intp)) for order, numbers in found.items()]

    def _batch(self, line: Line, order: Order, column: NDArray[np.float64]) -> NDArray[np.float64]:
        """One line into the states that share an order of groups."""
        fallen = not order  # nobody left: the line is wasted on the group that would have been the last
        order = order or self.unit.order(self.unit.states[0], line.aims_at_character)
        groups = self.defence.against(line)
        odds = line.to_wound.against(self.defence.toughness(order[-1:] if fallen else order))
        automatic = takes_automatic_wound(line, odds, groups[order[0]])
        stages = self._save_stages(line, order, groups)
        apart = line.volley.devastating and not self._devastating_is_alike(line, groups, stages)
        cases = Cases.of([(odds, automatic, sum(chance for chance, _ in stages))])
        law = wound_laws(line.volley, cases, apart)[..., 0]
        columns = spent(column, law, stages)
        if law.shape[1] == 1:
            return columns[:, 0]
        return summed_powers(self._devastating_matrix(line, groups), columns)

    def _save_stages(self, line: Line, order: Order, groups: tuple[GroupDefence, ...]) -> list[tuple[float, Matrix]]:
        """Saves from the lowest die up: P(a die falls in the stage) and what one such die does (R-SAV-14, R-ALC-05)."""
        thresholds = sorted({groups[group].failing for group in order})
        stages = []
        below = 0
        for threshold in thresholds:
            fails = [float(group.failing >= threshold) for group in groups]
            fixed = None if len(order) == 1 and len(groups) == 1 else order
            stages.append(((threshold - below) / 6, self._matrix(line, [g.unsaved for g in groups], fails, fixed)))
            below = threshold
        return stages

    def _devastating_is_alike(
        self, line: Line, groups: tuple[GroupDefence, ...], stages: list[tuple[float, Matrix]]
    ) -> bool:
        """Whether a devastating wound does just what an unsaved one does, so that they can be counted together."""
        return len(groups) == 1 and len(stages) == 1 and groups[0].unsaved.same_as(groups[0].devastating)

    def _devastating_matrix(self, line: Line, groups: tuple[GroupDefence, ...]) -> Matrix:
        return self._matrix(line, [group.devastating for group in groups], [1.0] * len(groups), None)

    def _matrix(self, line: Line, laws: list[ThroughLaw], chances: list[float], fixed: Order | None) -> Matrix:
        steps = self.unit.steps(line.aims_at_character, fixed)
        if not self._rerolls_damage:
            return transition(steps, laws, chances)
        return transition_with_command_reroll(steps, laws, chances, line.volley.command_reroll == "damage")

    # 10th edition: one wound after another; devastating wounds wait until all lines are through (R-SAV-14, R-DMG-09).

    def _one_wound_at_a_time(self) -> tuple[NDArray[np.float64], list[_Tally]]:
        columns, tallies = self._start[:, None], [_Tally() for _ in self.lines]
        waiting: list[tuple[_Tally, Matrix, int]] = []
        fresh = self.unit.order(self.unit.states[0], aims_at_character=False)
        for number, (line, tally) in enumerate(zip(self.lines, tallies, strict=True)):
            groups = self.defence.against(line)
            odds = line.to_wound.against(self.defence.toughness(fresh))
            stage = self._one_save(line, groups)
            last = number == len(self.lines) - 1 and not waiting
            apart = line.volley.devastating and not (last and self._devastating_is_alike(line, groups, [stage]))
            law = wound_laws(line.volley, Cases.of([(odds, line.lethal, stage[0])]), apart)[..., 0]
            before, columns = columns, spent_on_each(columns, law, stage[1])
            tally.add(self._lost, before, columns)
            if law.shape[1] > 1:
                waiting.append((tally, self._devastating_matrix(line, groups), law.shape[1]))
        for tally, matrix, width in waiting:
            before, columns = columns, summed_powers(matrix, columns.reshape(len(columns), width, -1))
            tally.add(self._lost, before, columns)
        return columns[:, 0], tallies

    def _one_save(self, line: Line, groups: tuple[GroupDefence, ...]) -> tuple[float, Matrix]:
        """P(a wound may get past some group's save) and what such a wound does."""
        worst = max(group.failing for group in groups)
        chances = [group.failing / worst for group in groups]
        return worst / 6, self._matrix(line, [group.unsaved for group in groups], chances, None)


@dataclass(slots=True)
class _Tally:
    """What one line let through and took away; the only mutable thing here, local to one attack."""

    let_through: float = 0.0
    lost: float = 0.0

    def add(self, lost: NDArray[np.float64], before: NDArray[np.float64], after: NDArray[np.float64]) -> None:
        self.let_through += float(after[-1].sum() - before[-1].sum())
        self.lost += float((lost @ after).sum() - (lost @ before).sum())
