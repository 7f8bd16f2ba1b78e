"""What it takes to destroy a unit: against sums over the engine's own odds, and against recursions in fractions."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from analysis.durability import toll, toughest
from analysis.evaluate import evaluate
from analysis.scenario import Scenario

GUN = {"type": "ranged", "attacks": "1", "skill": 3, "strength": 5, "ap": -1, "damage": "1"}
SQUAD = {"count": 3, "toughness": 4, "save": 4, "wounds": 2}


def scenario(
    weapons: list[dict[str, Any]], groups: list[dict[str, Any]], edition: str = "11e", **more: Any
) -> Scenario:
    attacker = {"weapons": weapons, "points": more.pop("points", 60)}
    return Scenario.from_json({"edition": edition, "attacker": attacker, "target": {"groups": groups}, **more})


def attacks_by_summing(weapon: dict[str, Any], group: dict[str, Any], edition: str) -> float:
    """Sum over n of P(not destroyed by n attacks), each asked of the engine as one volley."""
    total, number = 1.0, 0
    while True:
        number += 1
        standing = 1.0 - evaluate(scenario([{**weapon, "count": number}], [group], edition)).destroyed
        total += standing
        if standing < 1e-13:
            return total


@pytest.mark.parametrize("edition", ["10e", "11e"])
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"damage": "D3"},
        {"damage": "2"},
        {"abilities": ["sustained hits 1"]},
        {"abilities": ["lethal hits", "twin-linked"]},
        {"strength": "D6", "skill": None},
    ],
    ids=["plain", "rolled damage", "surplus", "sustained", "lethal", "rolled strength"],
)
def test_attacks_are_the_sum_of_the_chances_to_still_stand(edition: str, changes: dict[str, Any]) -> None:
    weapon = {**GUN, **changes}
    group = {**SQUAD, "feel_no_pain": [{"threshold": 5}]}

    found = toll([scenario([weapon], [group], edition)])

    assert found.attacks == pytest.approx(attacks_by_summing(weapon, group, edition), rel=1e-9)


def test_a_devastating_attack_by_a_recursion_in_fractions() -> None:
    """Two models with 3 wounds; D 2. A critical wound (1/6 of hits) goes past the save and puts 2 through as well."""
    group = {"count": 2, "toughness": 5, "save": 3, "wounds": 3}
    weapon = {**GUN, "ap": 0, "damage": "2", "abilities": ["devastating wounds"]}
    hit, wound, critical, fails = Fraction(4, 6), Fraction(3, 6), Fraction(1, 6), Fraction(2, 6)
    through = hit * (critical + (wound - critical) * fails)
    wounds_needed = 2 * 2  # 3 wounds in steps of 2: two unsaved wounds for each model

    found = toll([scenario([weapon], [group])])

    assert found.attacks == pytest.approx(float(wounds_needed / through), rel=1e-12)


def test_groups_fall_one_after_another_and_toughness_is_read_from_the_living() -> None:
    body = {"name": "body", "count": 4, "toughness": 5, "save": 5, "wounds": 1}
    boss = {"name": "boss", "count": 1, "toughness": 3, "save": 2, "wounds": 1, "character": True}
    hit = Fraction(4, 6)
    into_body = hit * Fraction(3, 6) * Fraction(5, 6)  # S5 against T5, Sv 5+ at AP -1
    into_boss = {"11e": hit * Fraction(4, 6) * Fraction(2, 6), "10e": hit * Fraction(3, 6) * Fraction(2, 6)}

    for edition, chance in into_boss.items():
        found = toll([scenario([GUN], [body, boss], edition)])

        assert found.attacks == pytest.approx(float(4 / into_body + 1 / chance), rel=1e-12), edition


def test_an_attack_costs_its_share_of_the_attackers_price() -> None:
    three = [{**GUN, "count": 2, "attacks": "3"}, {**GUN, "count": 1, "attacks": "D6"}]
    single = toll([scenario([GUN], [SQUAD])])

    found = toll([scenario(three, [SQUAD], points=95)])

    assert found.attacks == pytest.approx(single.attacks, rel=1e-12)
    assert found.points == pytest.approx(single.attacks * 95 / (6 + 3.5), rel=1e-12)


def test_several_attackers_spend_the_same_points() -> None:
    """Two attackers who do the same for different prices: each point buys the mean of what it buys of both."""
    cheap, dear = (scenario([{**GUN, "count": 10}], [SQUAD], points=points) for points in (50, 200))
    attacks_for_a_point = (10 / 50 + 10 / 200) / 2

    found = toll([cheap, dear])

    assert found.attacks == pytest.approx(toll([cheap]).attacks, rel=1e-12)
    assert found.points == pytest.approx(found.attacks / attacks_for_a_point, rel=1e-12)
    assert toll([cheap]).points < found.points < toll([dear]).points


def test_what_cannot_be_hurt_takes_forever_and_what_has_no_price_has_no_toll_in_points() -> None:
    stopped = scenario([GUN], [{**SQUAD, "damage_set": 0}], modifiers={"damage_set": 0})
    unarmed = scenario([], [SQUAD])
    unpriced = scenario([GUN], [SQUAD], points=None)

    assert toll([stopped]).attacks == math.inf
    assert toll([unarmed]).points == math.inf
    assert toll([unpriced]).points is None


def test_the_frontier_leaves_out_what_a_cheaper_unit_outlasts() -> None:
    points = [100, 60, 60, 140, 140, math.nan, 30]
    tolls = [90, 100, 80, 300, 310, 500, math.nan]

    assert toughest(points, tolls) == [1, 4]
    assert toughest([10, 20], [math.inf, math.inf]) == [0]
