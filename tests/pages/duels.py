"""Two duels, one of units and one of own numbers, the duel page opened by a link, and what it then shows."""

from __future__ import annotations

from typing import Any

from streamlit.testing.v1 import AppTest

from analysis.links import decode, encode, parse_query
from dashboard.answer import read_scenario
from tests.pages.visits import drawn, numbers, open_page

__all__ = ["HOMEBREW", "MELEE", "curve", "open_duel", "press", "scenario_of", "warnings"]

MELEE = {
    "edition": "10e",
    "phase": "fight",
    "attacker": {"unit": "orks/nobz", "models": 5},
    "target": {"unit": "adeptus-astartes/intercessor-squad", "models": 5, "wounded": 1},
    "situation": {"charged": True},
    "modifiers": {"wound": 1, "reroll_hits": "ones"},
}
HOMEBREW: dict[str, Any] = {
    "edition": "11e",
    "attacker": {
        "name": "My <b>own</b> unit",
        "points": 120,
        "weapons": [
            {"name": "=gun", "count": 3, "type": "ranged", "attacks": "D6", "skill": 3, "strength": 9, "ap": -3,
             "damage": "D6", "abilities": ["lethal hits", "melta 2"]}
        ],
    },
    "target": {
        "name": "![x](http://evil.test/x.png)",
        "points": 200,
        "groups": [
            {"name": "body", "count": 4, "toughness": 5, "save": 3, "wounds": 3, "feel_no_pain": [{"threshold": 5}]},
            {"name": "boss", "count": 1, "toughness": 5, "save": 2, "invulnerable": 4, "wounds": 6, "character": True},
        ],
    },
}  # fmt: skip


def open_duel(data: dict[str, Any], **more: Any) -> AppTest:
    """Open the page by the link to a scenario."""
    query = parse_query(encode(read_scenario(data), data["edition"], "old"))
    return open_page("duel", **{name: values[0] for name, values in query.items()}, **more)


def scenario_of(app: AppTest) -> dict[str, Any]:
    """The scenario in the page's address."""
    values = {name: value if isinstance(value, list) else [value] for name, value in app.query_params.items()}
    return decode(values).data


def curve(app: AppTest) -> list[float]:
    """The chance of each number of slain models or more, as drawn."""
    return numbers(drawn(app, "duel_curve")["data"][0]["y"]).tolist()


def press(app: AppTest, label: str) -> AppTest:
    """Press the button of this label."""
    return next(button for button in app.button if button.label == label).click().run()


def warnings(app: AppTest) -> str:
    """All warnings of the page in one text."""
    return " ".join(element.value for element in app.warning)
