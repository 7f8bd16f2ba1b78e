"""docs/scenario.md describes every field there is, and its examples are answered."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

from analysis import Result, Scenario, evaluate
from analysis.abilities import ABILITIES
from analysis.referring import ReferringScenario, UnitReference
from analysis.resolve import resolve
from analysis.scenario import (
    Attacker,
    FeelNoPain,
    Group,
    Modifiers,
    MortalWounds,
    NamedBuff,
    Situation,
    Target,
    Weapon,
    WeaponModifiers,
)
from queries.catalogue import catalogue

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "scenario.md").read_text(encoding="utf-8")
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, flags=re.MULTILINE | re.DOTALL))
MODELS: dict[str, type[BaseModel]] = {
    "Scenario": Scenario,
    "Attacker": Attacker,
    "Weapon": Weapon,
    "Target": Target,
    "Group": Group,
    "Feel No Pain": FeelNoPain,
    "Situation": Situation,
    "Modifiers of a weapon": WeaponModifiers,
    "Pool": MortalWounds,
    "Named buff": NamedBuff,
    "Unit": UnitReference,
}


def rows(section: str) -> dict[str, list[str]]:
    """Field names of a table and the cells beside them."""
    lines = re.findall(r"^\| `(\w+)` \|(.*)\|$", SECTIONS[section], flags=re.MULTILINE)
    return {name: [cell.strip() for cell in cells.split("|")] for name, cells in lines}


@pytest.mark.parametrize(("section", "model"), MODELS.items(), ids=MODELS)
def test_every_field_has_a_row(section: str, model: type[BaseModel]) -> None:
    names = [field.alias or name for name, field in model.model_fields.items()]

    assert list(rows(section)) == names


def test_the_fields_of_all_modifiers_have_rows_too() -> None:
    assert list(rows("Modifiers")) == [
        name for name in Modifiers.model_fields if name not in WeaponModifiers.model_fields
    ]


def test_every_figure_of_a_result_has_a_row() -> None:
    assert list(rows("Result")) == [field.name for field in fields(Result)]


@pytest.mark.parametrize(("section", "model"), MODELS.items(), ids=MODELS)
def test_defaults_are_as_written(section: str, model: type[BaseModel]) -> None:
    for field in model.model_fields.values():
        name = field.alias or next(key for key, value in model.model_fields.items() if value is field)
        written = rows(section)[name][0]
        assert (written == "-") == field.is_required(), name
        if isinstance(field.default, bool | int | str):
            assert json.loads(written) == field.default, name


def examples() -> list[Any]:
    return [json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE, flags=re.DOTALL)]


def test_the_inline_example_is_answered() -> None:
    result = evaluate(Scenario.from_json(examples()[0]))

    assert result.attacks == 18
    assert result.efficiency is not None


def test_the_referring_example_is_resolved_but_for_its_buffs() -> None:
    resolution = resolve(ReferringScenario.from_json(examples()[1]), catalogue())

    assert [weapon.count for weapon in resolution.scenario.attacker.weapons][:2] == [2, 7]


def test_every_ability_is_named() -> None:
    named = SECTIONS["Abilities"].lower()

    assert [name for name in ABILITIES if name not in named] == []
