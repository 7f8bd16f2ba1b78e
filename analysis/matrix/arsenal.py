"""The attacker's side of a matrix in tables: each distinct weapon line, prepared against all targets it tells apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analysis.abilities import ABILITIES, keywords_read, parse_ability
from analysis.damage import DamageRoll
from analysis.editions import Edition
from analysis.kit import Kit
from analysis.limits import check_volley
from analysis.line import TargetFacts
from analysis.matrix.distinct import Columns, kit_key, numbers_key
from analysis.modifiers import granted
from analysis.scenario import Modifiers, Situation, Weapon
from analysis.volley import ToWound, Volley, WoundRules
from analysis.wounds import WoundOdds

__all__ = ["BEST", "TAKEN", "Arsenal", "Facts", "Family", "Punch", "Strike"]

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


class Facts(NamedTuple):
    """What lines are made of, in numbers of the arsenal: arrays with an entry for each line.

    Attributes:
        strike: How its wounds are dealt with.
        guard: Its AP, with or without cover.
        strength: Its Strength.
        lethal: What it does with the automatic wounds of lethal hits: 0, `TAKEN` or `BEST`.
        devastating: Whether it has devastating wounds (0 or 1).
        aims: Whether it aims at a character (0 or 1).
        family: Its volley and wound rolls.
    """

    strike: NDArray[np.intp]
    guard: NDArray[np.intp]
    strength: NDArray[np.intp]
    lethal: NDArray[np.intp]
    devastating: NDArray[np.intp]
    aims: NDArray[np.intp]
    family: NDArray[np.intp]


Parted = tuple[NDArray[np.intp], list[TargetFacts]]
"""Per target the number of its part, and what a weapon reads of the targets of each part."""


class _Met(NamedTuple):
    """A kit against the targets that its weapons cannot tell apart.

    Attributes:
        kit: The kit.
        target: What it reads of these targets.
        cover: Whether their saves may have the bonus of cover.
        rules: What the kit says of volleys and wound rolls, as a number.
    """

    kit: Kit
    target: TargetFacts
    cover: bool
    rules: int


class _Rack:
    """Weapons of one kit.

    Attributes:
        weapons: Their numbers in the arsenal, by the numbers they are made of.
        families: Of their lines, by those of their numbers that decide them.
        facts: All others of their lines, by the rest of their numbers.
        ways: The way in which they part the targets, and the kit against each part; by whether hit rolls read stealth.
    """

    def __init__(self) -> None:
        self.weapons: dict[Hashable, int] = {}
        self.families: dict[Hashable, tuple[int, ...]] = {}
        self.facts: dict[Hashable, tuple[tuple[int, ...], ...]] = {}
        self.ways: dict[bool, tuple[int, list[_Met]]] = {}


class Arsenal:
    """All weapon lines; weapons are only ever added.

    Attributes:
        weapons: One weapon line of each number.
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
        self._racks: dict[Hashable, _Rack] = {}
        self._alike: dict[Hashable, _Rack] = defaultdict(_Rack)
        self._ways: list[Parted] = []
        self._parts = np.zeros((0, len(columns.targets)), dtype=np.intp)
        self._way_of: dict[tuple[frozenset[str], bool, bool], int] = {}
        self._rules: dict[Hashable, int] = {}
        self._family_of: dict[Hashable, int] = {}
        self._known: dict[Hashable, int] = {}
        self._way_by_weapon: list[int] = []
        self._facts_by_line: list[tuple[int, ...]] = []
        self._families_by_line: list[int] = []
        self._first: list[int] = []
        self.weapons: list[Weapon] = []
        self.strikes: dict[Strike, int] = {}
        self.guards: dict[tuple[int, bool], int] = {}
        self.families: list[Family] = []
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
        command_reroll = self._modifiers.command_reroll if first else None
        raw = kit_key(weapon)
        rack = self._racks.get(raw)
        if rack is None:
            rack = self._racks[raw] = self._alike[self._without_idle(raw)]
        key = numbers_key(weapon, self._situation.distance is not None), command_reroll
        number = rack.weapons.get(key)
        if number is None:
            number = rack.weapons[key] = self._prepared(weapon, rack, command_reroll)
        return number

    def weapon_by_line(self) -> NDArray[np.intp]:
        """The weapon of every line."""
        first = np.array(self._first, dtype=np.intp)
        return np.repeat(np.arange(len(first)), np.diff(first, append=len(self._families_by_line)))

    def line_of(self, weapons: NDArray[np.intp], targets: NDArray[np.intp] | slice) -> NDArray[np.intp]:
        """Number of the line that each weapon is against each target: (weapons, targets)."""
        if len(self._parts) < len(self._ways):
            self._parts = np.array([part for part, _ in self._ways], dtype=np.intp)
        way = np.array([self._way_by_weapon[weapon] for weapon in weapons.tolist()], dtype=np.intp)
        first = np.array([self._first[weapon] for weapon in weapons.tolist()], dtype=np.intp)
        lines: NDArray[np.intp] = self._parts[:, targets].take(way, axis=0)
        lines += first[:, None]
        return lines

    def facts_by_line(self) -> Facts:
        """What all lines are made of; a line is a weapon against one part of the targets that it tells apart."""
        facts = np.array(self._facts_by_line, dtype=np.intp).reshape(-1, len(Facts._fields) - 1)
        strike, guard, strength, lethal, devastating, aims = facts.T
        family = np.array(self._families_by_line, dtype=np.intp)
        return Facts(strike, guard, strength, lethal, devastating, aims, family)

    def _without_idle(self, key: tuple[Hashable, tuple[str, ...], Hashable, Hashable]) -> Hashable:
        """The key of a kit without abilities that change no number of a cell; those that nobody knows change none."""
        kind, abilities, *others = key
        aimless = () if self._situation.precision_on_character else ("precision",)
        rules = [(text, ABILITIES.get(parse_ability(text).name)) for text in abilities]
        acting = [text for text, rule in rules if rule and not rule.idle and rule.name not in aimless]
        return kind, tuple(acting), *others

    def _prepared(self, weapon: Weapon, rack: _Rack, command_reroll: str | None) -> int:
        """The number of a weapon whose numbers are new to its rack; weapons whose lines are all the same are one."""
        by_stealth = weapon.type == "ranged" and weapon.skill is not None
        if by_stealth not in rack.ways:
            rack.ways[by_stealth] = self._way(weapon, by_stealth)
        way, parts = rack.ways[by_stealth]
        reach = weapon.range if self._situation.distance is not None else None
        wounding = weapon.strength, weapon.ap, weapon.damage, reach, by_stealth
        facts = rack.facts.get(wounding)
        if facts is None:
            facts = rack.facts[wounding] = self._facts_of(weapon, parts)
        random = weapon.strength if isinstance(weapon.strength, str) else None
        volley = weapon.attacks, weapon.count, weapon.skill, random, reach, command_reroll
        families = rack.families.get(volley)
        if families is None:
            families = rack.families[volley] = tuple(self._family(weapon, met, command_reroll) for met in parts)
        number = self._known.setdefault((weapon.type, way, facts, families), len(self.weapons))
        if number == len(self.weapons):
            self.weapons.append(weapon)
            self._way_by_weapon.append(way)
            self._first.append(len(self._families_by_line))
            self._facts_by_line += facts
            self._families_by_line += families
        return number

    def _family(self, weapon: Weapon, met: _Met, command_reroll: str | None) -> int:
        """The number of a line's volley with its wound rolls."""
        kit, target, _, rules = met
        attacks, hit, weapons = kit.attacks(weapon, target.models), kit.hit(weapon, target.stealth), kit.weapons(weapon)
        strengths = kit.to_wound(weapon).strengths
        several = strengths if len(strengths) > 1 else None
        key = attacks, hit, weapons, rules, command_reroll, several
        number = self._family_of.get(key)
        if number is None:
            volley = Volley(attacks, weapons, hit, kit.extra_hits, kit.devastating, command_reroll)
            check_volley(volley, weapon.name)
            number = self._family_of[key] = len(self.families)
            self.families.append(Family(volley, kit.wound_rules, several))
        return number

    def _way(self, weapon: Weapon, by_stealth: bool) -> tuple[int, list[_Met]]:
        """The way in which weapons of a kit part the targets."""
        texts = granted(weapon, self._modifiers)
        counts_models = any(parse_ability(text).name in ("blast", "cleave") for text in texts)
        key = keywords_read(texts), by_stealth, counts_models
        if key not in self._way_of:
            self._way_of[key] = len(self._ways)
            self._ways.append(self._columns.parted(*key))
        way = self._way_of[key]
        kits: dict[frozenset[str], Kit] = {}
        parts = []
        for target in self._ways[way][1]:
            if target.keywords not in kits:
                settings = self._modifiers, self._situation, self._edition
                kits[target.keywords] = Kit(weapon, target.keywords, *settings)
            kit = kits[target.keywords]
            said = kit.extra_hits, kit.devastating, kit.wound_rules
            rules = self._rules.setdefault(said, len(self._rules))
            parts.append(_Met(kit, target, kit.gives_cover(target.stealth), rules))
        return way, parts

    def _facts_of(self, weapon: Weapon, parts: Sequence[_Met]) -> tuple[tuple[int, ...], ...]:
        """All facts of lines but their families; lines of one kit and cover differ in their volleys only."""
        known: dict[tuple[Kit, bool], tuple[int, ...]] = {}
        for met in parts:
            if (met.kit, met.cover) not in known:
                known[met.kit, met.cover] = self._facts(weapon, met)
        return tuple(known[met.kit, met.cover] for met in parts)

    def _facts(self, weapon: Weapon, met: _Met) -> tuple[int, ...]:
        """All facts of a line but its family."""
        kit = met.kit
        strike = Strike(kit.damage(weapon), kit.psychic, kit.aims_at_character)
        strengths = kit.to_wound(weapon).strengths
        lethal = 0
        if kit.lethal and kit.lethal_choice != "never":
            # Without devastating wounds a roll can only be worse than the automatic wound.
            lethal = BEST if kit.lethal_choice == "best" and kit.devastating else TAKEN
        return (
            self.strikes.setdefault(strike, len(self.strikes)),
            self.guards.setdefault((kit.ap(weapon), met.cover), len(self.guards)),
            self.strengths.setdefault(strengths, len(self.strengths)),
            lethal,
            int(kit.devastating),
            int(kit.aims_at_character),
        )
