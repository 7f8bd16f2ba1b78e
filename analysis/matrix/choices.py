"""Which weapons of a unit attack each target: the choices of a duel, made for many targets at once.

The rules of choosing stand in `analysis.resolve.attacks` alone. Here they are run with a judge that answers with the
expected damage into all targets: where a comparison comes out differently for some of them, the targets are divided and
the rules run again for each part. Damage that is not known yet is asked for, and computed for all units together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from analysis.datasheet import Kind
from analysis.matrix.rows import hunted_by
from analysis.matrix.salvos import Salvos
from analysis.matrix.stances import Arms
from analysis.matrix.weapons import weapon_matrix
from analysis.resolve.armament import TIES
from analysis.resolve.attacks import AttackLine, attack_lines
from analysis.resolve.fielded import FieldedUnit
from analysis.scenario import Situation

__all__ = ["Asked", "Choice", "Choices"]

Targets = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """Lines that attack some of the targets.

    Attributes:
        targets: Numbers of the targets.
        lines: The lines, in order.
        weapons: Their numbers in the arsenal.
    """

    targets: Targets
    lines: tuple[AttackLine, ...]
    weapons: tuple[int, ...]


class _UnansweredError(Exception):
    """A comparison needs damage that has been asked for but is not known yet."""


class _DividedError(Exception):
    """A comparison comes out differently for some of the targets."""

    def __init__(self, holds: NDArray[np.bool_]) -> None:
        super().__init__()
        self.holds = holds


class _Damage(float):
    """Expected damage into all targets of a part, compared as one number; None while it is not known."""

    values: NDArray[np.float64] | None

    def __new__(cls, values: NDArray[np.float64] | None) -> _Damage:
        damage = super().__new__(cls, 0.0)
        damage.values = values
        return damage

    def __neg__(self) -> _Damage:
        return _Damage(None if self.values is None else -self.values)

    def __gt__(self, other: float) -> bool:
        return self._decided(other, np.greater)

    def __lt__(self, other: float) -> bool:
        return self._decided(other, np.less)

    def __ge__(self, other: float) -> bool:
        return self._decided(other, np.greater_equal)

    def __le__(self, other: float) -> bool:
        return self._decided(other, np.less_equal)

    def _decided(self, other: float, compare: np.ufunc) -> bool:
        if not isinstance(other, _Damage) or self.values is None or other.values is None:
            raise _UnansweredError
        holds = compare(self.values, other.values)
        if holds.all():
            return True
        if not holds.any():
            return False
        raise _DividedError(holds)


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """One datasheet of a row in one stance, to be asked for its choices.

    Attributes:
        unit: The datasheet on the table.
        place: Its place in the row.
        kind: Whether it shoots or fights.
        arms: Its weapons as these targets meet them.
        targets: Numbers of the targets.
    """

    unit: FieldedUnit
    place: int
    kind: Kind
    arms: Arms
    targets: Targets


class Choices:
    """Makes the choices of many units."""

    def __init__(self, salvos: Salvos, situation: Situation, pause: Callable[[], None]) -> None:
        """Start with nothing known.

        Args:
            salvos: For the damage of lines.
            situation: The table of the matrix.
            pause: Called between two rounds of work; it may raise to stop.
        """
        self._salvos = salvos
        self._situation = situation
        self._pause = pause
        self._damage: dict[tuple[int, ...], NDArray[np.float64]] = {}
        self._asked: dict[tuple[int, ...], None] = {}
        self._weapons: dict[tuple[int, int, int, int, bool, bool], int] = {}

    def of(self, asked: Sequence[Asked]) -> list[list[Choice]]:
        """Per unit its choices, which together cover its targets."""
        open_parts = {number: self._by_keywords(one) for number, one in enumerate(asked)}
        choices: list[list[Choice]] = [[] for _ in asked]
        while open_parts:
            for number, parts in open_parts.items():
                open_parts[number] = self._chosen(asked[number], parts, choices[number])
            self._answer()
            open_parts = {number: parts for number, parts in open_parts.items() if parts}
        return choices

    def number(self, asked: Asked, line: AttackLine, first: bool) -> int:
        """Number of a line in the arsenal; `first` of its unit or not."""
        damaged = asked.unit.damaged
        key = (id(asked.arms), asked.place, id(line.profile), line.count, damaged, first)
        if key not in self._weapons:
            weapon = asked.arms.weapon(asked.place, line, self._situation, damaged)
            self._weapons[key] = self._salvos.arsenal.number(weapon, first)
        return self._weapons[key]

    def _by_keywords(self, asked: Asked) -> list[Targets]:
        """Targets parted by the keywords that some profile of the unit hunts."""
        hunted = hunted_by(asked.unit)
        if not hunted or not len(asked.targets):
            return [asked.targets] if len(asked.targets) else []
        parts: dict[frozenset[str], list[int]] = {}
        for number in asked.targets.tolist():
            parts.setdefault(self._salvos.columns.keywords_of(number) & hunted, []).append(number)
        return [np.array(numbers, dtype=np.intp) for numbers in parts.values()]

    def _chosen(self, asked: Asked, parts: list[Targets], found: list[Choice]) -> list[Targets]:
        """Choose for each part of the targets; returns the parts whose damage is not known yet."""
        waiting = []
        while parts:
            targets = parts.pop()
            try:
                words = self._salvos.columns.keywords_of(int(targets[0]))
                lines = attack_lines(asked.unit, asked.kind, words, partial(self._judged, asked, targets))
            except _UnansweredError:
                waiting.append(targets)
            except _DividedError as divided:
                parts += [targets[divided.holds], targets[~divided.holds]]
            else:
                found.append(Choice(targets, tuple(lines), self._numbers(asked, lines)))
        return waiting

    def _numbers(self, asked: Asked, lines: Sequence[AttackLine]) -> tuple[int, ...]:
        return tuple(self.number(asked, line, place == 0) for place, line in enumerate(lines))

    def _judged(self, asked: Asked, targets: Targets, lines: Sequence[AttackLine]) -> float:
        numbers = self._numbers(asked, lines)
        if numbers in self._damage:
            return _Damage(self._damage[numbers][targets])
        self._asked[numbers] = None
        if len(lines) == 1:  # whoever asks for one weapon of a unit is about to ask for the others
            for line in _single_lines(asked.unit, asked.kind):
                self._asked[self._numbers(asked, [line])] = None
        return _Damage(None)

    def _answer(self) -> None:
        """Compute what was asked for, alike salvos once; single lines by the matrix of weapons, which is quicker."""
        self._pause()
        salvos = [numbers for numbers in self._asked if numbers not in self._damage]
        single, several = ([own for own in salvos if (len(own) == 1) == alone] for alone in (True, False))
        damage = dict(zip(single, self._of_single(single), strict=True))
        fired = [self._salvos.everywhere(*own) for own in several]
        figures = self._salvos.figures(fired, lambda done, total: self._pause())
        damage.update(zip(several, figures[0], strict=True))
        self._damage.update({own: np.round(values, TIES) for own, values in damage.items()})
        self._asked.clear()

    def _of_single(self, salvos: Sequence[tuple[int, ...]]) -> NDArray[np.float64]:
        own = self._salvos
        weapons = [own.arsenal.weapons[weapon] for (weapon,) in salvos]
        table = (own.edition.name, own.situation, own.modifiers)
        return weapon_matrix(weapons, own.columns.targets, *table, lambda done, total: self._pause()).damage


def _single_lines(unit: FieldedUnit, kind: Kind) -> Iterator[AttackLine]:
    """What a unit may have to compare: its weapons with each of their profiles, and in a fight one of them alone."""
    for bearers in unit.loadout.bearers:
        for carried in bearers.carried:
            profiles = (carried.profile,) if carried.profile else carried.weapon.profiles
            allowed = tuple(profile for profile in profiles if profile.kind == kind)
            for profile in allowed:
                for count in {carried.count, 1} if kind == "melee" else {carried.count}:
                    yield AttackLine(carried.weapon, profile, count, allowed)
