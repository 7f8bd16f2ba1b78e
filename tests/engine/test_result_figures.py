"""Figures of a Result that are read off the distributions: points, efficiency, groups, buffs left unfolded."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from analysis import InputError, Scenario, evaluate
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


def attack(edition: str = "11e", **changes: object) -> dict[str, object]:
    """Six attacks that hit on 4+, of Strength 4 without AP."""
    weapon = {"type": "ranged", "attacks": "6", "skill": 4, "strength": 4, "damage": "1", **changes}
    groups = [
        {"count": 2, "toughness": 3, "save": 7, "wounds": 1, "points": 30},
        {"count": 3, "toughness": 5, "save": 7, "wounds": 1, "points": 60},
    ]
    return {"edition": edition, "attacker": {"points": 50, "weapons": [weapon]}, "target": {"groups": groups}}


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_the_highest_toughness_of_the_unit_counts(edition: str) -> None:
    """Strength 4 wounds Toughness 5 on 5+: 6 x 1/2 x 1/3 (R-WND-06)."""
    assert evaluate(Scenario.from_json(attack(edition))).wounds == pytest.approx(1.0)


def test_points_are_counted_by_the_model_of_each_group() -> None:
    result = evaluate(Scenario.from_json(attack()))

    first, second = (group.slain for group in result.groups)
    assert result.points_destroyed == pytest.approx(15 * first + 20 * second)
    assert result.efficiency == pytest.approx((15 * first + 20 * second) / 50)


def test_a_psychic_weapon_keeps_its_own_bonus() -> None:
    """A bonus of the weapon survives where penalties are ignored: 6 x 4/6 hits (R-HIT-12, WE-34)."""
    scenario = attack(abilities=["psychic"], modifiers={"hit": 1})

    assert evaluate(Scenario.from_json(scenario)).hits == pytest.approx(4.0)
