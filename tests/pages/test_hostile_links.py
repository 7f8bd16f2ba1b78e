"""Two hundred links that nobody honest would send: every page stays alive, shows its defaults and says a sentence."""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Iterator
from itertools import cycle, islice

import pytest

from analysis import links
from dashboard import address
from dashboard.menu import PAGES
from dashboard.what_if import DISTANCE, MODIFIERS, SITUATION
from tests.pages.visits import open_page, shown_errors

NASTY = [
    "",
    " ",
    "null",
    "NaN",
    "-1",
    "1e999",
    "9" * 4000,
    "A" * 9000,
    "<script>alert(1)</script>",
    "'; DROP TABLE unit; --",
    "../../../../etc/passwd",
    "%00",
    "\u202e\u0000\ufffe",
    "=cmd|' /C calc'!A0",
    "{{7*7}}",
    "![x](http://evil.test/x.png)",
]
"""Values for any parameter."""

PARAMETERS = {
    "home": ("faction", "phase", "edition", "v"),
    "matrix": (
        "faction",
        "metric",
        "phase",
        "rows",
        "targets",
        "top",
        "page",
        "across",
        "order",
        "rank",
        "role",
        "points",
        "mix_knight",
    ),
    "duel": ("s", "a", "k", "panel", "edition", "v"),
    "buffs": (
        "unit",
        "whose",
        "phase",
        "gain",
        "show",
        "most",
        "granted",
        "near",
        "setup",
        "together",
        "also",
        "against",
    ),
    "editions": ("compare", "who", "whom", "phase", "range", "ground", "number", "s"),
    "durability": ("faction", "phase", "range", "by"),
    "catalogue": ("look", "of", "sheet"),
}
"""The parameters of each page that have a meaning; `data` may say anything, it is only quoted."""
FREE = {"data", "q", "word"}
"""Those that may say anything."""
SHOWN_IN = {
    "together": {"show": "Several together"},
    "against": {"show": "Several together"},
    "also": {"show": "Detachments"},
}
"""The view of the Buffs page that reads a parameter, where the first one does not."""
CONTROLS = tuple(
    f"if_{control.field}"
    for control in (*SITUATION, DISTANCE, *MODIFIERS)
    if "shooting" in control.phases and control.field != "precision_on_character"
)
"""The what-if controls of the matrix, each of them checked by the same code."""

CURRENT = {"v": "1", "edition": "11e"}


def packed(data: object) -> str:
    text = data if isinstance(data, bytes) else json.dumps(data).encode()
    packer = zlib.compressobj(level=9, wbits=-zlib.MAX_WBITS, zdict=links._DICTIONARY)
    return base64.urlsafe_b64encode(packer.compress(text) + packer.flush()).decode().rstrip("=")


WEAPON = {"type": "ranged", "attacks": 1, "skill": 3, "strength": 4, "damage": 1}
GROUP = {"count": 1, "toughness": 4, "save": 4, "wounds": 1}
KASRKIN = {"unit": "astra-militarum/kasrkin"}


def scenario(**changes: object) -> dict[str, object]:
    return {"edition": "11e", "phase": "shooting", "attacker": KASRKIN, "target": {"unit": "orks/boyz"}, **changes}


