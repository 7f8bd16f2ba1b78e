"""Cells that no ability may change keep their printed numbers: they are those of a duel with all abilities."""

from __future__ import annotations

import random
from typing import Literal

import numpy as np
import pytest

from analysis.buffs.conditions import parse_clause
from analysis.buffs.library import Library
from analysis.buffs.model import Buff, Effect
from analysis.buffs.passives import Side, cells_that_may_change
from analysis.commands import always_acting
from analysis.commands.crossing import cross_units
from analysis.matrix.columns import archetype_columns
from analysis.matrix.rows import unit_rows
from analysis.referring import Phase
from analysis.scenario import Situation
from dashboard import facts


@pytest.mark.parametrize("edition", ["10e", "11e"])
@pytest.mark.parametrize(
    ("phase", "situation"),
    [("shooting", Situation(half_range=True, cover=True)), ("fight", Situation(charged=True, stationary=True))],
)
def test_every_cell_is_that_of_a_duel(
    monkeypatch: pytest.MonkeyPatch, edition: str, phase: Phase, situation: Situation
) -> None:
    """Some units of two factions: answered where an ability may act, and answered everywhere."""
    other = random.Random(f"{edition} {phase}").choice(list(facts.faction_names(edition)))
    sheets = [sheet for faction in ("adeptus-astartes", other) for sheet in facts.sheets(edition, faction)[::6]]
    rows, columns = unit_rows(sheets, facts.source(), phase), archetype_columns(facts.source(), edition, phase)
    printed, chosen, everywhere = (cross_units(rows, columns, edition, situation).figures for _ in range(3))

    always_acting.correct_always_acting(chosen, rows, columns, situation, facts.PageFacts())
    monkeypatch.setattr(
        always_acting, "cells_that_may_change", lambda *asked: np.ones((len(asked[3]), len(asked[4])), dtype=bool)
    )
    always_acting.correct_always_acting(everywhere, rows, columns, situation, facts.PageFacts())

    for name in ("damage", "slain", "destroyed", "wasted", "points_destroyed"):
        np.testing.assert_allclose(getattr(chosen, name), getattr(everywhere, name), rtol=0, atol=1e-9)
    assert (np.abs(everywhere.damage - printed.damage) > 1e-9).any()


def test_keywords_and_toggles_decide_where_an_ability_may_act() -> None:
    def ability(name: str, *when: str, side: Literal["attacker", "defender"] = "attacker") -> Buff:
        effect = Effect("hit", 1, tuple(map(parse_clause, when)))
        return Buff(f"ability/{name}", name, "11e", "datasheet ability", side, "modelled", datasheets=(name,),
                    passive=True, effects=(effect,))  # fmt: skip

    library = Library.of(
        "11e",
        [
            ability("hunter", "target MONSTER or target VEHICLE", "weapon ranged"),
            ability("duellist", "weapon melee"),
            ability("patient", "toggle objective-held"),
            ability("wary", "not attacker FLY", side="defender"),
        ],
    )
    attackers = [Side(name, frozenset({"FLY"})) for name in ("hunter", "duellist", "patient", "nobody")]
    targets = [Side("plain", frozenset({"INFANTRY"})), Side("plain", frozenset({"VEHICLE"})), Side("wary", frozenset())]

    shooting, fight = (
        cells_that_may_change(library, phase, Situation(), attackers, targets) for phase in ("shooting", "fight")
    )
    walking = [Side("nobody", frozenset()), *attackers[:1]]

    assert shooting.tolist() == [[False, True, False], *[[False] * 3] * 3]
    assert fight.tolist() == [[False] * 3, [True] * 3, *[[False] * 3] * 2]
    assert cells_that_may_change(library, "fight", Situation(), walking, targets)[:, 2].tolist() == [True, False]
