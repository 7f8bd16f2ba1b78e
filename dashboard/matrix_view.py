"""The matrix as the page shows it: rows of attackers, columns of targets, the four numbers, and what was left out."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.archetypes import ARCHETYPES, Archetype
from analysis.errors import InputError
from dashboard import facts
from dashboard.answer import Answer, answer
from dashboard.duel_words import uncounted
from dashboard.heatmap import Grid
from dashboard.metrics import METRICS, Metric
from dashboard.plain import chart_text, markdown_text

__all__ = [
    "Column",
    "Row",
    "View",
    "best_per_target",
    "cell_scenario",
    "not_counted",
    "ranked",
    "to_grid",
    "unit_view",
    "wide_table",
]


_RANKS = ("best", "second", "third", "fourth", "fifth")


@dataclass(frozen=True, slots=True)
class Row:
    """One attacking unit at its smallest size, with its default loadout."""

    reference: str
    name: str
    models: int
    points: float | None


@dataclass(frozen=True, slots=True)
class Column:
    """One target."""

    reference: str
    label: str
    models: int
    points: float | None


@dataclass(frozen=True, slots=True)
class View:
    """Rows, columns and numbers.

    Attributes:
        values: By metric key, shape (rows, columns); NaN where there is no answer.
        idle: Units of the faction that cannot attack in this phase.
        unmodelled: Abilities of the units in view that were not counted.
    """

    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    values: dict[str, NDArray[np.float64]]
    idle: tuple[str, ...] = ()
    unmodelled: tuple[str, ...] = ()


@lru_cache(maxsize=64)
def unit_view(edition: str, faction: str, phase: str, situation: tuple[str, ...]) -> View:
    """A faction's units against the standard targets; `situation` names the flags that hold."""
    rows, cells, idle, unmodelled = [], [], [], set[str]()
    columns: tuple[Column, ...] = ()
    for sheet in facts.sheets(edition, faction):
        try:
            duels = [
                answer(_scenario(edition, sheet.reference, (target.unit, target.models), phase, situation))
                for target in ARCHETYPES
            ]
        except InputError:
            idle.append(sheet.name)
            continue
        rows.append(Row(sheet.reference, sheet.name, sheet.sizes[0].models, duels[0].scenario.attacker.points))
        columns = tuple(_column(target, duel) for target, duel in zip(ARCHETYPES, duels, strict=True))
        cells.append([[_measure(metric, duel) for metric in METRICS] for duel in duels])
        unmodelled.update(name for duel in duels for name in duel.result.unmodelled)
    numbers = np.array(cells, dtype=float).reshape(len(rows), len(columns), len(METRICS))
    values = {metric: numbers[:, :, place] for place, metric in enumerate(METRICS)}
    return View(tuple(rows), columns, values, tuple(idle), tuple(sorted(unmodelled)))


def ranked(view: View, metric: str, by: str | None, most: int) -> View:
    """The best rows first, by the mean over all targets or by the target of this reference; at most so many."""
    numbers = view.values[metric]
    if by is None:
        known = np.isfinite(numbers)
        keys = np.where(known, numbers, 0.0).sum(axis=1) / np.maximum(known.sum(axis=1), 1)
        keys = np.where(known.any(axis=1), keys, -np.inf)
    else:
        place = next(place for place, column in enumerate(view.columns) if column.reference == by)
        keys = np.nan_to_num(numbers[:, place], nan=-np.inf)
    order = sorted(range(len(view.rows)), key=lambda row: (-keys[row], view.rows[row].name))[:most]
    values = {name: table[order] for name, table in view.values.items()}
    return replace(view, rows=tuple(view.rows[row] for row in order), values=values)


def best_per_target(view: View, metric: Metric, places: int = 3) -> pd.DataFrame:
    """The best units against each target, a row for each target."""
    numbers = view.values[metric.key]
    rows = []
    for place, column in enumerate(view.columns):
        order = np.argsort(-np.nan_to_num(numbers[:, place], nan=-1.0), kind="stable")[:places]
        best = [f"{view.rows[row].name} ({metric.write(float(numbers[row, place]))})" for row in order]
        rows.append([f"{column.label} ×{column.models}", *best, *[""] * (places - len(best))])
    return pd.DataFrame(rows, columns=["target", *_RANKS[:places]])


def to_grid(view: View, metric: Metric) -> Grid:
    """What the heatmap draws."""
    numbers = view.values[metric.key]
    return Grid(
        rows=[f"{chart_text(row.name)} ×{row.models}{_price(row.points)}" for row in view.rows],
        columns=[f"{chart_text(column.label)} ×{column.models}" for column in view.columns],
        values=numbers,
        metric=metric.unit,
        texts=[[metric.write(None if math.isnan(value) else value) for value in row] for row in numbers.tolist()],
        ceiling=metric.ceiling,
    )


def wide_table(view: View, metric: Metric) -> pd.DataFrame:
    """What the heatmap shows, as a table: a row for each attacker, a column for each target."""
    table = pd.DataFrame(
        {
            "unit": [row.name for row in view.rows],
            "id": [row.reference for row in view.rows],
            "models": [row.models for row in view.rows],
            "points": [row.points for row in view.rows],
            "metric": metric.label,
            "unit_of_metric": metric.unit,
        }
    )
    for place, column in enumerate(view.columns):
        table[f"{column.label} x{column.models}"] = view.values[metric.key][:, place]
    return table


def cell_scenario(
    view: View, cell: tuple[int, int], edition: str, phase: str, situation: tuple[str, ...]
) -> dict[str, Any]:
    """The duel behind a cell."""
    row, column = view.rows[cell[0]], view.columns[cell[1]]
    return _scenario(edition, row.reference, (column.reference, column.models), phase, situation)


def not_counted(view: View) -> str:
    """What the numbers leave out, in two sentences."""
    counted = uncounted(view.unmodelled)
    if not view.idle:
        return counted
    listed = ", ".join(markdown_text(name) for name in view.idle)
    return f"{counted} Not in the picture, having no weapons for this phase: {listed}."


def _scenario(
    edition: str, attacker: str, target: tuple[str, int], phase: str, situation: tuple[str, ...]
) -> dict[str, Any]:
    return {
        "edition": edition,
        "phase": phase,
        "attacker": {"unit": attacker},
        "target": {"unit": target[0], "models": target[1]},
        "situation": dict.fromkeys(situation, True),
    }


def _column(target: Archetype, duel: Answer) -> Column:
    return Column(target.unit, target.label, target.models, duel.scenario.target.points)


def _measure(metric: str, duel: Answer) -> float:
    result = duel.result
    value = {
        "points_per_100": None if result.efficiency is None else 100 * result.efficiency,
        "slain": result.slain.mean,
        "damage": result.damage.mean,
        "destroyed": result.destroyed,
    }[metric]
    return math.nan if value is None else value


def _price(points: float | None) -> str:
    return "" if points is None else f" ({points:.0f})"
