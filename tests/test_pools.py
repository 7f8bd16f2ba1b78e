"""Mortal wound pools against the exact cases, the worked examples of the rules, and plain enumeration."""

from __future__ import annotations

import itertools
import json
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from analysis.dice import Dice, parse_dice
from analysis.pools import answer, leadership_failure, mortal_wounds, successes, suffer, suffer_packets
from analysis.scenario import FeelNoPain, Group, MortalWounds, NamedBuff, Scenario

CASES = json.loads((Path(__file__).parent / "data/cases/other.json").read_text(encoding="utf-8"))


def cases(kind: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] == kind]


def models(count: int, wounds: int, **facts: Any) -> Group:
    return Group(count=count, toughness=4, wounds=wounds, **facts)


def mean(law: np.ndarray) -> float:
    return float(law @ np.arange(len(law)))


def check(case: dict[str, Any], losses: Any) -> None:
    expected = case["expected"]
    assert mean(losses.wounds) == pytest.approx(expected["wounds_lost_mean"]["value"], abs=1e-9)
    assert mean(losses.slain) == pytest.approx(expected["slain_mean"]["value"], abs=1e-9)
    for name, law in (("slain_pmf", losses.slain), ("wounds_lost_pmf", losses.wounds)):
        if name in expected:
            exact = [float(Fraction(value)) for value in expected[name].get("exact", [])]
            assert law.tolist() == pytest.approx(exact or expected[name]["values"], abs=1e-9)
    for at_least, chance in expected.get("p_slain_ge", {}).items():
        assert losses.slain[int(at_least) :].sum() == pytest.approx(chance, abs=1e-9)


@pytest.mark.parametrize("case", cases("pool"))
def test_pool_cases(case: dict[str, Any]) -> None:
    inputs, pool = case["inputs"], case["inputs"]["pool"]
    roll = MortalWounds(
        id=case["id"],
        rolls=pool.get("dice", 1),
        faces=pool.get("faces"),
        mortals=pool.get("mortals", str(pool.get("mortal_wounds_per_success", 1))),
        most=pool.get("most_successes"),
    )
    wounded = inputs["W"] - inputs.get("first_model_wounds_left", inputs["W"])

    law = mortal_wounds(roll)

    assert mean(law) == pytest.approx(case["expected"]["mortals_mean"]["value"], abs=1e-9)
    check(case, suffer([models(inputs["models"], inputs["W"], wounded=wounded)], law))


@pytest.mark.parametrize("case", cases("tests"))
def test_hazard_tests_of_the_10th_edition_fall_on_their_bearers(case: dict[str, Any]) -> None:
    inputs = case["inputs"]
    failed = successes(inputs["tests"], len(inputs["fail_faces"]) / 6)

    assert mean(failed) == pytest.approx(case["expected"]["failed_tests_mean"]["value"], abs=1e-9)
    three = Dice(0, 0, inputs["mortals_per_fail"])
    check(case, suffer_packets([models(inputs["bearers"], inputs["W"])], failed, three, "mortal"))


@pytest.mark.parametrize("case", cases("allocate"))
def test_allocation_cases(case: dict[str, Any]) -> None:
    inputs = case["inputs"]
    count = np.eye(inputs["failed_saves"] + 1)[-1]

    check(case, suffer_packets([models(inputs["models"], inputs["W"])], count, parse_dice(inputs["D"])))


