"""One unit, as a player names it, as a row of the matrix; the figures of a cell, and those of the duel behind it."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from analysis.datasheet import Catalogue
from analysis.errors import InputError
from analysis.matrix.rows import KIND_OF_PHASE, UnitRow
from analysis.referring import Phase, UnitReference
from analysis.resolve.attacks import kinds_carried
from analysis.resolve.fielded import field_units
from analysis.result import Result

__all__ = ["FIGURES", "cell", "figures", "unit_row"]

FIGURES: Final = ("damage", "slain", "destroyed", "wasted", "points_destroyed")
"""What a cell of units holds; single weapons have all but the last."""


def cell(matrix: Any, row: int, column: int) -> list[float]:
    """The figures of a cell, as many as the matrix has."""
    return [float(getattr(matrix, name)[row, column]) for name in FIGURES if hasattr(matrix, name)]


def figures(result: Result) -> list[float]:
    """The figures of a duel; a target without a price has none of points."""
    points = np.nan if result.points_destroyed is None else result.points_destroyed
    return [result.damage.mean, result.slain.mean, result.destroyed, result.wasted, points]


def unit_row(reference: UnitReference, catalogue: Catalogue, edition: str, phase: Phase) -> UnitRow:
    """The row of a unit.

    Raises:
        InputError: For names the catalogue does not know, and for a unit without weapons in this phase.
    """
    units = field_units(reference, catalogue, edition, "attacker")
    if KIND_OF_PHASE[phase] not in kinds_carried(units):
        raise InputError("phase", phase, f"a phase in which {units[0].datasheet.name} has weapons")
    return UnitRow(reference, units, phase)
