"""The steps of an attack as explained are the steps the engine takes."""

from __future__ import annotations

from math import prod
from typing import Any

import pytest

from analysis.evaluate import evaluate
from analysis.explain import explain
from analysis.scenario import Scenario

GUN: dict[str, Any] = {
    "name": "gun", "count": 4, "type": "ranged", "attacks": "D6", "skill": 3, "strength": 5, "ap": -1, "damage": "2"
}  # fmt: skip
TARGET: dict[str, Any] = {"groups": [{"count": 40, "toughness": 4, "save": 3, "wounds": 2}]}


def scenario(weapon: dict[str, Any], target: dict[str, Any] = TARGET, **more: Any) -> Scenario:
    return Scenario.from_json({"edition": "11e", "attacker": {"weapons": [weapon]}, "target": target, **more})


def values(attack: Scenario) -> dict[str, float]:
    return {step.step: step.value for step in explain(attack)}


@pytest.mark.parametrize(
    "modifiers",
    [{}, {"hit": 1}, {"reroll_wounds": "failures", "wound": -1}, {"save": 1, "reroll_hits": "ones"}, {"attacks": 2}],
)
def test_the_product_of_the_steps_is_the_mean_damage(modifiers: dict[str, Any]) -> None:
    """Two-wound models and damage 2 waste nothing, and forty of them are not used up."""
    attack = scenario(GUN, modifiers=modifiers)

    steps = values(attack)

    assert list(steps) == ["Attacks of one weapon", "Hit", "Wound", "Save fails", "Damage"]
    assert 4 * prod(steps.values()) == pytest.approx(evaluate(attack).damage.mean, abs=1e-9)


def test_feel_no_pain_says_which_share_is_ignored() -> None:
    tough = {"groups": [{**TARGET["groups"][0], "feel_no_pain": [{"threshold": 5}]}]}

    assert values(scenario(GUN, tough))["Feel No Pain"] == pytest.approx(1 / 3)


def test_criticals_are_named_where_something_waits_for_them() -> None:
    weapon = {**GUN, "abilities": ["sustained hits 1", "lethal hits", "devastating wounds", "anti-infantry 4+"]}

    steps = {step.step: step for step in explain(scenario(weapon, {**TARGET, "keywords": ["INFANTRY"]}))}

    assert (steps["Critical hit"].value, steps["Critical hit"].about) == (
        pytest.approx(1 / 6),
        "1 more hits, wounds without a roll",
    )
    assert steps["Critical wound"].value == pytest.approx(1 / 2)


def test_each_group_has_its_own_save() -> None:
    mixed = {"groups": [*TARGET["groups"], {"name": "boss", "count": 1, "toughness": 4, "save": 2, "wounds": 5}]}

    steps = values(scenario(GUN, mixed))

    assert steps["Save fails (models)"] == pytest.approx(1 / 2)
    assert steps["Save fails (boss)"] == pytest.approx(1 / 3)


def test_every_step_names_rules() -> None:
    assert all(rule.startswith("R-") for step in explain(scenario(GUN)) for rule in step.rules)
    assert all(step.rules for step in explain(scenario(GUN)))
