"""How the rows of a matrix stand against its columns once the abilities that always act are folded in.

What an ability does to a row's weapons depends on few things of a column: keywords, Toughness, the column's own
abilities. Columns alike in all that is asked make one class, and the abilities are folded once for a row and a class,
by the code that folds those of a duel. What they do to a column makes a guise of it (`analysis.matrix.guises`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.abilities import keywords_read
from analysis.buffs import Library
from analysis.buffs.applied import Applied
from analysis.buffs.defence import Defence, against_some, defences, defended
from analysis.buffs.passives import Standing, has_passives, standing
from analysis.buffs.select import always_on
from analysis.buffs.table import Context, SideFacts, Table, toughness_attacked
from analysis.buffs.weapons import modified
from analysis.matrix.columns import TargetColumn
from analysis.matrix.distinct import weapon_key
from analysis.matrix.guises import Guises
from analysis.matrix.rows import UnitRow
from analysis.referring import Phase
from analysis.resolve.armament import Armament
from analysis.resolve.attacks import AttackLine, possible_lines
from analysis.resolve.side import Side, attacker_of, facts_of, side_of
from analysis.resolve.weapons import scenario_weapon
from analysis.scenario import Attacker, Group, Modifiers, Scenario, Situation, Target, Weapon

__all__ = ["PRINTED", "Arms", "Stance", "Stances"]

Numbers = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Arms:
    """The weapons of a row as they attack some columns: by the place of the datasheet and the profile's identity."""

    weapons: Mapping[tuple[int, int], Weapon]

    @property
    def keywords(self) -> frozenset[str]:
        """Target keywords that abilities gained ask for."""
        gained = (weapon.modifiers.abilities for weapon in self.weapons.values() if weapon.modifiers)
        return keywords_read(text for abilities in gained for text in abilities)

    def weapon(self, place: int, line: AttackLine, situation: Situation, damaged: bool) -> Weapon:
        """A line of the datasheet at a place."""
        armed = self.weapons.get((place, id(line.profile)))
        if armed is None:
            return scenario_weapon(line, situation, damaged=damaged)
        return armed if armed.count == line.count else armed.model_copy(update={"count": line.count})


PRINTED: Final = Arms({})
"""Weapons as the datasheet has them."""


@dataclass(frozen=True, slots=True, eq=False)
class Stance:
    """A row against those columns that meet the same weapons in one block.

    Attributes:
        columns: Their numbers.
        guises: The guise each is in.
        arms: The weapons of the row.
        block: The table, and whether these columns have abilities that reach the row's weapons; blocks are computed
            apart, so that weapons meet only such columns as they do something else to.
        settled: Whether the guises are the same whichever of its weapons the row uses.
    """

    columns: Numbers
    guises: Numbers
    arms: Arms
    block: tuple[int, int]
    settled: bool


@dataclass(frozen=True, slots=True, eq=False)
class _Outcome:
    """What abilities do to a row against a class of columns; alike outcomes are joined by their key."""

    key: Hashable
    arms: Arms
    against: Hashable
    settled: bool


_NOTHING: Final = _Outcome(((), (), True), PRINTED, (), settled=True)


