"""The given cases with exact answers, and what it means to agree with one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

__all__ = ["FILES", "assert_agrees", "cases_of"]

FILES: Final = ("directed", "engagements", "public")
_FOLDER: Final = Path(__file__).parents[1] / "data" / "cases"
_EXACT: Final = 1e-9


def cases_of(file: str) -> list[dict[str, Any]]:
    """All cases of a file: id, scenario, expected."""
    cases: list[dict[str, Any]] = json.loads((_FOLDER / f"{file}.json").read_text(encoding="utf-8"))
    return cases


def assert_agrees(result: dict[str, Any], expected: dict[str, Any]) -> None:
    """Every figure of a case, every entry of its distributions, to 1e-9."""
    for figure in ("attacks", "hits", "wounds"):
        assert result[figure] == pytest.approx(expected[figure], abs=_EXACT, rel=0), figure
    for figure in ("failed", "mortal_wounds"):
        assert result["hazard"][figure] == pytest.approx(expected["hazard"][figure], abs=_EXACT, rel=0), figure
    for figure in ("damage", "slain"):
        found, given = result[figure], expected[figure]
        assert len(found["pmf"]) == len(given["pmf"]), f"{figure}: entries"
        assert found["pmf"] == pytest.approx(given["pmf"], abs=_EXACT, rel=0), f"{figure}.pmf"
        assert found["mean"] == pytest.approx(given["mean"], abs=_EXACT, rel=0), f"{figure}.mean"
