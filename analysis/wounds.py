"""From attacks to wounds: the law of how many wounds of a line get past the saving throws.

Each attack is independent, so its wounds are a polynomial whose coefficients are chances (a probability generating
function): multiplying adds attacks up, and a random number of attacks mixes powers. Two kinds of wounds that must be
told apart (those that roll a save and devastating ones) share one polynomial: coefficient ``k * stride + m`` is the
chance of k and m. Polynomials are convolved directly; a Fourier transform would give negative chances in the tail.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.dice import binomial_table
from analysis.line import Line
from analysis.rolls import RollOdds

__all__ = ["NEGLIGIBLE", "WoundOdds", "wound_law"]

Polynomial = NDArray[np.float64]
WoundOdds = Sequence[tuple[float, RollOdds]]
"""Chances of the wound roll for each Strength that may be rolled."""

NEGLIGIBLE: Final = 1e-17
"""Chances in the far tail of a law are cut once all beyond them together are below this."""


def wound_law(line: Line, odds: WoundOdds, automatic: bool, unsaved: float, apart: bool) -> NDArray[np.float64]:
    """P(k wounds past the save, m devastating wounds) of a line.

    Args:
        line: The attacking line.
        odds: Its wound rolls against the target's Toughness.
        automatic: Whether critical hits take the automatic wound of lethal hits (R-HIT-07).
        unsaved: P(a wound that allows a save gets past it, in at least one group).
        apart: Whether devastating wounds are counted apart; else they are counted among the unsaved ones.

    Returns:
        Array of shape (most k + 1, most m + 1); the second axis has length 1 when nothing is counted apart.
    """
    apart = apart and line.devastating
    if apart and not automatic and len(odds) == 1 and line.command_reroll not in ("hit", "wound"):
        return _trimmed(_split(line, odds[0][1], unsaved))
    stride = line.most_wounds + 1 if apart else 1
    law = _law(line, odds, automatic, unsaved, stride)
    rows = -(-len(law) // stride)
    padded = np.zeros(rows * stride)
    padded[: len(law)] = law
    return _trimmed(padded.reshape(rows, stride))


def _law(line: Line, odds: WoundOdds, automatic: bool, unsaved: float, stride: int) -> Polynomial:
    if line.command_reroll in ("hit", "wound"):
        return _with_command_reroll(line, odds, automatic, unsaved, stride)
    attack = _attack(line, odds, automatic, unsaved, stride)
    if line.command_reroll == "attacks":
        return _mixed(line.attacks.line(line.weapons, command_reroll=True), attack)
    return _power(_mixed(line.attacks.one_weapon(), attack), line.weapons)


def _split(line: Line, roll: RollOdds, unsaved: float) -> NDArray[np.float64]:
    """Without automatic wounds every wound that counts is devastating with one and the same chance."""
    merged = _trimmed(_law(line, [(1.0, roll)], False, unsaved, 1)[:, None])[:, 0]
    counted = roll.normal * unsaved + roll.critical
    devastating = roll.critical / counted if counted else 0.0
    most = len(merged) - 1
    apart = np.zeros((most + 1, most + 1))
    table = binomial_table(most)
    for total, chance in enumerate(merged):
        m = np.arange(total + 1)
        apart[total - m, m] = chance * table[total, : total + 1] * devastating**m * (1.0 - devastating) ** (total - m)
    return apart


def _trimmed(law: NDArray[np.float64]) -> NDArray[np.float64]:
    """Cut the rows and columns whose chances add up to less than `NEGLIGIBLE`."""
    for axis in (1, 0):
        tail = np.cumsum(law.sum(axis=axis)[::-1])[::-1]
        keep = max(1, int(np.count_nonzero(tail > NEGLIGIBLE)))
        law = law[:keep] if axis == 1 else law[:, :keep]
    return law


def _attack(line: Line, odds: WoundOdds, automatic: bool, unsaved: float, stride: int) -> Polynomial:
    """One attack: the hit roll, then a wound roll for every hit it scores."""
    parts = [
        chance * _attack_at(line, _wound(line, roll, unsaved, stride), automatic, unsaved, stride)
        for chance, roll in odds
    ]
    return parts[0] if len(parts) == 1 else np.sum(parts, axis=0)


def _attack_at(line: Line, wound: Polynomial, automatic: bool, unsaved: float, stride: int) -> Polynomial:
    hit = line.hit
    one_wound = np.zeros(len(wound))
    one_wound[0], one_wound[stride] = 1.0 - unsaved, unsaved
    first = one_wound if automatic else wound
    critical = np.zeros((len(wound) - 1) * len(line.extra_hits) + 1)
    hits = first
    for extra, chance in enumerate(line.extra_hits):
        if extra:
            hits = np.convolve(hits, wound)
        critical[: len(hits)] += chance * hits
    critical *= hit.critical
    critical[: len(wound)] += hit.normal * wound
    critical[0] += 1.0 - hit.success
    return critical


def _wound(line: Line, roll: RollOdds, unsaved: float, stride: int) -> Polynomial:
    """One wound roll and the save after it; a devastating wound is past the save already."""
    wound = np.zeros(stride + 1)
    if not line.devastating:
        wound[stride] = roll.success * unsaved
    elif stride == 1:
        wound[1] = roll.normal * unsaved + roll.critical
    else:
        wound[stride] = roll.normal * unsaved
        wound[1] = roll.critical
    wound[0] = 1.0 - wound[1:].sum()
    return wound


def _mixed(attacks: Polynomial, attack: Polynomial) -> Polynomial:
    """The wounds of a random number of attacks."""
    most = len(attacks) - 1
    if attacks[most] == 1.0:
        return _power(attack, most)
    total = np.zeros((len(attack) - 1) * most + 1)
    power = np.ones(1)
    for number, chance in enumerate(attacks):
        if number:
            power = np.convolve(power, attack)
        total[: len(power)] += chance * power
    return total


def _power(polynomial: Polynomial, times: int) -> Polynomial:
    result, square = np.ones(1), polynomial
    while times:
        if times & 1:
            result = np.convolve(result, square) if len(result) > 1 else square
        times >>= 1
        if times:
            square = np.convolve(square, square)
    return result


def _with_command_reroll(line: Line, odds: WoundOdds, automatic: bool, unsaved: float, stride: int) -> Polynomial:
    """One failed hit or wound roll of the line is rolled again, if there is one that was not yet (WE-49).

    A failed roll contributes no wound, so the attack in which the first failure falls is followed by one fresh roll.
    """
    whole, clean, replaced = _command_parts(line, odds, automatic, unsaved, stride)
    attacks = line.attacks.line(line.weapons, command_reroll=False)
    total = np.zeros((max(len(whole), len(replaced)) - 1) * (len(attacks) - 1) + 1)
    unused, used = np.ones(1), np.zeros(1)
    for number, chance in enumerate(attacks):
        if number:
            used = _added(np.convolve(used, whole), np.convolve(unused, replaced))
            unused = np.convolve(unused, clean)
        total[: len(unused)] += chance * unused
        total[: len(used)] += chance * used
    return total


def _command_parts(
    line: Line, odds: WoundOdds, automatic: bool, unsaved: float, stride: int
) -> tuple[Polynomial, Polynomial, Polynomial]:
    """One attack as it is; without any roll that could be rolled again; with the first such roll replaced."""
    whole = _attack(line, odds, automatic, unsaved, stride)
    if line.command_reroll == "hit":
        clean = whole.copy()
        clean[0] -= line.hit.fresh_fail
        once = line.with_hit(line.hit.once())
        return whole, clean, line.hit.fresh_fail * _attack(once, odds, automatic, unsaved, stride)
    clean, replaced = np.zeros(1), np.zeros(1)
    for chance, roll in odds:
        wound = _wound(line, roll, unsaved, stride)
        unfailed = wound.copy()
        unfailed[0] -= roll.fresh_fail
        without = _attack_at(line, unfailed, automatic, unsaved, stride)
        failed = _attack_at(line, wound, automatic, unsaved, stride) - without
        clean = _added(clean, chance * without)
        replaced = _added(replaced, chance * np.convolve(failed, _wound(line, roll.once(), unsaved, stride)))
    return whole, clean, replaced


def _added(first: Polynomial, second: Polynomial) -> Polynomial:
    if len(first) < len(second):
        first, second = second, first
    total = first.copy()
    total[: len(second)] += second
    return total
