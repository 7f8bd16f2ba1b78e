"""Cells of the matrix of whole units are those of a duel between the two units, choices of weapons included."""

from __future__ import annotations

import os
import random
import tracemalloc
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

from analysis import Scenario, evaluate
from analysis.buffs import Library
from analysis.matrix.columns import TargetColumn, archetype_columns, target_column, target_columns
from analysis.matrix.rows import UnitRow, unit_rows
from analysis.matrix.terms import Terms
from analysis.matrix.units import UnitMatrix, unit_matrix
from analysis.referring import Phase, ReferringScenario, TableSituation, UnitReference
from analysis.resolve import resolve
from analysis.scenario import Modifiers, Situation
from queries.catalogue import catalogue
from tests.matrix.cells import FIGURES, cell, figures, unit_row

CELLS = int(os.environ.get("KILLCURVE_UNIT_CELLS", "12"))  # for each of 4 x 7 tables; 75 for the long run
UNITS = int(os.environ.get("KILLCURVE_UNITS", "70"))  # rows of a table; 2000, that is all, for the long run
TABLES = {
    "plain": (Situation(half_range=True), Modifiers()),
    "covered": (Situation(cover=True, stationary=True), Modifiers(hit=-1, save_roll=1, feel_no_pain=6)),
    "what if": (
        Situation(half_range=True, charged=True),
        Modifiers(wound=1, ap=1, reroll_hits="ones", reroll_wounds="failures", abilities=["lethal hits"]),
    ),
    "far": (Situation(distance=18.0), Modifiers(reroll_damage="below_average", toughness=-1)),
    "aimed": (Situation(precision_on_character=True), Modifiers(abilities=["precision"], damage_reduction=1)),
    "devastating": (Situation(), Modifiers(abilities=["devastating wounds"], critical_wound=5)),
    "re-rolled": (Situation(), Modifiers(command_reroll="hit")),
}  # fmt: skip
EDITIONS = ("10e", "11e")
PHASES: tuple[Phase, ...] = ("shooting", "fight")


@cache
def rows_of(edition: str, phase: Phase) -> list[UnitRow]:
    rows = unit_rows(catalogue().datasheets(edition), catalogue(), phase)
    return random.Random(f"{edition} {phase}").sample(rows, min(UNITS, len(rows)))


@cache
def columns_of(edition: str, phase: Phase) -> list[TargetColumn]:
    return target_columns(catalogue().datasheets(edition), catalogue(), phase)


def crossed(
    rows: Sequence[UnitRow], columns: Sequence[TargetColumn], edition: str, situation: Situation, modifiers: Modifiers
) -> UnitMatrix:
    phase = rows[0].phase if rows else "shooting"
    return unit_matrix(rows, columns, Terms(Library.of(edition, []), phase, situation, modifiers))


def duel(row: UnitRow, column: TargetColumn, edition: str, situation: Situation, modifiers: Modifiers) -> Scenario:
    """The duel of a cell, with both units named and resolved one by one."""
    scenario = ReferringScenario(
        edition=edition,
        phase=row.phase,
        attacker=row.reference,
        target=column.reference,
        situation=TableSituation(**situation.model_dump()),
        modifiers=modifiers,
    )
    return resolve(scenario, catalogue()).scenario


def assert_cell(matrix: UnitMatrix, place: tuple[int, int], scenario: Scenario) -> None:
    expected = figures(evaluate(scenario))
    assert cell(matrix, *place) == pytest.approx(expected, abs=1e-9, nan_ok=True), scenario.attacker.name
    assert matrix.lines(*place) == tuple(weapon.name for weapon in scenario.attacker.weapons)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_cells_are_those_of_a_duel(edition: str, phase: Phase, table: str) -> None:
    """Every third cell has a target of several groups, every other a unit with a choice to make."""
    rows, columns = rows_of(edition, phase), columns_of(edition, phase)
    draw = random.Random(f"{edition} {phase} {table}")
    several = [place for place, column in enumerate(columns) if len(column.target.groups) > 1]
    targets = draw.sample(several, min(CELLS, len(several))) + draw.sample(range(len(columns)), 2 * CELLS)
    asked = [columns[place] for place in targets]

    matrix = crossed(rows, asked, edition, *TABLES[table])

    choosing = [place for place, variants in enumerate(matrix.variants) if len(variants) > 1] or range(len(rows))
    for number in range(CELLS):
        row = draw.choice(choosing) if number % 2 else draw.randrange(len(rows))
        column = number % len(several) if number % 3 == 0 else draw.randrange(len(asked))
        assert_cell(matrix, (row, column), duel(rows[row], asked[column], edition, *TABLES[table]))


