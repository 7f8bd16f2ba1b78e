"""A link opened on the duel page shows the numbers of its scenario, whatever it holds, and passes all of it on."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analysis.links import unpack
from analysis.scenario import FARTHEST, MOST_POINTS
from dashboard.answer import answer, read_scenario
from tests.pages.duels import open_duel
from tests.pages.visits import shown_errors
from tests.strategies import groups, scenarios

WEAPON = {"type": "ranged", "attacks": 3, "skill": 3, "strength": 5, "damage": 2}
GROUP = {"name": "body", "count": 3, "toughness": 4, "save": 4, "wounds": 2}
EXTREME: dict[str, Any] = {
    "edition": "11e",
    "attacker": {
        "name": "n" * 200,
        "points": 20_000.5,
        "keywords": ["infantry", "One, Two", "K" * 80] * 10,
        "all_monster_or_vehicle": True,
        "groups": [{**GROUP, "feel_no_pain": [{"threshold": 5}]}],
        "weapons": [
            {**WEAPON, "name": "gun", "abilities": ["hazardous"], "modifiers": {"hit": 1}},
            {**WEAPON, "name": "gun", "abilities": ["lethal hits"], "lethal_choice": "never"},
            {**WEAPON, "name": "gun", "range": 1000, "strength": "2D6"},
        ],
    },
    "target": {
        "points": MOST_POINTS,
        "groups": [
            {**GROUP, "points": 87.5, "feel_no_pain": [{"threshold": 6}, {"threshold": 5, "against": "mortal"}]},
            {**GROUP, "damage_reduction": 1},
        ],
    },
    "situation": {"distance": FARTHEST},
    "modifiers": {"ap": 9, "reroll_attacks": "below_average"},
    "pools": [{"id": "pool", "rolls": 6, "faces": [5, 6]}],
    "named_buffs": [{"id": "pool", "applied": True, "cp": 1}, {"id": "idle", "applied": False, "reason": "why not"}],
    "uncounted": ["a rule"],
}
FOLDS = ("duel0.situation", "duel0.modifiers", "duel0.buffs")


def published(data: dict[str, Any], unfolded: tuple[str, ...] = ()) -> dict[str, Any]:
    """What the page puts into its address after a link to `data` was opened."""
    app = open_duel(data, unfolded=unfolded)
    assert not app.exception
    assert shown_errors(app) == []
    (packed,) = [app.query_params["s"]]
    return unpack(packed if isinstance(packed, str) else packed[0])


@pytest.mark.parametrize("unfolded", [(), FOLDS], ids=["closed", "open"])
def test_a_legal_but_extreme_scenario_passes_through_the_form_unchanged(unfolded: tuple[str, ...]) -> None:
    assert read_scenario(published(EXTREME, unfolded)) == read_scenario(EXTREME)


@st.composite
def with_hidden_fields(draw: st.DrawFn) -> dict[str, Any]:
    """A scenario that also has what no widget of the page shows."""
    data = draw(scenarios(draw(st.sampled_from(["10e", "11e"]))))
    data["attacker"]["points"] = draw(st.sampled_from([None, 87.5, 100.0]))
    data["attacker"]["groups"] = [draw(groups("own", character=False, most_models=4))]
    return data


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(with_hidden_fields(), st.booleans())
def test_the_page_publishes_the_scenario_of_its_link(data: dict[str, Any], opened: bool) -> None:
    written = published(data, FOLDS if opened else ())

    assert read_scenario(written) == read_scenario(data)
    assert answer(written).result == answer(data).result


UNITS: dict[str, Any] = {
    "edition": "11e",
    "phase": "shooting",
    "attacker": {
        "unit": "astra-militarum/kasrkin",
        "models": 10,
        "copy": 7,
        "loadout": [
            {"weapon": "Hot-shot lasgun", "count": 5},
            {"weapon": "Plasma gun", "profile": "standard", "count": 1},
            {"weapon": "Plasma gun", "profile": "SUPERCHARGE", "count": 1},
        ],
    },
    "target": {"unit": "orks/boyz", "models": 10, "copy": 99},
    "situation": {"distance": 500, "plunging_fire": True},
    "buffs": [{"id": "order/take-aim"}, {"id": "stratagem/core/explosives", "toggles": []}],
}
UNIT_FOLDS = ("duel0.attacker.astra-militarum/kasrkin.details", "duel0.target.orks/boyz.details", *FOLDS)


def test_opening_every_fold_of_two_units_changes_no_number() -> None:
    written = published(UNITS, UNIT_FOLDS)

    assert written["attacker"]["copy"] == 7
    assert written["target"]["copy"] == 99
    assert written["attacker"]["loadout"] == answer_ready(UNITS)["attacker"]["loadout"]
    assert answer(written).result == answer(UNITS).result


def answer_ready(data: dict[str, Any]) -> dict[str, Any]:
    return read_scenario(data).model_dump(mode="json", by_alias=True)
