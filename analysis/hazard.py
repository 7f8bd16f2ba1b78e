"""Hazard tests: what a unit's own hazardous weapons cost it (R-HAZ)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from analysis.dice import Dice
from analysis.editions import Edition
from analysis.line import Line
from analysis.pools import successes, suffer, suffer_packets
from analysis.result import Distribution, Hazard, Pool
from analysis.scenario import Attacker

__all__ = ["hazard", "hazard_pool"]


def hazard(attacker: Attacker, lines: Sequence[Line], edition: Edition) -> Hazard:
    """Expected failed hazard tests and mortal wounds, before any Feel No Pain of the attacker's own (R-HAZ-01)."""
    failed = sum(line.hazard_tests for line in lines) * edition.hazard_fails_up_to / 6
    return Hazard(failed, failed * _mortal_wounds(attacker, edition))


def hazard_pool(attacker: Attacker, lines: Sequence[Line], edition: Edition) -> Pool | None:
    """The same in wounds and models lost, when the scenario gives the attacker's own models.

    In the 10th edition each failure falls on one bearer and its surplus is lost; in the 11th they are ordinary mortal
    wounds on the unit (R-HAZ-02, R-HAZ-03).
    """
    tests = sum(line.hazard_tests for line in lines)
    if not tests or not attacker.groups:
        return None
    each = _mortal_wounds(attacker, edition)
    failures = successes(tests, edition.hazard_fails_up_to / 6)
    mortals = np.zeros((len(failures) - 1) * each + 1)
    mortals[::each] = failures
    if edition.hazard_on_one_bearer:
        losses = suffer_packets(attacker.groups, failures, Dice(0, 0, each), kind="mortal")
    else:
        losses = suffer(attacker.groups, mortals)
    return Pool("hazard", "attacker", _mean(mortals), _mean(losses.slain), _mean(losses.wounds))


def _mean(pmf: np.ndarray) -> Distribution:
    return Distribution(float(pmf @ np.arange(len(pmf))), pmf.tolist())


def _mortal_wounds(attacker: Attacker, edition: Edition) -> int:
    # A unit of infantry and vehicles together counts as infantry (R-HAZ-04), which its keywords cannot tell.
    heavy = attacker.all_monster_or_vehicle
    if heavy is None:
        heavy = not {"MONSTER", "VEHICLE"}.isdisjoint(attacker.keywords)
    return edition.hazard_mortal_wounds_monster_or_vehicle if heavy else edition.hazard_mortal_wounds
