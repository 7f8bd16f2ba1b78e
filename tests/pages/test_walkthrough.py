"""The walk in the documents: its link opens the duel it tells of, with the sentences it quotes."""

from __future__ import annotations

import re

from analysis.links import parse_query
from dashboard.duel_link import duel_parameters
from dashboard.duel_state import FIRST_DUEL
from tests.pages.visits import ROOT, open_page, shown_errors

PAGE = (ROOT / "docs" / "walkthrough.md").read_text(encoding="utf-8")
QUOTED = re.findall(r"^> (.+)$", PAGE, flags=re.MULTILINE)


def plain(markdown: str) -> str:
    return re.sub(r"\*\*|\\", "", markdown)


def test_the_link_says_what_the_walk_says() -> None:
    (query,) = re.findall(r"Duel\?(\S+)", PAGE)
    values = {name: value[0] for name, value in parse_query(query).items() if name != "data"}

    shown = open_page("duel", **values)
    pinned = open_page("duel", **{**values, "s": values["a"]})

    assert shown_errors(shown) == []
    assert plain(shown.subheader[0].value) == QUOTED[2]
    assert plain(pinned.subheader[0].value) == QUOTED[0]
    table = next(found.value for found in shown.dataframe if "difference" in found.value)
    chances = table.set_index("number").loc["Chance of at least so many slain", ["A", "B"]]
    assert [f"{chance:.6f}" for chance in chances] == re.findall(r"0\.\d{6}", PAGE)


def test_the_other_loadout_says_what_the_walk_says() -> None:
    loadout = [
        {"weapon": "Hot-shot volley gun", "count": 2} if line["weapon"] == "Plasma gun" else line
        for line in FIRST_DUEL["attacker"]["loadout"]
    ]
    data = {**FIRST_DUEL, "edition": "11e", "attacker": {**FIRST_DUEL["attacker"], "loadout": loadout}}

    shown = open_page("duel", k="1", **duel_parameters(data, "old"))

    assert plain(shown.subheader[0].value) == QUOTED[1]


def test_the_pictures_are_there_and_small() -> None:
    pictures = [ROOT / "docs" / name for name in re.findall(r"\]\((images/\S+)\)", PAGE)]

    assert len(pictures) == 3
    assert all(picture.stat().st_size < 200_000 for picture in pictures)
