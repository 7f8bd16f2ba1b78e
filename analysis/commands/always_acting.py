"""Abilities of datasheets that always act, in a table of units: cells where one may act are answered as duels.

The matrix multiplies printed numbers; an ability that reads keywords or Toughness changes single cells.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from analysis.buffs import Library
from analysis.commands.command import Facts
from analysis.commands.inline import inline
from analysis.efficiency import Figures
from analysis.errors import InputError
from analysis.evaluate import evaluate
from analysis.matrix.columns import TargetColumn
from analysis.matrix.rows import UnitRow
from analysis.referring import Phase
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
) -> int:
    """Write the figures of a duel into every cell where an ability acts without anybody's doing.

    Returns:
        0, or the number of such cells when there are more than `most`; all of them then keep the printed numbers, and
        whoever shows the table says so.
    """
    if not rows or not columns:
        return 0
    edition, phase = rows[0].units[0].datasheet.edition, rows[0].phase
    library = facts.library(edition)
    attackers, defenders = _bearers(library, phase, "attacker"), _bearers(library, phase, "defender")
    cells = [
        (row, column)
        for row, attacker in enumerate(rows)
        for column, target in enumerate(columns)
        if attacker.units[0].datasheet.reference in attackers or target.reference.unit in defenders
    ]
    if len(cells) > most:
        return len(cells)
    for row, column in cells:
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


def _bearers(library: Library, phase: Phase, side: str) -> frozenset[str]:
    """Units with an ability of this side that acts without anybody's doing in this phase."""
    return frozenset(
        sheet
        for sheet, buffs in library.by_datasheet.items()
        if any(
            buff.passive
            and buff.status == "modelled"
            and buff.side == side
            and buff.phase in ("any", phase)
            and not buff.choices
            and not buff.counted
            for buff in buffs
        )
    )
