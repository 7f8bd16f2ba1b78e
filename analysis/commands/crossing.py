"""Attackers crossed with targets for the command line, one faction at a time."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from analysis.crossing import Crossing, cross_units, cross_weapons
from analysis.datasheet import Datasheet
from analysis.errors import InputError
from analysis.facts import Facts
from analysis.matrix.columns import TargetColumn, archetype_columns, target_column, target_columns
from analysis.matrix.rows import UnitRow, WeaponRow
from analysis.matrix.terms import Terms
from analysis.referring import UnitReference
from analysis.scenario import Modifiers, Situation

__all__ = ["crossings", "target_columns_of"]

Told = Callable[[str, int, int], None]
"""Told the faction, and how many parts of its work are done, of how many."""


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
) -> Iterator[Crossing[UnitRow] | Crossing[WeaponRow]]:
    """One crossing for each attacking faction; `progress` is told its name and how far it is, and may raise to stop.

    Raises:
        InputError: For a faction the catalogue does not know, with the nearest ids.
    """
    catalogue, library = facts.catalogue(), facts.library(arguments.edition)
    situation = Situation(half_range=arguments.half_range, distance=arguments.distance)
    terms = Terms(library, arguments.phase, situation, Modifiers())
    cross = cross_units if arguments.rows == "units" else cross_weapons
    for sheets in _by_faction(arguments, facts):
        told = partial(progress, sheets[0].faction_id if sheets else "")
        yield cross(sheets, catalogue, columns, terms, told)


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
