"""The Buffs page for a unit that does not stand as usual, and for several units: its numbers are those of the duels."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from analysis.archetypes import ARCHETYPES
from analysis.links import pack
from dashboard import facts
from dashboard.answer import answer, read_scenario
from dashboard.buff_form import offered
from dashboard.buff_plan import Plan, scenario_behind, value
from dashboard.buff_view import ranking_table
from dashboard.detachment_view import detachment_table
from dashboard.setup import USUAL, Setup
from tests.pages.visits import open_page, shown_errors

KASRKIN = "astra-militarum/kasrkin"
MARINES = "adeptus-astartes/intercessor-squad"
LED = Setup.of(
    {
        "models": 10,
        "attached": [{"unit": "astra-militarum/ursula-creed"}],
        "loadout": [{"weapon": "Hot-shot lasgun", "count": 9}, {"weapon": "Hot-shot laspistol", "count": 1}],
    },
    {"cover": True},
    [{"id": "order/take-aim", "choice": None, "toggles": []}],
)


def plan(setup: Setup, unit: str = KASRKIN, phase: str = "shooting", side: str = "attacker") -> Plan:
    near = ("half_range",) if phase == "shooting" else ()
    return Plan("11e", unit, phase, side, granted=True, situation=near, setup=setup)


def slain(data: dict[str, Any]) -> float:
    return answer(data).result.slain.mean


@pytest.mark.parametrize("place", [0, 4, 6])
def test_leaders_loadout_cover_and_rules_that_are_on_count_in_every_number(place: int) -> None:
    found = value(plan(LED))
    scenario = scenario_behind(found.plan, place, ())
    assert scenario["attacker"]["attached"]
    assert scenario["situation"] == {"cover": True, "half_range": True}

    table = ranking_table(found, "slain").set_index("id")
    rank = next(use for use in found.uses if use.buff.id.startswith("order/first-rank"))
    gain = slain(scenario_behind(found.plan, place, (rank,))) - slain(scenario)

    assert slain(scenario) != pytest.approx(slain(scenario_behind(plan(USUAL), place, ())))
    assert gain > 0
    assert table.loc[rank.buff.id, ARCHETYPES[place].label] == pytest.approx(gain, abs=1e-9)


def test_leaders_and_cover_count_for_a_unit_that_is_attacked() -> None:
    led = Setup.of({"attached": [{"unit": "astra-militarum/ursula-creed"}]}, {"cover": True}, ())
    found = value(plan(led, side="defender"))
    cover = next(use for use in found.uses if use.buff.id == "order/take-cover")
    table = ranking_table(found, "slain").set_index("id")

    for place, label in enumerate(found.labels):
        scenario = scenario_behind(found.plan, place, ())
        assert scenario["target"]["attached"]
        gain = slain(scenario_behind(found.plan, place, (cover,))) - slain(scenario)
        assert table.loc["order/take-cover", label] == pytest.approx(gain, abs=1e-9)
        assert gain <= 1e-12


def test_a_rule_that_is_on_already_gains_nothing() -> None:
    table = ranking_table(value(plan(LED)), "slain")

    assert "order/take-aim" not in set(table["id"])


def test_a_chapters_unit_has_the_rules_of_its_chapter_and_of_no_other() -> None:
    knights = value(plan(USUAL, "adeptus-astartes/deathwing-knights", "fight"))

    factions = {use.buff.faction for use in knights.uses}

    assert {"dark-angels", "adeptus-astartes"} <= factions <= {"dark-angels", "adeptus-astartes", None}
    side = {"unit": "adeptus-astartes/deathwing-knights"}
    forms = {buff.faction for buff in offered("11e", "attacker", side, "fight").values()}
    assert {"dark-angels", "adeptus-astartes"} <= forms <= {"dark-angels", "adeptus-astartes", None}


def test_an_army_that_is_chosen_brings_its_rules() -> None:
    usual = value(plan(USUAL, MARINES))
    angels = value(plan(Setup.of({"army_faction": "blood-angels"}, {}, ()), MARINES))

    assert all(use.buff.faction != "blood-angels" for use in usual.uses)
    theirs = {use.buff.id for use in angels.uses if use.buff.faction == "blood-angels"}
    assert theirs
    assert theirs <= offered("11e", "attacker", {"unit": MARINES, "army_faction": "blood-angels"}, "shooting").keys()


def test_a_captain_of_a_chapter_brings_the_rules_of_his_chapter() -> None:
    led = {"unit": MARINES, "attached": [{"unit": "adeptus-astartes/blood-angels-captain"}]}

    found = {buff.faction for buff in offered("11e", "attacker", led, "shooting").values()}

    assert found == {"blood-angels", "adeptus-astartes", None}


def test_a_list_of_units_sums_what_a_detachment_does_for_each() -> None:
    found = value(plan(USUAL))
    tanks = "astra-militarum/leman-russ-battle-tank"
    place = 1

    table = detachment_table(found, place, "slain", [tanks]).set_index("detachment")
    alone = [
        detachment_table(value(plan(USUAL, unit)), place, "slain").set_index("detachment") for unit in (KASRKIN, tanks)
    ]

    for name, row in table.iterrows():
        parts = [one.loc[name] for one in alone if name in one.index]
        assert row["without"] == pytest.approx(
            sum(slain(scenario_behind(plan(USUAL, unit), place, ())) for unit in (KASRKIN, tanks)),
            abs=1e-9,
        )
        assert row["with stratagems"] <= row["without"] + sum(part["gain"] for part in parts) + 1e-9
        assert row["with stratagems"] >= row["without"] + max(part["gain"] for part in parts) - 1e-9
    assert table["gain"].is_monotonic_decreasing
    assert any("(Kasrkin)" in text for text in table["best stratagems"])


def packed(setup: Setup) -> str:
    return pack(read_scenario(scenario_behind(plan(setup), 0, ())))


def check_same_tables(app: AppTest, other: AppTest) -> None:
    assert len(app.dataframe) == len(other.dataframe) > 0
    for one, another in zip(app.dataframe, other.dataframe, strict=True):
        pd.testing.assert_frame_equal(one.value, another.value)


def test_the_address_brings_the_setup_back() -> None:
    app = open_page("buffs", unit=KASRKIN, setup=packed(LED))

    assert shown_errors(app) == []
    assert not app.warning
    expected = ranking_table(value(plan(LED)), "slain")
    assert app.dataframe[0].value["Guardsmen"].tolist() == pytest.approx(expected["Guardsmen"].tolist(), abs=1e-9)
    again = open_page("buffs", **app.query_params)
    assert again.query_params == app.query_params
    check_same_tables(again, app)


def test_the_units_of_a_list_are_in_the_address_and_come_back_from_it() -> None:
    app = open_page("buffs", unit=KASRKIN, show="Detachments", also="astra-militarum/leman-russ-battle-tank")

    assert shown_errors(app) == []
    assert not app.warning
    again = open_page("buffs", **app.query_params)
    assert again.query_params == app.query_params
    check_same_tables(again, app)
    alone = open_page("buffs", unit=KASRKIN, show="Detachments").dataframe[0].value
    assert app.dataframe[0].value["without"].iloc[0] > alone["without"].iloc[0]


@pytest.mark.parametrize(
    "parameters",
    [
        {"setup": "no scenario"},
        {"setup": ["a", "b"]},
        {"setup": packed(LED), "unit": "orks/boyz"},
        {"show": "Detachments", "also": "orks/boyz"},
        {"show": "Detachments", "also": "<script>"},
        {
            "show": "Detachments",
            "also": ",".join(sheet.reference for sheet in facts.sheets("11e", "astra-militarum")[:12]),
        },
    ],
)
def test_setups_and_lists_that_do_not_fit_leave_a_sentence_and_the_usual(parameters: dict[str, Any]) -> None:
    app = open_page("buffs", **{"unit": KASRKIN, **parameters})

    assert shown_errors(app) == []
    assert any("Link, " in warning.value for warning in app.warning)
    assert app.dataframe


def test_a_unit_of_the_list_without_weapons_is_left_out_and_named() -> None:
    app = open_page("buffs", unit=KASRKIN, show="Detachments", also="astra-militarum/aegis-defence-line")

    assert shown_errors(app) == []
    assert "Left out\\: Aegis Defence Line (no weapons)." in [caption.value for caption in app.caption]
    alone = open_page("buffs", unit=KASRKIN, show="Detachments")
    check_same_tables(app, alone)


def test_the_detachment_that_adds_most_is_said_with_its_price_and_the_best_without_one() -> None:
    app = open_page("buffs", unit=KASRKIN, show="Detachments")

    table = app.dataframe[0].value
    first = table.loc[table["gain"].idxmax()]
    free = (table["with its rules"] - table["without"]).idxmax()
    (told,) = (one.value for one in app.markdown if "adds most" in one.value)
    assert f"**{first['detachment']}** adds most" in told
    assert f"**{first['gain']:+.2f}**, for {first['CP']} CP" in told
    assert f"without a CP, **{table['detachment'][free]}**" in told
    spent = table[table["CP"] > 0]
    assert (spent["stratagems per CP"] * spent["CP"] + spent["with its rules"]).tolist() == pytest.approx(
        spent["with stratagems"].tolist()
    )
    assert table["stratagems per CP"][table["CP"] == 0].isna().all()
