"""The weapons of an attacking unit before it is settled which of them attack, and with which profile."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from analysis.buffs.table import Context, SideFacts
from analysis.datasheet import Kind
from analysis.resolve.attacks import AttackLine, Judge, attack_lines, possible_lines
from analysis.resolve.side import Side, attacker_of, facts_of
from analysis.resolve.weapons import scenario_weapon
from analysis.scenario import Attacker, Scenario

__all__ = ["TIES", "Armament", "PlacedLine", "told_apart"]

PlacedLine = tuple[int, AttackLine]
"""An attack line with the place of its datasheet in the unit."""

TIES: Final = 9
"""Decimals in which expected damage is compared, so that rounding errors decide nothing."""


@dataclass(frozen=True, slots=True)
class Armament:
    """The attacking side against one target, waiting for its weapon lines.

    Attributes:
        side: The attacker.
        kind: Whether it shoots or fights.
        target_keywords: In upper case.
        target_facts: What the catalogue knows of the target.
        draft: Writes the scenario out for an attacker.
    """

    side: Side
    kind: Kind
    target_keywords: frozenset[str]
    target_facts: SideFacts
    draft: Callable[[Attacker, Kind], Scenario]

    def chosen(self, damage: Callable[[Sequence[PlacedLine]], float]) -> list[PlacedLine]:
        """The lines that attack: where there is a choice, those whose mean damage is highest, each judged alone."""
        return [
            (place, line)
            for place, unit in enumerate(self.side.units)
            for line in attack_lines(unit, self.kind, self.target_keywords, _judge(place, damage))
        ]

    def possible(self) -> list[PlacedLine]:
        """Every line that may be chosen."""
        return [
            (place, line)
            for place, unit in enumerate(self.side.units)
            for line in possible_lines(unit, self.kind, self.target_keywords)
        ]

    def inline(self, lines: Sequence[PlacedLine]) -> tuple[Scenario, Context]:
        """The scenario with these lines."""
        situation = self.draft(attacker_of(self.side, ()), self.kind).situation
        weapons = [scenario_weapon(line, situation, damaged=self.side.units[place].damaged) for place, line in lines]
        facts = facts_of(self.side, [place for place, _ in lines])
        return self.draft(attacker_of(self.side, weapons), self.kind), Context(facts, self.target_facts)


def _judge(place: int, damage: Callable[[Sequence[PlacedLine]], float]) -> Judge:
    """How lines of one datasheet are compared; each set of them once."""
    known: dict[object, float] = {}

    def expected_damage(lines: Sequence[AttackLine]) -> float:
        placed = [(place, line) for line in lines]
        key = told_apart(placed)
        if key not in known:
            known[key] = round(damage(placed), TIES)
        return known[key]

    return expected_damage


def told_apart(lines: Sequence[PlacedLine]) -> tuple[tuple[int, int, int], ...]:
    """What tells lines of one armament apart: it keeps its profiles alive, so that their identities stay their own."""
    return tuple((place, id(line.profile), line.count) for place, line in lines)
