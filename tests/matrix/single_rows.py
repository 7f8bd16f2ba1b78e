"""One unit, as a player names it, as a row of the matrix: with its loadout, its leaders and its wounds."""

from __future__ import annotations

from analysis.datasheet import Catalogue
from analysis.errors import InputError
from analysis.matrix.rows import KIND_OF_PHASE, UnitRow
from analysis.referring import Phase, UnitReference
from analysis.resolve.attacks import kinds_carried
from analysis.resolve.fielded import field_units

__all__ = ["unit_row"]


def unit_row(reference: UnitReference, catalogue: Catalogue, edition: str, phase: Phase) -> UnitRow:
    """The row of a unit.

    Raises:
        InputError: For names the catalogue does not know, and for a unit without weapons in this phase.
    """
    units = field_units(reference, catalogue, edition, "attacker")
    if KIND_OF_PHASE[phase] not in kinds_carried(units):
        raise InputError("phase", phase, f"a phase in which {units[0].datasheet.name} has weapons")
    return UnitRow(reference, units, phase)
