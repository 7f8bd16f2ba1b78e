"""What a buff is worth: the same attack with and without it.

Buffs that change the same numbers give the same answer, and many of them do ("re-roll hit rolls of 1" alone stands on
dozens of rules), so each distinct change is evaluated once.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from analysis.buffs.candidates import Candidate
from analysis.buffs.defence import defences
from analysis.buffs.fold import folded
from analysis.buffs.library import Library
from analysis.buffs.model import Effect
from analysis.buffs.select import Selected, looked_up, tested
from analysis.buffs.table import Context, Table
from analysis.buffs.weapons import Granted, grants
from analysis.defence import Defence
from analysis.editions import EDITIONS
from analysis.engagement import Engagement
from analysis.limits import check_size
from analysis.line import TargetFacts, prepare_line
from analysis.pools import answer
from analysis.scenario import BuffChoice, Scenario, Target

__all__ = ["METRICS", "Attack", "Figures", "Metric", "Worth", "worths"]

Metric = Literal["damage", "slain", "points_destroyed", "destroyed"]
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

    def per_command_point(self, metric: Metric = "damage") -> float | None:
        """The gain for each command point; None for a buff that costs none."""
        return self.gain(metric) / self.candidate.buff.cp if self.candidate.buff.cp else None


@dataclass(slots=True)
class Attack:
    """One attack with a memory: every distinct set of changes is evaluated once.

    Attributes:
        scenario: Inline; buffs in `modifiers.buffs` are always there, as a baseline.
        library: The buffs of its edition.
        context: What the catalogue knows of both sides.
    """

    scenario: Scenario
    library: Library
    context: Context = field(default_factory=Context)
    _table: Table = field(init=False)
    _baseline: list[Selected] = field(init=False)
    _known: dict[object, Figures] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._table = Table.of(self.scenario, self.context)
        named = enumerate(self.scenario.modifiers.buffs)
        self._baseline = [looked_up(one, self.library, f"buffs[{place}]") for place, one in named]

    @property
    def table(self) -> Table:
        """The facts that conditions ask for."""
        return self._table

    def with_buffs(self, choices: Sequence[BuffChoice]) -> Figures:
        """What the attack does with these buffs beside the baseline."""
        return self.with_selected([looked_up(choice, self.library) for choice in choices])[0]

    def with_selected(self, added: Sequence[Selected]) -> tuple[Figures, list[Selected]]:
        """The same for buffs that are looked up already, and the outcome of each of them."""
        selected = self.acting(added)
        key = self._changes(selected)
        if key not in self._known:
            self._known[key] = _figures(folded(selected, self._table))
        return self._known[key], selected[len(selected) - len(added) :]

    def acting(self, added: Sequence[Selected]) -> list[Selected]:
        """What always acts, the baseline, and these buffs, each tested."""
        return tested([*self._baseline, *added], self.library, self._table)

    def reaches(self, one: Selected) -> bool:
        """Whether a tested buff changes anything here."""
        if one.reason is not None:
            return False
        lines = range(len(self.scenario.attacker.weapons))
        touched = any(grants([one], self._table, place) for place in lines)
        return touched or bool(defences([one], self._table)) or bool(one.pools())

    def grants_to(self, one: Selected, effect: Effect, place: int) -> bool:
        """Whether an effect of a tested buff holds for the line at `place`."""
        return any(granted.effect is effect for granted in grants([one], self._table, place))

    def _changes(self, selected: Sequence[Selected]) -> object:
        """What the buffs change, told apart by nothing but their effects."""
        sides = defences(selected, self._table)
        lines = [grants(selected, self._table, place) for place in range(len(self.scenario.attacker.weapons))]
        return (
            tuple(sorted((one.effect.change, str(one.effect.value), tuple(sorted(one.places))) for one in sides)),
            tuple(_sorted_changes(granted) for granted in lines),
            tuple(pool for one in selected if one.reason is None for pool in one.pools()),
        )


def _sorted_changes(granted: Iterable[Granted]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((one.effect.change, str(one.effect.value)) for one in granted))


def _figures(scenario: Scenario) -> Figures:
    """The same numbers as `evaluate` gives, without what only a single attack in full needs."""
    edition = EDITIONS[scenario.edition]
    facts = TargetFacts.of(scenario.target)
    lines = [
        prepare_line(weapon, scenario.modifiers, scenario.situation, edition, facts, first=number == 0)
        for number, weapon in enumerate(scenario.attacker.weapons)
    ]
    check_size(scenario, lines)
    outcome = Engagement(Defence(tuple(scenario.target.groups), scenario.modifiers, edition), lines).attack()
    slain = outcome.unit.slain.sum(axis=1)
    pools = answer(scenario)[0] if scenario.pools else []
    beside = sum(pool.wounds_lost.mean for pool in pools if pool.side == "target" and pool.wounds_lost is not None)
    by_group = (outcome.chances @ outcome.unit.slain).tolist()
    return Figures(
        damage=float(outcome.unit.wounds_lost @ outcome.chances),
        slain=float(slain @ outcome.chances),
        points_destroyed=_points_destroyed(scenario.target, by_group),
        destroyed=float(outcome.chances[slain == outcome.unit.models].sum()),
        mortal_wounds=float(beside),
    )


def _points_destroyed(target: Target, slain: Sequence[float]) -> float | None:
    points = [group.points for group in target.groups]
    if all(point is not None for point in points):
        parts = zip(points, target.groups, slain, strict=True)
        return sum(point * mean / group.count for point, group, mean in parts if point is not None)
    if target.points is None:
        return None
    return target.points * sum(slain) / sum(group.count for group in target.groups)


def worths(attack: Attack, uses: Sequence[Candidate]) -> list[Worth]:
    """What each candidate is worth in an attack, alone beside the baseline, in the order given."""
    before, _ = attack.with_selected([])
    found = []
    for candidate in uses:
        after, (outcome,) = attack.with_selected([candidate.selected])
        found.append(Worth(candidate, before, after, attack.reaches(outcome), outcome.reason))
    return found
