"""The attacker's side of a matrix in tables: each distinct weapon line, prepared against all targets it tells apart."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from analysis.abilities import keywords_read, parse_ability
from analysis.damage import DamageRoll
from analysis.editions import Edition
from analysis.limits import check_line
from analysis.line import Line, PreparedWeapon, TargetFacts
from analysis.matrix.distinct import Columns, weapon_key
from analysis.scenario import Modifiers, Situation, Weapon
from analysis.volley import ToWound, Volley, WoundRules
from analysis.wounds import WoundOdds

__all__ = ["BEST", "TAKEN", "Arsenal", "Facts", "Family", "Punch", "Strike"]

Number = TypeVar("Number")

TAKEN: Final = 1
BEST: Final = 2
"""Critical hits take the automatic wound of lethal hits, or take it where that is better (R-HIT-07)."""


class Strike(NamedTuple):
    """What decides how one wound of a line is dealt with, apart from the save."""

    damage: DamageRoll
    psychic: bool
    aims_at_character: bool


class Punch(NamedTuple):
    """How the wounds of a line are saved and dealt with: the numbers of its strike and of its guard."""

    strike: int
    guard: int


class Family(NamedTuple):
    """A volley with its wound rolls; one fixed Strength is left out, since the wound roll needed says all."""

    volley: Volley
    rules: WoundRules
    strengths: tuple[tuple[float, int], ...] | None

    def odds(self, need: int, toughnesses: Sequence[int]) -> WoundOdds:
        """Chances of the wound roll; of a rolled Strength `need` is the number of the Toughness."""
        if self.strengths is None:
            return ((1.0, self.rules.needing(need)),)
        return ToWound(self.strengths, self.rules).against(toughnesses[need])


class Facts(NamedTuple, Generic[Number]):
    """What a line is made of, in numbers of the arsenal; of many lines in arrays.

    Attributes:
        strike: How its wounds are dealt with.
        guard: Its AP, with or without cover.
        family: Its volley and wound rolls.
        strength: Its Strength.
        lethal: What it does with the automatic wounds of lethal hits: 0, `TAKEN` or `BEST`.
        devastating: Whether it has devastating wounds (0 or 1).
        aims: Whether it aims at a character (0 or 1).
    """

    strike: Number
    guard: Number
    family: Number
    strength: Number
    lethal: Number
    devastating: Number
    aims: Number


Sorted = tuple[NDArray[np.intp], list[TargetFacts]]
"""Per target the number of its part, and what a weapon reads of the targets of each part."""


class Arsenal:
    """All weapon lines; weapons are only ever added.

    Attributes:
        weapons: One weapon line of each number.
        facts: What each line is made of: a weapon prepared against one part of the targets that it tells apart.
        strikes: Distinct ways to deal with one wound.
        guards: Distinct AP with or without cover.
        families: Distinct volleys with their wound rolls.
        strengths: Distinct Strengths, each with its chance.
    """

    def __init__(self, columns: Columns, modifiers: Modifiers, situation: Situation, edition: Edition) -> None:
        """Start without weapons."""
        self._columns = columns
        self._modifiers = modifiers
        self._situation = situation
        self._edition = edition
        self._weapons: dict[Hashable, int] = {}
        self._parts: list[Sorted] = []
        self._part_of: dict[tuple[frozenset[str], bool, bool], int] = {}
        self._asked: dict[tuple[str, ...], tuple[frozenset[str], bool]] = {}
        self._part: list[int] = []
        self._first: list[int] = []
        self.weapons: list[Weapon] = []
        self.facts: list[Facts[int]] = []
        self.strikes: dict[Strike, int] = {}
        self.guards: dict[tuple[int, bool], int] = {}
        self.families: dict[Family, int] = {}
        self.strengths: dict[tuple[tuple[float, int], ...], int] = {}

    def __len__(self) -> int:
        """How many distinct weapons there are."""
        return len(self.weapons)

    def number(self, weapon: Weapon, first: bool) -> int:
        """The number of a weapon line.

        Args:
            weapon: The line.
            first: Whether it is the first of its unit, which alone may use a Command Re-roll.
        """
        favoured = first and self._modifiers.command_reroll is not None
        key = (weapon_key(weapon, self._situation.distance is not None), favoured)
        number = self._weapons.setdefault(key, len(self.weapons))
        if number == len(self.weapons):
            self._prepare(weapon, first)
        return number

    def weapon_by_line(self) -> NDArray[np.intp]:
        """The weapon of every line."""
        first = np.array(self._first, dtype=np.intp)
        return np.repeat(np.arange(len(first)), np.diff(first, append=len(self.facts)))

    def line_of(self, weapons: NDArray[np.intp], targets: NDArray[np.intp]) -> NDArray[np.intp]:
        """Number of the line that each weapon is against each target: (weapons, targets)."""
        parts = np.array([part for part, _ in self._parts], dtype=np.intp)
        parts = parts.reshape(len(self._parts), len(self._columns.targets))
        first, part = (np.array(numbers, dtype=np.intp)[weapons] for numbers in (self._first, self._part))
        lines: NDArray[np.intp] = parts[:, targets][part]
        lines += first[:, None]
        return lines

    def facts_by_line(self) -> Facts[NDArray[np.intp]]:
        """The facts of all lines in arrays."""
        return Facts(*np.array(self.facts, dtype=np.intp).reshape(-1, len(Facts._fields)).T)

    def _prepare(self, weapon: Weapon, first: bool) -> None:
        """Prepare the lines of a new weapon."""
        part = self._parted(weapon)
        self.weapons.append(weapon)
        self._part.append(part)
        self._first.append(len(self.facts))
        prepared = PreparedWeapon(weapon, self._modifiers, self._situation, self._edition, first)
        known: dict[tuple[int, bool], Facts[int]] = {}
        for facts in self._parts[part][1]:
            line = prepared.against(facts)
            alike = id(line.to_wound), line.cover  # such lines differ in their volleys only
            family = self._family(line)
            if alike not in known:
                known[alike] = self._numbers(line, family)
            strike, guard, _, *others = known[alike]
            self.facts.append(Facts(strike, guard, family, *others))

    def _family(self, line: Line) -> int:
        """The number of a line's volley with its wound rolls."""
        strengths, rules = line.to_wound
        family = Family(line.volley, rules, strengths if len(strengths) > 1 else None)
        number = self.families.get(family)
        if number is None:
            check_line(line, line.name)
            number = self.families[family] = len(self.families)
        return number

    def _parted(self, weapon: Weapon) -> int:
        """The number of the way in which a weapon parts the targets: into those that it cannot tell apart."""
        read, counts_models = self._asked_by(weapon)
        key = (read, weapon.type == "ranged" and weapon.skill is not None, counts_models)
        if key not in self._part_of:
            self._part_of[key] = len(self._parts)
            self._parts.append(self._columns.parted(*key))
        return self._part_of[key]

    def _asked_by(self, weapon: Weapon) -> tuple[frozenset[str], bool]:
        """The target keywords that a weapon's abilities ask for, and whether they count models."""
        own = weapon.modifiers.abilities if weapon.modifiers else []
        texts = (*weapon.abilities, *own, *self._modifiers.abilities)
        if texts not in self._asked:
            counts_models = any(parse_ability(text).name in ("blast", "cleave") for text in texts)
            self._asked[texts] = keywords_read(texts), counts_models
        return self._asked[texts]

    def _numbers(self, line: Line, family: int) -> Facts[int]:
        strike = Strike(line.damage, line.psychic, line.aims_at_character)
        strengths = line.to_wound.strengths
        lethal = 0
        if line.lethal and line.lethal_choice != "never":
            # Without devastating wounds a roll can only be worse than the automatic wound.
            lethal = BEST if line.lethal_choice == "best" and line.volley.devastating else TAKEN
        return Facts(
            self.strikes.setdefault(strike, len(self.strikes)),
            self.guards.setdefault((line.ap, line.cover), len(self.guards)),
            family,
            self.strengths.setdefault(strengths, len(self.strengths)),
            lethal,
            int(line.volley.devastating),
            int(line.aims_at_character),
        )
