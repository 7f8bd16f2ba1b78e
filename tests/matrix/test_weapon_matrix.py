"""Random cells of the whole matrix are those of a duel, and a few of them are counted die by die."""

from __future__ import annotations

import os
import random
import re
import tracemalloc
from functools import cache
from typing import Any

import numpy as np
import pytest

from analysis import Scenario, evaluate
from analysis.errors import InputError
from analysis.matrix import METRICS, weapon_matrix
from analysis.matrix.columns import target_columns
from analysis.matrix.rows import weapon_rows
from analysis.scenario import Modifiers, Situation, Target, Weapon
from queries.catalogue import catalogue
from tests.matrix.cells import cell, figures
from tests.oracle import enumerate_scenario

CELLS = int(os.environ.get("KILLCURVE_CELLS", "250"))  # 2000 for the long run
COUNTED = int(os.environ.get("KILLCURVE_COUNTED_CELLS", "25"))  # 200 for the long run
TABLES = {
    "plain": (Situation(), Modifiers()),
    "what if": (
        Situation(half_range=True, cover=True, charged=True, stationary=True),
        Modifiers(
            hit=1, wound=-1, ap=1, reroll_hits="ones", reroll_wounds="failures", critical_hit=5, feel_no_pain=6,
            abilities=["lethal hits", "sustained hits 1"],
        ),
    ),
    "hard target": (
        Situation(indirect=True, precision_on_character=True),
        Modifiers(damage_reduction=1, halve_damage=True, save_roll=1, reroll_damage="below_average", toughness=1),
    ),
}  # fmt: skip


@cache
def game(edition: str) -> tuple[list[Weapon], list[Target]]:
    sheets = catalogue().datasheets(edition)
    weapons = [row.weapon for kind in ("ranged", "melee") for row in weapon_rows(sheets, kind, Situation())]
    targets = [column.target for column in target_columns(sheets, catalogue(), "shooting")]
    return weapons, targets


def scenario_of(edition: str, weapon: Weapon, target: Target, table: str) -> Scenario:
    situation, modifiers = TABLES[table]
    attacker = {"weapons": [weapon.model_dump()]}
    data = {"edition": edition, "attacker": attacker, "target": target.model_dump()}
    return Scenario.from_json({**data, "situation": situation.model_dump(), "modifiers": modifiers.model_dump()})


def sampled(edition: str, table: str, cells: int) -> list[tuple[int, int]]:
    """A fixed sample; every third cell has a target of several groups, every third a devastating weapon."""
    weapons, targets = game(edition)
    draw = random.Random(f"{edition} {table}")
    several = [place for place, target in enumerate(targets) if len(target.groups) > 1]
    devastating = [place for place, weapon in enumerate(weapons) if "devastating wounds" in weapon.abilities]
    return [
        (
            draw.choice(devastating) if number % 3 == 1 else draw.randrange(len(weapons)),
            draw.choice(several) if number % 3 == 0 else draw.randrange(len(targets)),
        )
        for number in range(cells)
    ]


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_cells_are_those_of_a_duel(edition: str, table: str) -> None:
    weapons, targets = game(edition)
    matrix = weapon_matrix(weapons, targets, edition, *TABLES[table])

    for row, column in sampled(edition, table, CELLS):
        expected = figures(evaluate(scenario_of(edition, weapons[row], targets[column], table)))[:4]
        assert cell(matrix, row, column) == pytest.approx(expected, abs=1e-9), (weapons[row], targets[column].name)


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_small_cells_are_those_counted_die_by_die(edition: str) -> None:
    weapons, targets = game(edition)
    matrix = weapon_matrix(weapons, targets, edition, *TABLES["plain"])
    small = [place for place, weapon in enumerate(weapons) if weapon.attacks in ("1", "2", "3")]
    draw = random.Random(edition)

    for _ in range(COUNTED):
        row, column = draw.choice(small), draw.randrange(len(targets))
        counted = enumerate_scenario(scenario_of(edition, weapons[row], targets[column], "plain").model_dump())
        expected = [counted["damage"]["mean"], counted["slain"]["mean"], counted["destroyed"]]
        assert cell(matrix, row, column)[:3] == pytest.approx([float(value) for value in expected], abs=1e-9)


