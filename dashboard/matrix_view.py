"""The matrix of the page: the numbers of every cell, each that of the duel which a click on it opens."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from threading import Lock
from typing import Final

from analysis.buffs.uncounted import in_words, unmodelled_rules
from analysis.crossing import cross_units, cross_weapons
from analysis.datasheet import Datasheet
from analysis.editions import EDITIONS
from analysis.matrix.columns import TargetColumn, archetype_columns, target_columns
from analysis.matrix.rows import KIND_OF_PHASE, UnitRow, WeaponRow, weapon_rows
from analysis.matrix.terms import Terms
from analysis.modifiers import unmodelled_abilities
from analysis.names import told_apart
from analysis.resolve.resolution import plunging
from analysis.scenario import Modifiers, Situation
from dashboard import facts
from dashboard.matrix_question import ALL, STANDARD, Column, Question, Row, View
from dashboard.memory import give_back
from dashboard.waiting import PAUSE, tell

__all__ = ["target_labels", "view_of"]

_PLUNGING_FIRE: Final = "plunging_fire"
"""The one fact of the table that is no field of an inline situation: it changes the numbers."""


def view_of(question: Question) -> View:
    """Answer a question; whole-game answers, being large, are kept one at a time."""
    return _large(question) if ALL in (question.attackers, question.targets) else _small(question)


@lru_cache(maxsize=24)
def _small(question: Question) -> View:
    return _answered(question)


_one_large: dict[Question, View] = {}
_making_room = Lock()


def _large(question: Question) -> View:
    """The last whole-game answer; it is let go of before the next one is made, since two would not fit a small host."""
    if kept := _one_large.get(question):
        return kept
    while not _making_room.acquire(timeout=PAUSE):
        tell(0, 1)  # whoever waits for another reader's answer can be stopped as well
    try:
        if question not in _one_large:
            _one_large.clear()
            give_back()
            _one_large[question] = _answered(question)
            give_back()
        return _one_large[question]
    finally:
        _making_room.release()


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


@lru_cache(maxsize=64)
def target_labels(edition: str, targets: str) -> tuple[str, ...]:
    """The labels of all targets of a faction, or of the game."""
    columns = _columns(Question(edition, ALL, targets, "shooting"))
    return tuple(column.label for column in _shown(columns, edition))


def _units(question: Question, sheets: Sequence[Datasheet], columns: list[TargetColumn]) -> View:
    crossing = cross_units(sheets, facts.source(), columns, _terms(question), tell)
    attacking = {row.reference.unit for row in crossing.rows}
    idle = tuple(sheet.name for sheet in sheets if sheet.reference not in attacking)
    rows = tuple(_unit_row(row) for row in crossing.rows)
    uncounted = _uncounted(question, sheets, columns)
    return View(question, rows, _shown(columns, question.edition), crossing.figures, idle, uncounted)


def _weapons(question: Question, sheets: Sequence[Datasheet], columns: list[TargetColumn]) -> View:
    crossing = cross_weapons(sheets, facts.source(), columns, _terms(question), tell)
    rows = tuple(_weapon_row(row, question.edition) for row in crossing.rows)
    uncounted = _uncounted(question, sheets, columns)
    return View(question, rows, _shown(columns, question.edition), crossing.figures, (), uncounted)


def _terms(question: Question) -> Terms:
    return Terms(facts.buffs(question.edition), question.phase, _situation(question), _modifiers(question))


def _shown(columns: Sequence[TargetColumn], edition: str) -> tuple[Column, ...]:
    """The targets with labels that tell them apart: many factions have units of one name."""
    ids = [column.reference.unit for column in columns]
    factions = facts.faction_names(edition)
    owners = [factions.get(unit.partition("/")[0], unit) for unit in ids]
    labels = told_apart([column.label for column in columns], owners, ids)
    return tuple(
        Column(unit, label, column.models, column.target.points)
        for unit, label, column in zip(ids, labels, columns, strict=True)
    )


def _unit_row(row: UnitRow) -> Row:
    sheet = row.units[0].datasheet
    note = f"counts weapons that fire once: {', '.join(row.one_shot)}" if row.one_shot else ""
    return Row(row.reference.unit, row.label, row.models, row.points, frozenset(sheet.keywords), note=note)


def _weapon_row(row: WeaponRow, edition: str) -> Row:
    """A weapon; for filters it has the keywords of all who carry it."""
    bearer = row.bearers[0]
    others = len(row.bearers) - 1
    notes = ["fires once in a battle"] * row.one_shot + [f"same numbers on {others} more"] * (others > 0)
    carriers = {one.unit for one in row.bearers}
    keywords = frozenset[str]().union(*(facts.datasheet(edition, unit).keywords for unit in carriers))
    return Row(bearer.unit, row.label, 1, None, keywords, bearer.weapon_id, bearer.profile, "; ".join(notes))


def _situation(question: Question) -> Situation:
    return Situation(**{name: value for name, value in question.situation if name != _PLUNGING_FIRE})


def _modifiers(question: Question) -> Modifiers:
    modifiers = Modifiers(**dict(question.modifiers))
    plunges = question.phase == "shooting" and dict(question.situation).get(_PLUNGING_FIRE)
    return plunging(modifiers, question.edition) if plunges else modifiers


def _uncounted(question: Question, sheets: Sequence[Datasheet], columns: Sequence[TargetColumn]) -> tuple[str, ...]:
    """Weapon abilities that the edition's rules do not know here, and rules of both sides that are not modelled."""
    weapons = [row.weapon for row in weapon_rows(sheets, KIND_OF_PHASE[question.phase])]
    abilities = unmodelled_abilities(weapons, Modifiers(), EDITIONS[question.edition])
    library = facts.buffs(question.edition)
    attacking = unmodelled_rules(library, (sheet.reference for sheet in sheets), "attacker", question.phase)
    attacked = unmodelled_rules(library, (column.reference.unit for column in columns), "defender", question.phase)
    return (*abilities, *dict.fromkeys(in_words(rule) for rule in (*attacking, *attacked)))
