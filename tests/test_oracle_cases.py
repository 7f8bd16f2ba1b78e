"""The enumeration against every given case, and against worked examples that need no kernel.

By default a third of the cases is played, none of the slow ones; KILLCURVE_ALL_CASES=1 plays all of them.
"""

from __future__ import annotations

import json
import os
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.oracle import enumerate_scenario

CASES_FOLDER = Path(__file__).parent / "data" / "cases"
ALL = bool(os.environ.get("KILLCURVE_ALL_CASES"))
# Beyond this many attacks times wounds of the target one case takes a second or more.
QUICK_SIZE = 300


def all_cases() -> list[dict[str, Any]]:
    files = ("directed", "public", "engagements")
    return [case for name in files for case in json.loads((CASES_FOLDER / f"{name}.json").read_text())]


def size(case: dict[str, Any]) -> float:
    return float(case["expected"]["attacks"]) * len(case["expected"]["damage"]["pmf"])


def chosen_cases() -> list[dict[str, Any]]:
    cases = all_cases()
    return cases if ALL else [case for case in cases if size(case) < QUICK_SIZE][::3]


@pytest.mark.parametrize("case", chosen_cases(), ids=lambda case: case["id"])
def test_enumeration_agrees_with_the_given_case(case: dict[str, Any]) -> None:
    found, expected = enumerate_scenario(case["scenario"]), case["expected"]

    for figure in ("attacks", "hits", "wounds"):
        assert float(found[figure]) == pytest.approx(expected[figure], abs=1e-9), figure
    for figure in ("failed", "mortal_wounds"):
        assert float(found["hazard"][figure]) == pytest.approx(expected["hazard"][figure], abs=1e-9), figure
    for figure in ("damage", "slain"):
        assert float(found[figure]["mean"]) == pytest.approx(expected[figure]["mean"], abs=1e-9), figure
        pmf = [float(p) for p in found[figure]["pmf"]]
        assert pmf == pytest.approx(expected[figure]["pmf"], abs=1e-9), figure


def duel(edition: str, **changes: Any) -> dict[str, Any]:
    """One bolter-like weapon at one big group, so that every figure is far from its limits."""
    weapon = {"name": "gun", "type": "ranged", "attacks": "1", "skill": 3, "strength": 4, "ap": 0, "damage": "1"}
    group = {"name": "body", "count": 20, "toughness": 4, "save": 7, "wounds": 2}
    weapon |= changes.pop("weapon", {})
    group |= changes.pop("group", {})
    target = {"name": "target", "keywords": ["INFANTRY"], "groups": [group]}
    return {"edition": edition, "attacker": {"name": "attacker", "weapons": [weapon]}, "target": target, **changes}


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_we49_one_command_re_roll_on_ten_hit_dice(edition: str) -> None:
    scenario = duel(edition, weapon={"count": 10}, modifiers={"command_reroll": "hit"})

    assert enumerate_scenario(scenario)["hits"] == Fraction(1297030, 177147)


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_command_re_roll_of_wounds_needs_a_failed_wound_roll(edition: str) -> None:
    scenario = duel(edition, weapon={"skill": None, "count": 2}, modifiers={"command_reroll": "wound"})

    assert enumerate_scenario(scenario)["wounds"] == 1 + Fraction(3, 4) * Fraction(1, 2)


@pytest.mark.parametrize("kind", ["attacks", "damage"])
def test_command_re_roll_of_a_die_below_its_mean(kind: str) -> None:
    """One D6 of which a 1, 2 or 3 is rolled again: 1/2 x 7/2 + 1/2 x 5."""
    sure = {"skill": None, "strength": 8, "abilities": ["anti-infantry 2+", "twin-linked"], kind: "D6"}
    scenario = duel("11e", weapon=sure, group={"wounds": 6}, modifiers={"command_reroll": kind})
    found = enumerate_scenario(scenario)

    if kind == "attacks":
        assert found["attacks"] == Fraction(17, 4)
    else:
        assert found["damage"]["mean"] == Fraction(35, 36) * Fraction(17, 4)


def test_a_die_already_re_rolled_is_not_rolled_a_third_time() -> None:
    modifiers = {"reroll_hits": "failures", "command_reroll": "hit"}

    assert enumerate_scenario(duel("10e", modifiers=modifiers))["hits"] == Fraction(8, 9)


@pytest.mark.parametrize(
    ("save", "per_attack"),
    [(2, Fraction(8, 27)), (3, Fraction(7, 18)), (4, Fraction(1, 2)), (6, Fraction(13, 18))],
    ids=["WE-14", "WE-15 3+", "WE-15 4+", "WE-15 6+"],
)
def test_lethal_choice_in_the_worked_examples(save: int, per_attack: Fraction) -> None:
    abilities = ["lethal hits", "devastating wounds"]
    scenario = duel("11e", weapon={"damage": "2", "abilities": abilities}, group={"save": save})

    assert enumerate_scenario(scenario)["damage"]["mean"] == per_attack


def with_two_characters(edition: str) -> dict[str, Any]:
    scenario = duel(edition, weapon={"abilities": ["precision"], "count": 2, "strength": 8})
    character = {"count": 1, "toughness": 4, "save": 7, "wounds": 1, "character": True}
    scenario["target"]["groups"] += [{"name": name, **character} for name in ("captain", "ancient")]
    scenario["situation"] = {"precision_on_character": True}
    return scenario


def slain_by_group(scenario: dict[str, Any]) -> list[Fraction]:
    return [group["slain"] for group in enumerate_scenario(scenario)["groups"]]


def test_only_10e_precision_goes_on_to_the_next_character() -> None:
    """In 11e the order is fixed when the line starts: captain, bodyguards, ancient."""
    hit_and_wound = Fraction(2, 3) * Fraction(5, 6)
    both = hit_and_wound**2
    first = 1 - (1 - hit_and_wound) ** 2

    assert slain_by_group(with_two_characters("10e")) == [0, first, both]
    assert slain_by_group(with_two_characters("11e")) == [0, first, 0]


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_precision_takes_the_first_declared_character_though_another_is_wounded(edition: str) -> None:
    scenario = with_two_characters(edition)
    scenario["attacker"]["weapons"][0]["count"] = 1
    scenario["target"]["groups"][2] |= {"wounds": 2, "wounded": 1}

    assert slain_by_group(scenario) == [0, Fraction(5, 9), 0]


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_damage_set_to_zero_and_melta_in_dice(edition: str) -> None:
    """Several melta results come to one damage in 11e; none of their chances may get lost."""
    scenario = duel(edition, weapon={"abilities": ["melta D3"]}, situation={"half_range": True})
    scenario["modifiers"] = {"damage_set": 0}
    found = enumerate_scenario(scenario)

    assert sum(found["damage"]["pmf"]) == 1
    assert found["damage"]["mean"] == (0 if edition == "11e" else Fraction(2, 3) * Fraction(1, 2) * Fraction(5, 3))


@pytest.mark.parametrize(("reach", "hits"), [(36, Fraction(7, 6)), (None, Fraction(5, 6))])
def test_conversion_reads_the_distance_of_weapons_with_a_range_alone(reach: int | None, hits: Fraction) -> None:
    scenario = duel("11e", weapon={"abilities": ["conversion", "sustained hits 1"], "range": reach})
    scenario["situation"] = {"distance": 30}

    assert enumerate_scenario(scenario)["hits"] == hits
