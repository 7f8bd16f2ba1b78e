"""How the rows of a matrix stand against its columns once the abilities that always act are folded in.

Abilities are folded once for a row and a class of columns (`analysis.matrix.defenders`), by the code that folds those
of a duel. What they do to a column makes a guise of it (`analysis.matrix.guises`).
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.abilities import keywords_read
from analysis.buffs.applied import Applied
from analysis.buffs.defence import Defence, against_some, defences, defended
from analysis.buffs.select import always_on
from analysis.buffs.table import SideFacts
from analysis.buffs.weapons import modified
from analysis.matrix.columns import TargetColumn
from analysis.matrix.defenders import Defenders, alike
from analysis.matrix.distinct import weapon_key
from analysis.matrix.guises import Guises
from analysis.matrix.rows import UnitRow
from analysis.matrix.terms import Terms
from analysis.resolve.attacks import AttackLine, possible_lines
from analysis.resolve.side import Side, attacker_of, facts_of, side_of
from analysis.resolve.weapons import scenario_weapon
from analysis.scenario import Attacker, Scenario, Situation, Weapon

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
    """How rows stand against the columns of a matrix.

    Attributes:
        defenders: The columns by what abilities ask of them.
        guises: The columns as abilities change them.
    """

    def __init__(self, columns: Sequence[TargetColumn], terms: Terms) -> None:
        """Sort the columns."""
        self.defenders = Defenders(columns, terms)
        self.guises = Guises([column.target for column in columns], terms.situation, terms.modifiers)

    def of(self, row: UnitRow) -> list[Stance]:
        """The stances of a row, which together cover all columns."""
        attacking = _Attacking(self.defenders, row)
        joined: dict[Hashable, tuple[_Outcome, list[Numbers]]] = {}
        for columns in self.defenders.classes(attacking.standing):
            first = int(columns[0])
            printed = not attacking.standing.acts and self.defenders.is_plain(first)
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
        own = self.defenders.attacking(row, weapon)
        return own.weapons, own.target, self.defenders.asked_of(row)

    def _stances(self, outcome: _Outcome, columns: Numbers, attacking: _Attacking) -> Iterator[Stance]:
        """One outcome block by block."""
        defenders = self.defenders
        changed = defenders.changed if outcome.against == () else np.ones(len(defenders), dtype=np.bool_)
        guises = self.guises.of(columns, outcome.against, changed, attacking.folded)
        tables = self.guises.tables_of(guises)
        for own in alike(2 * tables + defenders.reaching[columns]):
            block = int(tables[own[0]]), int(defenders.reaching[columns[own[0]]])
            yield Stance(columns[own], guises[own], outcome.arms, block, outcome.settled)


class _Attacking:
    """A row with every line that it may choose, ready to have abilities folded in."""

    def __init__(self, defenders: Defenders, row: UnitRow) -> None:
        self._defenders = defenders
        self._row = row
        self.standing = defenders.attacking(row)

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
        situation = self._defenders.terms.situation
        units = self._row.units
        weapons = [scenario_weapon(line, situation, damaged=units[place].damaged) for place, line in self._lines]
        return attacker_of(self._side, ()).model_copy(update={"weapons": weapons})

    @cached_property
    def _facts(self) -> SideFacts:
        return facts_of(self._side, [place for place, _ in self._lines])

    def folded(self, column: int) -> Scenario:
        """A column after what reaches it and the table."""
        table = self._defenders.table(self._attacker, self._facts, column)
        return defended(table.scenario, defences(always_on(self._defenders.terms.library, table), table))

    def outcome(self, column: int) -> _Outcome:
        """What abilities do to the row against a column, and any other of its class."""
        table = self._defenders.table(self._attacker, self._facts, column)
        selected = always_on(self._defenders.terms.library, table)
        applied = Applied.of(selected, table)
        stealth = applied.defended.target.stealth
        before = self._attacker.weapons
        after = [
            modified(weapon, granted, applied.defended, stealth)
            for weapon, granted in zip(before, applied.lines, strict=True)
        ]
        decided = self._defenders.decided(column)
        against = tuple(_reached(one) for one in applied.sides if one.selected.buff.side == "attacker" or not decided)
        keys = [() if new is old else weapon_key(new, by_distance=True) for new, old in zip(after, before, strict=True)]
        places = [(place, id(line.profile)) for place, line in self._lines]
        arms = Arms({place: new for place, new, key in zip(places, after, keys, strict=True) if key != ()})
        settled = not against_some(selected, table)
        key = (tuple(keys) if arms.weapons else (), against, settled)
        return _Outcome(key, arms if arms.weapons else PRINTED, against, settled)


def _reached(one: Defence) -> Hashable:
    """An effect on a target, and which of the models of any target it reaches."""
    effect, buff = one.effect, one.selected.buff
    return effect.change, effect.value, effect.characters_only, buff.id if effect.bearer_only else None
