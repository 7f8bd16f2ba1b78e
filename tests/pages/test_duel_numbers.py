"""Every number on the duel page is that of `python -m analysis evaluate` on the scenario behind the page's link."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from analysis.__main__ import main
from analysis.links import unpack
from dashboard.numbers import amount, percent
from tests.pages.duels import HOMEBREW, MELEE, open_duel, scenario_of
from tests.pages.visits import drawn, numbers, open_page, shown_errors

LEADER = {
    "edition": "11e",
    "phase": "shooting",
    "attacker": {"unit": "astra-militarum/kasrkin", "attached": [{"unit": "astra-militarum/ursula-creed"}]},
    "target": {
        "unit": "adeptus-custodes/custodian-guard",
        "models": 4,
        "attached": [{"unit": "adeptus-custodes/shield-captain"}],
    },
    "situation": {"half_range": True, "cover": True},
    "buffs": ["order/take-aim", {"id": "stratagem/core/command-re-roll", "choice": "damage"}],
}
WOUNDED = {
    "edition": "11e",
    "phase": "fight",
    "attacker": {"unit": "orks/nobz", "models": 5},
    "target": {"unit": "adeptus-astartes/redemptor-dreadnought", "wounded": 5},
    "situation": {"charged": True},
}
SWAPPED_WEAPONS = {
    "edition": "10e",
    "phase": "shooting",
    "attacker": {
        "unit": "adeptus-astartes/hellblaster-squad",
        "models": 5,
        "loadout": [
            {"weapon": "plasma-incinerator", "profile": "supercharge", "count": 5},
            {"weapon": "bolt-pistol", "count": 5},
        ],
    },
    "target": {"unit": "orks/boyz", "models": 20},
    "modifiers": {"reroll_hits": "ones"},
}
OWN_GUNS = {**HOMEBREW, "target": {"unit": "tyranids/carnifexes"}, "phase": "shooting"}
DUELS = {
    "leaders and buffs": LEADER,
    "wounded": WOUNDED,
    "melee": MELEE,
    "swapped weapons": SWAPPED_WEAPONS,
    "homebrew": HOMEBREW,
    "own guns at a unit": OWN_GUNS,
}


def opened(data: dict[str, Any], **more: str) -> AppTest:
    app = open_duel(data, **more)
    assert shown_errors(app) == []
    return app


def evaluated(data: dict[str, Any], folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    """What the command line says of a scenario."""
    file = folder / "scenario.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    capsys.readouterr()
    assert main(["evaluate", str(file)]) == 0
    result: dict[str, Any] = json.loads(capsys.readouterr().out)
    return result


def tail(pmf: list[float]) -> list[float]:
    """P(at least k) for k from 1, added up here."""
    return [float(sum(reversed(pmf[k:]))) for k in range(1, len(pmf))]


def table(app: AppTest, *columns: str) -> pd.DataFrame:
    """The one table with these columns."""
    (found,) = (frame.value for frame in app.dataframe if set(columns) <= set(frame.value.columns))
    return found


def close(shown: Any, expected: Any) -> None:
    np.testing.assert_allclose(np.asarray(shown, dtype=float), np.asarray(expected, dtype=float), rtol=0, atol=1e-9)


@pytest.mark.parametrize("name", DUELS)
def test_the_answer_and_the_odds(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    app = opened(DUELS[name])
    result = evaluated(scenario_of(app), tmp_path, capsys)
    slain, damage = result["slain"], result["damage"]

    several = len(slain["pmf"]) > 2
    close(numbers(drawn(app, "duel_curve")["data"][0]["y"]), tail(slain["pmf"] if several else damage["pmf"]))
    (headline,) = (one.value for one in app.subheader if "destroyed in" in one.value)
    assert f"destroyed in **{percent(result['destroyed'])}**" in headline
    sliders = [slider for slider in app.slider if slider.label.startswith("At least")]
    for slider in sliders:
        if slider.value < len(slain["pmf"]) - 1:
            assert f"**{percent(tail(slain['pmf'])[slider.value - 1])}**" in headline
    for unit, law in (("models_slain", slain), ("wounds_lost", damage)):
        bars = drawn(app, f"duel_{unit}")["data"][0]
        for outcome, chance in zip(numbers(bars["x"]), numbers(bars["y"]), strict=True):
            assert chance == pytest.approx(law["pmf"][int(outcome)], abs=1e-9)
    odds = table(app, "outcome", "exactly", "at_least")
    close(odds["exactly"], [*slain["pmf"], *damage["pmf"]])
    close(odds["at_least"], [1.0, *tail(slain["pmf"]), 1.0, *tail(damage["pmf"])])
    captions = "\n".join(one.value for one in app.caption)
    for law, unit in ((slain, "models slain"), (damage, "wounds lost")):
        assert f"On average {amount(law['mean'])} {unit}; median " in captions


@pytest.mark.parametrize("name", DUELS)
def test_the_sentences(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    app = opened(DUELS[name])
    result = evaluated(scenario_of(app), tmp_path, capsys)
    text = "\n".join(one.value for one in app.markdown)

    if result["points_destroyed"] is None:
        assert "no price" in text
    else:
        assert f"It takes out {amount(result['points_destroyed'])} of the target's" in text
    if result["efficiency"] is not None:
        assert f"That is {amount(100 * result['efficiency'])} points for each 100 points" in text
        assert f" in {amount(1 / result['efficiency'])} such attacks" in text
    if result["wasted"] >= 0.005:
        assert f"{amount(result['wasted'])} damage is wasted" in text
    told = [line for line in text.splitlines() if line.startswith("- Hazardous weapons")]
    assert len(told) == (result["hazard"]["failed"] > 0)
    if told:
        assert f"{amount(result['hazard']['failed'])} failed tests" in told[0]
        assert f"{amount(result['hazard']['mortal_wounds'])} mortal wounds" in told[0]


@pytest.mark.parametrize("name", DUELS)
def test_the_funnel_and_the_weapons(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    app = opened(DUELS[name], panel="Funnel")
    result = evaluated(scenario_of(app), tmp_path, capsys)
    fields = ("attacks", "hits", "wounds", "unsaved", "damage", "after_feel_no_pain", "lost")
    funnel = [result["funnel"][field] for field in fields]

    close(table(app, "step", "expected", "share_kept")["expected"], funnel)
    close(numbers(drawn(app, "duel_funnel")["data"][0]["x"]), funnel)

    weapons = table(opened(DUELS[name], panel="Weapons"), "weapon", "attacks", "share")
    lines = result["per_weapon"]
    assert weapons["weapon"].tolist() == [line["name"] for line in lines]
    for column in ("attacks", "hits", "wounds", "damage"):
        close(weapons[column], [line[column] for line in lines])
    close(weapons["damage"].sum(), result["damage"]["mean"])


def test_a_against_b(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A pinned, B changed: each column is the answer to its own part of the address."""
    app = open_page("duel", unfolded=("duel0.modifiers",))
    next(button for button in app.button if button.label == "Keep this as A").click().run()
    app.select_slider(key="duel0.modifiers.wound").set_value(1).run()
    before = evaluated(unpack(str(app.query_params["a"])), tmp_path, capsys)
    after = evaluated(scenario_of(app), tmp_path, capsys)

    compared = table(app, "number", "A", "B", "difference").set_index("number")

    assert before != after
    for label, read in {
        "Chance to destroy": lambda result: result["destroyed"],
        "Models slain": lambda result: result["slain"]["mean"],
        "Wounds lost": lambda result: result["damage"]["mean"],
        "Points destroyed": lambda result: result["points_destroyed"],
        "Points destroyed per 100 points": lambda result: 100 * result["efficiency"],
        "Wasted damage": lambda result: result["wasted"],
        "Attacks": lambda result: result["attacks"],
        "Hits": lambda result: result["hits"],
        "Wounds": lambda result: result["wounds"],
        "Mortal wounds on the attacker": lambda result: result["hazard"]["mortal_wounds"],
    }.items():
        close(compared.loc[label, ["A", "B"]], [read(before), read(after)])
        close(compared.loc[label, "difference"], read(after) - read(before))
    threshold = next(slider.value for slider in app.slider if slider.label.startswith("At least"))
    chances = [tail(result["slain"]["pmf"])[threshold - 1] for result in (before, after)]
    close(compared.loc["Chance of at least so many slain", ["A", "B"]], chances)
    curves = [trace for trace in drawn(app, "duel_curve")["data"] if trace["mode"] != "markers+text"]
    for trace, result in zip(curves, (before, after), strict=True):
        close(numbers(trace["y"]), tail(result["slain"]["pmf"]))