def assert_as_in_duels(edition: str, attacking: list[Weapon], targets: list[Target]) -> None:
    matrix = weapon_matrix(attacking, targets, edition, *TABLES["plain"])
    for row, weapon in enumerate(attacking):
        for column, target in enumerate(targets):
            expected = figures(evaluate(scenario_of(edition, weapon, target, "plain")))[:4]
            assert cell(matrix, row, column) == pytest.approx(expected, abs=1e-9), (weapon, target)


def made_up_target(*groups: tuple[int, int, int]) -> Target:
    """Groups of so many models with so many wounds and this save."""
    keys = ("count", "wounds", "save")
    return Target.model_validate({"groups": [{"toughness": 4, **dict(zip(keys, own, strict=True))} for own in groups]})


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_many_groups_and_many_kinds_of_damage_are_told_apart(edition: str) -> None:
    saves = [3] * 4 + [4] * 4, [4] * 4 + [3] * 4, [2] + [6] * 7
    targets = [made_up_target(*((1, 16, save) for save in own)) for own in saves]
    attacking = [Weapon(type="ranged", attacks="2", skill=2, strength=8, damage=str(damage)) for damage in range(1, 17)]

    assert_as_in_duels(edition, attacking, targets)


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_a_line_of_very_many_attacks_is_worked_out_in_pieces(edition: str) -> None:
    common: dict[str, Any] = {"type": "ranged", "skill": 3, "strength": 5, "ap": -1, "damage": "1"}
    attacking = [
        Weapon(attacks="250", abilities=["devastating wounds"], **common),
        Weapon(attacks="400", **common),
    ]
    targets = [made_up_target((3, 2, 3), (2, 2, 5)), made_up_target((30, 20, 3)), made_up_target((1, 200, 3))]

    assert_as_in_duels(edition, attacking, targets)


def test_more_wounds_than_a_duel_knows_are_refused_alike() -> None:
    weapon, target = Weapon(type="ranged", attacks="2", skill=3, strength=5, damage="1"), made_up_target((100, 30, 3))

    with pytest.raises(InputError) as refused:
        evaluate(scenario_of("11e", weapon, target, "plain"))
    with pytest.raises(InputError, match=re.escape(str(refused.value))):
        weapon_matrix([weapon], [target], "11e", *TABLES["plain"])


def test_duplicates_have_the_figures_of_their_kind() -> None:
    weapons, targets = (items[:12] for items in game("11e"))
    once = weapon_matrix(weapons, targets, "11e", *TABLES["plain"])

    twice = weapon_matrix(weapons * 2, targets * 2, "11e", *TABLES["plain"])

    for metric in METRICS:
        assert np.array_equal(getattr(twice, metric), np.tile(getattr(once, metric), (2, 2)))


def test_progress_may_stop_the_work() -> None:
    weapons, targets = (items[:40] for items in game("11e"))
    told = []

    def stop(done: int, total: int) -> None:
        told.append((done, total))
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        weapon_matrix(weapons, targets, "11e", *TABLES["plain"], progress=stop)

    assert [done for done, _ in told] == [0, 1, 2, 3]
    assert told[0][1] > 3


def test_the_whole_matrix_needs_little_memory_beside_itself() -> None:
    weapons, targets = game("11e")
    tracemalloc.start()

    matrix = weapon_matrix(weapons, targets, "11e", *TABLES["plain"])

    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    result = sum(getattr(matrix, metric).nbytes for metric in METRICS)
    assert peak - result <= 200e6


def test_no_weapons_or_no_targets_make_an_empty_matrix() -> None:
    weapons, targets = (items[:2] for items in game("11e"))

    assert weapon_matrix([], targets, "11e", *TABLES["plain"]).damage.shape == (0, 2)
    assert weapon_matrix(weapons, [], "11e", *TABLES["plain"]).damage.shape == (2, 0)


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_targets_may_all_have_several_groups(edition: str) -> None:
    weapons, targets = game(edition)
    several = [target for target in targets if len(target.groups) > 1][:3]
    draw = random.Random(edition)
    attacking = draw.sample(weapons, 12)

    assert_as_in_duels(edition, attacking, several)
