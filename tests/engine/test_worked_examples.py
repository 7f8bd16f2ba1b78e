"""Every worked example of the rules is a test under its id; none had to be left out as not about an attack."""

from __future__ import annotations

import re
from pathlib import Path

IDS = [f"WE-{number:02}" for number in range(1, 51)]


def ids_of_tests() -> set[str]:
    """Ids in the names and in the parameters of the tests beside this file."""
    found: set[str] = set()
    for path in Path(__file__).parent.glob("test_worked_examples_*.py"):
        source = path.read_text(encoding="utf-8")
        found |= {f"WE-{number}" for number in re.findall(r"def test_we_(\d\d)_", source)}
        found |= {f"WE-{number}" for number in re.findall(r"id=\"WE-(\d\d)", source)}
    return found


def test_no_worked_example_is_missing() -> None:
    assert sorted(set(IDS) - ids_of_tests()) == []
