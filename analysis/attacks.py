"""How many attacks a weapon line makes (R-ATT): the printed dice, what modifies them, and the extra dice."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from analysis.dice import Dice, Pmf

__all__ = ["AttackLaw", "attack_law"]


@dataclass(frozen=True, slots=True, eq=False)
class AttackLaw:
    """Attacks of one weapon; compared by identity, `attack_law` makes each once.

    Attributes:
        printed: The A characteristic as printed.
        change: What modifiers add to it.
        reroll: Whether a printed roll below its mean is rolled again: "none" or "below_average".
        extra: Dice of rapid fire, blast and cleave.
        extra_after_floor: Whether the extra dice come after the floor of one attack (R-ATT-02, R-ATT-07).

    >>> AttackLaw(Dice(0, 0, 1), "none", -1, (Dice(0, 0, 1),), True).one_weapon().tolist()
    [0.0, 0.0, 1.0]
    """

    printed: Dice
    reroll: str
    change: int
    extra: tuple[Dice, ...]
    extra_after_floor: bool

    def one_weapon(self) -> Pmf:
        """P(attacks = a) of one weapon; every weapon rolls for itself (R-ATT-01)."""
        return _one_weapon(self)

    def most(self) -> int:
        """The most attacks one weapon can make."""
        extra = sum(dice.high for dice in self.extra)
        if self.extra_after_floor:
            return max(1, self.printed.high + self.change) + extra
        return max(1, self.printed.high + extra + self.change)

    def line(self, weapons: int, command_reroll: bool) -> Pmf:
        """P(attacks = a) of a whole line.

        Args:
            weapons: Weapons that attack.
            command_reroll: Whether the first printed roll that falls below its mean is rolled again (WE-49).
        """
        return _line(self, weapons, command_reroll and not self.printed.fixed)


@lru_cache(maxsize=4096)
def attack_law(printed: Dice, reroll: str, change: int, extra: tuple[Dice, ...], extra_after_floor: bool) -> AttackLaw:
    """The attacks of one weapon, the same object each time."""
    return AttackLaw(printed, reroll, change, extra, extra_after_floor)


@lru_cache(maxsize=4096)
def _one_weapon(law: AttackLaw) -> Pmf:
    return _frozen(_with_extras(law, _rerolled(law)))


@lru_cache(maxsize=1024)
def _line(law: AttackLaw, weapons: int, command_reroll: bool) -> Pmf:
    one = _one_weapon(law)
    if not command_reroll:
        total = np.ones(1)
        for _ in range(weapons):
            total = np.convolve(total, one)
        return _frozen(total)
    # Results strictly below the mean; one that was rolled again already may not be a second time (R-RR-01).
    low = _below_mean(law.printed) if law.reroll == "none" else np.zeros(law.printed.high + 1)
    kept = _with_extras(law, _rerolled(law) - low)
    replaced = float(low.sum()) * _with_extras(law, law.printed.pmf())
    # `unused` has met no low roll yet; the first low roll is replaced by a fresh one, later ones stand.
    unused, used = np.ones(1), np.zeros(1)
    for _ in range(weapons):
        used = np.convolve(used, one) + np.convolve(unused, replaced)
        unused = np.convolve(unused, kept)
    return _frozen(unused + used)


def _below_mean(printed: Dice) -> Pmf:
    low = printed.pmf().copy()
    low[math.ceil(printed.mean) :] = 0.0
    return low


def _rerolled(law: AttackLaw) -> Pmf:
    if law.reroll == "none" or law.printed.fixed:
        return law.printed.pmf()
    low = _below_mean(law.printed)
    rerolled: Pmf = law.printed.pmf() - low + low.sum() * law.printed.pmf()
    return rerolled


def _with_extras(law: AttackLaw, rolled: Pmf) -> Pmf:
    if law.extra_after_floor:
        return _convolved(_shifted(rolled, law.change), law.extra)
    return _shifted(_convolved(rolled, law.extra), law.change)


def _convolved(pmf: Pmf, extra: tuple[Dice, ...]) -> Pmf:
    for part in extra:
        pmf = np.convolve(pmf, part.pmf())
    return pmf


def _shifted(pmf: Pmf, change: int) -> Pmf:
    """Add a constant to the outcomes; results below one attack count as one (R-ATT-07)."""
    outcomes = np.maximum(np.arange(len(pmf)) + change, 1)
    law: Pmf = np.bincount(outcomes, weights=pmf).astype(float)
    return law


def _frozen(pmf: Pmf) -> Pmf:
    pmf.flags.writeable = False
    return pmf
