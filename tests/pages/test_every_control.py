"""Every what-if control, moved, gives the matrix the numbers of the duel behind each cell; none stops a page."""

from __future__ import annotations

import random
from typing import Any

import pytest

from dashboard.answer import answer
from dashboard.duel_link import duel_parameters
from dashboard.matrix_question import STANDARD, Question, cell_scenario
from dashboard.matrix_view import view_of
from dashboard.what_if import DISTANCE, MODIFIERS, SITUATION, Control
from tests.pages.visits import open_page, shown_errors

FACTION = "adeptus-custodes"
OF_THE_DUEL = "precision_on_character"
"""A single target's question: no control of a table."""
OF_TABLES = [*SITUATION, DISTANCE, *MODIFIERS]


def moved(control: Control) -> Any:
    return control.steps(control.neutral)[-1]


@pytest.mark.parametrize("edition", ["10e", "11e"])
@pytest.mark.parametrize("control", OF_TABLES, ids=lambda control: control.field)
def test_a_control_changes_the_matrix_as_it_changes_the_duel(control: Control, edition: str) -> None:
    set_to = ((control.field, moved(control)),)
    situation, modifiers = ((), set_to) if control in MODIFIERS else (set_to, ())
    for phase in control.phases:
        view = view_of(Question(edition, FACTION, STANDARD, phase, "units", situation, modifiers))

        for cell in random.Random(control.field).sample([(r, c) for r in range(len(view.rows)) for c in range(12)], 3):
            result = answer(cell_scenario(view, cell)).result
            assert view.figures.damage[cell] == pytest.approx(result.damage.mean, abs=1e-9)
            assert view.figures.destroyed[cell] == pytest.approx(result.destroyed, abs=1e-9)


def written(control: Control) -> str:
    return "true" if control.is_switch else control.write(moved(control))


@pytest.mark.parametrize("phase", ["shooting", "fight"])
@pytest.mark.parametrize("rows", ["Whole units", "Single weapons"])
def test_a_matrix_opens_with_every_control_moved(phase: str, rows: str) -> None:
    controls = [one for one in OF_TABLES if phase in one.phases and one.field != OF_THE_DUEL]
    asked = {f"if_{control.field}": written(control) for control in controls}

    app = open_page("matrix", faction="Adeptus Custodes", rows=rows, phase=phase.capitalize(), **asked)

    assert not app.exception
    assert shown_errors(app) == []
    assert app.warning == []
    kept = {name: value for name, value in asked.items() if name in app.query_params}
    assert {name: app.query_params[name] for name in kept} == kept
    assert set(asked) - set(kept) <= {"if_half_range"}  # on by default, and a default is not written
    assert len(app.dataframe[0].value) > 1


@pytest.mark.parametrize("phase", ["shooting", "fight"])
def test_a_duel_opens_with_every_control_moved(phase: str) -> None:
    data = {
        "edition": "11e",
        "phase": phase,
        "attacker": {"unit": "adeptus-custodes/custodian-guard"},
        "target": {"unit": "orks/boyz"},
        "situation": {control.field: moved(control) for control in SITUATION if phase in control.phases},
        "modifiers": {control.field: moved(control) for control in MODIFIERS},
    }

    app = open_page("duel", unfolded=("duel0.situation", "duel0.modifiers"), **duel_parameters(data, "old"))

    assert not app.exception
    assert shown_errors(app) == []
    assert app.get("plotly_chart")
