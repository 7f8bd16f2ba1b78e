"""Figures of a Result that are read off the distributions: points, efficiency, groups, buffs left unfolded."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from analysis import InputError
from tests.engine.duel import answer, exactly, group, weapon

BOTH = pytest.mark.parametrize("edition", ["10e", "11e"])
SURE_KILL = F(5, 6)
"""Hits and fails by itself, wounds on 2+."""


@BOTH
def test_points_go_with_the_models_slain(edition: str) -> None:
    gun = weapon(skill=None, strength=8, attacks="2")
    found = answer(edition, gun, group(count=5, wounds=1, save=7), points=100, attacker={"points": 50})

    assert found.points_destroyed == exactly(100 * 2 * SURE_KILL / 5)
    assert found.efficiency == exactly(100 * 2 * SURE_KILL / 5 / 50)


@BOTH
def test_points_of_groups_count_before_those_of_the_unit(edition: str) -> None:
    gun = weapon(skill=None, strength=8, attacks="2")
    guard = group(name="guard", count=1, wounds=1, save=7, points=10)
    leader = group(name="leader", count=1, wounds=1, save=7, points=90, character=True)
    found = answer(edition, gun, [guard, leader], points=500)
    one, both = 1 - (1 - SURE_KILL) ** 2, SURE_KILL**2

    assert [unit.slain for unit in found.groups] == exactly([one, both])
    assert [unit.name for unit in found.groups] == ["guard", "leader"]
    assert found.points_destroyed == exactly(10 * one + 90 * both)
    assert found.destroyed == exactly(both)
    assert found.efficiency is None


@BOTH
def test_without_points_there_is_no_efficiency(edition: str) -> None:
    found = answer(edition, weapon(), group(), attacker={"points": 50})

    assert (found.points_destroyed, found.efficiency) == (None, None)
    assert answer(edition, weapon(), group(), points=50, attacker={"points": 0}).efficiency is None


def test_named_buffs_have_to_be_folded_in_first() -> None:
    with pytest.raises(InputError, match=r"^modifiers\.buffs: 'order/take-aim' is not accepted; expected buffs folded"):
        answer("11e", weapon(), group(), modifiers={"buffs": ["order/take-aim"]})


def test_what_buffs_cost_and_why_they_do_not_act_is_handed_on() -> None:
    named = [
        {"id": "paid", "applied": True, "cp": 1},
        {"id": "refused", "applied": False, "reason": "not in range"},
        {"id": "unknown", "applied": False, "unmodelled": True},
    ]
    found = answer("11e", weapon("no such ability"), group(), named_buffs=named)

    assert [(cost.id, cost.cp, cost.mortal_wounds) for cost in found.costs] == [("paid", 1, 0)]
    assert [(buff.id, buff.applied, buff.reason) for buff in found.buffs][1] == ("refused", False, "not in range")
    assert found.unmodelled == ["no such ability", "unknown"]


@BOTH
def test_weapons_out_of_reach_make_no_attacks_and_no_hazard_tests(edition: str) -> None:
    guns = [weapon("hazardous", "rapid fire 1", range=range_) for range_ in (12, 24, 48)]
    found = answer(edition, guns, group(), situation={"distance": 24, "half_range": True})

    assert [line.attacks for line in found.per_weapon] == [0, 1, 2]
    assert found.hazard.failed == exactly(F(2, 6) if edition == "10e" else F(4, 6))
