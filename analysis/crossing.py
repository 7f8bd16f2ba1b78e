"""Attackers crossed with targets: whole units or single weapons, with every ability that always acts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from analysis.buffs import Library
from analysis.datasheet import Catalogue, Datasheet
from analysis.efficiency import Figures
from analysis.matrix import Progress
from analysis.matrix.bearers import bearer_matrix
from analysis.matrix.columns import TargetColumn
from analysis.matrix.rows import UnitRow, WeaponRow, unit_rows
from analysis.matrix.units import unit_matrix
from analysis.referring import Phase
from analysis.scenario import Modifiers, Situation

__all__ = ["UnitCrossing", "WeaponCrossing", "cross_units", "cross_weapons"]


@dataclass(frozen=True, slots=True, eq=False)
class UnitCrossing:
    """Units, and their figures against every target."""

    rows: list[UnitRow]
    figures: Figures

    @property
    def attackers(self) -> pd.DataFrame:
        """What is known of each."""
        return pd.DataFrame(
            {
                "attacker": [row.label for row in self.rows],
                "attacker_id": [row.units[0].datasheet.reference for row in self.rows],
                "models": [row.models for row in self.rows],
                "points": self.figures.attacker_points.ravel(),
            }
        )


@dataclass(frozen=True, slots=True, eq=False)
class WeaponCrossing:
    """Weapons, each in the hands of its first bearer, and their figures against every target."""

    rows: list[WeaponRow]
    figures: Figures

    @property
    def attackers(self) -> pd.DataFrame:
        """What is known of each."""
        return pd.DataFrame(
            {
                "attacker": [row.bearers[0].unit_name for row in self.rows],
                "attacker_id": [row.bearers[0].unit for row in self.rows],
                "weapon": [row.weapon.name for row in self.rows],
                "bearers": [len({bearer.unit for bearer in row.bearers}) for row in self.rows],
            }
        )


def cross_units(
    datasheets: Sequence[Datasheet],
    catalogue: Catalogue,
    columns: Sequence[TargetColumn],
    library: Library,
    phase: Phase,
    situation: Situation,
    modifiers: Modifiers,
    progress: Progress = lambda done, total: None,
) -> UnitCrossing:
    """Whole units of some datasheets against targets; every cell is the duel of the two."""
    rows = unit_rows(datasheets, catalogue, phase)
    answer = unit_matrix(rows, columns, library, situation, modifiers, progress)
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
    return UnitCrossing(rows, figures)


def cross_weapons(
    datasheets: Sequence[Datasheet],
    catalogue: Catalogue,
    columns: Sequence[TargetColumn],
    library: Library,
    phase: Phase,
    situation: Situation,
    modifiers: Modifiers,
    progress: Progress = lambda done, total: None,
) -> WeaponCrossing:
    """Single weapons of some datasheets against targets; every cell is the duel of the first bearer with it alone."""
    rows, answer = bearer_matrix(datasheets, catalogue, columns, library, phase, situation, modifiers, progress)
    each = np.array([np.nan if c.target.points is None else c.target.points / c.models for c in columns])
    figures = Figures(
        answer.damage,
        answer.slain,
        answer.destroyed,
        answer.wasted,
        answer.slain * each,
        np.full((len(rows), 1), np.nan),  # a weapon alone has no price
        _wounds(columns),
    )
    return WeaponCrossing(rows, figures)


def _wounds(columns: Sequence[TargetColumn]) -> np.ndarray:
    each = [sum(g.count * g.wounds - g.wounded for g in column.target.groups) for column in columns]
    return np.array([each], dtype=float)
