"""A named buff that reaches nothing says what it lacked, and says nothing that is not so."""

from __future__ import annotations

from typing import Any

from analysis.buffs import Buff, Context, Effect, SideFacts, UnitFacts
from analysis.buffs.conditions import parse_clause
from analysis.buffs.reasons import missing_in_words
from analysis.buffs.select import Selected
from analysis.buffs.table import Table
from analysis.scenario import Scenario
from tests.buffs.attacks import Json, attack, outcome


def lacked(data: Json, effect: Effect, side: Any = "attacker", context: Context | None = None, **more: Any) -> str:
    buff = Buff("x", "X", "11e", "stratagem", side, "modelled", effects=(effect,), **more)
    table = Table.of(Scenario.from_json(data), context or Context())
    return missing_in_words(Selected(buff, None, frozenset()), table)


def test_stealth_does_nothing_in_a_fight() -> None:
    assert lacked(attack("11e", blade={}), Effect("stealth", 1), "defender") == "does nothing in a fight"


def test_an_ability_of_a_leader_who_attacks_with_nothing_says_so() -> None:
    led = SideFacts(
        units=(UnitFacts("necrons/necron-warriors", weapons=(0,)), UnitFacts("necrons/plasmancer", attached=True))
    )
    own = Effect("hit", 1, bearer_only=True)

    words = lacked(attack("11e"), own, context=Context(led), owner="Plasmancer", datasheets=("necrons/plasmancer",))

    assert words == "Plasmancer attacks with no weapon here"


def test_an_ability_for_characters_needs_one() -> None:
    effect = Effect("feel_no_pain", "5", characters_only=True)

    assert lacked(attack("11e"), effect, "defender") == "no character in the unit"


def test_what_a_weapon_lacks_is_named() -> None:
    plain = attack("11e", keywords=["ASTRA MILITARUM"], weapon={"abilities": []})

    found = outcome(plain, "order/first-rank-fire-second-rank-fire")

    assert found == [(False, "needs a weapon with rapid fire")]


def test_conditions_that_no_weapon_meets_together_are_told_from_one_that_none_meets() -> None:
    """One gun has the name and another the ability; neither has both."""
    data = attack("11e", weapon={"name": "long gun", "abilities": []})
    data["attacker"]["weapons"].append({**data["attacker"]["weapons"][0], "name": "pistol", "abilities": ["blast"]})
    both = (parse_clause("weapon named long gun"), parse_clause("weapon with blast"))

    assert lacked(data, Effect("hit", 1, both)) == "no weapon of this attack meets all of its conditions at once"
