"""The fraction twin of the mortal wound pools, hazardous tests and allocations against the given answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.oracle.pools import answer_allocate, answer_pool, answer_tests

GIVEN = Path(__file__).parent / "data" / "cases" / "other.json"
ANSWERS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "allocate": answer_allocate,
    "pool": answer_pool,
    "tests": answer_tests,
}
CASES = [case for case in json.loads(GIVEN.read_text()) if case["kind"] in ANSWERS]


def numbers(expected: Any) -> Any:
    """The given answer without its exact fractions: a number, a list of numbers or a table of them."""
    if not isinstance(expected, dict):
        return expected
    return expected.get("value", expected.get("values", expected))


def floats(answer: Any) -> Any:
    """A fraction, or a list or table of them, as floats."""
    if isinstance(answer, dict):
        return {key: float(value) for key, value in answer.items()}
    return [float(value) for value in answer] if isinstance(answer, list) else float(answer)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_oracle_answers_the_given_pool(case: dict[str, Any]) -> None:
    answer = ANSWERS[case["kind"]](case["inputs"])

    for name, expected in case["expected"].items():
        assert floats(answer[name]) == pytest.approx(numbers(expected), abs=1e-10), name


def test_every_kind_of_pool_is_among_the_given() -> None:
    assert {case["kind"] for case in CASES} == set(ANSWERS)
