"""The duel page without a browser: its numbers are those of the engine, its address restores everything."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from analysis.activations import activations
from analysis.scenario import Scenario
from dashboard.answer import answer
from dashboard.curves import at_least
from dashboard.duel_panels import PANELS
from tests.pages.duels import HOMEBREW, MELEE, curve, open_duel, press, scenario_of, warnings
from tests.pages.visits import ROOT, drawn, numbers, open_page, shown_errors


@pytest.mark.parametrize("data", [MELEE, HOMEBREW], ids=["melee", "homebrew"])
def test_a_link_shows_the_numbers_of_its_scenario(data: dict[str, Any]) -> None:
    app = open_duel(data)

    assert shown_errors(app) == []
    np.testing.assert_allclose(curve(app), at_least(answer(data).result.slain.pmf)[1:], rtol=0, atol=1e-9)


def test_the_page_and_the_command_line_agree_on_the_scenario_behind_the_address() -> None:
    app = open_page("duel")

    run = subprocess.run(
        [sys.executable, "-m", "analysis", "evaluate", "-"],
        input=json.dumps(scenario_of(app)), capture_output=True, text=True, check=True, cwd=ROOT,
    )  # fmt: skip

    result = json.loads(run.stdout)
    np.testing.assert_allclose(curve(app), at_least(result["slain"]["pmf"])[1:], rtol=0, atol=1e-9)


def test_the_address_of_a_page_opens_the_same_page_again() -> None:
    first = open_duel(MELEE, k="4")

    again = open_page("duel", **first.query_params)

    assert again.query_params == first.query_params
    assert curve(again) == curve(first)
    assert [slider.value for slider in again.slider if "At least" in slider.label] == [4]


def test_a_link_of_another_catalogue_opens_with_a_note() -> None:
    app = open_duel(MELEE)

    assert [note.value for note in app.warning if "made with catalogue old" in note.value]


def test_an_inline_scenario_keeps_what_no_control_shows() -> None:
    data = {**HOMEBREW, "modifiers": {"abilities": ["devastating wounds"], "critical_wound": 5}}

    app = open_duel(data)

    assert Scenario.from_json(scenario_of(app)) == Scenario.from_json(data)


def test_names_are_shown_letter_by_letter() -> None:
    app = open_duel(HOMEBREW)

    headline = app.subheader[0].value
    assert r"!\[x\](http\:" in headline
    assert r"\<b\>own" in headline
    assert drawn(app, "duel_curve")["data"][0]["name"] == "My &lt;b&gt;own&lt;/b&gt; unit"


def test_a_slider_changes_the_numbers_and_the_address() -> None:
    app = open_page("duel", unfolded=("duel0.modifiers",))
    before = curve(app)

    app.select_slider(key="duel0.modifiers.hit").set_value(1).run()

    assert scenario_of(app)["modifiers"]["hit"] == 1
    assert curve(app)[0] > before[0]


def test_taking_a_special_weapon_gives_up_a_usual_one() -> None:
    prefix = "duel0.attacker.astra-militarum/kasrkin"
    app = open_page("duel", unfolded=(f"{prefix}.details",))
    prefix += ".10"

    app.number_input(key=f"{prefix}.plasma-gun-kasrkin").set_value(1).run()

    counts = {line["weapon"]: line["count"] for line in scenario_of(app)["attacker"]["loadout"]}
    assert (counts["plasma-gun-kasrkin"], counts["hot-shot-lasgun"]) == (1, 6)


def test_a_fold_keeps_its_values_when_it_closes_and_opens_again() -> None:
    app = open_page("duel", unfolded=("duel0.modifiers",))
    app.select_slider(key="duel0.modifiers.ap").set_value(2).run()

    app.session_state["duel0.modifiers"] = False
    app.run()

    assert scenario_of(app)["modifiers"]["ap"] == 2
    assert not [slider for slider in app.select_slider if slider.key == "duel0.modifiers.ap"]
    app.session_state["duel0.modifiers"] = True
    app.run()
    assert app.select_slider(key="duel0.modifiers.ap").value == 2


def test_what_no_widget_shows_survives_an_open_form() -> None:
    attacker = {"unit": "orks/boyz", "army_faction": "orks", "detachment": "war-horde", "damaged": True}
    data = {**MELEE, "edition": "11e", "attacker": attacker}

    app = open_duel(data, unfolded=("duel0.attacker.orks/boyz.details",))

    written = scenario_of(app)["attacker"]
    assert {name: written[name] for name in attacker} == attacker


def test_swapping_sides_lets_the_target_strike_back() -> None:
    app = open_page("duel")

    press(app, "Swap sides")

    data = scenario_of(app)
    assert (data["attacker"]["unit"], data["target"]["unit"]) == (
        "adeptus-astartes/terminator-squad",
        "astra-militarum/kasrkin",
    )
    assert shown_errors(app) == []


def test_a_is_kept_while_b_changes_and_both_are_in_the_address() -> None:
    app = open_page("duel", unfolded=("duel0.modifiers",))
    before = curve(app)
    press(app, "Keep this as A")
    app.select_slider(key="duel0.modifiers.wound").set_value(1).run()

    again = open_page("duel", **app.query_params)

    lines = [
        numbers(trace["y"]).tolist() for trace in drawn(again, "duel_curve")["data"] if trace["mode"] != "markers+text"
    ]
    assert lines[0] == before
    assert lines[1] == pytest.approx(at_least(answer(scenario_of(app)).result.slain.pmf)[1:].tolist(), abs=1e-9)
    assert lines[1][0] > before[0]
    assert re.search(r"^B against A: .*, \+", "\n".join(element.value for element in again.markdown), re.MULTILINE)


@pytest.mark.parametrize("panel", [panel.title for panel in PANELS])
@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_every_panel_opens_in_both_editions(panel: str, edition: str) -> None:
    app = open_page("duel", panel=panel, edition=edition)

    assert shown_errors(app) == []
    assert app.query_params.get("panel", "Odds") == panel


def test_repeated_activations_are_told_with_their_exact_mean() -> None:
    app = open_page("duel", panel="Until destroyed")

    repeated = activations(answer(scenario_of(app)).scenario)
    table = next(element.value for element in app.dataframe if "activations" in element.value)
    assert table["chance to be destroyed"].tolist() == pytest.approx(repeated.destroyed, abs=1e-12)
    assert any(f"**{repeated.expected:.2f}** such activations" in element.value for element in app.markdown)


def test_the_other_edition_answers_the_same_duel_by_its_own_rules() -> None:
    app = open_page("duel")

    app.segmented_control(key="edition_switch").set_value("10e").run()

    assert scenario_of(app)["edition"] == "10e"
    assert scenario_of(app)["attacker"]["unit"] == "astra-militarum/kasrkin"


def test_the_other_edition_takes_over_what_the_form_shows_and_back_again() -> None:
    """Loadout, settings and threshold come along though the two editions call the same weapons by other ids."""
    app = open_page("duel", unfolded=("duel0.modifiers", "duel0.situation"))
    app.select_slider(key="duel0.modifiers.attacks").set_value(1).run()
    app.toggle(key="duel0.situation.cover").set_value(True).run()
    app.slider(key="duel0.k.5").set_value(2).run()
    before, address = curve(app), app.query_params["s"]

    app.segmented_control(key="edition_switch").set_value("10e").run()

    there = scenario_of(app)
    assert there["situation"]["cover"]
    assert there["modifiers"]["attacks"] == 1
    carried = {line["weapon"]: line["count"] for line in there["attacker"]["loadout"]}
    assert carried == {"hot-shot-lasgun": 5, "plasma-gun": 2, "meltagun": 2, "hot-shot-laspistol": 1, "chainsword": 1,
                       "close-combat-weapon": 9}  # fmt: skip
    assert app.query_params["k"] == "2"
    assert (warnings(app), shown_errors(app)) == ("", [])
    app.segmented_control(key="edition_switch").set_value("11e").run()
    assert app.query_params["s"] == address
    assert curve(app) == before


def test_the_other_edition_takes_over_the_unit_that_was_picked() -> None:
    app = open_page("duel")
    app.selectbox(key="duel0.attacker.faction").select("orks").run()
    app.selectbox(key="duel0.attacker.unit.orks").select("orks/boyz").run()

    app.segmented_control(key="edition_switch").set_value("10e").run()

    assert scenario_of(app)["attacker"]["unit"] == "orks/boyz"


def test_what_the_other_edition_does_not_have_is_named_and_comes_back() -> None:
    data = {
        "edition": "11e",
        "phase": "shooting",
        "attacker": {"unit": "astra-militarum/kasrkin", "loadout": [{"weapon": "Hot-shot lasgun", "count": 10},
                                                                     {"weapon": "vox-caster", "count": 1}]},
        "target": {"unit": "adeptus-astartes/intercessor-squad", "models": 5},
    }  # fmt: skip
    app = open_duel(data)
    address = app.query_params["s"]

    app.segmented_control(key="edition_switch").set_value("10e").run()

    assert "1 × vox-caster of Kasrkin" in warnings(app)
    assert [line["weapon"] for line in scenario_of(app)["attacker"]["loadout"]] == ["hot-shot-lasgun"]
    app.segmented_control(key="edition_switch").set_value("11e").run()
    assert app.query_params["s"] == address


def test_swapped_twice_is_as_before_and_what_stays_behind_is_named() -> None:
    data = {**MELEE, "edition": "11e"}
    app = open_duel(data)
    before, address, asked = curve(app), app.query_params["s"], app.query_params["k"]

    press(app, "Swap sides")

    assert "1 wound already lost; Charged; To wound +1; Re-roll hits ones" in warnings(app)
    assert scenario_of(app)["modifiers"]["wound"] == 0
    press(app, "Swap sides")
    assert app.query_params["s"] == address
    assert app.query_params["k"] == asked
    assert curve(app) == before


def test_the_first_duel_swapped_shoots_back_at_the_same_distance() -> None:
    app = press(open_page("duel"), "Swap sides")

    data = scenario_of(app)
    assert data["phase"] == "shooting"
    assert data["situation"]["half_range"]
    assert shown_errors(app) == []
