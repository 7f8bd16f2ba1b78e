"""The engine against every given case, called as a function and on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from analysis import Scenario, evaluate
from tests.engine.given_cases import FILES, assert_agrees, cases_of

ROOT = Path(__file__).parents[2]
ALL = [pytest.param(case, id=f"{file}:{case['id']}") for file in FILES for case in cases_of(file)]


@pytest.mark.parametrize("case", ALL)
def test_engine_agrees_with_the_given_case(case: dict[str, Any]) -> None:
    result = evaluate(Scenario.from_json(case["scenario"])).to_json()

    assert_agrees(result, case["expected"])
    assert result["unmodelled"] == not_of_10e(case["scenario"])


def not_of_10e(scenario: dict[str, Any]) -> list[str]:
    """What a case gives a 10e weapon although only the 11th edition knows it: it must change nothing, and be named."""
    if scenario["edition"] != "10e":
        return []
    weapons = scenario["attacker"]["weapons"]
    given = [text for weapon in weapons for text in weapon.get("abilities", [])]
    return [text for text in dict.fromkeys(given) if text.lower().startswith(("cleave", "blast "))]


def test_there_are_as_many_cases_as_were_given() -> None:
    assert [len(cases_of(file)) for file in FILES] == [202, 169, 56]


def evaluated_as_list(scenarios: list[dict[str, Any]]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "analysis", "evaluate", "-"]
    return subprocess.run(command, cwd=ROOT, input=json.dumps(scenarios), capture_output=True, text=True, check=False)


@pytest.mark.parametrize("file", FILES)
def test_command_line_answers_a_whole_list_in_one_process(file: str) -> None:
    cases = cases_of(file)

    done = evaluated_as_list([case["scenario"] for case in cases])

    assert (done.returncode, done.stderr) == (0, "")
    for result, case in zip(json.loads(done.stdout), cases, strict=True):
        assert_agrees(result, case["expected"])