GIVEN = {
    "loadout": UnitReference.model_validate(
        {
            "unit": "astra-militarum/kasrkin",
            "copy": 3,
            "loadout": [
                {"weapon": "Plasma gun", "count": 2},
                {"weapon": "Hot-shot lasgun", "count": 7},
                {"weapon": "Hot-shot laspistol", "count": 1},
            ],
        }
    ),
    "leader": UnitReference.model_validate(
        {"unit": "astra-militarum/kasrkin", "attached": [{"unit": "astra-militarum/ursula-creed"}]}
    ),
    "damaged": UnitReference.model_validate({"unit": "astra-militarum/leman-russ-battle-tank", "damaged": True}),
    "many": UnitReference.model_validate({"unit": "orks/boyz", "models": 20}),
    "hunters": UnitReference.model_validate({"unit": "adeptus-astartes/eradicator-squad"}),
}
ATTACKED = (
    *GIVEN.values(),
    UnitReference.model_validate({"unit": "adeptus-astartes/rhino", "wounded": 3}),
    UnitReference.model_validate({"unit": "custodian-guard", "loadout": [{"weapon": "Praesidium Shield", "count": 2}]}),
)


@pytest.mark.parametrize("reroll", [None, "damage"])
@pytest.mark.parametrize("attacker", GIVEN)
def test_given_loadouts_leaders_and_wounds(attacker: str, reroll: str | None) -> None:
    rows = [unit_row(GIVEN[attacker], catalogue(), "11e", "shooting")]
    columns = [target_column(reference, catalogue(), "11e", "shooting") for reference in ATTACKED]
    table = Situation(distance=10.0), Modifiers(command_reroll=reroll)

    matrix = crossed(rows, columns, "11e", *table)

    for place, column in enumerate(columns):
        scenario = duel(rows[0], column, "11e", *table)
        assert_cell(matrix, (0, place), scenario)
        assert rows[0].points == scenario.attacker.points


def test_a_row_knows_its_price_and_what_it_fires_once() -> None:
    kasrkin = unit_row(UnitReference(unit="astra-militarum/kasrkin"), catalogue(), "11e", "shooting")
    third = unit_row(GIVEN["loadout"], catalogue(), "11e", "shooting")
    once = [row for row in unit_rows(catalogue().datasheets("11e"), catalogue(), "shooting") if row.one_shot]

    assert (kasrkin.label, kasrkin.models) == ("Kasrkin", 10)
    assert third.points > kasrkin.points
    assert once
    for row in once:
        profiles = [p for unit in row.units for weapon in unit.datasheet.weapons for p in weapon.profiles]
        assert any(profile.one_shot for profile in profiles)


def test_extra_attacks_stand_beside_the_chosen_weapon() -> None:
    """Some unit has lines with and without extra attacks in one fight."""
    rows = rows_of("11e", "fight")
    columns = archetype_columns(catalogue(), "11e", "fight")
    extra = {
        weapon.name
        for row in rows
        for unit in row.units
        for weapon in unit.datasheet.weapons
        if all(profile.extra_attacks for profile in weapon.profiles)
    }

    matrix = crossed(rows, columns, "11e", *TABLES["plain"])

    fights = [lines for variants in matrix.variants for lines in variants]
    assert any(set(lines) & extra and set(lines) - extra for lines in fights)


def test_duplicates_have_the_figures_of_their_kind() -> None:
    rows, columns = rows_of("11e", "shooting")[:15], columns_of("11e", "shooting")[:40]
    once = crossed(rows, columns, "11e", *TABLES["plain"])

    twice = crossed(rows * 2, columns * 2, "11e", *TABLES["plain"])

    for name in FIGURES:
        assert np.array_equal(getattr(twice, name), np.tile(getattr(once, name), (2, 2)), equal_nan=True)
    assert twice.variants == once.variants * 2


def test_progress_may_stop_the_work() -> None:
    told = []

    def stop(done: int, total: int) -> None:
        told.append((done, total))
        if done > 0:
            raise KeyboardInterrupt

    rows, columns = rows_of("11e", "shooting")[:5], columns_of("11e", "shooting")
    with pytest.raises(KeyboardInterrupt):
        unit_matrix(rows, columns, Terms(Library.of("11e", []), "shooting", *TABLES["plain"]), progress=stop)

    assert told[0] == (0, len(rows) * len(columns))
    assert 0 < told[-1][0] < len(rows) * len(columns)


def test_a_matrix_needs_little_memory_beside_itself() -> None:
    rows, columns = rows_of("11e", "shooting"), columns_of("11e", "shooting")
    tracemalloc.start()

    matrix = crossed(rows, columns, "11e", *TABLES["plain"])

    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak - sum(getattr(matrix, name).nbytes for name in FIGURES) <= 200e6


def test_no_units_or_no_targets_make_an_empty_matrix() -> None:
    rows, columns = rows_of("11e", "fight")[:2], columns_of("11e", "fight")[:2]

    assert crossed([], columns, "11e", *TABLES["plain"]).damage.shape == (0, 2)
    assert crossed(rows, [], "11e", *TABLES["plain"]).damage.shape == (2, 0)
