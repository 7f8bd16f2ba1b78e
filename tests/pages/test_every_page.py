"""Every page opens for every faction of both editions with the engine's numbers; a sample in the quick suite."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from analysis.archetypes import ARCHETYPES, ATTACKERS
from analysis.durability import toll
from analysis.errors import InputError
from dashboard import facts
from dashboard.answer import Answer, answer
from dashboard.menu import PAGES
from tests.pages.visits import drawn, numbers, open_page, shown_errors

EDITIONS = ("10e", "11e")
SAMPLE = 3
"""Factions of each edition and page in the quick suite."""


def duel(
    edition: str,
    attacker: str,
    target: str,
    models: int | None = None,
    phase: str = "shooting",
    buffs: Sequence[Mapping[str, object]] = (),
    **more: bool,
) -> Answer:
    sides = {
        "attacker": {"unit": attacker},
        "target": {"unit": target} | ({"models": models} if models else {}),
    }
    situation = ({"half_range": True} if phase == "shooting" else {}) | more
    return answer({"edition": edition, "phase": phase, **sides, "situation": situation, "buffs": list(buffs)})


def tables(app: AppTest) -> list[pd.DataFrame]:
    return [element.value for element in app.dataframe]


def home(edition: str, faction: str) -> None:
    """The best unit against a target is as good as the table says."""
    app = open_page("home", edition=edition, faction=facts.faction_names(edition)[faction])
    assert shown_errors(app) == []
    (best,) = (table for table in tables(app) if "best" in table)
    first = best.iloc[0]
    names = {sheet.name: sheet.reference for sheet in facts.sheets(edition, faction)}
    if not first["best"]:
        return  # nobody of this faction shoots
    result = duel(edition, names[first["best"]], ARCHETYPES[0].unit, ARCHETYPES[0].models).result
    assert 100 * (result.efficiency or 0.0) == pytest.approx(first["best per 100"], rel=1e-9)


def matrix(edition: str, faction: str) -> None:
    """A cell of the heatmap is what the engine says of its duel."""
    app = open_page("matrix", edition=edition, faction=facts.faction_names(edition)[faction], metric="Damage")
    assert shown_errors(app) == []
    if not tables(app):
        assert app.info, "a faction that cannot shoot is told so"
        return
    (table,) = tables(app)
    heat = numbers(drawn(app, "matrix_heat")["data"][0]["z"])
    row, column = random.Random(faction).randrange(len(table)), random.Random(edition).randrange(12)
    target = ARCHETYPES[column]
    mean = duel(edition, table["id"].iloc[row], target.unit, target.models).result.damage.mean
    assert heat[row, column] == pytest.approx(mean, abs=1e-9)
    assert table[f"{target.label} x{target.models}"].iloc[row] == heat[row, column]


def page_duel(edition: str, faction: str) -> None:
    """A duel opened by its link draws the engine's distribution."""
    from dashboard.duel_link import duel_parameters
    from dashboard.first_duel import first_duel_of

    sheet = facts.sheets(edition, faction)[0]
    for phase in ("shooting", "fight"):
        data = first_duel_of(sheet) | {"phase": phase}
        try:
            expected = answer(data).result
        except InputError:
            continue
        app = open_page("duel", **duel_parameters(data, facts.revision(edition)))
        assert shown_errors(app) == []
        chances = numbers(drawn(app, "duel_curve")["data"][0]["y"])
        assert chances.sum() == pytest.approx(expected.slain.mean, abs=1e-9)  # E[slain] = sum of P(at least k)


def buffs(edition: str, faction: str) -> None:
    """A rule's gain is the difference of two duels."""
    armed = [sheet for sheet in facts.sheets(edition, faction) if any(p.kind == "ranged" for p in _profiles(sheet))]
    if not armed:
        return
    app = open_page("buffs", edition=edition, unit=armed[0].reference, gain="Wounds lost")
    errors = shown_errors(app)
    if errors:
        assert "choose Fight" in errors[0]  # its ranged weapons are options that it does not carry by default
        return
    for table in tables(app):
        targets = [target.label for target in ARCHETYPES]
        np.testing.assert_allclose(table["mean gain"], table[targets].mean(axis=1), rtol=0, atol=1e-9)
        assert table["mean gain"].is_monotonic_decreasing
        if len(table):
            row, target = table.iloc[random.Random(faction).randrange(len(table))], ARCHETYPES[0]
            rule = facts.buff(edition, row["id"])
            use = {
                "id": rule.id,
                "choice": row["rule"].removeprefix(f"{rule.name}: ") if rule.choices else None,
                "toggles": [toggle.id for toggle in rule.toggles],
            }
            without, beside = (
                duel(edition, armed[0].reference, target.unit, target.models, buffs=named).result.damage.mean
                for named in ([], [use])
            )
            assert row[target.label] == pytest.approx(beside - without, abs=1e-9)


