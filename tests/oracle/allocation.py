"""Wounds on the unit: who takes them, in the order of either edition."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import TypeVar

from tests.oracle.chance import Chance, certain, then
from tests.oracle.damage import failing_faces, suffer
from tests.oracle.target_unit import Plight, TargetUnit
from tests.oracle.weapon_line import WeaponLine

__all__ = ["Allocation", "Hurt"]

Hurt = tuple[Plight, bool]
Waiting = TypeVar("Waiting", bound=Hashable)
Step = Callable[[Hurt], Chance[Hurt]]


class Allocation:
    """Puts the wounds of one weapon line on the target. A *hurt* is the plight and the Command Re-roll in hand."""

    def __init__(self, edition: str, line: WeaponLine, unit: TargetUnit, save_roll: int, first_line: bool) -> None:
        self.edition = edition
        self.command_re_roll_helps = first_line
        self.line = line
        self.unit = unit
        self.failing = [failing_faces(edition, line, group, save_roll) for group in unit.groups]
        self._suffered: dict[tuple[Hurt, int, bool], Chance[Hurt]] = {}

    def one_save(self, hurt: Hurt) -> Chance[Hurt]:
        """10e: the defender looks whose wound it is, saves, and suffers if he must."""
        order = self.unit.allocation_order(hurt[0], self.line.precision)
        if not order:
            return certain(hurt)
        fails = Fraction(len(self.failing[order[0]]), 6)
        result = {outcome: p * fails for outcome, p in self.suffered(hurt, order[0], devastating=False).items()}
        result[hurt] = result.get(hurt, Fraction(0)) + (1 - fails)
        return result

    def one_devastating(self, hurt: Hurt) -> Chance[Hurt]:
        """A devastating wound goes by the order of the moment, without a save."""
        order = self.unit.allocation_order(hurt[0], self.line.precision)
        return self.suffered(hurt, order[0], devastating=True) if order else certain(hurt)

    def suffered(self, hurt: Hurt, index: int, devastating: bool) -> Chance[Hurt]:
        """What comes of one wound on one group; a Command Re-roll in hand helps the first line alone."""
        key = (hurt, index, devastating)
        if key not in self._suffered:
            plight, in_hand = hurt
            usable = in_hand and self.command_re_roll_helps
            after = suffer(self.edition, self.line, self.unit, plight, index, devastating, usable)
            self._suffered[key] = {(p, left if usable else in_hand): chance for (p, left), chance in after.items()}
        return self._suffered[key]

    def sorted_saves(self, start: Hurt, waiting: Chance[tuple[int, Waiting]]) -> Chance[tuple[Hurt, Waiting]]:
        """11e: all dice of the line are rolled, and read from the lowest face to the highest.

        ``waiting`` holds the number of dice, with whatever belongs to it. Faces that every living group treats
        alike are read as one: their order among themselves cannot matter.
        """
        order = self.unit.allocation_order(start[0], self.line.precision)
        rolled: Chance[tuple[Hurt, int, Waiting]] = {(start, dice, tag): p for (dice, tag), p in waiting.items()}
        left = 6
        for faces in self._alike(order):
            share = Fraction(len(faces), left)
            left -= len(faces)
            rolled = self._read(rolled, order, faces[0], share)
        result: Chance[tuple[Hurt, Waiting]] = {}
        for (hurt, _, tag), p in rolled.items():
            result[hurt, tag] = result.get((hurt, tag), Fraction(0)) + p
        return result

    def _alike(self, order: tuple[int, ...]) -> list[list[int]]:
        """The faces 1 to 6, neighbours of one fate together, as far as any group of the order fails them."""
        runs: list[list[int]] = []
        fate: list[int] = []
        for face in range(1, 7):
            fails = [index for index in order if face in self.failing[index]]
            if not fails:
                break
            if runs and fails == fate:
                runs[-1].append(face)
            else:
                runs.append([face])
            fate = fails
        return runs

    def _read(
        self, rolled: Chance[tuple[Hurt, int, Waiting]], order: tuple[int, ...], face: int, share: Fraction
    ) -> Chance[tuple[Hurt, int, Waiting]]:
        """Read every die that shows one of these faces; each die not read yet does so with chance ``share``."""

        def one_die(hurt: Hurt) -> Chance[Hurt]:
            current = next((index for index in order if hurt[0][index][0]), None)
            if current is None or face not in self.failing[current]:
                return certain(hurt)
            return self.suffered(hurt, current, devastating=False)

        shown: dict[int, Chance[tuple[Hurt, int, Waiting]]] = {}
        for (hurt, dice, tag), p in rolled.items():
            for many in range(dice + 1):
                chance = math.comb(dice, many) * share**many * (1 - share) ** (dice - many)
                if chance:
                    layer = shown.setdefault(many, {})
                    key = (hurt, dice - many, tag)
                    layer[key] = layer.get(key, Fraction(0)) + p * chance
        return self._take_in_turn(shown, one_die)

    @staticmethod
    def _take_in_turn(
        shown: dict[int, Chance[tuple[Hurt, int, Waiting]]], one_die: Step
    ) -> Chance[tuple[Hurt, int, Waiting]]:
        """Those with the most dice begin; after each die they join those with one die fewer."""
        current: Chance[tuple[Hurt, int, Waiting]] = {}
        for many in range(max(shown, default=0), -1, -1):
            for key, p in shown.get(many, {}).items():
                current[key] = current.get(key, Fraction(0)) + p
            if many:
                current = then(
                    current, lambda key: {(after, key[1], key[2]): p for after, p in one_die(key[0]).items()}
                )
        return current