BAD_SCENARIOS = [
    {},
    {"edition": "11e"},
    scenario(edition="9e"),
    scenario(version=2),
    scenario(attacker={"unit": "nobody/nothing"}),
    scenario(attacker={"unit": "'; DROP TABLE unit; --"}),
    scenario(attacker={"unit": 7}),
    scenario(attacker=[]),
    scenario(attacker={**KASRKIN, "models": 7}),
    scenario(attacker={**KASRKIN, "models": -1}),
    scenario(attacker={**KASRKIN, "copy": 101}),
    scenario(attacker={**KASRKIN, "loadout": [{"weapon": "Shadowsword cannon", "count": 9}]}),
    scenario(attacker={**KASRKIN, "loadout": [{"weapon": "Plasma gun", "profile": "nova", "count": 1}]}),
    scenario(attacker={**KASRKIN, "attached": [{"unit": "orks/boyz"}]}),
    scenario(attacker={**KASRKIN, "surprise": 1}),
    scenario(target={"groups": []}),
    scenario(target={"groups": [{**GROUP, "count": 10**9}]}),
    scenario(target={"groups": [{**GROUP, "toughness": "x"}]}),
    scenario(target={"groups": [GROUP], "keywords": ["K" * 1000]}),
    scenario(phase="charge"),
    scenario(buffs=["order/take-everything"]),
    scenario(buffs=[{"id": "order/take-aim", "choice": "x"}]),
    scenario(situation={"distance": -5}),
    scenario(situation={"distance": 1001}),
    scenario(situation={"cover": "yes"}),
    scenario(modifiers={"hit": 10**6}),
    scenario(modifiers={"reroll_hits": "always"}),
    {"edition": "11e", "attacker": {"weapons": [{**WEAPON, "attacks": "99D6"}]}, "target": {"groups": [GROUP]}},
    {"edition": "11e", "attacker": {"weapons": [{**WEAPON, "damage": "D7"}]}, "target": {"groups": [GROUP]}},
    {"edition": "11e", "attacker": {"points": 100_001, "weapons": [WEAPON]}, "target": {"groups": [GROUP]}},
    {"edition": "11e", "attacker": {"weapons": [WEAPON] * 61}, "target": {"groups": [GROUP]}},
    {"edition": "11e", "attacker": {"weapons": [{**WEAPON, "count": 1000, "attacks": 60}] * 60},
     "target": {"groups": [{**GROUP, "count": 500, "wounds": 200}] * 8}},
    b"[" * 5000,
    b'{"a":' * 5000,
    b"\xff\xfe\xff",
]  # fmt: skip


TRIES = 6
"""Nasty values for each parameter; together the parameters of a page see them all."""
TRIES_OF_A_CONTROL = 2


def nasty_links() -> Iterator[tuple[str, dict[str, str | list[str]]]]:
    for page, names in PARAMETERS.items():
        values = cycle(NASTY)
        for name in names:
            for value in islice(values, TRIES):
                yield page, {**CURRENT, **SHOWN_IN.get(name, {}), name: value}
            yield page, {**CURRENT, **SHOWN_IN.get(name, {}), name: ["1", "2"]}
    values = cycle(NASTY)
    for name in CONTROLS:
        for value in islice(values, TRIES_OF_A_CONTROL):
            yield "matrix", {**CURRENT, name: value}
    for data in BAD_SCENARIOS:
        yield "duel", {**CURRENT, "s": packed(data)}
        yield "duel", {**CURRENT, "a": packed(data)}


LINKS = list(nasty_links())


def test_there_are_enough_of_them_and_no_page_is_forgotten() -> None:
    assert len(LINKS) >= 200
    assert {page for page, _ in LINKS} == {page.key for page in PAGES}


@pytest.mark.parametrize("page", PARAMETERS)
def test_no_parameter_that_a_page_reads_is_forgotten(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read: set[str] = set()
    raw = address.raw
    monkeypatch.setattr(address, "raw", lambda name: read.add(name) or raw(name))
    views = [{"show": show} for show in ("Ranking", "Several together", "Detachments")] if page == "buffs" else [{}]
    for view in views:
        open_page(page, **CURRENT, **view)

    read -= {name for name in read if name.startswith("mix_")}  # one of them is tried for all
    assert read <= {*PARAMETERS[page], *(CONTROLS if page == "matrix" else ()), *CURRENT, *FREE}


def label(number: int) -> str:
    page, parameters = LINKS[number]
    name = next((name for name in reversed(parameters) if CURRENT.get(name) != parameters[name]), "plain")
    return f"{number}-{page}-{name}"


@pytest.mark.parametrize("number", range(len(LINKS)), ids=label)
def test_a_hostile_link_leaves_the_page_alive(number: int) -> None:
    page, parameters = LINKS[number]

    app = open_page(page, **parameters)

    assert not app.exception
    assert shown_errors(app) == []
    assert app.get("plotly_chart") or app.dataframe, "the page shows its charts or tables"
    said = [note.value for note in app.warning if "expected" in note.value or "another version" in note.value]
    assert said, "the page says what was expected"
    assert app.query_params["edition"] in ("10e", "11e")
