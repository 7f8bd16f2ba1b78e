"""Attackers crossed with targets for the command line, one faction at a time."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd

from analysis.commands.always_acting import correct_always_acting
from analysis.commands.command import Facts
from analysis.datasheet import Datasheet
from analysis.efficiency import Figures
from analysis.errors import InputError
from analysis.matrix import Progress, weapon_matrix
from analysis.matrix.columns import TargetColumn, archetype_columns, target_column, target_columns
from analysis.matrix.rows import KIND_OF_PHASE, UnitRow, WeaponRow, forbidden, unit_rows, weapon_rows
from analysis.matrix.units import unit_matrix
from analysis.referring import UnitReference
from analysis.scenario import Modifiers, Situation

__all__ = ["Crossing", "cross_units", "cross_weapons", "crossings", "target_columns_of"]

_PLAIN = Modifiers()
Told = Callable[[str, int, int], None]
"""Told the faction, and how many parts of its work are done, of how many."""


@dataclass(frozen=True, slots=True, eq=False)
class Crossing:
    """The attackers of one faction, what is known of each, and their figures against every target."""

    attackers: pd.DataFrame
    figures: Figures


def target_columns_of(arguments: Namespace, facts: Facts) -> list[TargetColumn]:
    """The targets asked for.

    Raises:
        InputError: For a unit the catalogue does not know, with the nearest ids.
    """
    catalogue, edition, phase = facts.catalogue(), arguments.edition, arguments.phase
    asked: Sequence[str] = arguments.targets or ["archetypes"]
    columns: list[TargetColumn] = []
    for name in asked:
        if name == "archetypes":
            columns += archetype_columns(catalogue, edition, phase)
        elif name == "all":
            columns += target_columns(_standard(catalogue.datasheets(edition)), catalogue, phase)
        else:
            try:
                columns.append(target_column(UnitReference(unit=name), catalogue, edition, phase))
            except InputError as error:
                expected = f"archetypes, all, or {error.expected}"
                raise InputError("--targets", name, expected) from None
    return columns


def crossings(
    arguments: Namespace, facts: Facts, columns: Sequence[TargetColumn], progress: Told = lambda *_: None
) -> Iterator[Crossing]:
    """One crossing for each attacking faction; `progress` is told its name and how far it is, and may raise to stop.

    Raises:
        InputError: For a faction the catalogue does not know, with the nearest ids.
    """
    catalogue, edition = facts.catalogue(), arguments.edition
    situation = Situation(half_range=arguments.half_range, distance=arguments.distance)
    for sheets in _by_faction(arguments, facts):
        told = partial(progress, sheets[0].faction_id if sheets else "")
        if arguments.rows == "units":
            rows = unit_rows(sheets, catalogue, arguments.phase)
            crossing = cross_units(rows, columns, edition, situation, _PLAIN, told)
            left = correct_always_acting(crossing.figures, rows, columns, situation, facts, progress=told)
            if left:
                print(f"abilities that always act are not counted: {left} cells have some", file=sys.stderr)
            yield crossing
        else:
            weapons = weapon_rows(sheets, KIND_OF_PHASE[arguments.phase], situation)
            yield cross_weapons(weapons, columns, edition, situation, _PLAIN, told)


def _by_faction(arguments: Namespace, facts: Facts) -> list[list[Datasheet]]:
    catalogue = facts.catalogue()
    if not arguments.faction:
        found: dict[str, list[Datasheet]] = {}
        for sheet in _standard(catalogue.datasheets(arguments.edition)):
            found.setdefault(sheet.faction_id, []).append(sheet)
        return list(found.values())
    by_name = []
    for name in dict.fromkeys(arguments.faction):
        try:
            by_name.append(_standard(catalogue.datasheets(arguments.edition, name)))
        except InputError as error:
            raise InputError("--faction", name, error.expected) from None
    return by_name


def _standard(sheets: Sequence[Datasheet]) -> list[Datasheet]:
    """Datasheets of the standard game that are not Legends."""
    return [sheet for sheet in sheets if sheet.game_mode == "standard" and not sheet.is_legends]


def cross_units(
    rows: Sequence[UnitRow],
    columns: Sequence[TargetColumn],
    edition: str,
    situation: Situation,
    modifiers: Modifiers = _PLAIN,
    progress: Progress = lambda done, total: None,
) -> Crossing:
    """Whole units against targets, by their printed numbers."""
    targets = [column.target for column in columns]
    answer = unit_matrix(rows, targets, edition, situation, modifiers, progress)
    prices = np.array([np.nan if row.points is None else row.points for row in rows], dtype=float)
    figures = Figures(
        answer.damage,
        answer.slain,
        answer.destroyed,
        answer.wasted,
        answer.points_destroyed,
        prices[:, None],
        _wounds(columns),
    )
    attackers = pd.DataFrame(
        {
            "attacker": [row.label for row in rows],
            "attacker_id": [row.reference.unit for row in rows],
            "models": [row.models for row in rows],
            "points": prices,
        }
    )
    return Crossing(attackers, figures)


def cross_weapons(
    rows: Sequence[WeaponRow],
    columns: Sequence[TargetColumn],
    edition: str,
    situation: Situation,
    modifiers: Modifiers = _PLAIN,
    progress: Progress = lambda done, total: None,
) -> Crossing:
    """Single weapons against targets; against a target that a weapon may not attack it does nothing."""
    targets = [column.target for column in columns]
    answer = weapon_matrix([row.weapon for row in rows], targets, edition, situation, modifiers, progress)
    barred = forbidden(rows, targets)
    for numbers in (answer.damage, answer.slain, answer.destroyed, answer.wasted):
        numbers[barred] = 0.0  # in place: the whole game's matrix fills much of a small host's memory
    each = np.array([np.nan if c.target.points is None else c.target.points / c.models for c in columns])
    prices = np.full((len(rows), 1), np.nan)  # a weapon alone has no price
    attackers = pd.DataFrame(
        {
            "attacker": [row.bearers[0].unit_name for row in rows],
            "attacker_id": [row.bearers[0].unit for row in rows],
            "weapon": [row.weapon.name for row in rows],
            "bearers": [len({bearer.unit for bearer in row.bearers}) for row in rows],
        }
    )
    figures = Figures(
        answer.damage,
        answer.slain,
        answer.destroyed,
        answer.wasted,
        answer.slain * each,
        prices,
        _wounds(columns),
    )
    return Crossing(attackers, figures)


def _wounds(columns: Sequence[TargetColumn]) -> np.ndarray:
    each = [sum(g.count * g.wounds - g.wounded for g in column.target.groups) for column in columns]
    return np.array([each], dtype=float)
