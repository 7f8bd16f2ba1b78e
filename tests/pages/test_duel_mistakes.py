"""The duel page when something does not go: out of reach, no weapon for the phase, numbers that count as others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from analysis.errors import InputError
from dashboard.answer import answer
from dashboard.csv_export import Origin
from dashboard.custom_hints import group_hints, weapon_hints
from dashboard.duel_words import points_sentences
from dashboard.field_labels import in_labels
from dashboard.printable import printable
from tests.pages.duels import HOMEBREW, open_duel, press, scenario_of, warnings
from tests.pages.visits import drawn, open_page, shown_errors

GENESTEALERS: dict[str, Any] = {
    "edition": "11e",
    "phase": "fight",
    "attacker": {"unit": "tyranids/genestealers"},
    "target": {"unit": "adeptus-astartes/intercessor-squad", "models": 5},
}


OATH: dict[str, Any] = {
    "edition": "11e",
    "phase": "shooting",
    "attacker": {"unit": "adeptus-astartes/intercessor-squad"},
    "target": {"unit": "orks/boyz"},
}


def told(app: AppTest) -> str:
    return " ".join(element.value.replace("\\", "") for element in app.markdown)


def at_distance(inches: float) -> AppTest:
    app = open_page("duel", unfolded=("duel0.situation",))
    return app.number_input(key="duel0.situation.distance").set_value(inches).run()


def test_out_of_every_range_is_said_in_words() -> None:
    assert "No weapon reaches 30 inches: the longest range is 24 inches." in warnings(at_distance(30.0))


def test_the_weapons_that_do_not_reach_are_named() -> None:
    assert "At 20 inches these do not reach: Meltagun (12 inches)" in warnings(at_distance(20.0))
    assert warnings(at_distance(8.0)) == ""


def test_a_distance_decides_half_range_in_place_of_the_switch() -> None:
    app = at_distance(11.0)

    switch = next(toggle for toggle in app.toggle if toggle.label == "Half range")
    assert switch.disabled
    assert not switch.value
    app.number_input(key="duel0.situation.distance").set_value(None).run()
    switch = next(toggle for toggle in app.toggle if toggle.label == "Half range")
    assert not switch.disabled
    assert scenario_of(app)["situation"]["half_range"]


def test_half_range_stays_a_choice_for_own_weapons_that_have_no_range() -> None:
    data = {**HOMEBREW, "situation": {"distance": 5, "half_range": True}}

    app = open_duel(data, unfolded=("duel0.situation",))

    switch = next(toggle for toggle in app.toggle if toggle.label == "Half range")
    assert (switch.disabled, switch.value) == (False, True)


def test_a_phase_without_weapons_is_refused_in_words_and_left_again() -> None:
    app = open_duel(GENESTEALERS)
    address = app.query_params["s"]

    app.segmented_control(key="duel0.phase").set_value("shooting").run()

    assert shown_errors(app) == ["Phase: the attacker carries no ranged weapons; choose Fight.".replace(":", "\\:")]
    assert app.query_params["s"] == address
    app.segmented_control(key="duel0.phase").set_value("fight").run()
    assert shown_errors(app) == []
    assert app.query_params["s"] == address


def test_no_switch_is_drawn_that_two_sides_in_numbers_cannot_use() -> None:
    labels = {toggle.label for toggle in open_duel(HOMEBREW, unfolded=("duel0.situation",)).toggle}
    assert {"In cover", "Half range"} <= labels
    assert "Plunging fire" not in labels

    assert "Plunging fire" in {toggle.label for toggle in open_page("duel", unfolded=("duel0.situation",)).toggle}


def test_no_weapon_at_all_is_said() -> None:
    data = {**HOMEBREW, "attacker": {**HOMEBREW["attacker"], "weapons": []}}

    app = open_duel(data)

    assert "The attacker has no weapon" in warnings(app)


def test_abilities_that_do_nothing_are_named_beside_the_table() -> None:
    weapon = {**HOMEBREW["attacker"]["weapons"][0], "attacks": "0", "abilities": ["rubbish", "melta", "<b>x</b>"]}
    app = open_duel({**HOMEBREW, "attacker": {**HOMEBREW["attacker"], "weapons": [weapon]}})

    said = " ".join(caption.value.replace("\\", "") for caption in app.caption)
    for sentence in (
        "Row 1, A: 0 counts as 1.",
        "'rubbish' is not known",
        "'melta' does nothing without a number",
        "'<b>x</b>' is not known",
    ):
        assert sentence in said


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_abilities_that_are_understood_are_not_complained_about(edition: str) -> None:
    written = ["[LETHAL HITS]", "anti-infantry 4+", "Sustained Hits D3", "melta 2", "blast", "twin-linked"]

    assert weapon_hints([{"attacks": "2", "damage": "1", "abilities": written}], edition) == []


def test_what_the_edition_does_not_have_is_told_from_what_nobody_knows() -> None:
    (hint,) = weapon_hints([{"attacks": "2", "damage": "1", "abilities": ["cleave 1"]}], "10e")

    assert "does not exist in this edition" in hint
    assert group_hints([]) == ["No models are written down, so there is nobody to attack."]


@pytest.mark.parametrize(
    ("field", "label"),
    [
        ("target.groups[2].save", "Target's models, row 3, Sv"),
        ("target.groups[0].feel_no_pain[0].threshold", "Target's models, row 1, FNP"),
        ("attacker.weapons[0]", "Attacker's weapons, row 1"),
        ("attacker.points", "Attacker, points"),
        ("situation.distance", "Distance"),
        ("modifiers.reroll_hits", "Re-roll hits"),
    ],
)
def test_a_mistake_is_named_by_the_label_above_the_cell(field: str, label: str) -> None:
    assert in_labels(InputError(field, 9, "less")) == f"{label}: 9 is not accepted; expected less"


def test_a_swap_is_one_press_even_where_the_target_cannot_shoot() -> None:
    shooting = {
        "edition": "11e",
        "phase": "shooting",
        "attacker": {"unit": "astra-militarum/kasrkin"},
        "target": {"unit": "tyranids/genestealers"},
    }

    app = press(open_duel(shooting), "Swap sides")

    assert scenario_of(app)["phase"] == "fight"
    assert "the shooting phase, for which the attacker carries no weapons" in warnings(app)


def test_a_and_b_of_two_editions_are_told_apart_by_name() -> None:
    app = press(open_page("duel"), "Keep this as A")

    app.segmented_control(key="edition_switch").set_value("10e").run()

    curves = [trace["name"] for trace in drawn(app, "duel_curve")["data"] if trace.get("name")]
    assert curves == ["A: Kasrkin, 11th edition", "B: Kasrkin, 10th edition"]
    assert "A and B are under two editions" in " ".join(caption.value for caption in app.caption)


def test_an_attack_of_nobody_boasts_of_nothing() -> None:
    """Out of reach, no sentence says that no damage was wasted or what was taken out."""
    said = " ".join(element.value for element in at_distance(30.0).markdown)

    assert "wasted" not in said
    assert "takes out" not in said


def test_a_single_point_and_a_sliver_of_one_are_written_as_such() -> None:
    shown = answer(HOMEBREW).result
    sliver = replace(shown, points_destroyed=0.004, efficiency=0.00004)

    first, *_, last = points_sentences(sliver, 1, 160)

    assert first == "It takes out <0.01 of the target's 160 points on average."
    assert last == "The attacker earns back its own 1 point in 250 such attacks."


def test_weapons_that_the_datasheet_forbids_are_named_beside_the_numbers() -> None:
    """Nine hot-shot lasguns beside four special weapons: the numbers count them all, and say so."""
    loadout = [
        {"weapon": "Hot-shot lasgun", "count": 9},
        {"weapon": "Plasma gun", "count": 2},
        {"weapon": "Meltagun", "count": 2},
    ]
    unit = {"unit": "astra-militarum/kasrkin", "loadout": loadout}
    app = open_duel({**GENESTEALERS, "phase": "shooting", "attacker": unit})

    assert "Kasrkin: Hot-shot lasgun\\: 4 are replaced, so at most 5 are left" in warnings(app)
    assert "allows it" not in warnings(open_page("duel"))


def test_enter_after_a_few_letters_chooses_one_rule_and_not_every_match() -> None:
    oath = {"id": "army/oath-of-moment"}
    app = open_duel({**OATH, "buffs": [oath]}, unfolded=("duel0.buffs", "duel0.attacker.details"))

    lists = {element.proto.label: element.proto.select_all for element in app.multiselect}
    assert {"Attacker's rules", "Target's rules", "Oath of Moment: what holds"} <= set(lists)
    assert not any(lists.values())


def test_a_rule_that_waits_for_a_fact_says_where_to_name_it_and_paper_says_what_was_named() -> None:
    waiting = told(open_duel({**OATH, "buffs": [{"id": "army/oath-of-moment"}]}))
    assert "choose it in the form under “Oath of Moment: what holds”" in waiting

    data = {**OATH, "buffs": [{"id": "army/oath-of-moment", "toggles": ["target-of-the-oath-of-moment"]}]}
    assert "what holds" not in told(open_duel(data))
    paper = printable(data, answer(data), 1, Origin("11e", "r", "link")).decode()
    assert "Oath of Moment (target of the oath of moment)" in paper
