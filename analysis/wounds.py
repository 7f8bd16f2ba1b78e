"""From attacks to wounds: the law of how many wounds of a line get past the saving throws.

Each attack is independent, so its wounds are a polynomial whose coefficients are chances (a probability generating
function): multiplying adds attacks up, and a random number of attacks mixes powers. Two kinds of wounds that must be
told apart (those that roll a save and devastating ones) share one polynomial: coefficient ``k * stride + m`` is the
chance of k and m.

One volley meets many targets, so a polynomial has a second axis: one column per case of wound roll and save. A duel is
the same with one column.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from analysis.dice import binomial_table
from analysis.polynomials import Polynomials, added, cut, mixed, mixed_each, power, product
from analysis.rolls import RollOdds
from analysis.volley import Volley

__all__ = ["NEGLIGIBLE", "Cases", "Rolls", "WoundOdds", "wound_laws"]

WoundOdds = tuple[tuple[float, RollOdds], ...]
"""Chances of the wound roll for each Strength that may be rolled."""

NEGLIGIBLE: Final = 1e-17
"""Chances in the far tail of a law are cut once all beyond them together are below this."""


class Rolls(NamedTuple):
    """Chances of several rolls side by side, in arrays; what they mean is told by `RollOdds`."""

    normal: NDArray[np.float64]
    critical: NDArray[np.float64]
    fresh_fail: NDArray[np.float64]
    once_normal: NDArray[np.float64]
    once_critical: NDArray[np.float64]

    @classmethod
    def of(cls, odds: Sequence[RollOdds]) -> Rolls:
        """Several rolls side by side."""
        chances = [(o.normal, o.critical, o.fresh_fail, o.once_normal, o.once_critical) for o in odds]
        return cls(*np.array(chances, dtype=np.float64).reshape(-1, 5).T)

    def once(self) -> Rolls:
        """The same dice rolled afresh, without any re-roll."""
        nothing = np.zeros_like(self.fresh_fail)
        return Rolls(self.once_normal, self.once_critical, nothing, self.once_normal, self.once_critical)


class Cases(NamedTuple):
    """What a volley meets after it has hit, one entry for each case (or more: one for each Strength it may roll).

    Attributes:
        rolls: The wound roll of each entry.
        automatic: Whether critical hits take the automatic wound of lethal hits (R-HIT-07).
        unsaved: P(a wound that allows a save gets past it, in at least one group).
        hits: The hit roll of each entry, where several volleys are computed together.
        attacks: P(n attacks) for each entry then, those that may make most attacks first: (n, entries).
        chances: P(the Strength of the entry); None where every case has one entry.
        owner: The case of each entry; None where every case has one entry.
    """

    rolls: Rolls
    automatic: NDArray[np.bool_]
    unsaved: NDArray[np.float64]
    hits: Rolls | None = None
    attacks: NDArray[np.float64] | None = None
    chances: NDArray[np.float64] | None = None
    owner: NDArray[np.intp] | None = None

    @classmethod
    def of(cls, cases: Sequence[tuple[WoundOdds, bool, float]]) -> Cases:
        """Cases from (wound rolls, automatic wounds, chance to be unsaved)."""
        entries = [(owner, *entry) for owner, case in enumerate(cases) for entry in case[0]]
        owner = np.array([entry[0] for entry in entries], dtype=np.intp)
        several = len(entries) > len(cases)
        return cls(
            Rolls.of([entry[2] for entry in entries]),
            np.array([cases[number][1] for number in owner], dtype=np.bool_),
            np.array([cases[number][2] for number in owner]),
            chances=np.array([entry[1] for entry in entries]) if several else None,
            owner=owner if several else None,
        )

    def gathered(self, polynomials: Polynomials) -> Polynomials:
        """Add the entries of each case up."""
        if self.owner is None or self.chances is None:
            return polynomials
        belongs = np.equal.outer(self.owner, np.arange(self.owner[-1] + 1)) * self.chances[:, None]
        total: Polynomials = polynomials @ belongs
        return total


def wound_laws(volley: Volley, cases: Cases, apart: bool) -> NDArray[np.float64]:
    """P(k wounds past the save, m devastating wounds) of a volley, in each case.

    Args:
        volley: The attacks.
        cases: Wound rolls and saves they meet.
        apart: Whether devastating wounds are counted apart; else they are counted among the unsaved ones.

    Returns:
        Array of shape (most k + 1, most m + 1, cases); the second axis has length 1 when nothing is counted apart.
    """
    if not (apart and volley.devastating):
        return _trimmed(_laws(volley, cases, 1)[:, None, :])
    simple = cases.owner is None and not cases.automatic.any()
    if simple and volley.command_reroll not in ("hit", "wound"):
        return _trimmed(_split(volley, cases))
    stride = _most_devastating(volley, cases) + 1
    laws = _laws(volley, cases, stride)
    rows = -(-len(laws) // stride)
    padded = np.zeros((rows * stride, laws.shape[1]))
    padded[: len(laws)] = laws
    return _trimmed(padded.reshape(rows, stride, laws.shape[1]))


def _most_devastating(volley: Volley, cases: Cases) -> int:
    """The most devastating wounds whose chance is not negligible."""
    only_devastating = cases._replace(unsaved=np.zeros_like(cases.unsaved))
    return len(_trimmed(_laws(volley, only_devastating, 1)[:, None, :])) - 1


def _trimmed(laws: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cut the wounds whose chances add up to less than `NEGLIGIBLE` in every case."""
    for axis in (0, 1):
        if laws.shape[axis] > 1:
            tail = np.cumsum(laws.sum(axis=1 - axis).max(axis=1)[::-1])[::-1]
            keep = max(1, int(np.count_nonzero(tail > NEGLIGIBLE)))
            laws = laws[:keep] if axis == 0 else laws[:, :keep]
    return laws


