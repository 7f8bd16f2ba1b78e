"""What a buff is worth: the same attack with and without it.

Buffs that change the same numbers give the same answer, and many of them do ("re-roll hit rolls of 1" alone stands on
dozens of rules), so each distinct change is evaluated once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, TypeVar

from analysis.buffs.applied import Applied
from analysis.buffs.candidates import Candidate
from analysis.buffs.library import Library
from analysis.buffs.select import Selected, always_on, looked_up, tested
from analysis.buffs.table import Context, Table
from analysis.editions import EDITIONS
from analysis.engagement import engagement_of
from analysis.points import points_slain
from analysis.pools import answer
from analysis.resolve.armament import Armament, PlacedLine, told_apart
from analysis.scenario import Scenario

__all__ = ["METRICS", "Attack", "Figures", "Metric", "Tried", "Worth", "worths"]

Metric = Literal["damage", "slain", "points_destroyed", "destroyed"]
Kept = TypeVar("Kept")
MOST_KEPT: Final = 512
"""Answers that one attack remembers."""
METRICS: Final[tuple[Metric, ...]] = ("damage", "slain", "points_destroyed", "destroyed")


@dataclass(frozen=True, slots=True)
class Figures:
    """What an attack does: mean wounds lost and models slain, points destroyed, P(all slain), and the mean wounds
    lost to pools beside it.
    """

    damage: float
    slain: float
    points_destroyed: float | None
    destroyed: float
    mortal_wounds: float = 0.0

    def of(self, metric: Metric) -> float:
        """One of the figures; unknown points count as 0."""
        return float(getattr(self, metric) or 0.0)


@dataclass(frozen=True, slots=True)
class Worth:
    """One candidate in one attack; `reason` says why it took no part."""

    candidate: Candidate
    before: Figures
    after: Figures
    applied: bool
    reason: str | None

    def gain(self, metric: Metric = "damage") -> float:
        """How much more the attack does with it; negative for a buff of the defender that protects."""
        return self.after.of(metric) - self.before.of(metric)


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of an attack with some buffs.

    Attributes:
        figures: Its numbers.
        outcomes: Each of the buffs added, with the reason why it takes no part if it does not.
        touched: Ids of the buffs that reach something.
    """

    figures: Figures
    outcomes: tuple[Selected, ...]
    touched: frozenset[str]


@dataclass(slots=True)
class Attack:
    """One attack with a memory: every distinct set of changes is evaluated once.

    Attributes:
        scenario: Inline; buffs in `modifiers.buffs` are always there, as a baseline.
        library: The buffs of its edition.
        context: What the catalogue knows of both sides.
        armament: What the weapon lines are chosen from, again under the buffs of each trial; None leaves them as they
            are.
    """

    scenario: Scenario
    library: Library
    context: Context = field(default_factory=Context)
    armament: Armament | None = None
    _table: Table = field(init=False)
    _widest: Table = field(init=False)
    _baseline: list[Selected] = field(init=False)
    _always: list[Selected] = field(init=False)
    _known: dict[object, tuple[Figures, Table]] = field(default_factory=dict)
    _tables: dict[object, Table] = field(default_factory=dict)
    _damages: dict[object, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._table = Table.of(self.scenario, self.context)
        named = enumerate(self.scenario.modifiers.buffs)
        self._baseline = [looked_up(one, self.library, f"buffs[{place}]") for place, one in named]
        self._always = always_on(self.library, self._table)
        self._widest = self._table
        if self.armament is not None:
            possible = self.armament.possible()
            attacking = [weapon.count for weapon in self.scenario.attacker.weapons]
            if [line.count for _, line in possible] == attacking:
                self.armament = None
            else:
                self._widest = self._table_of(possible)

    @property
    def table(self) -> Table:
        """The facts that conditions ask for."""
        return self._table

    def tried(self, added: Sequence[Selected]) -> Tried:
        """The attack with these buffs beside what always acts and the baseline."""
        selected = self.acting(added)
        applied = Applied.of(selected, self._widest)
        key = applied.key
        known = self._known.get(key)
        table = known[1] if known else self._chosen(selected)
        if table is not self._widest:
            applied = Applied.of(selected, table)
        if known is None:
            known = _figures(applied.scenario()), table
            _keep(self._known, key, known)
        return Tried(known[0], tuple(selected[len(selected) - len(added) :]), applied.touched)

    def acting(self, added: Sequence[Selected]) -> list[Selected]:
        """What always acts, the baseline, and these buffs, each tested."""
        return tested([*self._baseline, *added], self._always, self.library, self._table)

    def chosen(self, added: Sequence[Selected]) -> Table:
        """The attack with the weapons that are best under these buffs."""
        return self._chosen(self.acting(added))

    def _chosen(self, selected: Sequence[Selected]) -> Table:
        if self.armament is None:
            return self._table
        return self._table_of(self.armament.chosen(lambda lines: self._damage(selected, lines)))

    def _table_of(self, lines: Sequence[PlacedLine]) -> Table:
        key = told_apart(lines)
        if key not in self._tables and self.armament is not None:
            self._tables[key] = Table.of(*self.armament.inline(lines))
        return self._tables[key]

    def _damage(self, selected: Sequence[Selected], lines: Sequence[PlacedLine]) -> float:
        """The mean damage of some lines fired alone under tested buffs."""
        applied = Applied.of(selected, self._table_of(lines))
        key = (told_apart(lines), applied.key)
        damage = self._damages.get(key)
        if damage is None:
            damage = _figures(applied.scenario()).damage
            _keep(self._damages, key, damage)
        return damage


def _keep(memory: dict[object, Kept], key: object, value: Kept) -> None:
    """Remember an answer; a memory that many players have filled is emptied first."""
    if len(memory) >= MOST_KEPT:
        memory.clear()
    memory[key] = value


def _figures(scenario: Scenario) -> Figures:
    """The same numbers as `evaluate` gives, without what only a single attack in full needs."""
    outcome = engagement_of(scenario, EDITIONS[scenario.edition]).attack()
    slain = outcome.unit.slain.sum(axis=1)
    pools = answer(scenario)[0] if scenario.pools else []
    beside = sum(pool.wounds_lost.mean for pool in pools if pool.side == "target" and pool.wounds_lost is not None)
    by_group = (outcome.chances @ outcome.unit.slain).tolist()
    return Figures(
        damage=float(outcome.unit.wounds_lost @ outcome.chances),
        slain=float(slain @ outcome.chances),
        points_destroyed=points_slain(scenario.target, by_group),
        destroyed=float(outcome.chances[slain == outcome.unit.models].sum()),
        mortal_wounds=float(beside),
    )


def worths(attack: Attack, uses: Sequence[Candidate]) -> list[Worth]:
    """What each candidate is worth in an attack, alone beside the baseline, in the order given."""
    before = attack.tried([]).figures
    found = []
    for candidate in uses:
        tried = attack.tried([candidate.selected])
        (outcome,) = tried.outcomes
        applied = outcome.reason is None and outcome.buff.id in tried.touched
        found.append(Worth(candidate, before, tried.figures, applied, outcome.reason))
    return found
