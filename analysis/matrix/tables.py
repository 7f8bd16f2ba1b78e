"""The defender's side of a matrix: for every kind of damage and every distinct defence, what n wounds do.

Two small facts keep this cheap. A unit of one group is a walk along its wounds, and a smaller unit of the same models
is the same walk stopped earlier, so one walk serves all sizes. And kinds of damage walk side by side in one array.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analysis.allocation import GroupShape, UnitStates, order_of, unit_states
from analysis.damage import DamageRoll, ThroughLaw
from analysis.defence import GroupLaws, laws_of
from analysis.editions import Edition
from analysis.matrix.distinct import Shape, wounds_key
from analysis.matrix.walks import FIGURES, Stages, figures, walked, walked_apart
from analysis.scenario import Group, Modifiers
from analysis.transitions import transitions

__all__ = ["Strike", "Table", "Tables", "Walk"]

_BUCKETS: Final = (6, 12, 24, 48, 96, 192, 384, 1000)
"""Kinds of damage that deal a similar number of wounds walk together."""


class Strike(NamedTuple):
    """What decides how one wound of a line is dealt with, apart from the save."""

    damage: DamageRoll
    psychic: bool
    aims_at_character: bool


class Walk(NamedTuple):
    """What a table column depends on: groups and, of several groups, the faces of the save that fail in each."""

    groups: Shape
    failing: tuple[int, ...]


@dataclass(slots=True, eq=False)
class Table:
    """Columns of one strike; filled in two steps like a `Family`.

    Attributes:
        used: Marks the numbers of the walks that occur.
        place: Number of each marked walk among the columns of `values`.
        most: Largest number of unsaved wounds and of devastating wounds asked for.
        values: Array (n + 1, m + 1, figures, columns).
        laws: Per changes of damage and Feel No Pain, what its wounds put through.
    """

    strike: Strike
    apart: bool
    used: NDArray[np.bool_]
    place: NDArray[np.intp]
    most: tuple[int, int]
    values: NDArray[np.float64]
    laws: dict[int, GroupLaws]

    def reach(self, laws: NDArray[np.float64]) -> None:
        """Grow the table to the size of these laws."""
        self.most = (max(self.most[0], laws.shape[0] - 1), max(self.most[1], laws.shape[1] - 1))

    def allot(self) -> None:
        """Make room for the marked walks."""
        self.place[self.used] = np.arange(np.count_nonzero(self.used))
        width = int(np.count_nonzero(self.used))
        self.values = np.zeros((self.most[0] + 1, self.most[1] + 1, len(FIGURES), width))


class Tables:
    """All tables of a matrix over a given list of walks."""

    def __init__(self, modifiers: Modifiers, edition: Edition, walks: Sequence[Walk]) -> None:
        """Start without any."""
        self.walks = walks
        self._modifiers = modifiers
        self._edition = edition
        self._tables: dict[tuple[Strike, bool], Table] = {}
        self._apart: dict[Strike, NDArray[np.bool_]] = {}
        self._defences: dict[object, int] = {}
        self._defences_of = [tuple(map(self._defence_of, walk.groups)) for walk in walks]
        self._defence = [defences[0] for defences in self._defences_of]
        self._saves_matter = np.array([self._saves_tell_apart(walk) for walk in walks], dtype=np.bool_)
        # Per number of a defence, a walk and group that has it.
        self._examples = [
            next((walk, own.index(number)) for walk, own in enumerate(self._defences_of) if number in own)
            for number in range(len(self._defences))
        ]

    def _defence_of(self, group: Group) -> int:
        """Number of a group's changes of damage and Feel No Pain."""
        return self._defences.setdefault(wounds_key(group)[3:], len(self._defences))

    def of(self, strike: Strike, apart: bool) -> Table:
        """The table of a strike."""
        key = (strike, apart)
        if key not in self._tables:
            walks = len(self.walks)
            used, place = np.zeros(walks, dtype=np.bool_), np.zeros(walks, dtype=np.intp)
            self._tables[key] = Table(strike, apart, used, place, (0, 0), np.zeros((0, 0, 0, 0)), {})
        return self._tables[key]

    def laws(self, walk: int, table: Table) -> list[GroupLaws]:
        """What unsaved and devastating wounds of a table's strike put through, per group of a walk."""
        groups, strike = self.walks[walk].groups, table.strike
        for defence, group in zip(self._defences_of[walk], groups, strict=True):
            if defence not in table.laws:
                table.laws[defence] = laws_of(group, self._modifiers, strike.damage, strike.psychic, self._edition)
        return [table.laws[defence] for defence in self._defences_of[walk]]

    def apart(self, strike: Strike) -> NDArray[np.bool_]:
        """Per walk whether a devastating wound does something else than an unsaved one; one array per strike."""
        if strike not in self._apart:
            self._apart[strike] = self._told_apart(self.of(strike, apart=True))
        return self._apart[strike]

    def _told_apart(self, table: Table) -> NDArray[np.bool_]:
        differs = []
        for walk, place in self._examples:
            laws = self.laws(walk, table)[place]
            differs.append(not laws.unsaved.same_as(laws.devastating))
        by_law = [any(differs[defence] for defence in defences) for defences in self._defences_of]
        return np.array(by_law, dtype=np.bool_) | self._saves_matter

    def _saves_tell_apart(self, walk: Walk) -> bool:
        """Whether saves or the order of groups send unsaved and devastating wounds different ways."""
        if len(walk.groups) == 1:
            return False
        wounded = any(group.wounded for group in walk.groups)
        return len(set(walk.failing)) > 1 or wounded or any(group.character for group in walk.groups)

    def compute(self) -> None:
        """Fill every table."""
        for table in self._tables.values():
            table.allot()
        single = np.array([len(walk.groups) == 1 for walk in self.walks], dtype=np.bool_)
        plain = [table for table in self._tables.values() if not table.apart]
        for bucket in _bucketed(plain):
            self._along_one_group(bucket, np.flatnonzero(single))
        self._through_groups(plain, np.flatnonzero(~single))
        apart = [table for table in self._tables.values() if table.apart]
        self._through_groups(apart, np.arange(len(self.walks)))

    def _along_one_group(self, tables: Sequence[Table], walks: Iterable[int]) -> None:
        """Units of one group: all sizes and all kinds of damage of the same models in one walk."""
        alike: dict[tuple[int, int], list[int]] = defaultdict(list)
        for number in walks:
            group = self.walks[number].groups[0]
            alike[group.wounds, group.wounded].append(number)
        most = max(table.most[0] for table in tables)
        for (wounds, wounded), same in alike.items():
            used = [(table, [number for number in same if table.used[number]]) for table in tables]
            self._walk_together(wounds, wounded, [(table, numbers) for table, numbers in used if numbers], most)

    def _walk_together(self, wounds: int, wounded: int, used: list[tuple[Table, list[int]]], most: int) -> None:
        if not used:
            return
        counts = {number: self.walks[number].groups[0].count for _, numbers in used for number in numbers}
        sizes = sorted(set(counts.values()))
        unit = unit_states((GroupShape(sizes[-1], wounds, wounded, False),), self._edition.saves_sorted, (False,))
        laws: dict[ThroughLaw, int] = {}
        kinds = {
            (id(table), self._defence[number]): laws.setdefault(self.laws(number, table)[0].unsaved, len(laws))
            for table, numbers in used
            for number in numbers
        }
        matrices = transitions(unit.steps(aims_at_character=False), [[law] for law in laws], [1.0])
        rows = np.concatenate([figures(unit, count) for count in sizes])
        walk = walked([(1.0, matrices)], rows, [most]).reshape(most + 1, len(laws), len(sizes), len(FIGURES))
        place = {count: number for number, count in enumerate(sizes)}
        for table, numbers in used:
            kind = [kinds[id(table), self._defence[number]] for number in numbers]
            size = [place[counts[number]] for number in numbers]
            own = walk[: table.most[0] + 1, kind, size]
            table.values[:, 0, :, table.place[numbers]] = own.transpose(1, 0, 2)

    def _through_groups(self, tables: Sequence[Table], walks: Iterable[int]) -> None:
        """Units of several groups, and devastating wounds that act otherwise than unsaved ones."""
        for aims in (False, True):
            alike = [table for table in tables if table.strike.aims_at_character == aims]
            for number in walks:
                used = [table for table in alike if table.used[number]]
                if used:
                    for table, values in zip(used, self._tabled(number, used), strict=True):
                        table.values[..., table.place[number]] = values

    def _tabled(self, number: int, tables: Sequence[Table]) -> list[NDArray[np.float64]]:
        """One walk for several strikes that allocate alike."""
        walk, aims = self.walks[number], tables[0].strike.aims_at_character
        shapes = tuple(GroupShape(g.count, g.wounds, g.wounded, g.character) for g in walk.groups)
        unit = unit_states(shapes, self._edition.saves_sorted, tuple(sorted({False, aims})))
        laws = [self.laws(number, table) for table in tables]
        stages = self._stages(unit, walk, aims, [[law.unsaved for law in kind] for kind in laws])
        if tables[0].apart:
            strikes = [[law.devastating for law in kind] for kind in laws]
            devastating = transitions(unit.steps(aims), strikes, [1.0] * len(shapes))
            return walked_apart(stages, devastating, figures(unit), [table.most for table in tables])
        mosts = [table.most[0] for table in tables]
        values = walked(stages, figures(unit), mosts)
        return [values[: most + 1, None, kind] for kind, most in enumerate(mosts)]

    def _stages(self, unit: UnitStates, walk: Walk, aims: bool, laws: Sequence[Sequence[ThroughLaw]]) -> Stages:
        if len(walk.groups) == 1:
            return [(1.0, transitions(unit.steps(aims_at_character=False), laws, [1.0]))]
        if not self._edition.saves_sorted:
            worst = max(walk.failing)
            return [(worst / 6, transitions(unit.steps(aims), laws, [failing / worst for failing in walk.failing]))]
        steps = unit.steps(aims, order_of(walk.groups, aims))
        thresholds = sorted(set(walk.failing))
        return [
            (
                (threshold - below) / 6,
                transitions(steps, laws, [float(failing >= threshold) for failing in walk.failing]),
            )
            for below, threshold in zip([0, *thresholds[:-1]], thresholds, strict=True)
        ]


def _bucketed(tables: Iterable[Table]) -> list[list[Table]]:
    """Tables of similar length together."""
    buckets: dict[int, list[Table]] = defaultdict(list)
    for table in tables:
        buckets[next(size for size in _BUCKETS if table.most[0] <= size)].append(table)
    return list(buckets.values())
