"""What leaves the page: CSV that a spreadsheet can trust, and a printable file without a script."""

from __future__ import annotations

import csv
import io
import re

import pandas as pd
import pytest

from dashboard.answer import answer
from dashboard.csv_export import Origin, csv_bytes, file_name
from dashboard.duel_words import verdict
from dashboard.printable import printable

ORIGIN = Origin("11e", "abc123", "http://localhost/Duel?v=1")


@pytest.mark.parametrize(
    "text", ["=1+1", "+1+1", "-A1", "@SUM(A1)", "\t=x", "\r\n=x", "  =cmd|' /C calc'!A0", "\uff1d1+1", "\u200b=1"]
)
def test_a_formula_becomes_text(text: str) -> None:
    table = pd.DataFrame({text: [text, "harmless"]})

    lines = io.StringIO(csv_bytes(table, ORIGIN).decode(), newline="")

    head, first, second = csv.reader(lines)
    defused = "'" + re.sub(r"[\t\r\n]+", " ", text)
    assert (head[0], first[0], second[0]) == (defused, defused, "harmless")


def test_numbers_stay_numbers_to_the_last_digit() -> None:
    numbers = [0.1 + 0.2, -1e-17, 12345678.123456789, float("nan")]
    table = pd.DataFrame({"value": numbers, "count": [1, -2, 3, 4]})

    back = pd.read_csv(io.BytesIO(csv_bytes(table, ORIGIN)))

    pd.testing.assert_series_equal(back["value"], table["value"], check_exact=True)
    assert list(back["count"]) == [1, -2, 3, 4]


def test_every_row_says_where_it_comes_from() -> None:
    back = pd.read_csv(io.BytesIO(csv_bytes(pd.DataFrame({"unit": ["Boyz", "Nobz"]}), ORIGIN)))

    assert back.to_dict("list") == {
        "unit": ["Boyz", "Nobz"],
        "edition": ["11e"] * 2,
        "data_revision": ["abc123"] * 2,
        "link": ["http://localhost/Duel?v=1"] * 2,
    }


def test_the_link_is_left_out_of_long_tables() -> None:
    long = pd.read_csv(io.BytesIO(csv_bytes(pd.DataFrame({"row": range(1001)}), ORIGIN)))

    assert list(long.columns) == ["row", "edition", "data_revision"]


def test_names_are_written_in_utf_8() -> None:
    assert "Ûthar".encode() in csv_bytes(pd.DataFrame({"unit": ["Ûthar"]}), ORIGIN)


def test_a_file_name_holds_words_only() -> None:
    assert file_name("../../etc", "a b", "ü") == "killcurve-etc-a-b-ü.csv"


HOSTILE = '<script src="http://evil.test/x.js"></script><img src=x onerror=alert(1)>'


def test_the_printable_page_needs_no_network_and_runs_no_script() -> None:
    weapon = {"name": HOSTILE, "type": "ranged", "attacks": 3, "skill": 3, "strength": 4, "damage": 1}
    data = {
        "edition": "11e",
        "attacker": {"name": HOSTILE, "weapons": [weapon | {"abilities": [HOSTILE[:100]]}]},
        "target": {"name": HOSTILE, "groups": [{"count": 2, "toughness": 4, "save": 4, "wounds": 1}]},
    }

    page = printable(data, answer(data), 1, Origin("11e", "abc", "http://localhost/?s=" + HOSTILE)).decode()

    assert "<script" not in page
    assert "<img" not in page
    assert "&lt;script" in page
    assert page.startswith("<!doctype html>")


def test_the_printable_page_says_the_numbers_of_the_result() -> None:
    weapon = {"type": "ranged", "attacks": 1, "skill": None, "strength": 8, "ap": -6, "damage": 1}
    data = {
        "edition": "10e",
        "attacker": {"name": "Flamers", "points": 100, "weapons": [weapon]},
        "target": {"name": "Grots", "points": 60, "groups": [{"count": 1, "toughness": 4, "save": 7, "wounds": 1}]},
    }

    page = printable(data, answer(data), 1, ORIGIN).decode()

    assert "Flamers against Grots" in page
    assert "Chance to destroy the whole unit: 83%." in page
    assert "It takes out 50.0 of the target&#x27;s 60 points on average." in page


def test_the_printable_page_says_which_attack_it_was() -> None:
    data = {
        "edition": "11e",
        "phase": "shooting",
        "attacker": {
            "unit": "astra-militarum/kasrkin",
            "models": 10,
            "loadout": [
                {"weapon": "Hot-shot lasgun", "count": 7},
                {"weapon": "Plasma gun", "profile": "Supercharge", "count": 2},
            ],
        },
        "target": {"unit": "adeptus-astartes/terminator-squad", "models": 5},
        "situation": {"half_range": True, "cover": True, "distance": 8.5},
        "modifiers": {"ap": 2, "reroll_hits": "ones", "abilities": ["lethal hits"]},
        "buffs": ["order/take-aim", "order/fix-bayonets"],
    }

    page = printable(data, answer(data), 3, ORIGIN).decode()

    assert "Situation: Half range, In cover, 8.5 inches apart." in page
    assert "What if: AP +2, Re-roll hits ones, lethal hits." in page
    assert "Take Aim!; Fix Bayonets! (does nothing: " in page
    assert "<td>Hot-shot lasgun</td><td>7</td>" in page
    assert re.search(r"<td>[^<]*upercharge[^<]*</td><td>2</td>", page)
    assert "Hazardous weapons: " in page
    assert re.search(r"Target: Terminator Squad, \d+ points", page)
    assert re.search(r"<td>5</td><td>6</td><td>2\+</td><td>4\+</td><td>3</td>", page)  # number, T, Sv, Inv, W


def test_a_pool_that_hurts_unknown_models_is_told_without_them() -> None:
    weapon = {"type": "ranged", "attacks": 1, "skill": 4, "strength": 4, "damage": 1}
    data = {
        "edition": "11e",
        "attacker": {"weapons": [weapon]},
        "target": {"groups": [{"count": 1, "toughness": 4, "save": 7, "wounds": 1}]},
        "pools": [{"id": "Backlash", "side": "attacker", "faces": [6], "mortals": "D3"}],
    }

    page = printable(data, answer(data), 1, ORIGIN).decode()

    assert "Backlash: 0.33 mortal wounds on the attacker, beside the attacks" in page
    assert verdict(answer(data))[-1].startswith("Backlash: 0.33 mortal wounds on the attacker, beside")
