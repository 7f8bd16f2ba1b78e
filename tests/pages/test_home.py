"""The home page: its example is a duel of its own table."""

from __future__ import annotations

import pytest

from analysis.archetypes import ARCHETYPES
from dashboard import facts
from dashboard.answer import answer, read_scenario
from dashboard.curves import at_least
from dashboard.duel_words import picture_title
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
    assert drawn(app, "home_curve")["layout"]["title"]["text"] == f"{best}<br>against Terminator Squad,<br>11th edition"
    captions = " ".join(element.value for element in app.caption)
    assert all(weapon.name in captions for weapon in duel.scenario.attacker.weapons)


def test_a_picture_of_hostile_names_is_titled_letter_by_letter_and_in_short() -> None:
    weapon = {"type": "ranged", "attacks": 1, "skill": 3, "strength": 4, "damage": 1}
    scenario = read_scenario(
        {
            "edition": "10e",
            "attacker": {"name": "<a href='x'>Boyz</a> & co", "weapons": [weapon]},
            "target": {"name": "T" * 100, "groups": [{"count": 1, "toughness": 4, "save": 4, "wounds": 1}]},
        }
    )

    title = picture_title(answer(scenario.model_dump(mode="json", by_alias=True)).scenario)

    assert title == f"&lt;a href='x'&gt;Boyz&lt;/a&gt; &amp; co<br>against {'T' * 39}…,<br>10th edition"
