"""Sentences that a player reads where a choice does nothing, and headings that are words."""

from __future__ import annotations

import json

import pytest

from dashboard.address import bad_choice
from tests.pages.visits import drawn, numbers, open_page, shown_errors

MIX = [
    "guardsmen",
    "boyz",
    "intercessors",
    "heavy_intercessors",
    "terminators",
    "custodians",
    "outriders",
    "rhino",
    "dreadnought",
    "leman_russ",
    "knight",
    "ctan",
]


def captions(app: object) -> str:
    return " ".join(element.value for element in app.caption)


def test_an_empty_mix_is_said_to_count_all_alike() -> None:
    app = open_page("matrix", **{f"mix_{name}": "0" for name in MIX})

    assert "The mix is empty" in captions(app)
    assert "The mix is empty" not in captions(open_page("matrix", mix_boyz="0"))


def test_a_distance_on_the_matrix_overrules_half_range_and_says_so() -> None:
    app = open_page("matrix", if_distance="9 inches")

    assert shown_errors(app) == []
    assert "Half range does nothing" in captions(app)


@pytest.mark.parametrize("words", ["%", "_", "*", "("])
def test_a_search_for_nothing_is_told_from_a_search_that_finds_all(words: str) -> None:
    app = open_page("catalogue", q=words)

    assert "no letter or digit" in " ".join(element.value for element in app.info)
    assert not open_page("catalogue", q="boyz").info


def test_a_parameter_given_twice_is_said_to_be() -> None:
    assert bad_choice("metric", ["a", "b"], ["a"]) == "Link, metric: it is given 2 times; expected one value"
    app = open_page("home", v="1", edition="11e", faction=["Orks", "Necrons"], phase=["Fight", "Shooting"])
    picked = {box.key: box.value for box in app.selectbox}["faction"].title()

    notes = [note.value.replace("\\", "") for note in app.warning]
    assert notes[0] == f"Link, faction: it is given 2 times; expected one value; {picked} is shown"
    assert f"Best units of {picked}" in app.subheader[0].value


def test_a_link_of_another_version_is_said_to_be() -> None:
    notes = " ".join(note.value.replace("\\", "") for note in open_page("home", v="2", edition="11e").warning)

    assert "This link is of another version of Killcurve (format 2, not 1)" in notes


@pytest.mark.parametrize("value", ["A" * 3000, "\u202e" * 200, "'\"" * 40])
def test_a_long_value_is_quoted_with_both_quotes(value: str) -> None:
    quoted = str(bad_choice("faction", [value], ["Orks"])).removeprefix("Link, faction: ").partition(" is not")[0]

    assert quoted[0] == quoted[-1]
    assert quoted[-2] == "…"
    assert len(quoted) <= 60


def test_an_unlike_name_is_answered_by_names_of_the_list() -> None:
    labels = [f"Faction {letter}" for letter in "ABCDEFGHIJ"]

    assert str(bad_choice("faction", ["%%%"], labels)).endswith("such as Faction A, Faction B, Faction C")


@pytest.mark.parametrize("look", ["Units", "Weapons", "Abilities", "Army rules"])
def test_no_heading_of_a_table_is_a_name_of_the_code(look: str) -> None:
    app = open_page("catalogue", look=look)

    found = app.dataframe[0]
    settings = json.loads(found.proto.columns)
    in_code = [name for name in found.proto.column_order if "_" in name]
    assert in_code
    assert [settings[name]["label"] for name in in_code] == [name.replace("_", " ") for name in in_code]


def test_a_save_is_written_as_a_roll_in_the_list_of_units() -> None:
    settings = json.loads(open_page("catalogue").dataframe[0].proto.columns)

    assert [settings[name]["type_config"]["format"] for name in ("save", "invulnerable")] == ["%d+", "%d+"]


def test_the_label_of_a_sure_kill_stays_inside_the_picture() -> None:
    """The curve starts below the top, and two labels at one point stand on both sides of it."""
    app = open_page("duel")
    figure = drawn(app, "duel_curve")
    highest = max(numbers(trace["y"]).max() for trace in figure["data"])

    assert figure["layout"]["yaxis"]["range"][1] >= 1.1 * highest
