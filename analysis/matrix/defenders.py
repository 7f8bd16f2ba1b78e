"""The columns of a matrix by what abilities ask of them, whichever row has the abilities.

What an ability does to a row's weapons depends on few things of a column: keywords, Toughness, the column's own
abilities. Columns alike in all that is asked make one class.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from analysis.buffs.passives import Standing, has_passives, standing
from analysis.buffs.table import Context, SideFacts, Table, toughness_attacked
from analysis.matrix.columns import TargetColumn
from analysis.matrix.rows import UnitRow
from analysis.matrix.terms import Terms
from analysis.resolve.armament import Armament
from analysis.resolve.side import attacker_of, facts_of, side_of
from analysis.scenario import Attacker, Group, Scenario, Target, Weapon

__all__ = ["Defenders", "alike"]

Numbers = NDArray[np.intp]


class Defenders:
    """The columns, and the attacks on them as abilities see them.

    Attributes:
        terms: Common to all attacks.
        asked: Keywords that abilities of some column ask of attackers.
        reaching: Per column whether it has abilities that reach weapons (0 or 1).
        changed: Per column whether abilities of its own may change it.
    """

    def __init__(self, columns: Sequence[TargetColumn], terms: Terms) -> None:
        """Sort the columns."""
        self.terms = terms
        self._columns = columns
        self._words = [_upper(column.target.keywords) for column in columns]
        self._having: dict[str, NDArray[np.bool_]] = {}
        self._parted: dict[Hashable, list[Numbers]] = {}
        self._empty = Scenario.model_validate(
            {
                "edition": terms.library.edition,
                "attacker": Attacker(weapons=[]),
                "target": Target(groups=[Group(count=1, toughness=1, wounds=1)]),
                "situation": terms.situation,
                "modifiers": terms.modifiers,
            }
        )
        self._standing = [self._defending(place) for place in range(len(columns))]
        self.asked = frozenset[str]().union(*(own.words for own in self._standing))
        self.reaching = np.array([bool(own.weapons) for own in self._standing], dtype=np.intp)
        self.changed = np.array([bool(own.target) for own in self._standing], dtype=np.bool_)
        self._kind = _numbered([self._apart(place) for place in range(len(columns))])
        self._compares = np.array([own.compares for own in self._standing], dtype=np.bool_)
        self._tough = np.array([toughness_attacked(column.target.groups) for column in columns], dtype=np.intp)
        self._stealth = np.array([column.target.stealth for column in columns], dtype=np.intp)

    def __len__(self) -> int:
        return len(self._columns)

    def attacking(self, row: UnitRow, weapon: Weapon | None = None) -> Standing:
        """What always acts of a row."""
        if not any(has_passives(self.terms.library, unit.datasheet.reference, "attacker") for unit in row.units):
            return Standing()
        side = side_of(row.reference, row.units, row.kind, "attacker")
        attacker = attacker_of(side, ())
        context = Context(facts_of(side, ()), SideFacts())
        scenario = self._empty.model_copy(update={"attacker": attacker})
        table = Table(scenario, context, self.terms.phase, _upper(attacker.keywords), frozenset())
        return standing(self.terms.library, table, "attacker", weapon)

    def asked_of(self, row: UnitRow) -> frozenset[str]:
        """The keywords of a row that abilities of some column ask for."""
        return self.asked & _upper(word for unit in row.units for word in unit.keywords)

    def armament(self, row: UnitRow, column: int) -> Armament:
        """The weapons of a row before it is settled which of them attack a column."""
        side = side_of(row.reference, row.units, row.kind, "attacker")
        facts = self._columns[column].facts
        return Armament(side, row.kind, self._words[column], facts, lambda attacker, _: self.scenario(attacker, column))

    def scenario(self, attacker: Attacker, column: int) -> Scenario:
        """An attack on a column, nothing folded in."""
        return self._empty.model_copy(update={"attacker": attacker, "target": self._columns[column].target})

    def table(self, attacker: Attacker, facts: SideFacts, column: int) -> Table:
        """The same as conditions see it."""
        context = Context(facts, self._columns[column].facts)
        scenario = self.scenario(attacker, column)
        return Table(scenario, context, self.terms.phase, _upper(attacker.keywords), self._words[column])

    def decided(self, column: int) -> bool:
        """Whether what protects a column does so against every row alike."""
        return self._standing[column].decided

    def _defending(self, column: int) -> Standing:
        units = self._columns[column].facts.units
        if not any(has_passives(self.terms.library, unit.datasheet, "defender") for unit in units):
            return Standing()
        return standing(self.terms.library, self.table(self._empty.attacker, SideFacts(), column), "defender")

    def _apart(self, column: int) -> Hashable:
        """What a column's own abilities set it apart by, as far as weapons can tell."""
        own = self._standing[column]
        return own.weapons, () if own.decided else own.target, column if own.reshapes else None

    def is_plain(self, column: int) -> bool:
        """Whether no ability of the column reaches weapons, or depends on the row."""
        own = self._standing[column]
        return not own.weapons and own.decided

    def classes(self, attacker: Standing) -> list[Numbers]:
        """The columns parted into those that the abilities of a row and their own cannot tell apart."""
        asked = (attacker.words, attacker.spares, attacker.compares, attacker.reshapes)
        if asked not in self._parted:
            code = np.arange(len(self._columns), dtype=np.intp) if attacker.reshapes else self._kind
            for word in sorted(attacker.words):
                code = 2 * code + self._with_word(word)
            if attacker.spares:
                code = 2 * code + self._stealth
            toughness = self._tough if attacker.compares else np.where(self._compares, self._tough, 0)
            self._parted[asked] = alike(code * (1 + int(self._tough.max(initial=0))) + toughness)
        return self._parted[asked]

    def _with_word(self, word: str) -> NDArray[np.bool_]:
        if word not in self._having:
            self._having[word] = np.array([word in words for words in self._words], dtype=np.bool_)
        return self._having[word]


def _upper(keywords: Iterable[str]) -> frozenset[str]:
    return frozenset(keyword.upper() for keyword in keywords)


def alike(codes: Numbers) -> list[Numbers]:
    """The places of equal codes, together."""
    if len(codes) == 1:
        return [np.zeros(1, dtype=np.intp)]
    order = np.argsort(codes, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(codes[order])) + 1) if len(codes) else []


def _numbered(keys: Sequence[Hashable]) -> Numbers:
    """Each key as a number; the first key seen is 0."""
    known: dict[Hashable, int] = {}
    return np.array([known.setdefault(key, len(known)) for key in keys], dtype=np.intp)
