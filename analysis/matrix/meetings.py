"""How every weapon line meets every target of a formation: the code of its law of wounds, and what one wound does.

All of it is arithmetic on the small tables of `arsenal` and `defences`; no die is rolled for a pair.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.engagement import automatic_is_best
from analysis.matrix.arsenal import BEST, TAKEN, Arsenal
from analysis.matrix.codes import LawCodes
from analysis.matrix.defences import Defences
from analysis.matrix.formations import Formation, Part

__all__ = ["Meeting", "Meetings"]


@dataclass(frozen=True, slots=True, eq=False)
class Meeting:
    """Weapons (rows) and targets (columns).

    Attributes:
        code: Of the law of wounds when devastating wounds are counted apart only where they do something else.
        waiting: The same when they are always counted apart; where none ever wait, equal to `code`.
        apart: Whether devastating wounds are counted apart in `code`.
        strike: Number of the weapon's strike.
        guard: Number of its guard.
        hide: Number of the hide of the first group.
        aims: Whether the weapon aims at a character.
        devastating: Whether it has devastating wounds.
    """

    code: NDArray[np.intp]
    waiting: NDArray[np.intp]
    apart: NDArray[np.bool_]
    strike: NDArray[np.intp]
    guard: NDArray[np.intp]
    hide: NDArray[np.intp]
    aims: NDArray[np.bool_]
    devastating: NDArray[np.bool_]


class Meetings:
    """All weapons of an arsenal and all targets."""

    def __init__(self, arsenal: Arsenal, defences: Defences, toughnesses: list[int], waits: bool) -> None:
        """Lay out the tables; weapons added to the arsenal later are not in them.

        Args:
            arsenal: The weapons.
            defences: The groups of the targets.
            toughnesses: All that wound rolls may read.
            waits: Whether devastating wounds wait for all lines of a unit (R-DMG-09).
        """
        self._waits = waits
        self._arsenal = arsenal
        self._defences = defences
        self._facts = arsenal.facts_by_line()
        self._toughness = {value: number for number, value in enumerate(toughnesses)}
        self.through = defences.through(list(arsenal.strikes))
        self.failing = defences.failing(list(arsenal.guards))
        self.codes = LawCodes(arsenal.families, toughnesses)
        self._needs = self.codes.needs(list(arsenal.strengths))

    def meet(self, weapons: NDArray[np.intp], formation: Formation, part: Part) -> Meeting:
        """Meetings of weapons with the targets of a formation, in one part of its states."""
        line = self._arsenal.line_of(weapons, formation.targets)
        strike, guard, strength, lethal, devastating, aims, family = (fact[line] for fact in self._facts)
        read = np.array([self._toughness[int(value)] for value in part.toughness], dtype=np.intp)
        need = self._needs[strength, read]
        hide, first, worst = self._saves(formation, part, guard)
        through = self.through
        alike = through.unsaved[strike, hide] == through.devastating[strike, hide]
        has_devastating = devastating.astype(np.bool_)
        apart = has_devastating if not formation.single else has_devastating & ~alike
        code = self.codes.first(family) + self.codes.case(need, worst) + (lethal == TAKEN)
        best = lethal == BEST
        if best.any():
            odds = self.codes.success(family[best], need[best])
            code[best] += automatic_is_best(first[best], through.means(strike[best], hide[best]), odds)
        told = np.where(apart, self.codes.apart(code), code)
        waiting = np.where(has_devastating, self.codes.apart(code), code) if self._waits else told
        self.codes.mark(told)
        if waiting is not told:
            self.codes.mark(waiting)
        return Meeting(
            code=told,
            waiting=waiting,
            apart=apart,
            strike=strike,
            guard=guard,
            hide=hide,
            aims=aims.astype(np.bool_),
            devastating=has_devastating,
        )

    def hides(self, target: int) -> tuple[int, ...]:
        """Per group of a target the number of its hide."""
        return self._defences.hides[target]

    def failing_of(self, target: int) -> NDArray[np.intp]:
        """Failing faces of the saves of a target: (guards, groups)."""
        return self.failing[:, list(self._defences.saves[target])]

    def _saves(
        self, formation: Formation, part: Part, guard: NDArray[np.intp]
    ) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
        """Hide of the first group, failing faces of its save, and of the worst save in the part's order."""
        if formation.single:
            hides = np.array([self._defences.hides[number][0] for number in formation.targets], dtype=np.intp)
            saves = np.array([self._defences.saves[number][0] for number in formation.targets], dtype=np.intp)
            failing = self.failing[guard, saves]
            return np.broadcast_to(hides, guard.shape), failing, failing
        number = int(formation.targets[0])
        by_group = self.failing_of(number)[:, list(part.order)]
        hide = np.full(guard.shape, self._defences.hides[number][part.order[0]])
        return hide, by_group[:, 0][guard], by_group.max(axis=1)[guard]
