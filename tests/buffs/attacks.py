"""Small attacks as plain JSON for tests of buffs, and the two ways to answer them."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from analysis.buffs import Context, fold
from analysis.evaluate import evaluate
from analysis.result import Result
from analysis.scenario import Scenario
from queries.buffs import library
from tests.oracle import enumerate_scenario

Json = dict[str, Any]

GUN: Json = {
    "name": "gun", "count": 2, "type": "ranged", "range": 24, "attacks": "1", "skill": 4, "strength": 4, "ap": -1,
    "damage": "1", "abilities": ["rapid fire 1"],
}  # fmt: skip
BLADE: Json = {
    "name": "blade", "count": 2, "type": "melee", "attacks": "2", "skill": 4, "strength": 4, "ap": -1, "damage": "1",
}  # fmt: skip
MEN: Json = {"name": "men", "count": 3, "toughness": 4, "save": 4, "wounds": 2}


def attack(edition: str, **changes: Any) -> Json:
    """A gun into three men; `weapon`, `group`, `keywords`, `target_keywords`, `situation` and `modifiers` change it."""
    weapon = {**GUN, **changes.get("weapon", {})} if "blade" not in changes else {**BLADE, **changes["blade"]}
    target = {"groups": [{**MEN, **changes.get("group", {})}], "keywords": changes.get("target_keywords", [])}
    if changes.get("stealth"):
        target["stealth"] = True
    attacker: Json = {"weapons": [weapon], "keywords": changes.get("keywords", [])}
    if "models" in changes:
        attacker["groups"] = [changes["models"]]
    return deepcopy(
        {
            "edition": edition,
            "attacker": attacker,
            "target": target,
            "situation": changes.get("situation", {}),
            "modifiers": changes.get("modifiers", {}),
        }
    )


def folded(scenario: Json, *buffs: Any, context: Context | None = None) -> Scenario:
    """The scenario with named buffs folded in."""
    named = deepcopy(scenario)
    named["modifiers"] = {**named.get("modifiers", {}), "buffs": list(buffs)}
    return fold(Scenario.from_json(named), library(scenario["edition"]), context or Context())


def answered(scenario: Json, *buffs: Any, context: Context | None = None) -> Result:
    """The engine's answer with named buffs."""
    return evaluate(folded(scenario, *buffs, context=context))


def outcome(scenario: Json, *buffs: Any, context: Context | None = None) -> list[tuple[bool, str | None]]:
    """Whether each buff took part, and why not."""
    return [(one.applied, one.reason) for one in folded(scenario, *buffs, context=context).named_buffs]


def check_same(scenario: Json, buffs: list[Any], by_hand: Json) -> None:
    """The buffs do to the scenario exactly what is written out by hand, enumerated with fractions."""
    result = answered(scenario, *buffs)
    exact = enumerate_scenario(by_hand)
    assert result.damage.pmf == pytest.approx([float(chance) for chance in exact["damage"]["pmf"]], abs=1e-9)
    assert result.slain.mean == pytest.approx(float(exact["slain"]["mean"]), abs=1e-9)
    assert result.hits == pytest.approx(float(exact["hits"]), abs=1e-9)
    assert result.hazard.failed == pytest.approx(float(exact["hazard"]["failed"]), abs=1e-9)
