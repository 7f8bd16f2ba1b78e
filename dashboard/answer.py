"""Answers scenarios for the pages: names resolved, buffs folded in, the engine asked; kept between reruns."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from analysis.evaluate import evaluate
from analysis.inline import inline
from analysis.referring import read_scenario
from analysis.result import Result
from analysis.scenario import Scenario
from dashboard.facts import PageFacts

__all__ = ["Answer", "answer", "read_scenario"]


@dataclass(frozen=True, slots=True)
class Answer:
    """A scenario written out in numbers, and its result."""

    scenario: Scenario
    result: Result


def answer(data: Mapping[str, Any]) -> Answer:
    """Resolve and evaluate a scenario.

    Raises:
        InputError: For whatever is wrong with it.
    """
    return _answer(json.dumps(data, sort_keys=True))


@lru_cache(maxsize=512)
def _answer(text: str) -> Answer:
    scenario = inline(json.loads(text), PageFacts())
    return Answer(scenario, evaluate(scenario))
