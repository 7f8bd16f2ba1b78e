"""The duel in the other edition and back: what is left behind on the way there is whole again on the way back."""

from __future__ import annotations

from tests.pages.duels import open_duel, scenario_of, warnings
from tests.pages.visits import open_page

OPENING_SALVO = "stratagem/armoured-infantry/opening-salvo"
NUMBERS = {
    "edition": "11e",
    "attacker": {"weapons": [{"type": "ranged", "attacks": 4, "skill": 4, "strength": 5, "damage": 1}]},
    "target": {"groups": [{"count": 5, "toughness": 4, "save": 3, "wounds": 2}]},
    "modifiers": {"buffs": [{"id": OPENING_SALVO}]},
}


def test_a_rule_of_two_sides_in_numbers_comes_back_with_its_edition() -> None:
    app = open_duel(NUMBERS)
    address = app.query_params["s"]

    app.segmented_control(key="edition_switch").set_value("10e").run()

    assert "Opening Salvo" in warnings(app)
    app.segmented_control(key="edition_switch").set_value("11e").run()
    assert app.query_params["s"] == address
    assert [one["id"] for one in scenario_of(app)["modifiers"]["buffs"]] == [OPENING_SALVO]


def test_rules_tried_together_start_afresh_in_the_other_edition() -> None:
    app = open_page("buffs", show="Several together")
    box = next(box for box in app.multiselect if box.label == "Rules used together")
    box.set_value(box.options[4:6]).run()

    app.segmented_control(key="edition_switch").set_value("10e").run()

    fresh = open_page("buffs", show="Several together", edition="10e")
    assert app.query_params["together"] == fresh.query_params["together"]
