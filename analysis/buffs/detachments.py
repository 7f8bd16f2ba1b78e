"""Detachments compared: what a detachment's rules and its two best stratagems add to the attacks of some units."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from analysis.buffs.candidates import Candidate
from analysis.buffs.value import Attack, Metric

__all__ = ["STRATAGEMS", "DetachmentWorth", "Member", "compare"]

STRATAGEMS = 2


@dataclass(frozen=True, slots=True)
class Member:
    """One unit of the list: its attack, and what `candidates` found for it."""

    attack: Attack
    uses: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class DetachmentWorth:
    """One detachment: the sum of the units' numbers as they are, under its rules, and with the best stratagems on top.

    Attributes:
        rules: For each unit the way in which each rule is used.
        stratagems: Each with the place of the unit that it is used on.
    """

    detachment: str
    before: float
    with_rules: float
    with_stratagems: float
    rules: tuple[tuple[Candidate, ...], ...]
    stratagems: tuple[tuple[int, Candidate], ...]

    @property
    def gain(self) -> float:
        """What the rules and the stratagems add together."""
        return self.with_stratagems - self.before

    @property
    def command_points(self) -> int:
        """What the stratagems cost."""
        return sum(candidate.buff.cp or 0 for _, candidate in self.stratagems)


def compare(members: Sequence[Member], metric: Metric = "damage") -> list[DetachmentWorth]:
    """Every detachment that occurs among the candidates, the most useful first.

    All units have its rules, with one choice for the army where a rule has a choice. A stratagem is used on one unit,
    each at most once; the best two are found by trying every pair, on one unit or on two.

    Args:
        members: The units, each with its own attack; choose conditional candidates or not beforehand.
        metric: What is summed, and what the best is judged by.
    """
    found = {use.buff.detachment for member in members for use in member.uses if use.buff.detachment}
    worths = [_Detachment(name, members, metric).worth() for name in sorted(found)]
    sign = _sign(members)
    return sorted(worths, key=lambda one: (-sign * one.gain, one.detachment))


def _sign(members: Sequence[Member]) -> int:
    """Rules of a defender are the better the less is lost."""
    return 1 if all(use.buff.side == "attacker" for member in members for use in member.uses) else -1


class _Detachment:
    """The search for the best use of one detachment."""

    def __init__(self, name: str, members: Sequence[Member], metric: Metric) -> None:
        self.name = name
        self.attacks = [member.attack for member in members]
        self.own = [[use for use in member.uses if use.buff.detachment == name] for member in members]
        self.metric = metric
        self.sign = _sign(members)
        self.rules: list[list[Candidate]] = [[] for _ in members]

    def worth(self) -> DetachmentWorth:
        before = self._total()
        self._choose_rules()
        stratagems = self._best_stratagems()
        extra = [[use for place, use in stratagems if place == unit] for unit in range(len(self.attacks))]
        return DetachmentWorth(
            self.name,
            before,
            self._total(),
            sum(self._value(unit, uses) for unit, uses in enumerate(extra)),
            tuple(tuple(rules) for rules in self.rules),
            stratagems,
        )

    def _value(self, unit: int, added: Iterable[Candidate] = ()) -> float:
        """The number of one unit under the rules chosen so far and more."""
        uses = [*self.rules[unit], *added]
        return self.attacks[unit].tried([use.selected for use in uses]).figures.of(self.metric)

    def _total(self) -> float:
        return sum(self._value(unit) for unit in range(len(self.attacks)))

    def _choose_rules(self) -> None:
        of_all = [use for own in self.own for use in own if use.buff.kind == "detachment rule"]
        for rule in dict.fromkeys(use.buff.id for use in of_all):
            choices = dict.fromkeys(use.selected.choice for use in of_all if use.buff.id == rule)
            ways = [self._ways(rule, choice) for choice in choices]
            best = max(ways, key=lambda way: self.sign * sum(self._value(unit, uses) for unit, uses in enumerate(way)))
            self.rules = [[*rules, *uses] for rules, uses in zip(self.rules, best, strict=True)]

    def _ways(self, rule: str, choice: str | None) -> list[list[Candidate]]:
        """For each unit its better way to use a rule with this choice; none for a unit that cannot."""
        ways = []
        for unit, own in enumerate(self.own):
            mine = [use for use in own if use.buff.id == rule and use.selected.choice == choice]
            ways.append([max(mine, key=lambda use: self.sign * self._value(unit, [use]))] if mine else [])
        return ways

    def _best_stratagems(self) -> tuple[tuple[int, Candidate], ...]:
        bases = [self._value(unit) for unit in range(len(self.attacks))]
        alone: list[tuple[tuple[tuple[int, Candidate], ...], float]] = [
            (((unit, use),), self.sign * (self._value(unit, [use]) - bases[unit]))
            for unit, own in enumerate(self.own)
            for use in own
            if use.buff.kind == "stratagem"
        ]
        sets = [((), 0.0), *alone]
        for (((unit, use),), gain), (((other, another),), more) in combinations(alone, STRATAGEMS):
            if use.buff.id == another.buff.id:
                continue
            both = gain + more
            if unit == other:
                both = self.sign * (self._value(unit, [use, another]) - bases[unit])
            sets.append((((unit, use), (other, another)), both))
        best, _ = max(sets, key=lambda one: (round(one[1], 12), -len(one[0])))
        return best
