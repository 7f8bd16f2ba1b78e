"""Situation, buffs and the context for them, sides written out in numbers, and equality with the inline scenario."""

from __future__ import annotations

from typing import Any

import pytest

from analysis import Scenario, evaluate
from analysis.buffs.table import Context, UnitFacts
from analysis.errors import InputError
from analysis.referring import ReferringScenario
from analysis.resolve import resolve
from tests.resolve.field import BARRACKS, resolved

RIFLES = {
    "name": "Rifle",
    "count": 4,
    "type": "ranged",
    "range": 24,
    "attacks": "2",
    "skill": 3,
    "strength": 4,
    "ap": 0,
    "damage": "1",
}
PISTOL = RIFLES | {"name": "Pistol", "count": 1, "attacks": "1", "abilities": ["pistol"]}
SNIPERS = {"groups": [{"count": 5, "toughness": 4, "save": 3, "wounds": 2}]}


def test_the_numbers_are_those_written_by_hand() -> None:
    by_hand = {"edition": "11e", "attacker": {"weapons": [RIFLES, PISTOL]}, "target": SNIPERS}

    found = evaluate(resolved("squad").scenario)

    # 8 + 1 attacks, hit on 3+, wound on 4+, fail a save of 3+.
    assert found.attacks == 9
    assert found.damage.mean == pytest.approx(9 * 2 / 3 / 2 / 3, abs=1e-9)
    assert found.damage == evaluate(Scenario.from_json(by_hand)).damage


def test_a_resolved_scenario_survives_json() -> None:
    scenario = resolved({"unit": "squad", "attached": [{"unit": "hero"}]}, "guards").scenario

    again = Scenario.from_json(scenario.model_dump(mode="json"))

    assert again == scenario
    assert evaluate(again) == evaluate(scenario)


@pytest.mark.parametrize(("edition", "improved"), [("10e", "ap"), ("11e", "skill")])
def test_plunging_fire_is_what_its_edition_makes_of_it(edition: str, improved: str) -> None:
    scenario = resolved("squad", situation={"plunging_fire": True}, edition=edition, modifiers={improved: 1}).scenario

    assert getattr(scenario.modifiers, improved) == 2


def test_nobody_plunges_into_a_fight() -> None:
    scenario = resolved("squad", situation={"plunging_fire": True}, phase="fight").scenario

    assert scenario.modifiers == resolved("squad", phase="fight").scenario.modifiers


def test_the_situation_is_carried_over() -> None:
    situation = {"distance": 10, "cover": True, "stationary": True}

    carried = resolved("squad", situation=situation).scenario.situation

    assert (carried.distance, carried.cover, carried.stationary, carried.charged) == (10.0, True, True, False)


def test_named_buffs_wait_to_be_folded_in() -> None:
    """Those of the scenario stand behind those of its modifiers; numbers stay as they are."""
    named = resolved(
        "squad", buffs=["b", {"id": "c", "choice": "x", "toggles": ["t"]}], modifiers={"hit": 1, "buffs": ["a"]}
    )

    assert [buff.id for buff in named.scenario.modifiers.buffs] == ["a", "b", "c"]
    assert named.scenario.modifiers.hit == 1


def test_the_context_says_what_the_numbers_do_not() -> None:
    attacker = {"unit": "squad", "army_faction": "test", "detachment": "drill", "attached": [{"unit": "hero"}]}

    context = resolved(attacker, "guards").context

    assert (context.attacker.army_faction, context.attacker.detachment) == ("test", "drill")
    assert context.attacker.leadership == 5, "the better of squad and hero"
    assert context.attacker.units == (
        UnitFacts("test/squad", groups=(0,), weapons=(0, 1), keywords=frozenset({"INFANTRY", "SQUAD", "TESTERS"})),
        UnitFacts(
            "test/hero",
            groups=(1,),
            weapons=(2,),
            attached=True,
            keywords=frozenset({"CHARACTER", "HERO", "INFANTRY", "PSYKER", "TESTERS"}),
        ),
    )
    assert context.target.leadership == 5, "the better of squad and leader"
    words = frozenset({"GUARDS", "INFANTRY", "TESTERS"})
    assert context.target.units == (UnitFacts("test/guards", groups=(0, 1), keywords=words),)


def test_profiles_are_compared_under_the_buffs_that_will_act() -> None:
    """With +1 damage the standard profile slays as many and needs no test; the fold decides, not the bare numbers."""

    def fold(scenario: Scenario, context: Context) -> Scenario:
        assert [buff.id for buff in scenario.modifiers.buffs] == ["order/harder"]
        assert context.attacker.units[0].weapons == (0,)
        folded = {"strength": 4, "ap": 6, "damage": 1, "buffs": []}
        return scenario.model_copy(update={"modifiers": scenario.modifiers.model_copy(update=folded)})

    attack: dict[str, Any] = {
        "edition": "11e",
        "phase": "shooting",
        "attacker": {"unit": "squad", "loadout": [{"weapon": "Plasma gun"}]},
        "target": {"unit": "snipers"},
        "buffs": ["order/harder"],
    }

    chosen = resolve(ReferringScenario.from_json(attack), BARRACKS, fold).lines
    bare = resolve(ReferringScenario.from_json(attack), BARRACKS).lines

    assert [line.name for line in chosen] == ["Plasma gun – Standard"]
    assert [line.name for line in bare] == ["Plasma gun – Supercharge"]


def test_one_side_may_be_written_out_in_numbers() -> None:
    into_numbers = resolved("snipers", SNIPERS).scenario
    from_numbers = resolved({"weapons": [RIFLES]}, "snipers").scenario

    assert [(group.count, group.toughness) for group in into_numbers.target.groups] == [(5, 4)]
    assert [(weapon.name, weapon.count) for weapon in into_numbers.attacker.weapons] == [("Rifle", 5)]
    assert from_numbers.attacker.weapons[0].count == 4
    assert from_numbers.target.points == 100


def test_numbers_of_the_other_phase_are_refused() -> None:
    with pytest.raises(InputError) as raised:
        resolved({"name": "Gunline", "weapons": [RIFLES]}, "snipers", phase="fight")

    assert str(raised.value) == "phase: 'fight' is not accepted; expected shooting, by the weapons of Gunline"


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"attacker": {"unit": "squad", "copy": 0}}, "attacker.copy: 0 is not accepted; expected at least 1"),
        (
            {"attacker": {"unit": "squad", "colour": 1}},
            "attacker.colour: 1 is not accepted; expected no field of this name",
        ),
        ({"attacker": {"unit": 5}}, "attacker.unit: 5 is not accepted; expected text"),
        (
            {"target": {"unit": "snipers", "loadout": [{"weapon": "Rifle", "count": -1}]}},
            "target.loadout[0].count: -1 is not accepted; expected at least 0",
        ),
        ({"phase": "charge"}, "phase: 'charge' is not accepted; expected one of 'shooting' or 'fight'"),
        ({"buffs": [{"name": "x"}]}, "buffs[0].id: is missing; expected this field"),
        ({"version": 2}, "version: 2 is not accepted; expected one of 1"),
        (
            {"attacker": {"unit": "squad", "attached": [{"unit": "hero", "attached": [{"unit": "hero"}]}]}},
            "attacker: an object is not accepted; expected attached units that have none attached themselves",
        ),
    ],
)
def test_a_wrong_field_is_named(changes: dict[str, Any], sentence: str) -> None:
    data = {"edition": "11e", "attacker": {"unit": "squad"}, "target": {"unit": "snipers"}, **changes}

    with pytest.raises(InputError) as raised:
        ReferringScenario.from_json(data)

    assert str(raised.value) == sentence