def editions(edition: str, faction: str) -> None:
    """The means of a unit in both editions are those of its duels with the standard targets."""
    app = open_page(
        "editions", edition=edition, faction=facts.faction_names(edition)[faction], compare="A whole faction"
    )
    assert shown_errors(app) == []
    found = next((table for table in tables(app) if "mean 10e" in table), None)
    if found is None:
        both = [{sheet.reference for sheet in facts.sheets(one, faction)} for one in EDITIONS]
        assert not both[0] & both[1] or not any(_shoots(unit) for unit in both[0] & both[1])
        return
    row = found.iloc[random.Random(faction).randrange(len(found))]
    for one in EDITIONS:
        duels = [duel(one, row["id"], target.unit, target.models, cover=True) for target in ARCHETYPES]
        mean = np.mean([each.result.damage.mean for each in duels])
        assert row[f"mean {one}"] == pytest.approx(mean, abs=1e-9)


def _shoots(unit: str) -> bool:
    return all(any(p.kind == "ranged" for p in _profiles(facts.datasheet(one, unit))) for one in EDITIONS)


def durability(edition: str, faction: str) -> None:
    """Every unit of the faction is in the table, with what the standard attackers spend on it."""
    app = open_page("durability", edition=edition, faction=facts.faction_names(edition)[faction])
    assert shown_errors(app) == []
    found = tables(app)[0]
    assert set(found["id"]) == {sheet.reference for sheet in facts.sheets(edition, faction)}
    row = found.iloc[random.Random(faction).randrange(len(found))]
    attackers = [attacker for attacker in ATTACKERS if attacker.phase == "shooting"]
    spent = toll([duel(edition, attacker.unit, row["id"]).scenario for attacker in attackers]).points
    assert row["points spent on it"] == pytest.approx(spent, rel=1e-9)


def catalogue(edition: str, faction: str) -> None:
    """The list holds the faction's units, the first datasheet its Toughness."""
    app = open_page("catalogue", edition=edition, of=facts.faction_names(edition)[faction])
    assert shown_errors(app) == []
    found, models, *_ = tables(app)
    shown = facts.datasheet(edition, found["id"].iloc[0])
    assert set(found["id"]) >= {sheet.reference for sheet in facts.sheets(edition, faction)}
    assert list(models["T"]) == [shown.profile(line.profile_line).toughness for line in shown.composition]


def _profiles(sheet: object) -> Iterator[object]:
    return (profile for weapon in sheet.weapons for profile in weapon.profiles)


VISITS: dict[str, Callable[[str, str], None]] = {
    "home": home,
    "matrix": matrix,
    "duel": page_duel,
    "buffs": buffs,
    "editions": editions,
    "durability": durability,
    "catalogue": catalogue,
}


def test_no_page_is_forgotten() -> None:
    assert set(VISITS) == {page.key for page in PAGES}


def sampled() -> Iterator[tuple[str, str, str]]:
    for page in VISITS:
        for edition in EDITIONS:
            factions = sorted(facts.faction_names(edition))
            for faction in random.Random(f"{page} {edition}").sample(factions, SAMPLE):
                yield page, edition, faction


@pytest.mark.parametrize(("page", "edition", "faction"), list(sampled()))
def test_a_page_opens_with_the_engines_numbers(page: str, edition: str, faction: str) -> None:
    VISITS[page](edition, faction)


@pytest.mark.sweep
@pytest.mark.parametrize("page", VISITS)
def test_a_page_opens_for_every_faction_of_both_editions(page: str) -> None:
    times = {}
    for edition in EDITIONS:
        for faction in facts.faction_names(edition):
            start = time.perf_counter()
            VISITS[page](edition, faction)
            times[edition, faction] = time.perf_counter() - start

    slowest = max(times, key=lambda one: times[one])
    print(f"{page}: {len(times)} visits, median {np.median(list(times.values())):.2f} s")
    print(f"slowest: {slowest} in {times[slowest]:.1f} s")
