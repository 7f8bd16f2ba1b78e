"""Fresh targets as an arsenal meets them: wound rolls, saves and what wounds put through, in small tables.

Of several groups the worst save decides which wounds are counted; and devastating wounds are counted apart where they
do something else than unsaved ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from analysis.allocation import order_of
from analysis.defence import Defence
from analysis.editions import Edition
from analysis.engagement import automatic_is_best
from analysis.matrix.arsenal import Arsenal, Punch
from analysis.matrix.codes import LawCodes
from analysis.matrix.defences import Defences
from analysis.matrix.distinct import Columns
from analysis.matrix.ranks import Stand, padded, steps_of
from analysis.scenario import Modifiers, Target

__all__ = ["Opposition"]

Numbers = NDArray[np.intp]


class Opposition:
    """The targets of an arsenal, fresh.

    Attributes:
        targets: How many there are.
        singles: Those of one group.
        several: Those of several groups.
        even: Those of several groups that all fail their saves on the same faces, whatever the guard.
        uneven: The others of several groups.
        groups: The first group of each.
        through: What wounds put through: strikes and hides.
        failing: Failing faces of the save: (guards, save classes).
        hides: Per target the number of the hide of its first group.
        codes: The laws of wounds.
        needs: The wound roll needed, as `LawCodes.needs` tells it: (Strengths, targets).
        worst: Failing faces of the worst save: (guards, targets).
        same: Per strike the first one that does the same to all targets.
    """

    def __init__(self, columns: Columns, arsenal: Arsenal, modifiers: Modifiers, edition: Edition) -> None:
        """Lay out what depends on weapon or target alone."""
        self._units = columns.targets
        self._defences = Defences(columns.targets, modifiers, edition)
        self.targets = len(columns.targets)
        several = np.array([len(target.groups) > 1 for target in columns.targets], dtype=np.bool_)
        self.singles, self.several = np.flatnonzero(~several), np.flatnonzero(several)
        self.groups = [target.groups[0] for target in columns.targets]
        self.through = self._defences.through(list(arsenal.strikes))
        self.failing = self._defences.failing(list(arsenal.guards))
        self.hides = np.array([hides[0] for hides in self._defences.hides], dtype=np.intp)
        toughness = _toughness(columns.targets, modifiers, edition)
        toughnesses = sorted(set(toughness))
        self.codes = LawCodes(arsenal.families, toughnesses)
        self.needs = self.codes.needs(list(arsenal.strengths))[:, np.searchsorted(toughnesses, toughness)]
        self.worst = self._of_saves(np.max)
        self.same = self._same_strikes(arsenal)
        self._aims = [strike.aims_at_character for strike in arsenal.strikes]
        self._spared = self._spared_laws()
        self._uneven = self.worst != self._of_saves(np.min)
        uneven = self._uneven.any(axis=0)
        self.even, self.uneven = np.flatnonzero(several & ~uneven), np.flatnonzero(uneven)
        self._edition = edition
        self._steps: dict[bool, NDArray[np.bool_]] = {}
        self._apart: dict[Punch, NDArray[np.bool_]] = {}
        self._first: dict[bool, tuple[Numbers, Numbers]] = {}

    def apart(self, punch: Punch) -> NDArray[np.bool_]:
        """Per target whether devastating wounds of a punch do something else than unsaved ones."""
        if punch not in self._apart:
            strike, guard = punch
            aims = self._aims[strike]
            if aims not in self._steps:
                self._steps[aims] = self._steps_differ(aims)
            self._apart[punch] = self._spared[strike] | self._uneven[guard] | self._steps[aims]
        return self._apart[punch]

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

    def automatic_is_best(
        self, family: Numbers, strength: Numbers, guard: Numbers, strike: Numbers, aims: bool
    ) -> NDArray[np.bool_]:
        """Whether lethal hits had better wound automatically (R-HIT-07): (shots, targets).

        Args:
            family: Family of the line that meets each target: (shots, targets).
            strength: Number of the Strength of each shot.
            guard: Number of its guard.
            strike: Number of its strike.
            aims: Whether these shots aim at a character, whose group is the first to be hit then.
        """
        hide, save = self._first_hit(aims)
        odds = self.codes.success(family, self.needs[strength])
        means = self.through.means(strike[:, None], hide)
        better: NDArray[np.bool_] = automatic_is_best(self.failing[guard[:, None], save], means, odds)
        return better

    def _first_hit(self, aims: bool) -> tuple[Numbers, Numbers]:
        """Hide and save class of the group of each target that the first wound goes to."""
        if aims not in self._first:
            first = [order_of(target.groups, aims)[0] for target in self._units]
            hides, saves = self._defences.hides, self._defences.saves
            hide = [own[group] for own, group in zip(hides, first, strict=True)]
            save = [own[group] for own, group in zip(saves, first, strict=True)]
            self._first[aims] = np.array(hide, dtype=np.intp), np.array(save, dtype=np.intp)
        return self._first[aims]

    def _same_strikes(self, arsenal: Arsenal) -> Numbers:
        known: dict[Hashable, int] = {}
        rows = zip(arsenal.strikes, self.through.unsaved, self.through.devastating, strict=True)
        keys = [(strike.aims_at_character, one.tobytes(), other.tobytes()) for strike, one, other in rows]
        return np.array([known.setdefault(key, number) for number, key in enumerate(keys)], dtype=np.intp)

    def _of_saves(self, pick: Callable[..., Numbers]) -> Numbers:
        """The most or the fewest failing faces among the groups of each target: (guards, targets)."""
        return pick(self.failing[:, padded(self._defences.saves)], axis=2)

    def _spared_laws(self) -> NDArray[np.bool_]:
        """Whether a devastating wound puts something else through in some group: (strikes, targets)."""
        differ = self.through.unsaved != self.through.devastating
        spared: NDArray[np.bool_] = differ[:, self.hides]
        for number in self.several.tolist():
            spared[:, number] = differ[:, list(self._defences.hides[number])].any(axis=1)
        return spared

    def _steps_differ(self, aims: bool) -> NDArray[np.bool_]:
        """Per target whether wounds past all saves go to other groups than those that are saved."""
        differ = np.zeros(self.targets, dtype=np.bool_)
        for number in self.several.tolist():
            saved, past_saves = steps_of(self._units[number].groups, self._edition, aims)
            differ[number] = not (
                np.array_equal(saved.target, past_saves.target) and np.array_equal(saved.group, past_saves.group)
            )
        return differ


def _toughness(targets: Sequence[Target], modifiers: Modifiers, edition: Edition) -> list[int]:
    """The Toughness that wound rolls against each fresh target read."""
    known: dict[Hashable, int] = {}
    found = []
    for target in targets:
        key = tuple((group.toughness, group.character) for group in target.groups)
        if key not in known:
            known[key] = Defence(tuple(target.groups), modifiers, edition).toughness(range(len(target.groups)))
        found.append(known[key])
    return found
