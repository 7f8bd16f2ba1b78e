"""The attacker's side of a matrix in tables: each distinct weapon line, prepared against all targets it tells apart."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analysis.abilities import parse_ability
from analysis.editions import Edition
from analysis.errors import InputError
from analysis.limits import MOST_ATTACKS, MOST_WOUNDS
from analysis.line import Line, TargetFacts, ToWound, Volley, WoundRules, prepare_line
from analysis.matrix.distinct import Columns, distinct, weapon_key, weapon_keywords
from analysis.matrix.tables import Strike
from analysis.scenario import Modifiers, Situation, Weapon
from analysis.wounds import WoundOdds

__all__ = ["BEST", "TAKEN", "Arsenal", "Family"]

TAKEN: Final = 1
BEST: Final = 2
"""Critical hits take the automatic wound of lethal hits, or take it where that is better (R-HIT-07)."""


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


Sorted = tuple[NDArray[np.intp], list[TargetFacts]]
"""Per target the number of its part, and what a weapon reads of the targets of each part."""


class Arsenal:
    """All weapon lines; weapons are only ever added.

    Attributes:
        weapons: One weapon line of each number.
        lines: The distinct prepared lines, in parallel with the arrays below.
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
        self._parts: dict[tuple[frozenset[str], bool, bool], Sorted] = {}
        self._line_of: list[NDArray[np.intp]] = []
        self.weapons: list[Weapon] = []
        self.lines: list[Line] = []
        self.strikes: dict[Strike, int] = {}
        self.guards: dict[tuple[int, bool], int] = {}
        self.families: dict[Family, int] = {}
        self.strengths: dict[tuple[tuple[float, int], ...], int] = {}
        self._facts: list[tuple[int, ...]] = []

    def __len__(self) -> int:
        """How many distinct weapons there are."""
        return len(self._line_of)

    def number(self, weapon: Weapon, first: bool) -> int:
        """The number of a weapon line.

        Args:
            weapon: The line.
            first: Whether it is the first of its unit, which alone may use a Command Re-roll.
        """
        favoured = first and self._modifiers.command_reroll is not None
        key = (weapon_key(weapon, self._situation.distance is not None), favoured)
        number = self._weapons.setdefault(key, len(self._line_of))
        if number == len(self._line_of):
            self._line_of.append(self._prepared(weapon, first))
            self.weapons.append(weapon)
        return number

    def line_of(self, weapons: NDArray[np.intp], targets: NDArray[np.intp]) -> NDArray[np.intp]:
        """Number of the line that each weapon is against each target: (weapons, targets)."""
        rows = [self._line_of[weapon][targets] for weapon in weapons]
        return np.array(rows, dtype=np.intp).reshape(len(weapons), len(targets))

    def facts(self) -> NDArray[np.intp]:
        """Per line the numbers of its strike, guard, family and Strength, what it does with lethal hits (0, `TAKEN` or
        `BEST`), and whether it has devastating wounds and aims at a character: (7, lines).
        """
        return np.array(self._facts, dtype=np.intp).reshape(-1, 7).T

    def _prepared(self, weapon: Weapon, first: bool) -> NDArray[np.intp]:
        """Per target the number of the weapon's line."""
        part, kinds = self._parted(weapon)
        numbers = len(self.lines) + part
        for facts in kinds:
            line = prepare_line(weapon, self._modifiers, self._situation, self._edition, facts, first=first)
            _check_size(line)
            self.lines.append(line)
            self._facts.append(self._numbers(line))
        return numbers

    def _parted(self, weapon: Weapon) -> Sorted:
        """The targets parted into those the weapon cannot tell apart."""
        read = weapon_keywords(weapon, self._modifiers)
        own = weapon.modifiers.abilities if weapon.modifiers else []
        texts = (*weapon.abilities, *own, *self._modifiers.abilities)
        counts_models = any(parse_ability(text).name in ("blast", "cleave") for text in texts)
        key = (read, weapon.type == "ranged", counts_models)
        if key not in self._parts:
            columns = self._columns
            facts = [
                TargetFacts(words & read, key[1] and bool(stealth), 5 * int(fives) if counts_models else 0)
                for words, stealth, fives in zip(columns.keywords, columns.stealth, columns.fives, strict=True)
            ]
            firsts, part = distinct(facts, lambda fact: fact)
            self._parts[key] = part, firsts
        return self._parts[key]

    def _numbers(self, line: Line) -> tuple[int, ...]:
        strike = Strike(line.damage, line.psychic, line.aims_at_character)
        strengths = line.to_wound.strengths
        family = Family(line.volley, line.to_wound.rules, strengths if len(strengths) > 1 else None)
        lethal = 0
        if line.lethal and line.lethal_choice != "never":
            # Without devastating wounds a roll can only be worse than the automatic wound.
            lethal = BEST if line.lethal_choice == "best" and line.volley.devastating else TAKEN
        return (
            self.strikes.setdefault(strike, len(self.strikes)),
            self.guards.setdefault((line.ap, line.cover), len(self.guards)),
            self.families.setdefault(family, len(self.families)),
            self.strengths.setdefault(strengths, len(self.strengths)),
            lethal,
            int(line.volley.devastating),
            int(line.aims_at_character),
        )


def _check_size(line: Line) -> None:
    """Refuse what `evaluate` refuses (`analysis.limits`)."""
    if line.volley.most_attacks > MOST_ATTACKS:
        raise InputError(line.name, line.volley.most_attacks, f"at most {MOST_ATTACKS} attacks in one line")
    if line.volley.most_wounds > MOST_WOUNDS:
        raise InputError(line.name, line.volley.most_wounds, f"at most {MOST_WOUNDS} possible hits in one line")
