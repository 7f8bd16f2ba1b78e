"""The engine against the enumeration in fractions, on random small scenarios of both editions.

Two implementations that share nothing but the words of the rules must agree in every figure to 1e-9.
KILLCURVE_EXAMPLES sets how many scenarios are tried per edition.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from analysis import Scenario, evaluate
from tests.oracle import enumerate_scenario
from tests.strategies import scenarios

EXAMPLES = int(os.environ.get("KILLCURVE_EXAMPLES", "150"))
EXACT = 1e-9
thoroughly = settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


def near(fraction: Any) -> Any:
    """What a figure of the enumeration must be within; a list of fractions figure by figure."""
    if isinstance(fraction, list):
        return pytest.approx([float(part) for part in fraction], abs=EXACT)
    return None if fraction is None else pytest.approx(float(fraction), abs=EXACT)


def assert_same(scenario: dict[str, Any]) -> None:
    """Every figure of the engine's Result is that of the enumeration."""
    found = evaluate(Scenario.model_validate(scenario)).to_json()
    expected = enumerate_scenario(scenario)
    assert sum(expected["damage"]["pmf"]) == sum(expected["slain"]["pmf"]) == 1

    for figure in ("attacks", "hits", "wounds", "destroyed", "points_destroyed", "efficiency"):
        assert found[figure] == near(expected[figure]), figure
    for figure, parts in {
        "damage": ("mean", "pmf"),
        "slain": ("mean", "pmf"),
        "hazard": ("failed", "mortal_wounds"),
    }.items():
        for part in parts:
            assert found[figure][part] == near(expected[figure][part]), f"{figure}.{part}"
    for figure, parts in {"groups": ("slain",), "per_weapon": ("attacks", "hits", "wounds", "damage")}.items():
        for one, other in zip(found[figure], expected[figure], strict=True):
            assert one["name"] == other["name"]
            for part in parts:
                assert one[part] == near(other[part]), f"{figure}.{part}"
    if expected["wasted"] is not None:
        assert found["wasted"] == near(expected["wasted"])


@thoroughly
@given(scenarios("10e"))
def test_engine_and_enumeration_agree_in_10e(scenario: dict[str, Any]) -> None:
    assert_same(scenario)


@thoroughly
@given(scenarios("11e"))
def test_engine_and_enumeration_agree_in_11e(scenario: dict[str, Any]) -> None:
    assert_same(scenario)
