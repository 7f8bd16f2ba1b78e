"""The durability page: its numbers are tolls of the units' own duels, and the frontier is that of its own points."""

from __future__ import annotations

import math

import pytest
from streamlit.testing.v1 import AppTest

from analysis.archetypes import ATTACKERS
from analysis.durability import toll
from dashboard import facts
from dashboard.answer import answer
from dashboard.durability_view import attacker_names, durable_units, frontier, in_words, unit_duel, why_this_duel
from dashboard.frontier_chart import Spot, frontier_chart
from dashboard.numbers import amount
from tests.pages.visits import ROOT, drawn, numbers, open_page, shown_errors

KNIGHTS = "imperial-knights"


def test_the_table_holds_tolls_of_duels_that_players_can_open() -> None:
    app = open_page("durability", faction=facts.faction_names("10e")[KNIGHTS], edition="10e", phase="Fight")

    assert shown_errors(app) == []
    table = app.dataframe[0].value
    row = table.iloc[len(table) // 2]
    fighters = [one for one in ATTACKERS if one.phase == "fight"]
    scenarios = [
        answer(
            {
                "edition": "10e",
                "phase": "fight",
                "attacker": {"unit": one.unit},
                "target": {"unit": row["id"]},
                "situation": {},
            }
        ).scenario
        for one in fighters
    ]
    assert row["points spent on it"] == pytest.approx(toll(scenarios).points, rel=1e-9)
    assert row["per 100 points of its own"] == pytest.approx(100 * row["points spent on it"] / row["points"], rel=1e-12)
    for one, scenario in zip(fighters, scenarios, strict=True):
        assert row[one.label] == pytest.approx(100 * toll([scenario]).points / row["points"], rel=1e-9)
    assert table["per 100 points of its own"].dropna().is_monotonic_decreasing


def test_the_picture_holds_every_unit_with_a_price_and_marks_the_frontier() -> None:
    app = open_page("durability", faction="Orks")
    table = app.dataframe[0].value
    figure = drawn(app, "durability_chart")
    others, marked = figure["data"][1], figure["data"][2]

    shown = len(numbers(others["x"])) + len(numbers(marked["x"]))
    assert shown == int((table["points"].notna()).sum())
    best = table[table["toughest at its price"] == "yes"]
    assert sorted(numbers(marked["y"]).tolist()) == pytest.approx(sorted(best["points spent on it"]))
    for _, unit in best.iterrows():
        rivals = table[(table["points"] <= unit["points"]) & (table["id"] != unit["id"])]
        assert (rivals["points spent on it"] <= unit["points spent on it"]).all()


def test_one_attacker_alone_judges_by_its_own_column() -> None:
    name = next(iter(attacker_names("shooting")))
    app = open_page("durability", faction="Orks", by=attacker_names("shooting")[name])

    table = app.dataframe[0].value
    assert table["per 100 points of its own"].tolist() == pytest.approx(table[name].tolist(), nan_ok=True)
    assert [column for column in table.columns if column in attacker_names("shooting")] == [name]


def test_a_unit_opens_the_duel_with_who_spends_least_on_it() -> None:
    units = durable_units("11e", KNIGHTS, "shooting", ("half_range",), tuple(attacker_names("shooting")))
    first = units[0]
    least = min(first.spent_alone, key=lambda name: first.spent_alone[name])

    data = unit_duel("11e", first, "shooting", ("half_range",))

    assert data["attacker"]["unit"] == next(one.unit for one in ATTACKERS if one.label == least)
    assert answer(data).scenario.target.name == first.name


def test_the_sentence_names_the_toughest_and_the_frailest() -> None:
    units = durable_units("11e", KNIGHTS, "fight", (), tuple(attacker_names("fight")))
    priced = [unit for unit in units if not math.isnan(unit.per_100)]

    sentence = in_words(units, "Imperial Knights")

    assert priced[0].name in sentence.replace("\\", "")
    assert priced[-1].name in sentence.replace("\\", "")
    assert in_words((), "Nobody") == "Nobody has no unit with a price to judge."


def test_nothing_to_draw_is_an_empty_picture() -> None:
    figure = frontier_chart([Spot("<b>free</b>", None, 100.0), Spot("eternal", 50.0, math.inf)], [1])

    assert all(len(trace.x) == 0 for trace in figure.data)
    assert frontier(()) == []


def test_names_in_the_picture_do_not_lie_on_each_other() -> None:
    """Two units of nearly one price and toll: the dearer one is named, the other when it is pointed at."""
    spots = [
        Spot("Cheap", 30, 60),
        Spot("Ogryn Bodyguard", 90, 200),
        Spot("Scout Sentinels", 92, 205),
        Spot("Dear", 400, 900),
    ]

    figure = frontier_chart(spots, [0, 1, 2, 3])

    assert list(figure.data[2].text) == ["Cheap", "", "Scout Sentinels", "Dear"]


def test_the_duel_behind_a_unit_says_whose_attack_it_is_and_what_the_page_said() -> None:
    units = durable_units("11e", "astra-militarum", "shooting", ("half_range",), tuple(attacker_names("shooting")))
    unit = next(unit for unit in units if unit.name == "Doomhammer")
    name, least = min(unit.spent_alone.items(), key=lambda pair: pair[1])

    sentence = why_this_duel(unit)

    assert sentence.startswith(f"{name} alone spend {amount(least)} points")
    assert f"{amount(100 * least / unit.points)} on each 100 points" in sentence


@pytest.mark.parametrize("parameters", [{}, {"s": "another duel"}])
def test_why_a_duel_was_opened_is_said_of_that_duel_only(parameters: dict[str, str]) -> None:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    app.switch_page("pages/2_Duel.py")
    app.session_state["why this page was opened"] = parameters, "A sentence about one duel."

    app.run()

    assert ("A sentence about one duel" in " ".join(note.value for note in app.info)) == (not parameters)
