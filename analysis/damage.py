"""What one unsaved wound does: damage after all changes, and the wounds that Feel No Pain lets through."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.dice import Dice, Pmf
from analysis.editions import Edition

__all__ = ["UNCHANGED", "DamageRoll", "DefenderChanges", "ThroughLaw", "damage_roll", "through_law"]


@dataclass(frozen=True, slots=True)
class DefenderChanges:
    """The defender's changes of damage (R-DMG-04 to R-DMG-06)."""

    set_to: int | None
    halve: bool
    reduction: int


UNCHANGED: Final = DefenderChanges(None, False, 0)


@dataclass(frozen=True, slots=True, eq=False)
class DamageRoll:
    """The attacker's side of damage: printed dice, what is added (melta), and the re-roll of the printed sum.

    Compared by identity: `damage_roll` makes each once, which keeps the look-ups of a whole matrix cheap.
    """

    printed: Dice
    bonus: Dice
    reroll: str


@lru_cache(maxsize=4096)
def damage_roll(printed: Dice, bonus: Dice, reroll: str) -> DamageRoll:
    """The damage roll with these dice, the same object each time."""
    return DamageRoll(printed, bonus, reroll)


@dataclass(frozen=True, slots=True, eq=False)
class ThroughLaw:
    """Wounds that one unsaved wound puts through Feel No Pain, before they are cut off at the dying model.

    Attributes:
        pmf: P(through = t); t may exceed the wounds a model has.
        kept: The part of it whose damage roll a Command Re-roll cannot or need not touch.
        replaced: What the others become when rolled again; ``kept.sum() + replaced.sum() == 1``.
        damage_mean: Expected damage before Feel No Pain.
        damage_mean_with_reroll: The same while a Command Re-roll of damage is at hand.
        mean: Expected wounds through Feel No Pain.
        mean_with_reroll: The same while a Command Re-roll of damage is at hand.
    """

    pmf: Pmf
    kept: Pmf
    replaced: Pmf
    damage_mean: float
    damage_mean_with_reroll: float
    mean: float
    mean_with_reroll: float

    def same_as(self, other: ThroughLaw) -> bool:
        """Whether both put through the same wounds, so that it does not matter which of them strikes first."""
        return self is other or np.array_equal(self.pmf, other.pmf)


@lru_cache(maxsize=8192)
def through_law(roll: DamageRoll, changes: DefenderChanges, feel_no_pain: int, edition: Edition) -> ThroughLaw:
    """Law of the wounds one unsaved wound puts through; its damage is rolled for it alone (R-DMG-02, OQ-17).

    Args:
        roll: The attacker's damage.
        changes: The defender's; `UNCHANGED` for devastating wounds of editions that spare them (R-DMG-11).
        feel_no_pain: The one threshold that applies (R-DMG-16); 7 for none.
        edition: For the order of operations.
    """
    printed = roll.printed.pmf()
    again = _rolled_again(roll)
    kept_first = printed * ~again
    first_again = float((printed * again).sum())
    fresh = printed
    # A Command Re-roll may use a low result that no other re-roll has touched (R-RR-01).
    low = np.arange(len(printed)) < roll.printed.mean
    low_fresh = kept_first * low
    law = _changed(kept_first + first_again * fresh, roll, changes, edition)
    kept = _changed(kept_first - low_fresh + first_again * fresh, roll, changes, edition)
    replaced = _changed(float(low_fresh.sum()) * fresh, roll, changes, edition)
    chance = (feel_no_pain - 1) / 6
    through, kept_through, replaced_through = (_thinned(part, chance) for part in (law, kept, replaced))
    return ThroughLaw(
        pmf=through,
        kept=kept_through,
        replaced=replaced_through,
        damage_mean=_mean(law),
        damage_mean_with_reroll=_mean(kept) + _mean(replaced),
        mean=_mean(through),
        mean_with_reroll=_mean(kept_through) + _mean(replaced_through),
    )


def _mean(law: Pmf) -> float:
    return float(law @ np.arange(len(law)))


def _rolled_again(roll: DamageRoll) -> NDArray[np.bool_]:
    """Which sums of the printed dice are rolled again."""
    sums = np.arange(roll.printed.high + 1)
    if roll.printed.fixed or roll.reroll == "none":
        return np.zeros(len(sums), dtype=np.bool_)
    if roll.reroll == "ones":
        return np.equal(sums, roll.printed.low)
    return np.less(sums, roll.printed.mean)


def _changed(pmf: Pmf, roll: DamageRoll, changes: DefenderChanges, edition: Edition) -> Pmf:
    """Damage after all changes, in the edition's order of operations (R-MOD-01, R-DMG-03)."""
    bonus = roll.bonus.pmf()
    rolled, added = np.arange(len(pmf))[:, None], np.arange(len(bonus))[None, :]
    value = np.broadcast_to(rolled if changes.set_to is None else changes.set_to, (len(pmf), len(bonus)))
    halves = 2 if changes.halve else 1
    value = value / halves + added if edition.halve_damage_before_adding else (value + added) / halves
    final = np.maximum(1, np.ceil(value - changes.reduction)).astype(np.intp)
    if changes.set_to == 0:
        final[:, slice(None) if edition.zero_damage_is_final else slice(1)] = 0
    law: Pmf = np.bincount(final.ravel(), weights=np.outer(pmf, bonus).ravel()).astype(float, copy=False)
    return law


def _thinned(pmf: Pmf, chance: float) -> Pmf:
    """Each wound is lost with this chance, for itself."""
    if chance == 1.0:
        return pmf
    # Horner's rule for sum of pmf[n] * (1 - chance + chance * x)^n, which needs no large binomial coefficients.
    thinned = np.zeros(len(pmf))
    for probability in pmf[::-1]:
        thinned[1:] = thinned[1:] * (1.0 - chance) + thinned[:-1] * chance
        thinned[0] = thinned[0] * (1.0 - chance) + probability
    return thinned
