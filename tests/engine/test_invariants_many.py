"""What must hold for every scenario, and what must hold for one weapon line into one unwounded group.

Outside of that second, narrow world "better for the attacker" is no promise in this game; the counterexamples at the
end are true ones, and docs/how-it-works.md explains them.
"""

from __future__ import annotations

from copy import deepcopy
from fractions import Fraction as F
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from analysis import Result, Scenario, evaluate
from tests.engine.better import BETTER, Better, mentions
from tests.engine.duel import answer, exactly, group, weapon
from tests.strategies import groups, modifiers, scenarios, situations, weapons

Json = dict[str, Any]
EDITIONS = st.sampled_from(["10e", "11e"])
NOISE = 1e-12
quickly = settings(
    max_examples=700, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
SUM_OF_LINES = ("attacks", "hits", "wounds")


def result_of(scenario: Json) -> Result:
    return evaluate(Scenario.from_json(scenario))


def at_least(pmf: list[float]) -> list[float]:
    """Survival function: P(k or more) for every k."""
    return list(accumulate(reversed(pmf)))[::-1]


@quickly
@given(EDITIONS.flatmap(scenarios))
def test_distributions_are_distributions(scenario: Json) -> None:
    result = result_of(scenario)
    units = scenario["target"]["groups"]
    left = sum(unit["count"] * unit["wounds"] - unit["wounded"] for unit in units)

    for law, most in ((result.damage, left), (result.slain, sum(unit["count"] for unit in units))):
        assert len(law.pmf) == most + 1
        assert min(law.pmf) >= 0
        assert sum(law.pmf) == pytest.approx(1, abs=1e-12)
        assert law.mean == pytest.approx(sum(k * p for k, p in enumerate(law.pmf)), abs=1e-9)


@quickly
@given(EDITIONS.flatmap(scenarios))
def test_lines_and_groups_add_up(scenario: Json) -> None:
    result = result_of(scenario)

    assert sum(line.damage for line in result.per_weapon) == pytest.approx(result.damage.mean, abs=1e-9)
    for figure in SUM_OF_LINES:
        assert sum(getattr(line, figure) for line in result.per_weapon) == pytest.approx(getattr(result, figure))
    assert sum(unit.slain for unit in result.groups) == pytest.approx(result.slain.mean, abs=1e-9)
    assert result.destroyed == result.slain.pmf[-1]
    assert result.wasted >= 0


@st.composite
def plain_duels(draw: st.DrawFn, edition: str) -> Json:
    """One weapon line into one unwounded group; its Feel No Pain, if any, holds against all wounds."""
    kind = draw(st.sampled_from(["ranged", "ranged", "melee"]))
    body = draw(groups("body", character=False, most_models=6)) | {"wounded": 0}
    body["feel_no_pain"] = [pain | {"against": "all"} for pain in body["feel_no_pain"] or []]
    changes = draw(modifiers(edition, kind))
    changes.pop("command_reroll", None)
    scenario = {
        "edition": edition,
        "attacker": {"weapons": [draw(weapons(edition, kind))]},
        "target": {
            "groups": [body],
            "stealth": draw(st.booleans()),
            "keywords": draw(st.lists(st.sampled_from(["INFANTRY", "VEHICLE", "FLY"]), unique=True)),
        },
        "situation": draw(situations()),
        "modifiers": changes,
    }
    assume(not (mentions(scenario, "lethal hits") and mentions(scenario, "devastating wounds")))
    return scenario


@pytest.mark.parametrize("change", BETTER, ids=lambda change: change.name)
@quickly
@given(scenario=EDITIONS.flatmap(plain_duels))
def test_what_helps_the_attacker_never_hurts_him(change: Better, scenario: Json) -> None:
    """Not only on average: no number of wounds or models becomes less likely to be reached."""
    assume(not change.fishing(scenario))
    better = deepcopy(scenario)
    change.apply(better)
    before, after = result_of(scenario), result_of(better)

    for worse, improved in ((before.damage, after.damage), (before.slain, after.slain)):
        assert all(new >= old - NOISE for old, new in zip(at_least(worse.pmf), at_least(improved.pmf), strict=True))


@quickly
@given(EDITIONS.flatmap(plain_duels))
def test_slain_models_have_lost_all_their_wounds(scenario: Json) -> None:
    result = result_of(scenario)

    assert result.slain.mean * scenario["target"]["groups"][0]["wounds"] <= result.damage.mean + NOISE


@quickly
@given(scenarios("10e", most_lines=1), st.integers(2, 4))
def test_splitting_a_line_changes_nothing_in_10e(scenario: Json, weapons_in_line: int) -> None:
    assume(not mentions(scenario, "devastating wounds"))
    scenario["modifiers"].pop("command_reroll", None)
    (line,) = scenario["attacker"]["weapons"]
    together, apart = deepcopy(scenario), deepcopy(scenario)
    together["attacker"]["weapons"] = [line | {"count": weapons_in_line}]
    apart["attacker"]["weapons"] = [line | {"count": 1}] * weapons_in_line
    whole, split = result_of(together), result_of(apart)

    assert split.damage.pmf == pytest.approx(whole.damage.pmf, abs=1e-9)
    assert split.slain.pmf == pytest.approx(whole.slain.pmf, abs=1e-9)
    for figure in SUM_OF_LINES:
        assert getattr(split, figure) == pytest.approx(getattr(whole, figure), abs=1e-9)


@st.composite
def duels_without_differences(draw: st.DrawFn) -> Json:
    """Scenarios that meet no rule in which the editions differ (section 15 of the rules, docs/rules.md)."""
    kind = draw(st.sampled_from(["ranged", "melee"]))
    lines = [draw(weapons("10e", kind)) for _ in range(draw(st.integers(1, 3)))]
    changes = draw(modifiers("10e", kind))
    body = draw(groups("body", character=False, most_models=6))
    halved = changes.get("halve_damage") or body.get("halve_damage")
    for change in (changes, *(line.get("modifiers", {}) for line in lines)):
        change.pop("skill", None)  # a worst value of BS and WS
        change["attacks"] = abs(change.get("attacks", 0))  # the floor of one attack
        if halved:
            change.pop("damage", None)  # the order of operations
    changes.pop("save_roll", None)  # the limit on improved saving throws
    for holder in (changes, body):
        if holder.get("damage_set") == 0:
            holder.pop("damage_set")
    situation = draw(situations())
    for flag in ("cover", "indirect"):
        situation.pop(flag, None)
    scenario = {
        "edition": "10e",
        "attacker": {"weapons": [line | {"lethal_choice": "always"} for line in lines]},
        "target": {"groups": [body], "keywords": ["INFANTRY"]},
        "situation": situation,
        "modifiers": changes,
    }
    differing = ["psychic", "hazardous", "extra attacks"] + ["melta"] * bool(halved)
    assume(not any(mentions(scenario, name) for name in differing))
    # Devastating wounds differ in their order among lines and in the damage changes of the defender.
    assume(len(lines) == 1 or not mentions(scenario, "devastating wounds"))
    changed = {"damage_reduction", "halve_damage", "damage_set"} & ({*changes} | {*body})
    assume(not changed or not mentions(scenario, "devastating wounds"))
    assume(not ("snap_shooting" in situation and (mentions(scenario, "reroll_hits") or "command_reroll" in changes)))
    return scenario


@quickly
@given(duels_without_differences())
def test_editions_agree_where_no_rule_differs(scenario: Json) -> None:
    of_10e, of_11e = result_of(scenario), result_of(scenario | {"edition": "11e"})

    assert numbers(of_11e.to_json()) == pytest.approx(numbers(of_10e.to_json()), abs=1e-9)


def numbers(value: Any) -> list[float]:
    """Every figure of a Result as JSON, in its order."""
    if isinstance(value, dict):
        return [number for part in value.values() for number in numbers(part)]
    if isinstance(value, list):
        return [number for part in value for number in numbers(part)]
    return [value] if isinstance(value, int | float) and not isinstance(value, bool) else []


def test_a_bodyguard_killed_too_early_costs_damage() -> None:
    """The assassin's shot reads the Toughness of the last guard while he lives, and the leader's when he is dead."""
    guard = group(name="guard", count=1, toughness=3, save=7, wounds=1)
    leader = group(name="leader", count=1, toughness=12, save=7, wounds=6, character=True)
    assassin = weapon("precision", skill=2, strength=6, damage="6")

    def damage(hit: int) -> float:
        lines = [weapon(skill=3, strength=6, modifiers={"hit": hit}), assassin]
        return answer("11e", lines, [guard, leader], situation={"precision_on_character": True}).damage.mean

    assert damage(hit=0) == exactly(F(155, 54))
    assert damage(hit=1) == exactly(F(275, 108))


def test_a_better_wound_roll_can_cost_a_re_roll_that_fishes() -> None:
    """A failed roll is rolled again and may become devastating; against a 2+ save that is worth more than a success."""
    gun = weapon("twin-linked", "devastating wounds", skill=None, strength=5)

    def damage(wound: int) -> float:
        return answer("10e", gun, group(save=2), modifiers={"wound": wound}).damage.mean

    assert damage(wound=0) == exactly(F(1, 3))
    assert damage(wound=1) == exactly(F(35, 108))
