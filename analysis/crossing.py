"""Attackers crossed with targets: whole units or single weapons, with every ability that always acts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.datasheet import Catalogue, Datasheet
from analysis.efficiency import Figures
from analysis.matrix.bearers import bearer_matrix
from analysis.matrix.columns import TargetColumn
from analysis.matrix.progress import Progress, untold
from analysis.matrix.rows import UnitRow, WeaponRow, unit_rows
from analysis.matrix.terms import Terms
from analysis.matrix.units import UnitMatrix, unit_matrix
from analysis.matrix.weapons import WeaponMatrix

__all__ = ["Crossing", "cross_units", "cross_weapons"]

Row = TypeVar("Row", UnitRow, WeaponRow)


@dataclass(frozen=True, slots=True, eq=False)
class Crossing(Generic[Row]):
    """Attackers and their figures against every target; a weapon is in the hands of its first bearer.

    Attributes:
        rows: The attackers.
        attackers: What is known of each, as columns of a table.
        figures: What they do.
    """

    rows: list[Row]
    attackers: pd.DataFrame
    figures: Figures


def cross_units(
    datasheets: Sequence[Datasheet],
    catalogue: Catalogue,
    columns: Sequence[TargetColumn],
    terms: Terms,
    progress: Progress = untold,
) -> Crossing[UnitRow]:
    """Whole units of some datasheets against targets; every cell is the duel of the two."""
    rows = unit_rows(datasheets, catalogue, terms.phase)
    answer = unit_matrix(rows, columns, terms, progress)
    prices = np.array([np.nan if row.points is None else row.points for row in rows], dtype=float)
    attackers = {
        "attacker": [row.label for row in rows],
        "attacker_id": [row.units[0].datasheet.reference for row in rows],
        "models": [row.models for row in rows],
        "points": prices,
    }
    figures = _figures(answer, answer.points_destroyed, prices, columns)
    return Crossing(rows, pd.DataFrame(attackers), figures)


def cross_weapons(
    datasheets: Sequence[Datasheet],
    catalogue: Catalogue,
    columns: Sequence[TargetColumn],
    terms: Terms,
    progress: Progress = untold,
) -> Crossing[WeaponRow]:
    """Single weapons of some datasheets against targets; every cell is the duel of the first bearer with it alone."""
    rows, answer = bearer_matrix(datasheets, catalogue, columns, terms, progress)
    each = np.array([np.nan if c.target.points is None else c.target.points / c.models for c in columns])
    attackers = {
        "attacker": [row.bearers[0].unit_name for row in rows],
        "attacker_id": [row.bearers[0].unit for row in rows],
        "weapon": [row.weapon.name for row in rows],
        "bearers": [len({bearer.unit for bearer in row.bearers}) for row in rows],
    }
    unpriced = np.full(len(rows), np.nan)  # a weapon alone has no price
    figures = _figures(answer, answer.slain * each, unpriced, columns)
    return Crossing(rows, pd.DataFrame(attackers), figures)


def _figures(
    answer: UnitMatrix | WeaponMatrix,
    points_destroyed: NDArray[np.float64],
    prices: NDArray[np.float64],
    columns: Sequence[TargetColumn],
) -> Figures:
    wounds = [sum(g.count * g.wounds - g.wounded for g in column.target.groups) for column in columns]
    return Figures(
        answer.damage,
        answer.slain,
        answer.destroyed,
        answer.wasted,
        points_destroyed,
        prices[:, None],
        np.array([wounds], dtype=float),
    )
