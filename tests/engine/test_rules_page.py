"""docs/rules.md and the code name the same rules, and every test it points to exists."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.engine.given_cases import FILES, cases_of

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
RULE = re.compile(r"\b(?:R-[A-Z]{2,3}|OQ)-\d\d\b")


class Row(NamedTuple):
    rule: str
    of_10e: str
    of_11e: str
    where: str
    tests: str


ROWS = [
    Row(*(cell.strip() for cell in line.strip("|").split("|")))
    for line in PAGE.splitlines()
    if re.match(r"\| (?:R-|OQ-)", line)
]
CASES = {case["id"].removesuffix("-10e").removesuffix("-11e") for file in FILES for case in cases_of(file)}
EXAMPLES = {f"WE-{number:02}" for number in range(1, 51)}


def named_in_code() -> set[str]:
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "analysis").rglob("*.py"))
    return {rule for source in sources for rule in RULE.findall(source)}


def test_every_rule_the_code_names_is_on_the_page() -> None:
    assert sorted(named_in_code() - set(RULE.findall(PAGE))) == []


def test_no_rule_has_two_rows() -> None:
    rules = [row.rule for row in ROWS]

    assert len(rules) == len(set(rules)) > 90


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.rule)
def test_a_rule_lives_where_the_page_says(row: Row) -> None:
    (module,) = re.findall(r"^`(.+\.py)`$", row.where)

    assert row.rule in RULE.findall((ROOT / "analysis" / module).read_text(encoding="utf-8"))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.rule)
def test_a_rule_has_tests(row: Row) -> None:
    named = [name.strip() for name in row.tests.split(",")]

    assert named
    for name in named:
        if name.startswith("`"):
            path = name.strip("`")
            assert (ROOT / path if "/" in path else ROOT / "tests" / "engine" / path).is_file(), name
        else:
            assert name in CASES | EXAMPLES, name
