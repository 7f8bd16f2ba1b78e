"""What a matrix is asked and what it answers: the question, its rows and columns, and the duel behind each cell.

A question is small and hashable, so answers are kept between reruns by the question and never by their data.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from analysis.efficiency import Figures
from analysis.referring import Phase

__all__ = ["ALL", "STANDARD", "Column", "Question", "Row", "View", "cell_scenario", "faction_question"]

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
    phase: Phase
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
    """One target; no two of a view have the same label."""

    reference: str
    label: str
    models: int
    points: float | None


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Rows, columns and numbers.

    Attributes:
        figures: What every measure is made of, shape (rows, columns).
        idle: Units that cannot attack in this phase.
        unmodelled: Abilities and rules of both sides that were not counted.
    """

    question: Question
    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    figures: Figures
    idle: tuple[str, ...] = ()
    unmodelled: tuple[str, ...] = ()


def faction_question(edition: str, faction: str, phase: Phase) -> Question:
    """A faction's units against the standard targets, near enough for every rule that asks for half range."""
    near = (("half_range", True),) if phase == "shooting" else ()
    return Question(edition, faction, STANDARD, phase, situation=near)


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
