"""The duel in the other edition and back: what is left behind on the way there is whole again on the way back."""

from __future__ import annotations

from analysis.links import decode, encode, parse_query
from dashboard.answer import read_scenario
from tests.pages.visits import open_page

OPENING_SALVO = "stratagem/armoured-infantry/opening-salvo"
NUMBERS = {
    "edition": "11e",
    "attacker": {"weapons": [{"type": "ranged", "attacks": 4, "skill": 4, "strength": 5, "damage": 1}]},
    "target": {"groups": [{"count": 5, "toughness": 4, "save": 3, "wounds": 2}]},
    "modifiers": {"buffs": [{"id": OPENING_SALVO}]},
}


def test_a_rule_of_two_sides_in_numbers_comes_back_with_its_edition() -> None:
    query = parse_query(encode(read_scenario(NUMBERS), "11e", "old"))
    app = open_page("duel", **{name: values[0] for name, values in query.items()})
    address = app.query_params["s"]

    app.segmented_control(key="edition_switch").set_value("10e").run()

    assert any("Opening Salvo" in note.value for note in app.warning)
    app.segmented_control(key="edition_switch").set_value("11e").run()
    assert app.query_params["s"] == address
    found = decode({name: [str(value)] for name, value in app.query_params.items()}).data
    assert [one["id"] for one in found["modifiers"]["buffs"]] == [OPENING_SALVO]


def test_rules_tried_together_start_afresh_in_the_other_edition() -> None:
    app = open_page("buffs", show="Several together")
    box = next(box for box in app.multiselect if box.label == "Rules used together")
    box.set_value(box.options[4:6]).run()

    app.segmented_control(key="edition_switch").set_value("10e").run()

    fresh = open_page("buffs", show="Several together", edition="10e")
    assert app.query_params["together"] == fresh.query_params["together"]
