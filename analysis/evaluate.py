"""Scenario in, Result out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from analysis.editions import EDITIONS, Edition
from analysis.engagement import Engagement, LineOutcome, Outcome, engagement_of, takes_automatic_wound
from analysis.errors import InputError
from analysis.expectations import Expected, expected
from analysis.hazard import hazard, hazard_pool
from analysis.line import Line
from analysis.modifiers import unmodelled_abilities
from analysis.points import points_slain
from analysis.pools import answer
from analysis.result import BuffOutcome, Distribution, Funnel, GroupResult, Result, WeaponResult
from analysis.scenario import Scenario, Target

__all__ = ["evaluate"]


def evaluate(scenario: Scenario, rules: Edition | None = None) -> Result:
    """What an attack does to its target, exactly.

    Args:
        scenario: Inline, buffs folded in.
        rules: Settings to use instead of those of the scenario's edition, to see what a single rule does.

    Raises:
        InputError: When the scenario is larger than what is computed (see `analysis.limits`), naming the limit.

    >>> weapon = {"type": "ranged", "attacks": "9", "skill": 3, "strength": 4, "damage": "1"}
    >>> target = {"groups": [{"count": 10, "toughness": 3, "save": 5, "wounds": 1}]}
    >>> result = evaluate(Scenario.from_json({"edition": "11e", "attacker": {"weapons": [weapon]}, "target": target}))
    >>> round(result.damage.mean, 9)
    2.666666667
    """
    if scenario.modifiers.buffs:
        raise InputError(
            "modifiers.buffs", scenario.modifiers.buffs[0].id, "buffs folded in first (analysis.buffs.fold)"
        )
    engagement = engagement_of(scenario, rules or EDITIONS[scenario.edition])
    return _told(scenario, engagement, engagement.attack())


def _told(scenario: Scenario, engagement: Engagement, outcome: Outcome) -> Result:
    """All figures of an attack, and what stands beside it."""
    lines, edition = engagement.lines, engagement.edition
    weapons = [
        _weapon_result(line, _fresh(line, engagement), result)
        for line, result in zip(lines, outcome.lines, strict=True)
    ]
    slain = outcome.unit.slain.sum(axis=1)
    groups = _groups(scenario.target, outcome)
    destroyed = points_slain(scenario.target, [group.slain for group in groups])
    own_hazard = hazard_pool(scenario.attacker, lines, edition)
    pools, costs = answer(scenario)
    abilities = unmodelled_abilities(scenario.attacker.weapons, scenario.modifiers, edition)
    unmodelled_buffs = [buff.id for buff in scenario.named_buffs if buff.unmodelled]
    slain_law = _distribution(slain, outcome.chances, outcome.unit.models)
    return Result(
        attacks=sum(weapon.attacks for weapon in weapons),
        hits=sum(weapon.hits for weapon in weapons),
        wounds=sum(weapon.wounds for weapon in weapons),
        damage=_distribution(outcome.unit.wounds_lost, outcome.chances, outcome.unit.wounds_left),
        slain=slain_law,
        hazard=hazard(scenario.attacker, lines, edition),
        groups=groups,
        wasted=sum(weapon.funnel.wasted for weapon in weapons),
        points_destroyed=destroyed,
        efficiency=destroyed / scenario.attacker.points if destroyed is not None and scenario.attacker.points else None,
        destroyed=slain_law.pmf[-1],
        per_weapon=weapons,
        funnel=_added([weapon.funnel for weapon in weapons]),
        unmodelled=[*abilities, *unmodelled_buffs, *scenario.uncounted],
        buffs=[BuffOutcome(buff.id, buff.applied, buff.reason) for buff in scenario.named_buffs],
        pools=[*pools, *([own_hazard] if own_hazard else [])],
        costs=costs,
    )


def _fresh(line: Line, engagement: Engagement) -> Expected:
    """Expectations against the complete unit, as players count them."""
    unit, defence = engagement.unit, engagement.defence
    order = unit.order(unit.states[0], line.aims_at_character)
    odds = line.to_wound.against(defence.toughness(order))
    first = defence.against(line)[order[0]]
    return expected(line.volley, odds, takes_automatic_wound(line, odds, first))


def _weapon_result(line: Line, fresh: Expected, outcome: LineOutcome) -> WeaponResult:
    funnel = Funnel(
        attacks=fresh.attacks,
        hits=fresh.hits,
        critical_hits=fresh.critical_hits,
        wounds=outcome.wounds,
        critical_wounds=outcome.critical_wounds,
        unsaved=outcome.unsaved,
        damage=outcome.damage,
        after_feel_no_pain=outcome.let_through,
        wasted=max(0.0, outcome.let_through - outcome.lost),
        lost=outcome.lost,
    )
    return WeaponResult(line.name, fresh.attacks, fresh.hits, fresh.wounds, outcome.lost, funnel)


def _added(funnels: Sequence[Funnel]) -> Funnel:
    names = Funnel.__slots__
    return Funnel(*(sum(getattr(funnel, name) for funnel in funnels) for name in names))


def _distribution(values: NDArray[np.intp], chances: NDArray[np.float64], most: int) -> Distribution:
    pmf = np.bincount(values, weights=chances, minlength=most + 1)
    return Distribution(float(values @ chances), pmf.tolist())


def _groups(target: Target, outcome: Outcome) -> list[GroupResult]:
    slain = outcome.chances @ outcome.unit.slain
    return [GroupResult(group.name, group.count, float(mean)) for group, mean in zip(target.groups, slain, strict=True)]
