"""The home page: its example is a duel of its own table."""

from __future__ import annotations

import pytest

from analysis.archetypes import ARCHETYPES
from dashboard import facts
from dashboard.answer import answer
from dashboard.curves import at_least
from tests.pages.visits import drawn, numbers, open_page, shown_errors


@pytest.mark.parametrize(("faction", "phase"), [("orks", "shooting"), ("adeptus-custodes", "fight")])
def test_the_example_is_the_best_unit_of_the_chosen_faction(faction: str, phase: str) -> None:
    app = open_page("home", edition="11e", faction=facts.faction_names("11e")[faction], phase=phase.title())

    assert shown_errors(app) == []
    target = next(one for one in ARCHETYPES if one.label == "Terminators")
    best = app.dataframe[0].value.set_index("target")["best"][f"{target.label} ×{target.models}"]
    curve = drawn(app, "home_curve")["data"][0]
    assert curve["name"] == best
    unit = next(sheet.reference for sheet in facts.sheets("11e", faction) if sheet.name == best)
    duel = answer(
        {
            "edition": "11e",
            "phase": phase,
            "attacker": {"unit": unit},
            "target": {"unit": target.unit, "models": target.models},
            "situation": {"half_range": True} if phase == "shooting" else {},
        }
    )
    assert numbers(curve["y"]).tolist() == pytest.approx(at_least(duel.result.slain.pmf).tolist()[1:], abs=1e-9)
    captions = " ".join(element.value for element in app.caption)
    assert all(weapon.name in captions for weapon in duel.scenario.attacker.weapons)
