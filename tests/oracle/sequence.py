"""The activation from its first weapon line to its last wound, in the order of either edition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from tests.oracle.allocation import Allocation, Hurt
from tests.oracle.attack_dice import Pool, WoundNeeds, roll_pool, wound_die
from tests.oracle.chance import Chance, certain, then
from tests.oracle.damage import expected_wounds
from tests.oracle.target_unit import Plight, TargetUnit
from tests.oracle.weapon_line import WeaponLine

__all__ = ["Activation"]


@dataclass(slots=True)
class Activation:
    """All weapon lines of one scenario against its target."""

    edition: str
    lines: list[WeaponLine]
    unit: TargetUnit
    save_roll: int
    command_re_roll: str | None
    allocations: list[Allocation] = field(init=False)
    _pools: dict[tuple[int, WoundNeeds], Pool] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.allocations = [
            Allocation(self.edition, line, self.unit, self.save_roll, first_line=number == 0)
            for number, line in enumerate(self.lines)
        ]

    def pool(self, number: int, needs: WoundNeeds) -> Pool:
        key = (number, needs)
        if key not in self._pools:
            self._pools[key] = roll_pool(self.lines[number], needs, self.command_re_roll if number == 0 else None)
        return self._pools[key]

    def needs(self, number: int, plight: Plight) -> WoundNeeds:
        """What a line's wound rolls are made against, for a unit in this plight."""
        line = self.lines[number]
        toughness = self.unit.toughness(plight)
        if not line.lethal or self.edition == "10e" or line.lethal_choice == "always":
            return WoundNeeds(toughness, lethal_taken=line.lethal)
        if line.lethal_choice == "never":
            return WoundNeeds(toughness, lethal_taken=False)
        return WoundNeeds(toughness, self._automatic_wound_is_better(number, plight, toughness))

    def _automatic_wound_is_better(self, number: int, plight: Plight, toughness: int) -> bool:
        """The automatic wound against the roll, for the first group of the order; a tie takes it (R-HIT-07)."""
        line, allocation = self.lines[number], self.allocations[number]
        first = self.unit.allocation_order(plight, line.precision)[0]
        group = self.unit.groups[first]
        unsaved = Fraction(len(allocation.failing[first]), 6)
        saveable = unsaved * expected_wounds(self.edition, line, group, devastating=False)
        critical = expected_wounds(self.edition, line, group, devastating=True) if line.devastating else saveable
        rolled = Fraction(0)
        for strength, p in line.wound.strength.items():
            die = wound_die(line, strength, toughness, in_hand=False)
            for (verdict, _), chance in die.items():
                rolled += p * chance * {"fail": Fraction(0), "success": saveable, "critical": critical}[verdict]
        return saveable >= rolled

    def play(self) -> tuple[Chance[Plight], list[Fraction]]:
        """How the target ends, and the wounds each line took from it on average."""
        start: Chance[Hurt] = certain((self.unit.fresh, self.command_re_roll == "damage"))
        return self._play_10e(start) if self.edition == "10e" else self._play_11e(start)

    def _mean_wounds_left(self, chance: Chance[Any], plight_of: Callable[[Any], Plight]) -> Fraction:
        return sum((self.unit.wounds_left(plight_of(key)) * p for key, p in chance.items()), Fraction(0))

    def _play_11e(self, hurts: Chance[Hurt]) -> tuple[Chance[Plight], list[Fraction]]:
        """Batch after batch: sorted saves, then at once the devastating wounds of the batch (R-SEQ-01, R-DMG-09)."""
        damages: list[Fraction] = []
        for number in range(len(self.lines)):
            before = self._mean_wounds_left(hurts, lambda hurt: hurt[0])
            hurts = then(hurts, partial(self._batch, number))
            damages.append(before - self._mean_wounds_left(hurts, lambda hurt: hurt[0]))
        return then(hurts, lambda hurt: certain(hurt[0])), damages

    def _batch(self, number: int, hurt: Hurt) -> Chance[Hurt]:
        if self.unit.models_left(hurt[0]) == 0:
            return certain(hurt)
        allocation = self.allocations[number]
        pool = self.pool(number, self.needs(number, hurt[0]))
        saved = allocation.sorted_saves(hurt, pool.wounds)
        return _one_after_another(saved, allocation.one_devastating)

    def _play_10e(self, start: Chance[Hurt]) -> tuple[Chance[Plight], list[Fraction]]:
        """Every line's saves one by one; then the devastating wounds of all lines, line by line (R-DMG-09)."""
        damages = [Fraction(0) for _ in self.lines]
        waiting: Chance[tuple[Hurt, tuple[int, ...]]] = {(hurt, ()): p for hurt, p in start.items()}
        for number in range(len(self.lines)):
            before = self._mean_wounds_left(waiting, lambda key: key[0][0])
            waiting = self._saves_of_line(number, waiting)
            damages[number] += before - self._mean_wounds_left(waiting, lambda key: key[0][0])
        for number in range(len(self.lines)):
            before = self._mean_wounds_left(waiting, lambda key: key[0][0])
            waiting = self._devastating_of_line(number, waiting)
            damages[number] += before - self._mean_wounds_left(waiting, lambda key: key[0][0])
        return then(waiting, lambda key: certain(key[0][0])), damages

    def _saves_of_line(
        self, number: int, waiting: Chance[tuple[Hurt, tuple[int, ...]]]
    ) -> Chance[tuple[Hurt, tuple[int, ...]]]:
        pool = self.pool(number, self.needs(number, self.unit.fresh))
        to_save: Chance[tuple[tuple[Hurt, tuple[int, ...]], int]] = {}
        for (hurt, devastating), p in waiting.items():
            for (saveable, more), chance in pool.wounds.items():
                key = ((hurt, (*devastating, more)), saveable)
                to_save[key] = to_save.get(key, Fraction(0)) + p * chance

        def one_save(key: tuple[Hurt, tuple[int, ...]]) -> Chance[tuple[Hurt, tuple[int, ...]]]:
            return {(after, key[1]): p for after, p in self.allocations[number].one_save(key[0]).items()}

        return _one_after_another(to_save, one_save)

    def _devastating_of_line(
        self, number: int, waiting: Chance[tuple[Hurt, tuple[int, ...]]]
    ) -> Chance[tuple[Hurt, tuple[int, ...]]]:
        def one(key: tuple[Hurt, tuple[int, ...]]) -> Chance[tuple[Hurt, tuple[int, ...]]]:
            return {(after, key[1]): p for after, p in self.allocations[number].one_devastating(key[0]).items()}

        counted = {((hurt, numbers[1:]), numbers[0]): p for (hurt, numbers), p in waiting.items()}
        return _one_after_another(counted, one)


def _one_after_another(counted: Chance[tuple[Any, int]], step: Callable[[Any], Chance[Any]]) -> Chance[Any]:
    """Take a step for every count: those with the most to take begin, and meet the others on the way down."""
    current: Chance[Any] = {}
    for number in range(max((count for _, count in counted), default=0), -1, -1):
        for (state, count), p in counted.items():
            if count == number:
                current[state] = current.get(state, Fraction(0)) + p
        if number:
            current = then(current, step)
    return current
