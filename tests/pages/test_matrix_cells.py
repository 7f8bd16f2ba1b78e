"""A cell of the matrix page is the duel that a click on it opens, abilities that always act included."""

from __future__ import annotations

import random
from typing import Literal

import pytest

from dashboard.answer import answer
from dashboard.matrix_question import STANDARD, Question, cell_scenario
from dashboard.matrix_view import view_of

TABLES = (
    ("orks", "leagues-of-votann", "shooting"),
    ("astra-militarum", "aeldari", "shooting"),
    ("adeptus-custodes", STANDARD, "fight"),
    ("chaos-knights", "orks", "fight"),
)
CELLS = 40


@pytest.mark.parametrize("edition", ["10e", "11e"])
@pytest.mark.parametrize("rows", ["units", "weapons"])
@pytest.mark.parametrize(("attackers", "targets", "phase"), TABLES)
def test_a_cell_is_its_duel(
    edition: str, attackers: str, targets: str, phase: Literal["shooting", "fight"], rows: Literal["units", "weapons"]
) -> None:
    near = (("half_range", True),) if phase == "shooting" else (("charged", True),)
    view = view_of(Question(edition, attackers, targets, phase, rows, near))
    draw = random.Random(f"{edition} {attackers} {rows}")

    for _ in range(CELLS):
        cell = draw.randrange(len(view.rows)), draw.randrange(len(view.columns))
        result = answer(cell_scenario(view, cell)).result
        found = [float(getattr(view.figures, name)[cell]) for name in ("damage", "slain", "destroyed", "wasted")]
        expected = [result.damage.mean, result.slain.mean, result.destroyed, result.wasted]
        assert found == pytest.approx(expected, rel=0, abs=1e-9), cell_scenario(view, cell)
