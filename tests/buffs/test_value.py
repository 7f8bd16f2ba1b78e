"""What a buff is worth is the difference of two duels, whatever the attack, its weapons and the buffs of both sides."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from analysis.buffs import Context, SideFacts, UnitFacts, fold
from analysis.buffs.candidates import Candidate
from analysis.buffs.select import looked_up
from analysis.buffs.value import METRICS, Attack
from analysis.errors import InputError
from analysis.evaluate import evaluate
from analysis.result import Result
from analysis.scenario import BuffChoice, Scenario
from dashboard import facts
from dashboard.answer import answer
from dashboard.buff_plan import Plan, Valued, scenario_behind, value
from queries.buffs import library
from tests.buffs.attacks import attack


def figure(result: Result, metric: str) -> float:
    found = getattr(result, metric)
    return float(getattr(found, "mean", found) or 0.0)


def check_cell(found: Valued, row: int, place: int) -> None:
    """The page's number with and without a rule against one opponent is the duel's."""
    worth = found.ranking.worths[row][place]
    before = answer(scenario_behind(found.plan, place, ())).result
    after = answer(scenario_behind(found.plan, place, (worth.candidate,))).result
    for metric in METRICS:
        assert worth.before.of(metric) == pytest.approx(figure(before, metric), abs=1e-9), (metric, place)
        assert worth.after.of(metric) == pytest.approx(figure(after, metric), abs=1e-9), (metric, worth.candidate)
    outcome = next(one for one in after.buffs if one.id == worth.candidate.buff.id)
    assert worth.applied == outcome.applied


def plans(edition: str, count: int) -> list[Plan]:
    chance = random.Random(f"buffs {edition}")
    units = [sheet.reference for sheet in facts.sheets_of(edition, None)]
    return [
        Plan(edition, unit, *where, granted=chance.random() < 0.7)
        for unit in chance.sample(units, count)
        for where in (("shooting", "attacker"), ("fight", "attacker"), ("shooting", "defender"))
    ]


@pytest.mark.parametrize("plan", [*plans("10e", 6), *plans("11e", 10)], ids=lambda plan: f"{plan.unit} {plan.side}")
def test_the_numbers_of_random_units_are_those_of_the_duels_behind_them(plan: Plan) -> None:
    try:
        found = value(plan)
    except InputError:
        pytest.skip("has no weapon for this phase")
    rows = range(len(found.ranking.uses))
    cells = [(row, place) for row in rows for place in range(len(found.labels))]
    for row, place in random.Random(plan.unit).sample(cells, min(6, len(cells))):
        check_cell(found, row, place)


def test_weapon_profiles_are_chosen_again_under_each_rule() -> None:
    """Obliterators turn to another profile against Guardsmen and Terminators once a Dark Pact is made."""
    found = value(Plan("11e", "chaos-space-marines/obliterators", "shooting", "attacker", granted=False))
    rows = [row for row, use in enumerate(found.ranking.uses) if use.buff.id == "army/dark-pacts"]
    changed = set()
    for place, opponent in enumerate(found.labels):
        trial = found.attacks[place]
        for row in rows:
            under = trial.chosen([found.ranking.uses[row].selected]).scenario
            if [one.name for one in under.attacker.weapons] != [one.name for one in trial.scenario.attacker.weapons]:
                changed.add(opponent)
                check_cell(found, row, place)

    assert changed == {"Guardsmen", "Terminators"}


def together(attacked: Scenario, context: Context, names: Sequence[str]) -> tuple[float, float]:
    """The mean damage with these buffs: of the attack with a memory, and of the scenario folded and evaluated."""
    lib = library(attacked.edition)
    trial = Attack(attacked, lib, context)
    trial.tried([])
    remembered = trial.tried([looked_up(BuffChoice(id=name), lib) for name in names]).figures.damage
    buffs = [BuffChoice(id=name) for name in names]
    named = attacked.model_copy(update={"modifiers": attacked.modifiers.model_copy(update={"buffs": buffs})})
    return remembered, evaluate(fold(named, lib, context)).damage.mean


def test_what_compares_strength_with_toughness_is_asked_after_the_target_has_changed() -> None:
    """Strength 10 against Toughness 10 is not weaker; against the same target with 2 Toughness more it is."""
    data: dict[str, Any] = attack(
        "11e", keywords=["PALADIN SQUAD"], blade={"strength": 10}, group={"toughness": 10, "count": 1, "wounds": 16}
    )
    case, champions = "ability/battlewagon/ard-case", "detachment/argent-assault/dauntless-champions"
    context = Context(target=SideFacts(units=(UnitFacts("orks/battlewagon", groups=(0,)),)))

    remembered, evaluated = together(Scenario.from_json(data), context, [case, champions])
    plain, _ = together(Scenario.from_json(data), context, [case])

    assert remembered == pytest.approx(evaluated, abs=1e-12)
    assert remembered > plain


def test_a_candidate_names_itself_as_a_scenario_does() -> None:
    found = value(Plan("11e", "chaos-space-marines/legionaries", "fight", "attacker", granted=True))
    use: Candidate = next(use for use in found.uses if use.buff.id == "army/dark-pacts")

    assert scenario_behind(found.plan, 0, (use,))["buffs"] == [
        {"id": "army/dark-pacts", "choice": use.selected.choice, "toggles": []}
    ]