def _laws(volley: Volley, cases: Cases, stride: int) -> Polynomials:
    if volley.command_reroll in ("hit", "wound"):
        return _with_command_reroll(volley, cases, stride)
    attack = _attack(volley, cases, stride)
    if cases.attacks is not None:
        return mixed_each(cases.attacks, attack)
    if volley.command_reroll == "attacks":
        return mixed(volley.attacks.line(volley.weapons, command_reroll=True), attack)
    return power(mixed(volley.attacks.one_weapon(), attack), volley.weapons)


def _split(volley: Volley, cases: Cases) -> NDArray[np.float64]:
    """Without automatic wounds every wound that counts is devastating with one and the same chance."""
    merged = _trimmed(_laws(volley, cases, 1)[:, None, :])[:, 0]
    critical = cases.rolls.critical
    counted = cases.rolls.normal * cases.unsaved + critical
    share = np.divide(critical, counted, out=np.zeros_like(critical), where=counted > 0)
    most = len(merged) - 1
    apart = np.zeros((most + 1, most + 1, len(critical)))
    table = binomial_table(most)
    for total, chances in enumerate(merged):
        m = np.arange(total + 1)[:, None]
        apart[total - m[:, 0], m[:, 0]] = (
            chances * table[total, : total + 1, None] * share**m * (1.0 - share) ** (total - m)
        )
    return apart


def _attack(volley: Volley, cases: Cases, stride: int) -> Polynomials:
    """One attack in each case: the hit roll, then a wound roll for every hit it scores."""
    wound = _wound(volley, cases.rolls, cases.unsaved, stride)
    return cases.gathered(_attack_at(volley, wound, cases, stride))


def _attack_at(volley: Volley, wound: Polynomials, cases: Cases, stride: int) -> Polynomials:
    normal, critical = _hit_chances(volley, cases)
    first = wound  # of the critical hit itself; extra hits of sustained hits always roll (R-HIT-08, R-WND-11)
    if cases.automatic.any():
        one_wound = np.zeros_like(wound)
        one_wound[0], one_wound[stride] = 1.0 - cases.unsaved, cases.unsaved
        first = np.where(cases.automatic, one_wound, wound)
    attack = np.zeros(((len(wound) - 1) * (volley.extra_hits.high + 1) + 1, wound.shape[1]))
    hits = first
    for extra, chance in enumerate(volley.extra_hits.pmf()):
        if extra:
            hits = product(hits, wound)
        attack[: len(hits)] += critical * chance * hits
    attack[: len(wound)] += normal * wound
    attack[0] += 1.0 - normal - critical
    return attack


def _hit_chances(volley: Volley, cases: Cases) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    rolls = cases.hits or Rolls.of([volley.hit])
    return rolls.normal, rolls.critical


def _wound(volley: Volley, rolls: Rolls, unsaved: NDArray[np.float64], stride: int) -> Polynomials:
    """One wound roll and the save after it; a devastating wound is past the save already."""
    normal = rolls.normal
    wound = np.zeros((stride + 1, len(normal)))
    if volley.devastating:
        wound[1] += rolls.critical
    else:
        normal = normal + rolls.critical
    wound[stride] += normal * unsaved
    wound[0] = 1.0 - wound[1:].sum(axis=0)
    return wound


def _with_command_reroll(volley: Volley, cases: Cases, stride: int) -> Polynomials:
    """One failed hit or wound roll of the line is rolled again, if there is one that was not yet (WE-49).

    A failed roll contributes no wound, so the attack in which the first failure falls is followed by one fresh roll.
    """
    whole, clean, replaced = _command_parts(volley, cases, stride)
    attacks = volley.attacks.line(volley.weapons, command_reroll=False)
    degree = max(len(whole), len(replaced)) - 1
    total = np.zeros((degree * (len(attacks) - 1) + 1, whole.shape[1]))
    unused, used = np.ones((1, whole.shape[1])), np.zeros((1, whole.shape[1]))
    for number, chance in enumerate(attacks):
        if number:
            used = cut(added(product(used, whole), product(unused, replaced)))
            unused = cut(product(unused, clean))
        total[: len(unused)] += chance * unused
        total[: len(used)] += chance * used
    return total


def _command_parts(volley: Volley, cases: Cases, stride: int) -> tuple[Polynomials, Polynomials, Polynomials]:
    """One attack as it is; without any roll that could be rolled again; with the first such roll replaced."""
    whole = _attack(volley, cases, stride)
    if volley.command_reroll == "hit":
        clean = whole.copy()
        clean[0] -= volley.hit.fresh_fail
        once = volley.with_hit(volley.hit.once())
        return whole, clean, volley.hit.fresh_fail * _attack(once, cases, stride)
    wound = _wound(volley, cases.rolls, cases.unsaved, stride)
    unfailed = wound.copy()
    unfailed[0] -= cases.rolls.fresh_fail
    without = _attack_at(volley, unfailed, cases, stride)
    failed = _attack_at(volley, wound, cases, stride) - without
    again = _wound(volley, cases.rolls.once(), cases.unsaved, stride)
    return whole, cases.gathered(without), cases.gathered(product(failed, again))
