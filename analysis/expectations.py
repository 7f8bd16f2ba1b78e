"""Expected hits and wounds of a line, the figures players know from other tools."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from analysis.volley import Volley
from analysis.wounds import WoundOdds

__all__ = ["Expected", "expected"]


@dataclass(frozen=True, slots=True)
class Expected:
    """Expected numbers of one line against the complete target, never cut off when it dies.

    `hits` counts the extra hits of sustained hits; `wounds` counts automatic and critical wounds too.
    """

    attacks: float
    hits: float
    critical_hits: float
    wounds: float
    critical_wounds: float


def expected(volley: Volley, odds: WoundOdds, automatic: bool) -> Expected:
    """Expected hits and wounds.

    Args:
        volley: The attacks.
        odds: Its wound rolls, one for each Strength.
        automatic: Whether critical hits take the automatic wound of lethal hits.
    """
    law = volley.attacks.line(volley.weapons, volley.command_reroll == "attacks")
    attacks = float(law @ np.arange(len(law)))
    hit = volley.hit
    extra = volley.extra_hits.mean
    hits = attacks * (hit.success + hit.critical * extra)
    critical_hits = attacks * hit.critical
    if volley.command_reroll == "hit" and hit.fresh_fail:
        again = float(law @ (1.0 - (1.0 - hit.fresh_fail) ** np.arange(len(law))))
        hits += again * (hit.once_normal + hit.once_critical * (1.0 + extra))
        critical_hits += again * hit.once_critical
    automatic_wounds = critical_hits if automatic else 0.0
    rolled = hits - automatic_wounds
    wounds = automatic_wounds + rolled * sum(chance * roll.success for chance, roll in odds)
    critical_wounds = rolled * sum(chance * roll.critical for chance, roll in odds)
    if volley.command_reroll == "wound":
        more, more_critical = _from_wound_reroll(volley, odds, automatic, law)
        wounds, critical_wounds = wounds + more, critical_wounds + more_critical
    return Expected(attacks, hits, critical_hits, wounds, critical_wounds)


def _from_wound_reroll(volley: Volley, odds: WoundOdds, automatic: bool, attacks: np.ndarray) -> tuple[float, float]:
    """Wounds gained when the first failed wound roll of the line is rolled again (WE-49)."""
    # Per Strength, P(an attack holds a failed wound roll that may be rolled again).
    failing = [(chance * _some_failure(volley, roll.fresh_fail, automatic), roll) for chance, roll in odds]
    clean = 1.0 - sum(chance for chance, _ in failing)
    # The first such attack comes after a clean ones with chance clean^a: a geometric sum over the attacks.
    numbers = np.arange(len(attacks))
    rounds = float(attacks @ (numbers if clean == 1.0 else (1.0 - clean**numbers) / (1.0 - clean)))
    gained = sum(chance * (roll.once_normal + roll.once_critical) for chance, roll in failing)
    critical = sum(chance * roll.once_critical for chance, roll in failing)
    return rounds * gained, rounds * critical


def _some_failure(volley: Volley, fresh_fail: float, automatic: bool) -> float:
    held = 1.0 - fresh_fail
    extra = float(volley.extra_hits.pmf() @ held ** np.arange(volley.extra_hits.high + 1))
    after_critical = extra if automatic else held * extra
    return volley.hit.normal * (1.0 - held) + volley.hit.critical * (1.0 - after_critical)
