"""Activations in a row: against recursions over the enumeration in fractions, and against sums of chances."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

from analysis.activations import activations
from analysis.evaluate import evaluate
from analysis.scenario import Scenario
from tests.oracle import enumerate_scenario

GUN = {"name": "gun", "type": "ranged", "count": 2, "attacks": "1", "skill": 3, "strength": 5, "ap": -1, "damage": "1"}
BLAST = {
    "name": "gun",
    "type": "ranged",
    "attacks": "D3",
    "skill": 4,
    "strength": 4,
    "ap": -1,
    "damage": "1",
    "abilities": ["blast"],
}
BODY = {"name": "body", "count": 6, "toughness": 4, "save": 4, "wounds": 1}
EDITIONS = pytest.mark.parametrize("edition", ["10e", "11e"])


def data(weapon: dict[str, Any], groups: list[dict[str, Any]], edition: str) -> dict[str, Any]:
    return {"edition": edition, "attacker": {"weapons": [weapon]}, "target": {"groups": groups}}


def found(weapon: dict[str, Any], groups: list[dict[str, Any]], edition: str) -> float:
    return activations(Scenario.from_json(data(weapon, groups, edition))).expected


@EDITIONS
@pytest.mark.parametrize("weapon", [GUN, BLAST], ids=["gun", "blast, which reads the models that are left"])
def test_models_of_one_wound_by_a_recursion_in_fractions(edition: str, weapon: dict[str, Any]) -> None:
    exact: list[Fraction] = [Fraction(0)]
    for models in range(1, BODY["count"] + 1):
        law = enumerate_scenario(data(weapon, [{**BODY, "count": models}], edition))["slain"]["pmf"]
        onwards = sum(law[slain] * exact[models - slain] for slain in range(1, models + 1))
        exact.append((1 + onwards) / (1 - law[0]))

    assert found(weapon, [BODY], edition) == pytest.approx(float(exact[-1]), rel=1e-12)


@EDITIONS
def test_one_model_that_is_worn_down_by_a_recursion_in_fractions(edition: str) -> None:
    weapon = {**GUN, "damage": "D3"}
    beast = {
        "name": "beast",
        "count": 1,
        "toughness": 6,
        "save": 4,
        "wounds": 5,
        "feel_no_pain": [{"threshold": 5, "against": "all"}],
    }
    exact = {0: Fraction(0)}
    for left in range(1, 6):
        law = enumerate_scenario(data(weapon, [{**beast, "wounded": 5 - left}], edition))["damage"]["pmf"]
        onwards = sum(law[lost] * exact[left - lost] for lost in range(1, left + 1))
        exact[left] = (1 + onwards) / (1 - law[0])

    assert found(weapon, [beast], edition) == pytest.approx(float(exact[5]), rel=1e-12)


@EDITIONS
def test_the_mean_is_the_sum_of_the_chances_to_still_stand_and_the_first_is_that_of_the_attack(edition: str) -> None:
    groups = [{**BODY, "count": 2, "wounds": 2}, {**BODY, "count": 1, "wounds": 3, "character": True, "save": 3}]
    scenario = Scenario.from_json(data({**GUN, "damage": "2"}, groups, edition))

    repeated = activations(scenario, most=400)

    assert repeated.destroyed[0] == pytest.approx(evaluate(scenario).destroyed, abs=1e-12)
    standing = 1.0 + sum(1.0 - chance for chance in repeated.destroyed)
    assert repeated.expected == pytest.approx(standing, rel=1e-9)


def test_waste_makes_it_more_than_wounds_over_mean_damage() -> None:
    """Damage 3 on models of 2 wounds: each wound (2+) slays one model, and its surplus is lost."""
    hammer = {"name": "hammer", "type": "melee", "attacks": "1", "skill": None, "strength": 8, "ap": -6, "damage": "3"}
    bodies = {"name": "bodies", "count": 3, "toughness": 4, "save": 7, "wounds": 2}

    assert found(hammer, [bodies], "11e") == pytest.approx(3 / (5 / 6), rel=1e-12)


def test_what_cannot_be_hurt_is_never_destroyed() -> None:
    nothing = {**GUN, "count": 0}

    repeated = activations(Scenario.from_json(data(nothing, [BODY], "11e")))

    assert repeated.expected == math.inf
    assert repeated.destroyed == [0.0] * 10