def enumerated(groups: list[Group], packets: list[int], kind: str) -> dict[tuple[int, int], Fraction]:
    """(wounds lost, models slain) -> chance, following single models by hand; a packet of 0 spills as one wound."""
    stops = {"normal": {"all"}, "mortal": {"all", "mortal"}, "psychic": {"all", "mortal", "psychic"}}[kind]
    start = tuple(tuple([group.wounds - group.wounded] + [group.wounds] * (group.count - 1)) for group in groups)
    states: dict[tuple[tuple[int, ...], ...], Fraction] = {start: Fraction(1)}

    def victim(state: tuple[tuple[int, ...], ...]) -> int | None:
        living = [place for place, group in enumerate(state) if group]
        hurt = [min(state[place]) < groups[place].wounds for place in range(len(groups)) if state[place]]
        order = sorted(
            zip(living, hurt, strict=True), key=lambda each: (groups[each[0]].character, not each[1], each[0])
        )
        return order[0][0] if order else None

    for packet in packets:
        after: dict[tuple[tuple[int, ...], ...], Fraction] = defaultdict(Fraction)
        for state, chance in states.items():
            place = victim(state)
            if place is None:
                after[state] += chance
                continue
            thresholds = [roll.threshold for roll in groups[place].feel_no_pain or [] if roll.against in stops]
            kept = Fraction(7 - min(thresholds), 6) if thresholds else Fraction(0)
            size = packet or 1
            left = min(state[place])
            for fates in itertools.product((0, 1), repeat=size):
                lost, weight = 0, Fraction(1)
                for fate in fates:  # Fates after the death of the model sum to one and change nothing.
                    weight *= 1 - kept if fate else kept
                    lost += fate
                rest = sorted(state[place])
                rest[0] = max(0, left - lost)
                if weight:
                    after[(*state[:place], tuple(w for w in rest if w), *state[place + 1 :])] += chance * weight
        states = after
    total = sum(sum(group) for group in start)
    result: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for state, chance in states.items():
        remaining = sum(len(group) for group in state)
        result[total - sum(sum(group) for group in state), sum(g.count for g in groups) - remaining] += chance
    return result


feel_no_pains = st.lists(
    st.builds(FeelNoPain, threshold=st.integers(2, 6), against=st.sampled_from(["all", "mortal", "psychic"])),
    max_size=2,
)


@st.composite
def units(draw: st.DrawFn) -> list[Group]:
    groups = []
    for _ in range(draw(st.integers(1, 3))):
        wounds = draw(st.integers(1, 3))
        facts = {"wounded": draw(st.integers(0, wounds - 1)), "character": draw(st.booleans())}
        groups.append(models(draw(st.integers(1, 2)), wounds, feel_no_pain=draw(feel_no_pains), **facts))
    return groups


@settings(max_examples=60, deadline=None)
@given(units(), st.integers(0, 5), st.integers(0, 3), st.sampled_from(["normal", "mortal", "psychic"]))
def test_losses_agree_with_models_followed_by_hand(groups: list[Group], count: int, damage: int, kind: Any) -> None:
    """Spilling wounds (damage 0 stands for them) and packets, several groups, characters last, Feel No Pain."""
    law = np.eye(count + 1)[-1]

    losses = suffer(groups, law, kind) if not damage else suffer_packets(groups, law, Dice(0, 0, damage), kind)

    exact = enumerated(groups, [damage] * count, kind)
    for wounds, chance in enumerate(losses.wounds):
        assert chance == pytest.approx(float(sum(p for (lost, _), p in exact.items() if lost == wounds)), abs=1e-12)
    for slain, chance in enumerate(losses.slain):
        assert chance == pytest.approx(float(sum(p for (_, dead), p in exact.items() if dead == slain)), abs=1e-12)


def test_random_packets_lose_their_surplus() -> None:
    """WE-24 without Feel No Pain is WE-23: 3 x D6 into W2 slay 551/216, 2 x D6 into W3 slay 17/12."""
    for count, dice, wounds, slain in ((3, "D6", 2, "551/216"), (3, "D3", 2, "59/27"), (2, "D6", 3, "17/12")):
        losses = suffer_packets([models(5, wounds)], np.eye(count + 1)[-1], parse_dice(dice))
        assert mean(losses.slain) == pytest.approx(float(Fraction(slain)), abs=1e-9)


def test_feel_no_pain_against_packets() -> None:
    """WE-24: four unsaved D2 into W2 with 5+: 1648/729 slain; three flat 3: 5056/2187."""
    unit = [models(10, 2, feel_no_pain=[FeelNoPain(threshold=5)])]
    assert mean(suffer_packets(unit, np.eye(5)[4], Dice(0, 0, 2)).slain) == pytest.approx(1648 / 729, abs=1e-9)
    unit = [models(10, 2, feel_no_pain=[FeelNoPain(threshold=5)])]
    assert mean(suffer_packets(unit, np.eye(4)[3], Dice(0, 0, 3)).slain) == pytest.approx(5056 / 2187, abs=1e-9)


