"""The matrix of the page: who attacks whom, under which situation, and the numbers of every cell.

A *question* says everything that decides the numbers. It is small and hashable, so answers are kept between reruns by
the question and never by their data.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from analysis.datasheet import Datasheet
from analysis.editions import EDITIONS
from analysis.matrix import weapon_matrix
from analysis.matrix.columns import TargetColumn, archetype_columns, target_columns
from analysis.matrix.rows import KIND_OF_PHASE, UnitRow, WeaponRow, unit_rows, weapon_rows
from analysis.matrix.units import unit_matrix
from analysis.modifiers import unmodelled_abilities
from analysis.scenario import Modifiers, Situation
from dashboard import facts

__all__ = ["ALL", "STANDARD", "Column", "Question", "Row", "View", "cell_scenario", "faction_question", "view_of"]

STANDARD = "standard"
ALL = "all"


@dataclass(frozen=True, slots=True)
class Question:
    """What a matrix shows.

    Attributes:
        attackers: A faction id, or `ALL`.
        targets: `STANDARD`, a faction id, or `ALL`.
        rows: Whole units, or single weapons.
        situation: Pairs of field and value that are not neutral; likewise `modifiers`.
    """

    edition: str
    attackers: str
    targets: str
    phase: Literal["shooting", "fight"]
    rows: Literal["units", "weapons"] = "units"
    situation: tuple[tuple[str, Any], ...] = ()
    modifiers: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One attacker: a unit at its smallest size with its default loadout, or one weapon of it.

    `weapon` and `profile` are None for a whole unit; `note` says what a number alone would hide.
    """

    reference: str
    name: str
    models: int
    points: float | None
    keywords: frozenset[str]
    weapon: str | None = None
    profile: str | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """One target."""

    reference: str
    label: str
    models: int
    points: float | None


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Rows, columns and numbers.

    Attributes:
        values: By metric key, shape (rows, columns), read-only; NaN where there is no answer.
        idle: Units that cannot attack in this phase.
        unmodelled: Abilities and rules of the attackers that were not counted.
    """

    question: Question
    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    values: dict[str, NDArray[np.float64]]
    idle: tuple[str, ...] = ()
    unmodelled: tuple[str, ...] = ()


def faction_question(edition: str, faction: str, phase: Literal["shooting", "fight"]) -> Question:
    """A faction's units against the standard targets, near enough for every rule that asks for half range."""
    near = (("half_range", True),) if phase == "shooting" else ()
    return Question(edition, faction, STANDARD, phase, situation=near)


def view_of(question: Question) -> View:
    """Answer a question; whole-game answers, being large, are kept one at a time."""
    return _large(question) if ALL in (question.attackers, question.targets) else _small(question)


def cell_scenario(view: View, cell: tuple[int, int]) -> dict[str, Any]:
    """The duel behind a cell."""
    row, column, asked = view.rows[cell[0]], view.columns[cell[1]], view.question
    attacker: dict[str, Any] = {"unit": row.reference}
    if row.weapon:
        attacker["loadout"] = [{"weapon": row.weapon, "profile": row.profile, "count": 1}]
    return {
        "edition": asked.edition,
        "phase": asked.phase,
        "attacker": attacker,
        "target": {"unit": column.reference, "models": column.models},
        "situation": dict(asked.situation),
        "modifiers": dict(asked.modifiers),
    }


@lru_cache(maxsize=24)
def _small(question: Question) -> View:
    return _answered(question)


@lru_cache(maxsize=1)
def _large(question: Question) -> View:
    return _answered(question)


def _answered(question: Question) -> View:
    sheets = facts.sheets_of(question.edition, None if question.attackers == ALL else question.attackers)
    columns = _columns(question)
    if question.rows == "weapons":
        return _weapons(question, sheets, columns)
    return _units(question, sheets, columns)


def _columns(question: Question) -> list[TargetColumn]:
    if question.targets == STANDARD:
        return archetype_columns(facts.source(), question.edition, question.phase)
    faction = None if question.targets == ALL else question.targets
    return target_columns(facts.sheets_of(question.edition, faction), facts.source(), question.phase)


