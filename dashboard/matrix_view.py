"""The matrix of the page: the numbers of every cell, from the engine's matrix and, where needed, from single duels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

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
from dashboard import always_on, facts
from dashboard.matrix_question import ALL, STANDARD, Column, Question, Row, View

__all__ = ["view_of"]


def view_of(question: Question) -> View:
    """Answer a question; whole-game answers, being large, are kept one at a time."""
    return _large(question) if ALL in (question.attackers, question.targets) else _small(question)


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
    shown = tuple(
        Column(column.reference.unit, column.label, column.models, column.target.points) for column in columns
    )
    plain = View(question, rows, shown, values, idle, _uncounted(question, sheets))
    for (row, column), numbers in always_on.corrected(plain).items():
        for key, value in numbers.items():
            values[key][row, column] = value
    for table in values.values():
        table.flags.writeable = False
    if always_on.left_out(plain):
        return replace(plain, unmodelled=("abilities that always act, in a table this large", *plain.unmodelled))
    return plain


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
