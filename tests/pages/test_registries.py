"""Tables of the dashboard: every row has its words, and points at something that exists."""

from __future__ import annotations

from pathlib import Path

import pytest

from analysis.abilities import ABILITIES
from analysis.referring import TableSituation
from analysis.scenario import Modifiers, Scenario
from dashboard.glossary import all_terms
from dashboard.menu import PAGES
from dashboard.metrics import METRICS
from dashboard.what_if import DISTANCE, MODIFIERS, SITUATION, Control, single_steps

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = {
    "edition": "11e",
    "attacker": {"weapons": [{"type": "ranged", "attacks": 1, "skill": 3, "strength": 4, "damage": 1}]},
    "target": {"groups": [{"count": 1, "toughness": 4, "save": 4, "wounds": 1}]},
}


def test_the_menu_lists_every_page_file_once() -> None:
    files = {str(path.relative_to(ROOT)) for path in (ROOT / "pages").glob("*.py")} | {"app.py"}

    assert sorted(page.file for page in PAGES) == sorted(files)
    assert all(page.question.endswith((".", "?")) for page in PAGES)


def test_every_weapon_ability_is_in_the_glossary() -> None:
    terms = all_terms()

    assert {name.title() for name in ABILITIES} <= terms.keys()
    assert not any(sentence[0].islower() for sentence in terms.values())
    assert all(sentence.endswith(".") for sentence in terms.values())


def test_every_metric_says_what_it_means() -> None:
    assert all(metric.sentence.endswith(".") and metric.unit for metric in METRICS.values())


@pytest.mark.parametrize("control", SITUATION, ids=lambda control: control.field)
def test_a_switch_is_a_field_of_the_situation_and_off_by_default(control: Control) -> None:
    assert TableSituation.model_fields[control.field].default is control.neutral is False


@pytest.mark.parametrize("control", MODIFIERS, ids=lambda control: control.field)
def test_a_control_is_a_field_of_the_modifiers_with_its_neutral_value(control: Control) -> None:
    assert Modifiers.model_fields[control.field].default == control.neutral
    for value in control.values:
        changed = Scenario.from_json({**SCENARIO, "modifiers": {control.field: value}})
        assert getattr(changed.modifiers, control.field) == value


@pytest.mark.parametrize("control", [*SITUATION, DISTANCE, *MODIFIERS], ids=lambda control: control.field)
def test_a_control_says_itself_in_words(control: Control) -> None:
    assert control.help.endswith(".")
    assert len({control.write(value) for value in control.values}) == len(control.values)


def test_single_steps_move_one_control_by_one_place() -> None:
    steps = dict(single_steps(MODIFIERS, {"hit": 1}, "shooting"))

    assert steps["To hit 0"] == {"hit": 0}
    assert steps["To hit +2"] == {"hit": 2}
    assert "To hit −1" not in steps
    assert steps["AP +1"] == {"hit": 1, "ap": 1}


def test_steps_of_the_other_phase_are_not_tried() -> None:
    names = [name for name, _ in single_steps(SITUATION, {}, "fight")]

    assert "Charged on" in names
    assert "In cover on" not in names
