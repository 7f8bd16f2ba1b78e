"""Which weapons of a unit attack each target: the choices of a duel, made for many targets at once.

The rules of choosing stand in `analysis.resolve.attacks` alone. Here they are run with a judge that answers with the
expected damage into all targets: where a comparison comes out differently for some of them, the targets are divided and
the rules run again for each part. Damage that is not known yet is asked for, and computed for all units together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.datasheet import Kind
from analysis.matrix.salvos import Salvos
from analysis.matrix.weapons import weapon_matrix
from analysis.resolve.attacks import AttackLine, attack_lines
from analysis.resolve.fielded import FieldedUnit
from analysis.resolve.weapons import scenario_weapon
from analysis.scenario import Situation

__all__ = ["Choice", "Choices"]

_TIES: Final = 9
"""Decimals in which expected damage is compared, so that rounding errors decide nothing."""

Targets = NDArray[np.intp]
LineKey = tuple[int, int, bool]


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


class Choices:
    """Makes the choices of many units against all targets."""

    def __init__(self, salvos: Salvos, situation: Situation) -> None:
        """Start with nothing known."""
        self._salvos = salvos
        self._situation = situation
        self._damage: dict[tuple[LineKey, ...], NDArray[np.float64]] = {}
        self._asked: dict[tuple[LineKey, ...], tuple[int, ...]] = {}
        self._weapons: dict[tuple[LineKey, bool], int] = {}

    def of(self, units: Sequence[tuple[FieldedUnit, Kind]]) -> list[list[Choice]]:
        """Per unit its choices, which together cover all targets."""
        everywhere = np.arange(len(self._salvos.columns.targets), dtype=np.intp)
        open_parts = {number: self._by_keywords(unit, everywhere) for number, (unit, _) in enumerate(units)}
        choices: list[list[Choice]] = [[] for _ in units]
        while open_parts:
            for number, parts in open_parts.items():
                unit, kind = units[number]
                open_parts[number] = self._chosen(unit, kind, parts, choices[number])
            self._answer()
            open_parts = {number: parts for number, parts in open_parts.items() if parts}
        return choices

    def number(self, line: AttackLine, damaged: bool, first: bool) -> int:
        """Number of a line in the arsenal; `first` of its unit or not."""
        key = (_key(line, damaged), first)
        if key not in self._weapons:
            weapon = scenario_weapon(line, self._situation, damaged=damaged)
            self._weapons[key] = self._salvos.arsenal.number(weapon, first)
        return self._weapons[key]

    def _by_keywords(self, unit: FieldedUnit, targets: Targets) -> list[Targets]:
        """Targets parted by the keywords that some profile of the unit hunts."""
        hunted = frozenset(
            word
            for bearers in unit.loadout.bearers
            for carried in bearers.carried
            for profile in carried.weapon.profiles
            for word in profile.targets
        )
        if not hunted or not len(targets):
            return [targets] if len(targets) else []
        parts: dict[frozenset[str], list[int]] = {}
        for number in targets.tolist():
            parts.setdefault(self._salvos.columns.keywords_of(number) & hunted, []).append(number)
        return [np.array(numbers, dtype=np.intp) for numbers in parts.values()]

    def _chosen(self, unit: FieldedUnit, kind: Kind, parts: list[Targets], found: list[Choice]) -> list[Targets]:
        """Choose for each part of the targets; returns the parts whose damage is not known yet."""
        waiting = []
        while parts:
            targets = parts.pop()
            try:
                words = self._salvos.columns.keywords_of(int(targets[0]))
                lines = attack_lines(unit, kind, words, partial(self._judged, unit, kind, targets))
            except _UnansweredError:
                waiting.append(targets)
            except _DividedError as divided:
                parts += [targets[divided.holds], targets[~divided.holds]]
            else:
                numbers = tuple(self.number(line, unit.damaged, place == 0) for place, line in enumerate(lines))
                found.append(Choice(targets, tuple(lines), numbers))
        return waiting

    def _judged(self, unit: FieldedUnit, kind: Kind, targets: Targets, lines: Sequence[AttackLine]) -> float:
        key = tuple(_key(line, unit.damaged) for line in lines)
        if key in self._damage:
            return _Damage(self._damage[key][targets])
        self._ask(lines, unit.damaged)
        if len(lines) == 1:  # whoever asks for one weapon of a unit is about to ask for the others
            for line in _single_lines(unit, kind):
                self._ask([line], unit.damaged)
        return _Damage(None)

    def _ask(self, lines: Sequence[AttackLine], damaged: bool) -> None:
        key = tuple(_key(line, damaged) for line in lines)
        if key not in self._damage:
            self._asked[key] = tuple(self.number(line, damaged, place == 0) for place, line in enumerate(lines))

    def _answer(self) -> None:
        """Compute what was asked for, alike salvos once; single lines by the matrix of weapons, which is quicker."""
        salvos = list(dict.fromkeys(self._asked.values()))
        single, several = ([own for own in salvos if (len(own) == 1) == alone] for alone in (True, False))
        damage = dict(zip(single, self._of_single(single), strict=True))
        figures = self._salvos.figures([self._salvos.everywhere(*own) for own in several], lambda done, total: None)
        damage.update(zip(several, figures[0], strict=True))
        rounded = {own: np.round(values, _TIES) for own, values in damage.items()}
        self._damage.update({key: rounded[own] for key, own in self._asked.items()})
        self._asked.clear()

    def _of_single(self, salvos: Sequence[tuple[int, ...]]) -> NDArray[np.float64]:
        own = self._salvos
        weapons = [own.arsenal.weapons[weapon] for (weapon,) in salvos]
        return weapon_matrix(weapons, own.columns.targets, own.edition.name, own.situation, own.modifiers).damage


def _key(line: AttackLine, damaged: bool) -> LineKey:
    """A line by the identity of its profile, which outlives the choices."""
    return (id(line.profile), line.count, damaged)


def _single_lines(unit: FieldedUnit, kind: Kind) -> Iterator[AttackLine]:
    """What a unit may have to compare: its weapons with each of their profiles, and in a fight one of them alone."""
    for bearers in unit.loadout.bearers:
        for carried in bearers.carried:
            profiles = (carried.profile,) if carried.profile else carried.weapon.profiles
            allowed = tuple(profile for profile in profiles if profile.kind == kind)
            for profile in allowed:
                for count in {carried.count, 1} if kind == "melee" else {carried.count}:
                    yield AttackLine(carried.weapon, profile, count, allowed)
