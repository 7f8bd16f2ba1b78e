"""Every weapon profile of both editions against the standard targets: nothing is left out in silence."""

from __future__ import annotations

import re
from functools import cache
from itertools import cycle
from pathlib import Path
from typing import Any, Final

import pyarrow.parquet as pq
import pytest

from analysis import Scenario, evaluate
from analysis.archetypes import ARCHETYPES
from analysis.referring import ReferringScenario
from analysis.resolve import resolve
from analysis.scenario import Target
from queries.catalogue import catalogue

ROOT = Path(__file__).parents[2]
BOTH = pytest.mark.parametrize("edition", ["10e", "11e"])

UNMODELLED: Final = frozenset(
    {
        "bubblechukka",
        "dead choppy",
        "harpooned",
        "hooked",
        "impaled",
        "linked fire",
        "overcharge",
        "plasma warhead",
        "psychic assassin",
        "reverberating summons",
        "snagged",
    }
)
"""Specialities of single datasheets; docs/rules.md gives the reason for each."""

Json = dict[str, Any]


@cache
def statlines(edition: str) -> tuple[Json, ...]:
    """All different weapon lines of an edition, in the words of a scenario."""
    columns = ["is_melee", "range_in", "attacks", "skill", "strength", "ap", "damage", "abilities"]
    rows = pq.read_table(
        ROOT / "data" / "catalogue" / "weapon_profile.parquet", columns=columns, filters=[("edition", "=", edition)]
    ).to_pylist()
    different = {repr(row): row for row in rows}
    return tuple(
        {
            "type": "melee" if row["is_melee"] else "ranged",
            "range": row["range_in"],
            **{name: row[name] for name in ("attacks", "skill", "strength", "ap", "damage", "abilities")},
        }
        for row in different.values()
    )


@cache
def targets(edition: str, phase: str) -> tuple[Target, ...]:
    """The twelve standard targets with the saves of a phase."""
    attacker = {"unit": "adeptus-astartes/intercessor-squad"}
    scenarios = [
        ReferringScenario.from_json(
            {
                "edition": edition,
                "phase": phase,
                "attacker": attacker,
                "target": {"unit": archetype.unit, "models": archetype.models},
            }
        )
        for archetype in ARCHETYPES
    ]
    return tuple(resolve(scenario, catalogue()).scenario.target for scenario in scenarios)


def against(line: Json, target: Target, edition: str) -> list[str]:
    """Attack, check what holds for every answer, and return what was not modelled."""
    attack = {"edition": edition, "attacker": {"weapons": [line]}, "target": target}
    result = evaluate(Scenario.model_validate(attack))
    assert sum(result.damage.pmf) == pytest.approx(1, abs=1e-12)
    assert result.damage.mean > 0
    return result.unmodelled


def phase_of(line: Json) -> str:
    return "fight" if line["type"] == "melee" else "shooting"


@BOTH
def test_every_statline_is_answered(edition: str) -> None:
    """Each meets one of the targets in turn."""
    turns = {phase: cycle(targets(edition, phase)) for phase in ("shooting", "fight")}
    left_out = {name for line in statlines(edition) for name in against(line, next(turns[phase_of(line)]), edition)}

    assert len(statlines(edition)) > 1000
    assert left_out <= UNMODELLED


@BOTH
def test_every_set_of_abilities_meets_every_standard_target(edition: str) -> None:
    sets = {(phase_of(line), *line["abilities"]): line for line in statlines(edition)}

    for line in sets.values():
        expected = [name for name in line["abilities"] if name in UNMODELLED]
        for target in targets(edition, phase_of(line)):
            assert against(line, target, edition) == expected


def test_the_rules_page_gives_the_reason_for_each_that_stays_unmodelled() -> None:
    page = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    section = page.partition("## Not modelled")[2]

    assert set(re.findall(r"^\| ([a-z ]+) \|", section, flags=re.MULTILINE)) - {"ability"} == UNMODELLED