class Stances:
    """The columns of a matrix, sorted by what abilities may ask of them."""

    def __init__(
        self,
        columns: Sequence[TargetColumn],
        library: Library,
        phase: Phase,
        situation: Situation,
        modifiers: Modifiers,
    ) -> None:
        """Sort the columns; `library` has the abilities of their edition."""
        self.columns = columns
        self._library = library
        self._phase = phase
        self._words = [_upper(column.target.keywords) for column in columns]
        self._having: dict[str, NDArray[np.bool_]] = {}
        self._parted: dict[Hashable, list[Numbers]] = {}
        self.guises = Guises([column.target for column in columns], situation, modifiers)
        self._empty = Scenario.model_validate(
            {
                "edition": library.edition,
                "attacker": Attacker(weapons=[]),
                "target": Target(groups=[Group(count=1, toughness=1, wounds=1)]),
                "situation": situation,
                "modifiers": modifiers,
            }
        )
        self._standing = [self._defending(place) for place in range(len(columns))]
        self.asked = frozenset[str]().union(*(own.words for own in self._standing))
        self._block = np.array([bool(own.weapons) for own in self._standing], dtype=np.intp)
        self._kind = _numbered([self._apart(place) for place in range(len(columns))])
        self._compares = np.array([own.compares for own in self._standing], dtype=np.bool_)
        self._changed = np.array([bool(own.target) for own in self._standing], dtype=np.bool_)
        self._tough = np.array([toughness_attacked(column.target.groups) for column in columns], dtype=np.intp)
        self._stealth = np.array([column.target.stealth for column in columns], dtype=np.intp)

    def of(self, row: UnitRow) -> list[Stance]:
        """The stances of a row, which together cover all columns."""
        attacking = _Attacking(self, row)
        joined: dict[Hashable, tuple[_Outcome, list[Numbers]]] = {}
        for columns in self._classes(attacking.standing):
            first = int(columns[0])
            printed = not attacking.standing.acts and self._is_plain(first)
            outcome = _NOTHING if printed else attacking.outcome(first)
            joined.setdefault(outcome.key, (outcome, []))[1].append(columns)
        return [
            stance
            for outcome, parts in joined.values()
            for stance in self._stances(outcome, np.concatenate(parts), attacking)
        ]

    def fares(self, row: UnitRow, weapon: Weapon) -> Hashable:
        """What tells a row with one weapon apart from others with the same numbers: its abilities, what is asked of it.

        Whatever column it attacks, rows alike in this have the same figures.
        """
        own = self.attacking(row, weapon)
        return own.weapons, own.target, self.asked & _upper(word for unit in row.units for word in unit.keywords)

    def attacking(self, row: UnitRow, weapon: Weapon | None = None) -> Standing:
        """What always acts of a row."""
        if not any(has_passives(self._library, unit.datasheet.reference, "attacker") for unit in row.units):
            return Standing()
        side = side_of(row.reference, row.units, row.kind, "attacker")
        attacker = attacker_of(side, ())
        context = Context(facts_of(side, ()), SideFacts())
        scenario = self._empty.model_copy(update={"attacker": attacker})
        table = Table(scenario, context, self._phase, _upper(attacker.keywords), frozenset())
        return standing(self._library, table, "attacker", weapon)

    def armament(self, row: UnitRow, column: int) -> Armament:
        """The weapons of a row before it is settled which of them attack a column."""
        side = side_of(row.reference, row.units, row.kind, "attacker")
        facts = self.columns[column].facts
        return Armament(side, row.kind, self._words[column], facts, lambda attacker, _: self.scenario(attacker, column))

    def scenario(self, attacker: Attacker, column: int) -> Scenario:
        """An attack on a column, nothing folded in."""
        return self._empty.model_copy(update={"attacker": attacker, "target": self.columns[column].target})

    def table(self, attacker: Attacker, facts: SideFacts, column: int) -> Table:
        """The same as conditions see it."""
        context = Context(facts, self.columns[column].facts)
        scenario = self.scenario(attacker, column)
        return Table(scenario, context, self._phase, _upper(attacker.keywords), self._words[column])

    @property
    def library(self) -> Library:
        """The abilities."""
        return self._library

    def decided(self, column: int) -> bool:
        """Whether what protects a column does so against every row alike."""
        return self._standing[column].decided

    def _defending(self, column: int) -> Standing:
        units = self.columns[column].facts.units
        if not any(has_passives(self._library, unit.datasheet, "defender") for unit in units):
            return Standing()
        return standing(self._library, self.table(self._empty.attacker, SideFacts(), column), "defender")

    def _apart(self, column: int) -> Hashable:
        """What a column's own abilities set it apart by, as far as weapons can tell."""
        own = self._standing[column]
        return own.weapons, () if own.decided else own.target, column if own.reshapes else None

    def _is_plain(self, column: int) -> bool:
        """Whether no ability of the column reaches weapons, or depends on the row."""
        own = self._standing[column]
        return not own.weapons and own.decided

    def _classes(self, attacker: Standing) -> list[Numbers]:
        """The columns parted into those that the abilities of a row and their own cannot tell apart."""
        asked = (attacker.words, attacker.spares, attacker.compares, attacker.reshapes)
        if asked not in self._parted:
            code = np.arange(len(self.columns), dtype=np.intp) if attacker.reshapes else self._kind
            for word in sorted(attacker.words):
                code = 2 * code + self._with_word(word)
            if attacker.spares:
                code = 2 * code + self._stealth
            toughness = self._tough if attacker.compares else np.where(self._compares, self._tough, 0)
            self._parted[asked] = _alike(code * (1 + int(self._tough.max(initial=0))) + toughness)
        return self._parted[asked]

    def _with_word(self, word: str) -> NDArray[np.bool_]:
        if word not in self._having:
            self._having[word] = np.array([word in words for words in self._words], dtype=np.bool_)
        return self._having[word]

    def _stances(self, outcome: _Outcome, columns: Numbers, attacking: _Attacking) -> Iterator[Stance]:
        """One outcome block by block."""
        changed = self._changed if outcome.against == () else np.ones(len(self.columns), dtype=np.bool_)
        guises = self.guises.of(columns, outcome.against, changed, attacking.folded)
        tables = self.guises.tables_of(guises)
        for own in _alike(2 * tables + self._block[columns]):
            block = int(tables[own[0]]), int(self._block[columns[own[0]]])
            yield Stance(columns[own], guises[own], outcome.arms, block, outcome.settled)


