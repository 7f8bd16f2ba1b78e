"""Abilities of datasheets that always act, in a matrix: cells where one may act are answered as duels.

The matrix multiplies printed numbers; an ability that asks for its target's keywords or Toughness changes single cells.
A table of more such cells than a page can wait for keeps the printed numbers and says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from analysis.errors import InputError
from analysis.result import Result
from dashboard import facts
from dashboard.answer import answer
from dashboard.matrix_question import View, cell_scenario

__all__ = ["MOST_CELLS", "corrected", "left_out"]

MOST_CELLS = 1_200


@lru_cache(maxsize=4)
def _bearers(edition: str, phase: str, side: str) -> frozenset[str]:
    """The units with an ability of this side that acts without anybody's doing in this phase."""
    return frozenset(
        sheet
        for sheet, buffs in facts.buffs(edition).by_datasheet.items()
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


def _cells(view: View) -> Iterator[tuple[int, int]]:
    asked = view.question
    attackers = _bearers(asked.edition, asked.phase, "attacker")
    defenders = _bearers(asked.edition, asked.phase, "defender")
    for row, attacker in enumerate(view.rows):
        for column, target in enumerate(view.columns):
            if attacker.reference in attackers or target.reference in defenders:
                yield row, column


def left_out(view: View) -> bool:
    """Whether a table is too large for its always-acting abilities."""
    return view.question.rows == "units" and sum(1 for _ in _cells(view)) > MOST_CELLS


def corrected(view: View) -> dict[tuple[int, int], dict[str, float]]:
    """The numbers of the cells in which such an ability may act."""
    if view.question.rows != "units" or left_out(view):
        return {}
    found = {}
    for cell in _cells(view):
        try:
            result = answer(cell_scenario(view, cell)).result
        except InputError:
            continue  # a unit that the matrix knows and a duel refuses keeps its printed numbers
        found[cell] = _numbers(result)
    return found


def _numbers(result: Result) -> dict[str, float]:
    nothing = float("nan")
    return {
        "points_per_100": nothing if result.efficiency is None else 100 * result.efficiency,
        "slain": result.slain.mean,
        "damage": result.damage.mean,
        "destroyed": result.destroyed,
        "points_destroyed": nothing if result.points_destroyed is None else result.points_destroyed,
        "wasted": result.wasted,
    }
