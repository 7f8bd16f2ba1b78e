"""Abilities of datasheets that always act, in a table of units: cells where one may act are answered as duels.

The matrix multiplies printed numbers; an ability that reads keywords or Toughness changes single cells.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np

from analysis.buffs.passives import Side, cells_that_may_change
from analysis.commands.command import Facts
from analysis.commands.inline import inline
from analysis.efficiency import Figures
from analysis.errors import InputError
from analysis.evaluate import evaluate
from analysis.matrix import Progress
from analysis.matrix.columns import TargetColumn
from analysis.matrix.rows import UnitRow
from analysis.scenario import Modifiers, Situation

__all__ = ["MOST_CELLS", "correct_always_acting"]

MOST_CELLS: Final = 20_000
"""Cells that a command answers as duels at most."""
_PLAIN: Final = Modifiers()


def correct_always_acting(
    figures: Figures,
    rows: Sequence[UnitRow],
    columns: Sequence[TargetColumn],
    situation: Situation,
    facts: Facts,
    modifiers: Modifiers = _PLAIN,
    most: int = MOST_CELLS,
    progress: Progress = lambda done, total: None,
) -> int:
    """Write the figures of a duel into every cell where an ability acts without anybody's doing.

    Returns:
        0, or the number of such cells when there are more than `most`; all of them then keep the printed numbers, and
        whoever shows the table says so.
    """
    if not rows or not columns:
        return 0
    edition, phase = rows[0].units[0].datasheet.edition, rows[0].phase
    may_change = cells_that_may_change(
        facts.library(edition),
        phase,
        situation,
        [Side(row.units[0].datasheet.reference, _keywords(row)) for row in rows],
        [Side(column.reference.unit, frozenset(map(str.upper, column.target.keywords))) for column in columns],
    )
    found = int(np.count_nonzero(may_change))
    if found > most:
        return found
    for row, column in np.argwhere(may_change).tolist():
        data = {
            "edition": edition,
            "phase": phase,
            "attacker": rows[row].reference.model_dump(by_alias=True),
            "target": columns[column].reference.model_dump(by_alias=True),
            "situation": situation.model_dump(),
            "modifiers": modifiers.model_dump(),
        }
        try:
            result = evaluate(inline(data, facts))
        except InputError:
            continue  # a unit that the matrix knows and a duel refuses keeps its printed numbers
        figures.damage[row, column], figures.slain[row, column] = result.damage.mean, result.slain.mean
        figures.destroyed[row, column], figures.wasted[row, column] = result.destroyed, result.wasted
        points = result.points_destroyed
        figures.points_destroyed[row, column] = math.nan if points is None else points
    return 0


def _keywords(row: UnitRow) -> frozenset[str]:
    return frozenset().union(*(unit.keywords for unit in row.units))