class _Attacking:
    """A row with every line that it may choose, ready to have abilities folded in."""

    def __init__(self, stances: Stances, row: UnitRow) -> None:
        self._stances = stances
        self._row = row
        self.standing = stances.attacking(row)

    @cached_property
    def _side(self) -> Side:
        return side_of(self._row.reference, self._row.units, self._row.kind, "attacker")

    @cached_property
    def _lines(self) -> list[tuple[int, AttackLine]]:
        """Every line against anybody, those included that hunt some targets only."""
        return [
            (place, line)
            for place, unit in enumerate(self._row.units)
            for line in possible_lines(unit, self._row.kind, self._row.hunted)
        ]

    @cached_property
    def _attacker(self) -> Attacker:
        situation, _ = self._stances.guises.tables[0]
        units = self._row.units
        weapons = [scenario_weapon(line, situation, damaged=units[place].damaged) for place, line in self._lines]
        return attacker_of(self._side, ()).model_copy(update={"weapons": weapons})

    @cached_property
    def _facts(self) -> SideFacts:
        return facts_of(self._side, [place for place, _ in self._lines])

    def folded(self, column: int) -> Scenario:
        """A column after what reaches it and the table."""
        table = self._stances.table(self._attacker, self._facts, column)
        return defended(table.scenario, defences(always_on(self._stances.library, table), table))

    def outcome(self, column: int) -> _Outcome:
        """What abilities do to the row against a column, and any other of its class."""
        table = self._stances.table(self._attacker, self._facts, column)
        selected = always_on(self._stances.library, table)
        applied = Applied.of(selected, table)
        stealth = applied.defended.target.stealth
        before = self._attacker.weapons
        after = [
            modified(weapon, granted, applied.defended, stealth)
            for weapon, granted in zip(before, applied.lines, strict=True)
        ]
        decided = self._stances.decided(column)
        against = tuple(_reached(one) for one in applied.sides if one.selected.buff.side == "attacker" or not decided)
        keys = [() if new is old else weapon_key(new, by_distance=True) for new, old in zip(after, before, strict=True)]
        places = [(place, id(line.profile)) for place, line in self._lines]
        arms = Arms({place: new for place, new, key in zip(places, after, keys, strict=True) if key != ()})
        settled = not against_some(selected, table)
        key = (tuple(keys) if arms.weapons else (), against, settled)
        return _Outcome(key, arms if arms.weapons else PRINTED, against, settled)


def _upper(keywords: Iterable[str]) -> frozenset[str]:
    return frozenset(keyword.upper() for keyword in keywords)


def _reached(one: Defence) -> Hashable:
    """An effect on a target, and which of the models of any target it reaches."""
    effect, buff = one.effect, one.selected.buff
    return effect.change, effect.value, effect.characters_only, buff.id if effect.bearer_only else None


def _alike(codes: Numbers) -> list[Numbers]:
    """The places of equal codes, together."""
    if len(codes) == 1:
        return [np.zeros(1, dtype=np.intp)]
    order = np.argsort(codes, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(codes[order])) + 1) if len(codes) else []


def _numbered(keys: Sequence[Hashable]) -> Numbers:
    """Each key as a number; the first key seen is 0."""
    known: dict[Hashable, int] = {}
    return np.array([known.setdefault(key, len(known)) for key in keys], dtype=np.intp)
