"""Figures of a Result that no given case holds: points, efficiency, groups, buffs, and readings of single rules."""

from __future__ import annotations

from fractions import Fraction as F

import pytest

from analysis import InputError
from tests.engine.duel import answer, exactly, group, weapon

BOTH = pytest.mark.parametrize("edition", ["10e", "11e"])
SURE_KILL = F(5, 6)
"""Of a shot that hits by itself, wounds on 2+ and meets no save."""


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


@BOTH
def test_the_highest_toughness_of_the_unit_counts(edition: str) -> None:
    """Strength 4 wounds Toughness 5 on 5+ (R-WND-06)."""
    gun = weapon(skill=None, attacks="6")

    assert answer(edition, gun, [group(toughness=3), group(toughness=5)]).wounds == exactly(2)


@BOTH
def test_a_skill_no_better_than_two_meets_the_modifier_of_the_roll(edition: str) -> None:
    """BS 2+ improved is still 2+, and -1 to hit makes it 3+ (R-MOD-04, R-MOD-08)."""
    found = answer(edition, weapon(skill=2), group(), modifiers={"skill": 1, "hit": -1})

    assert found.hits == exactly(F(2, 3))


@BOTH
def test_points_are_counted_by_the_model_of_each_group(edition: str) -> None:
    groups = [group(count=2, wounds=1, points=30), group(count=3, wounds=1, points=60)]
    found = answer(edition, weapon(attacks="6"), groups, attacker={"points": 50})
    first, second = (unit.slain for unit in found.groups)

    assert min(first, second) > 0
    assert found.points_destroyed == pytest.approx(15 * first + 20 * second)
    assert found.efficiency == pytest.approx((15 * first + 20 * second) / 50)


def test_a_psychic_weapon_keeps_its_own_bonus() -> None:
    """A bonus of the weapon survives where penalties are ignored (R-HIT-12, WE-34)."""
    assert answer("11e", weapon("psychic", skill=4, modifiers={"hit": 1}), group()).hits == exactly(F(2, 3))