def test_worked_example_29_hazard() -> None:
    """Five weapons in a W1 unit: 5/6 models in 10e, 5/3 in 11e; one vehicle weapon 1/2 wound against 1."""
    men, vehicle = [models(5, 1)], [models(1, 12)]
    assert mean(suffer_packets(men, successes(5, 1 / 6), Dice(0, 0, 3), "mortal").slain) == pytest.approx(5 / 6)
    old = suffer_packets(vehicle, successes(1, 1 / 6), Dice(0, 0, 3), "mortal")
    assert mean(old.wounds) == pytest.approx(1 / 2)
    new = mortal_wounds(MortalWounds(id="hazard", rolls=5, faces=[1, 2]))
    assert mean(suffer(men, new).slain) == pytest.approx(5 / 3)
    assert new[0] == pytest.approx(32 / 243)
    three = mortal_wounds(MortalWounds(id="hazard", faces=[1, 2], mortals="3"))
    assert mean(suffer(vehicle, three).wounds) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("leadership", "once", "rerolled"), [(6, "5/9", "25/162"), (7, "5/6", "25/72"), (8, "7/6", "49/72")]
)
def test_worked_example_38_dark_pact_costs(leadership: int, once: str, rerolled: str) -> None:
    pact = MortalWounds(id="army/dark-pacts", leadership=leadership, mortals="D3")
    assert mean(mortal_wounds(pact)) == pytest.approx(float(Fraction(once)), abs=1e-12)
    again = pact.model_copy(update={"leadership_rerolled": True})
    assert mean(mortal_wounds(again)) == pytest.approx(float(Fraction(rerolled)), abs=1e-12)
    assert leadership_failure(2) == 0


def test_worked_example_39_crushing_impact() -> None:
    enemy = MortalWounds(id="impact", rolls=10, faces=[5, 6], most=6)
    assert mean(mortal_wounds(enemy)) == pytest.approx(195446 / 59049, abs=1e-12)
    assert mean(mortal_wounds(enemy.model_copy(update={"rolls": 12}))) == pytest.approx(230902 / 59049, abs=1e-12)
    own = MortalWounds(id="impact", rolls=10, faces=[1], most=6)
    assert mean(mortal_wounds(own)) == pytest.approx(25189889 / 15116544, abs=1e-12)


def test_worked_example_40_witchseekers() -> None:
    sisters = [models(10, 1, feel_no_pain=[FeelNoPain(threshold=3, against="mortal")])]
    law = mortal_wounds(MortalWounds(id="explosives", rolls=6, faces=[4, 5, 6]))
    assert mean(suffer(sisters, law).wounds) == pytest.approx(1.0, abs=1e-12)
    assert mean(suffer(sisters, law, "normal").wounds) == pytest.approx(3.0, abs=1e-12)
    one = suffer_packets(sisters, np.eye(2)[1], Dice(0, 0, 3), "mortal")
    assert mean(one.slain) == pytest.approx(19 / 27, abs=1e-12)


def scenario(**more: Any) -> Scenario:
    target = {"groups": [{"count": 5, "toughness": 4, "wounds": 2}]}
    weapon = {"type": "ranged", "attacks": "1", "strength": 4, "damage": "1"}
    return Scenario.from_json({"edition": "11e", "attacker": {"weapons": [weapon]}, "target": target, **more})


def test_answer_counts_pools_and_costs() -> None:
    impact = "stratagem/core/crushing-impact"
    own = MortalWounds(id=impact, side="attacker", rolls=10, faces=[1], most=6)
    enemy = MortalWounds(id=impact, rolls=10, faces=[5, 6], most=6)
    named = NamedBuff(id=impact, applied=True, cp=1)
    unused = NamedBuff(id="order/take-aim", applied=False, reason="no such keyword", cp=2)

    pools, costs = answer(scenario().model_copy(update={"pools": [enemy, own], "named_buffs": [named, unused]}))

    assert [pool.side for pool in pools] == ["target", "attacker"]
    assert pools[0].slain is not None
    assert pools[0].slain.mean > 1.4
    assert pools[1].slain is None, "the attacker's models are not given"
    assert [(cost.id, cost.cp) for cost in costs] == [(impact, 1)]
    assert costs[0].mortal_wounds == pytest.approx(25189889 / 15116544, abs=1e-12)


def test_a_feel_no_pain_of_the_sliders_counts_against_pools() -> None:
    roll = MortalWounds(id="explosives", rolls=6, faces=[4, 5, 6])
    pools, _ = answer(scenario(modifiers={"feel_no_pain": 4}).model_copy(update={"pools": [roll]}))
    assert pools[0].wounds_lost is not None
    assert pools[0].wounds_lost.mean == pytest.approx(1.5, abs=1e-12)