def _units(question: Question, sheets: Sequence[Datasheet], columns: list[TargetColumn]) -> View:
    attackers = unit_rows(sheets, facts.source(), question.phase)
    targets = [column.target for column in columns]
    answer = unit_matrix(attackers, targets, question.edition, _situation(question), _modifiers(question))
    rows = tuple(_unit_row(row) for row in attackers)
    price = np.array([row.points or np.nan for row in rows], dtype=float)[:, None]
    values = {
        "points_per_100": 100 * answer.points_destroyed / price,
        "slain": answer.slain,
        "damage": answer.damage,
        "destroyed": answer.destroyed,
        "points_destroyed": answer.points_destroyed,
        "wasted": answer.wasted,
    }
    attacking = {row.reference for row in rows}
    idle = tuple(sheet.name for sheet in sheets if sheet.reference not in attacking)
    return _view(question, rows, columns, values, idle, sheets)


def _weapons(question: Question, sheets: Sequence[Datasheet], columns: list[TargetColumn]) -> View:
    attackers = weapon_rows(sheets, KIND_OF_PHASE[question.phase], _situation(question))
    targets = [column.target for column in columns]
    weapons = [row.weapon for row in attackers]
    answer = weapon_matrix(weapons, targets, question.edition, _situation(question), _modifiers(question))
    allowed = np.array([[_may_attack(row, column) for column in columns] for row in attackers], dtype=bool)
    of_unit = np.array([(column.target.points or np.nan) / column.models for column in columns])
    numbers = {
        "slain": answer.slain,
        "damage": answer.damage,
        "destroyed": answer.destroyed,
        "points_destroyed": answer.slain * of_unit,
        "wasted": answer.wasted,
    }
    shape = (len(attackers), len(columns))
    values = {key: np.where(allowed.reshape(shape), value, np.nan) for key, value in numbers.items()}
    values["points_per_100"] = np.full(shape, np.nan)  # a weapon alone has no price
    return _view(question, tuple(_weapon_row(row) for row in attackers), columns, values, (), sheets)


def _view(
    question: Question,
    rows: tuple[Row, ...],
    columns: list[TargetColumn],
    values: dict[str, NDArray[np.float64]],
    idle: tuple[str, ...],
    sheets: Sequence[Datasheet],
) -> View:
    for table in values.values():
        table.flags.writeable = False
    shown = tuple(
        Column(column.reference.unit, column.label, column.models, column.target.points) for column in columns
    )
    return View(question, rows, shown, values, idle, _uncounted(question, sheets))


def _unit_row(row: UnitRow) -> Row:
    sheet = row.units[0].datasheet
    note = f"counts weapons that fire once: {', '.join(row.one_shot)}" if row.one_shot else ""
    return Row(row.reference.unit, row.label, row.models, row.points, frozenset(sheet.keywords), note=note)


def _weapon_row(row: WeaponRow) -> Row:
    bearer = row.bearers[0]
    others = len(row.bearers) - 1
    notes = ["fires once in a battle"] * row.one_shot + [f"same numbers on {others} more"] * (others > 0)
    weapon = bearer.weapon_key.split("/")[2]
    return Row(bearer.unit, row.label, 1, None, frozenset(), weapon, bearer.profile, "; ".join(notes))


def _may_attack(row: WeaponRow, column: TargetColumn) -> bool:
    return not row.targets or not {*row.targets}.isdisjoint(column.target.keywords)


def _situation(question: Question) -> Situation:
    return Situation(**dict(question.situation))


def _modifiers(question: Question) -> Modifiers:
    return Modifiers(**dict(question.modifiers))


def _uncounted(question: Question, sheets: Sequence[Datasheet]) -> tuple[str, ...]:
    """Weapon abilities that the edition's rules do not know here, and rules of the datasheets that are not modelled."""
    weapons = [row.weapon for row in weapon_rows(sheets, KIND_OF_PHASE[question.phase])]
    abilities = unmodelled_abilities(weapons, Modifiers(), EDITIONS[question.edition])
    rules = facts.unmodelled_rules(question.edition, tuple(sheet.reference for sheet in sheets))
    return (*abilities, *rules)
