"""Single weapons at all targets: which law of wounds each meets where, and how its wounds are dealt with.

A *shot* is a weapon at the targets where its wounds are dealt with alike. For most weapons that is one shot at all
targets; devastating wounds are counted apart where they do something else than unsaved ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.allocation import order_of
from analysis.defence import Defence
from analysis.editions import Edition
from analysis.engagement import automatic_is_best
from analysis.matrix.arsenal import BEST, TAKEN, Arsenal, Facts, Punch
from analysis.matrix.codes import LawCodes
from analysis.matrix.defences import Defences
from analysis.matrix.distinct import Columns
from analysis.matrix.ranks import Stand
from analysis.scenario import Modifiers

__all__ = ["Opposition", "Shot"]

Numbers = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """One weapon at some targets.

    Attributes:
        weapon: Its number in the arsenal.
        punch: What its wounds do.
        apart: Whether devastating wounds are counted apart.
        targets: Numbers of the targets; None for all.
        codes: Per target the code of the law of wounds.
        families: The families of these laws.
    """

    weapon: int
    punch: Punch
    apart: bool
    targets: Numbers | None
    codes: Numbers
    families: frozenset[int]


class Opposition:
    """An arsenal before fresh targets.

    Attributes:
        targets: How many there are.
        singles: Those of one group.
        several: Those of several groups.
        groups: The first group of each.
        through: What wounds put through: strikes and hides.
        failing: Failing faces of the save: (guards, save classes).
        hides: Per target the number of the hide of its first group.
        codes: The laws of wounds.
    """

    def __init__(self, columns: Columns, arsenal: Arsenal, modifiers: Modifiers, edition: Edition) -> None:
        """Lay out what depends on weapon or target alone."""
        self._units = columns.targets
        self._arsenal = arsenal
        self._defences = Defences(columns.targets, modifiers, edition)
        self.targets = len(columns.targets)
        single = np.array([len(target.groups) == 1 for target in columns.targets], dtype=np.bool_)
        self.singles, self.several = np.flatnonzero(single), np.flatnonzero(~single)
        self.groups = [target.groups[0] for target in columns.targets]
        self.through = self._defences.through(list(arsenal.strikes))
        self.failing = self._defences.failing(list(arsenal.guards))
        self.hides = np.array([hides[0] for hides in self._defences.hides], dtype=np.intp)
        toughness = [
            Defence(tuple(target.groups), modifiers, edition).toughness(range(len(target.groups)))
            for target in columns.targets
        ]
        toughnesses = sorted(set(toughness))
        self.codes = LawCodes(list(arsenal.families), toughnesses)
        self._needs = self.codes.needs(list(arsenal.strengths))[:, np.searchsorted(toughnesses, toughness)]
        self._worst = self._worst_saves()
        self._cases: dict[tuple[int, int, int], Numbers] = {}
        self._same = self._same_strikes(arsenal)
        self._split: dict[int, tuple[Numbers | None, Numbers]] = {}

    def shots(self) -> list[Shot]:
        """All shots of all weapons."""
        return [shot for weapon in range(len(self._arsenal)) for shot in self._shots(weapon)]

    def counted_apart(self, strike: int) -> Numbers:
        """Targets where devastating wounds of a strike do something else than unsaved ones."""
        return self._told_apart(strike)[1]

    def stands(self, targets: Numbers) -> list[Stand]:
        """Some of the targets, those through which all wounds walk alike together."""
        alike: dict[Hashable, list[int]] = defaultdict(list)
        hides, saves = self._defences.hides, self._defences.saves
        for number in targets.tolist():
            group = self.groups[number]
            single = (group.count, group.wounds, group.wounded, hides[number])
            alike[single if len(self._units[number].groups) == 1 else number].append(number)
        return [
            Stand(np.array(own, dtype=np.intp), tuple(self._units[own[0]].groups), hides[own[0]], saves[own[0]])
            for own in alike.values()
        ]

    def _told_apart(self, strike: int) -> tuple[Numbers | None, Numbers]:
        """Targets where devastating wounds are not counted apart (None for all), and those where they are."""
        if strike not in self._split:
            apart = self.through.unsaved[strike, self.hides] != self.through.devastating[strike, self.hides]
            apart[self.several] = True
            found = np.flatnonzero(apart)
            self._split[strike] = (np.flatnonzero(~apart) if len(found) else None), found
        return self._split[strike]

    def _same_strikes(self, arsenal: Arsenal) -> list[int]:
        """Per strike the first one that does the same to all targets."""
        known: dict[Hashable, int] = {}
        rows = zip(arsenal.strikes, self.through.unsaved, self.through.devastating, strict=True)
        keys = [(strike.aims_at_character, one.tobytes(), other.tobytes()) for strike, one, other in rows]
        return [known.setdefault(key, number) for number, key in enumerate(keys)]

    def _worst_saves(self) -> Numbers:
        """Failing faces of the worst save of each target: (guards, targets)."""
        saves = self._defences.saves
        width = max(map(len, saves), default=1)
        padded = np.array([own + own[:1] * (width - len(own)) for own in saves], dtype=np.intp).reshape(-1, width)
        worst: Numbers = self.failing[:, padded].max(axis=2)
        return worst

    def _shots(self, weapon: int) -> Iterator[Shot]:
        lines, part = self._arsenal.lines_of(weapon)
        alike: dict[tuple[int, ...], list[int]] = defaultdict(list)
        facts = self._arsenal.facts[lines.start : lines.stop]
        for number, own in enumerate(facts):
            alike[own.strike, own.guard, own.strength, own.lethal, own.devastating].append(number)
        families = [own.family for own in facts]
        family = np.array(families, dtype=np.intp)
        if len(facts) > 1:
            family = family[part]
        for parts in alike.values():
            within = None if len(alike) == 1 else np.flatnonzero(np.isin(part, parts))
            met = frozenset([families[number] for number in parts])
            yield from self._dealt_alike(weapon, facts[parts[0]], family, met, within)

    def _dealt_alike(
        self, weapon: int, facts: Facts, family: Numbers, families: frozenset[int], within: Numbers | None
    ) -> Iterator[Shot]:
        """The shots of lines that differ in their families only, at the targets `within`."""
        punch = Punch(self._same[facts.strike], facts.guard)
        plain, apart = self._told_apart(punch.strike) if facts.devastating else (None, np.zeros(0, dtype=np.intp))
        case = self._case(facts, family)
        for targets, is_apart in ((plain, False), (apart, True)):
            if within is not None:
                targets = within if targets is None else np.intersect1d(targets, within, assume_unique=True)
            if targets is None or len(targets):
                here: Numbers | slice = slice(None) if targets is None else targets
                codes = self.codes.code(family[here] if len(family) > 1 else family, is_apart, case[here])
                yield Shot(weapon, punch, is_apart, targets, codes, families)

    def _case(self, facts: Facts, family: Numbers) -> Numbers:
        """Per target the case that the lines meet (`LawCodes.case`)."""
        key = (facts.strength, facts.guard, facts.lethal)
        if key not in self._cases:
            need, worst = self._needs[facts.strength], self._worst[facts.guard]
            self._cases[key] = self.codes.case(need, worst) + (facts.lethal == TAKEN)
        if facts.lethal != BEST:
            return self._cases[key]
        odds = self.codes.success(family, self._needs[facts.strength])
        hide, save = self._first_group(bool(facts.aims))
        means = self.through.means(np.array(facts.strike), hide)
        case: Numbers = self._cases[key] + automatic_is_best(self.failing[facts.guard, save], means, odds)
        return case

    def _first_group(self, aims: bool) -> tuple[Numbers, Numbers]:
        """Hide and save class of the group of each target that the first wound goes to."""
        first = [order_of(target.groups, aims)[0] for target in self._units]
        hides, saves = self._defences.hides, self._defences.saves
        hide = [own[group] for own, group in zip(hides, first, strict=True)]
        return np.array(hide, dtype=np.intp), np.array(
            [own[group] for own, group in zip(saves, first, strict=True)], dtype=np.intp
        )
