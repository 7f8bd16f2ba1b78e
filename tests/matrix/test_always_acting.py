"""Cells of tables are those of a duel with all abilities that always act, whole units and single weapons alike."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from analysis.__main__ import LoadedFacts, main
from analysis.buffs import Library
from analysis.datasheet import Datasheet
from analysis.evaluate import evaluate
from analysis.inline import inline
from analysis.matrix.bearers import bearer_matrix
from analysis.matrix.columns import TargetColumn, target_columns
from analysis.matrix.rows import Bearer, unit_rows
from analysis.matrix.terms import Terms
from analysis.matrix.units import unit_matrix
from analysis.referring import Phase
from analysis.scenario import Modifiers, Situation
from queries.buffs import library
from queries.catalogue import catalogue
from tests.matrix.cells import cell, figures

CELLS = int(os.environ.get("KILLCURVE_ACTING_CELLS", "150"))  # of each phase of an edition; 2000 for the long run
TABLES = {
    ("10e", "shooting"): (Situation(half_range=True, cover=True), Modifiers(hit=-1, save=1)),
    ("10e", "fight"): (Situation(charged=True), Modifiers(reroll_hits="ones", toughness=1)),
    ("11e", "shooting"): (Situation(distance=9.0, stationary=True), Modifiers(feel_no_pain=6, skill=-1)),
    ("11e", "fight"): (Situation(charged=True, precision_on_character=True), Modifiers(damage_reduction=1)),
}
DRAWN = [(edition, phase) for edition, phase in TABLES]


def drawn(
    edition: str, phase: Phase, rows: int, columns: int
) -> tuple[random.Random, list[Datasheet], list[TargetColumn]]:
    """Some datasheets to attack and some to be attacked, of the whole game."""
    draw = random.Random(f"{edition} {phase} {rows}")
    sheets = list(catalogue().datasheets(edition))
    return draw, draw.sample(sheets, rows), draw.sample(target_columns(sheets, catalogue(), phase), columns)


def of_duel(edition: str, phase: Phase, attacker: Mapping[str, Any], column: TargetColumn) -> list[float]:
    """The figures of the duel of a cell, both units named and every rule folded in."""
    situation, modifiers = TABLES[edition, phase]
    data = {
        "edition": edition,
        "phase": phase,
        "attacker": attacker,
        "target": column.reference.model_dump(by_alias=True),
        "situation": situation.model_dump(),
        "modifiers": modifiers.model_dump(),
    }
    return figures(evaluate(inline(data, LoadedFacts())))


def sample(draw: random.Random, changed: np.ndarray) -> list[tuple[int, int]]:
    """Cells, a third of them where an ability makes a difference."""
    places = [(int(row), int(column)) for row, column in np.argwhere(changed)]
    third = CELLS // 3
    assert len(places) >= third
    rows, columns = changed.shape
    return draw.sample(places, third) + [(draw.randrange(rows), draw.randrange(columns)) for _ in range(CELLS - third)]


@pytest.mark.parametrize(("edition", "phase"), DRAWN)
def test_units_fare_as_in_a_duel(edition: str, phase: Phase) -> None:
    draw, sheets, columns = drawn(edition, phase, 120, 250)
    rows = unit_rows(sheets, catalogue(), phase)

    printed, acting = (
        unit_matrix(rows, columns, Terms(rules, phase, *TABLES[edition, phase]))
        for rules in (Library.of(edition, []), library(edition))
    )

    for row, column in sample(draw, np.abs(acting.damage - printed.damage) > 1e-9):
        expected = of_duel(edition, phase, rows[row].reference.model_dump(by_alias=True), columns[column])
        assert cell(acting, row, column) == pytest.approx(expected, rel=0, abs=1e-9, nan_ok=True), rows[row].label


@pytest.mark.parametrize(("edition", "phase"), DRAWN)
def test_a_weapon_fares_as_in_a_duel_of_any_of_its_bearers(edition: str, phase: Phase) -> None:
    draw, sheets, columns = drawn(edition, phase, 200, 250)

    printed, acting = (
        bearer_matrix(sheets, catalogue(), columns, Terms(rules, phase, *TABLES[edition, phase]))
        for rules in (Library.of(edition, []), library(edition))
    )

    rows, matrix = acting
    place_of = {bearer: place for place, row in enumerate(printed[0]) for bearer in row.bearers}
    before = printed[1].damage[[place_of[row.bearers[0]] for row in rows]]
    for row, column in sample(draw, np.abs(matrix.damage - before) > 1e-9):
        bearer = draw.choice(rows[row].bearers)
        expected = of_duel(edition, phase, alone(bearer), columns[column])
        assert cell(matrix, row, column) == pytest.approx(expected[:4], rel=0, abs=1e-9), bearer


def alone(bearer: Bearer) -> dict[str, Any]:
    """A unit with one weapon, as a scenario names it."""
    weapon = {"weapon": bearer.weapon_id, "profile": bearer.profile, "count": 1}
    return {"unit": bearer.unit, "loadout": [weapon]}


def written(tmp_path: Path, *arguments: str) -> pd.DataFrame:
    out = tmp_path / "matrix.csv"
    assert main(["matrix", "--edition", "11e", *arguments, "--out", str(out)]) == 0
    return pd.read_csv(out)


def test_the_command_line_counts_every_ability(tmp_path: Path) -> None:
    """Whatever protects a target does so in a table of all targets too."""
    table = written(tmp_path, "--faction", "astra-militarum", "--targets", "all").set_index(
        ["attacker_id", "target_id"]
    )

    for attacker in ("banesword", "kasrkin", "leman-russ-eradicator", "ratlings"):
        for target in ("aeldari/wave-serpent", "astra-militarum/gaunts-ghosts", "orks/gretchin", "necrons/monolith"):
            own = table.loc[(f"astra-militarum/{attacker}", target)]
            data = {"edition": "11e", "phase": "shooting", "attacker": {"unit": f"astra-militarum/{attacker}"}}
            result = evaluate(inline({**data, "target": {"unit": target}}, LoadedFacts()))
            assert own["damage"] == pytest.approx(result.damage.mean, rel=0, abs=1e-9)
            assert own["destroyed"] == pytest.approx(result.destroyed, rel=0, abs=1e-9)


@pytest.mark.parametrize("rows", ["units", "weapons"])
def test_a_target_may_be_named_without_its_faction(tmp_path: Path, rows: str) -> None:
    asked = ("--faction", "astra-militarum", "--rows", rows)

    short, whole = (written(tmp_path, *asked, "--targets", name) for name in ("wave-serpent", "aeldari/wave-serpent"))

    pd.testing.assert_frame_equal(short, whole)
    assert set(short["target_id"]) == {"aeldari/wave-serpent"}
    assert short["damage"].max() > 0


def test_weapons_of_equal_numbers_part_where_abilities_do() -> None:
    """Every bearer of a row is a bearer of one printed row, and some printed rows part."""
    sheets: Sequence[Datasheet] = catalogue().datasheets("11e", "adeptus-astartes")
    columns = target_columns(catalogue().datasheets("11e", "orks"), catalogue(), "shooting")
    table = Situation(half_range=True), Modifiers()

    printed, _ = bearer_matrix(sheets, catalogue(), columns, Terms(Library.of("11e", []), "shooting", *table))
    acting, _ = bearer_matrix(sheets, catalogue(), columns, Terms(library("11e"), "shooting", *table))

    place_of = {bearer: place for place, row in enumerate(printed) for bearer in row.bearers}
    assert len(acting) > len(printed)
    assert all(len({place_of[bearer] for bearer in row.bearers}) == 1 for row in acting)
    assert sum(len(row.bearers) for row in acting) == sum(len(row.bearers) for row in printed)
