"""The heatmap of rows against columns, such as attackers and targets: numbers in the cells, an answer to a click.

Plotly's heatmap trace never reports a click to Streamlit. An invisible square marker lies over every cell and does;
both axes have fixed ranges, or the markers would pad them and a click would name the neighbouring cell.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from dashboard.palette import heat_scale

__all__ = ["MOST_COLUMNS", "Grid", "clicked_cell", "describe", "heatmap", "least_width"]

MOST_COLUMNS = 300
ROW_HEIGHT = 26
HEADER_HEIGHT = 120
CELL_WIDTH = 44
LABEL_WIDTH = 7  # of a letter
DEEPEST_CHART = 8_000  # pixels


@dataclass(frozen=True, slots=True)
class Grid:
    """What a heatmap draws: one number for each row and column.

    Attributes:
        rows: Labels of the rows, the first at the top; no two alike.
        columns: Labels of the columns; no two alike.
        values: Shape (rows, columns); NaN where there is no answer.
        metric: What the numbers are, with their unit.
        texts: Shape as `values`: how each number is written in its cell.
        ceiling: Value of the darkest colour; None takes the largest number.
        nouns: What a row and a column are.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    values: NDArray[np.float64]
    metric: str
    texts: Sequence[Sequence[str]]
    ceiling: float | None = None
    nouns: tuple[str, str] = ("attacker", "target")


def heatmap(grid: Grid) -> go.Figure:
    """Draw a grid."""
    height, width = len(grid.rows), len(grid.columns)
    figure = go.Figure(data=[_cells(grid), _click_layer(grid)])
    figure.update_layout(
        height=min(DEEPEST_CHART, HEADER_HEIGHT + ROW_HEIGHT * height),
        margin={"l": 8, "r": 48, "t": 8, "b": 8},  # the last heading leans over the edge
        hovermode="closest",
        hoverdistance=-1,
        clickmode="event+select",
        dragmode=False,
        showlegend=False,
        xaxis=_axis(grid.columns, [-0.5, width - 0.5], side="top", tickangle=-38),
        yaxis=_axis(grid.rows, [height - 0.5, -0.5]),
    )
    return figure


def least_width(grid: Grid) -> int:
    """Pixels below which numbers would no longer fit their cells; narrower screens scroll the picture.

    >>> least_width(Grid(["Lasgun"], ["Boyz", "Rhino"], np.zeros((1, 2)), "damage", [["0", "0"]]))
    226
    """
    labels = max((len(row) for row in grid.rows), default=0)
    return 96 + LABEL_WIDTH * labels + CELL_WIDTH * len(grid.columns)


def describe(grid: Grid) -> str:
    """What a screen reader says instead of the picture.

    >>> print(describe(Grid(["Lasgun"], ["Boyz", "Rhino"], np.array([[2.0, 0.1]]), "models slain", [["2", "0.1"]])))
    Heatmap of models slain: 1 attacker against 2 targets. Highest: Lasgun against Boyz, 2. The table has every number.
    """
    known = np.isfinite(grid.values)
    rows, columns = _counted(len(grid.rows), grid.nouns[0]), _counted(len(grid.columns), grid.nouns[1])
    size = f"Heatmap of {grid.metric}: {rows} against {columns}."
    if not known.any():
        return f"{size} No cell has a number."
    row, column = np.unravel_index(int(np.nanargmax(grid.values)), grid.values.shape)
    best = f"Highest: {grid.rows[row]} against {grid.columns[column]}, {grid.texts[row][column]}."
    return f"{size} {best} The table has every number."


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def clicked_cell(event: Mapping[str, Any] | None) -> tuple[int, int] | None:
    """The (row, column) a chart event of Streamlit names, or None when nothing is chosen."""
    points = (event or {}).get("selection", {}).get("points", [])
    for point in points:
        cell = point.get("customdata")
        if isinstance(cell, list | tuple) and [type(part) for part in cell[:2]] == [int, int]:
            return cell[0], cell[1]
    return None


def _cells(grid: Grid) -> go.Heatmap:
    known = grid.values[np.isfinite(grid.values)]
    ceiling = grid.ceiling if grid.ceiling is not None else float(known.max()) if known.size else 1.0
    return go.Heatmap(
        z=grid.values,
        text=[list(row) for row in grid.texts],
        texttemplate="%{text}",
        hoverinfo="skip",
        colorscale=heat_scale(),
        zmin=0.0,
        zmax=ceiling or 1.0,
        xgap=1,
        ygap=1,
        showscale=False,
    )


def _click_layer(grid: Grid) -> go.Scatter:
    cells = [(row, column) for row in range(len(grid.rows)) for column in range(len(grid.columns))]
    return go.Scatter(
        x=[column for _, column in cells],
        y=[row for row, _ in cells],
        mode="markers",
        marker={"symbol": "square", "size": 22, "opacity": 0, "color": "black"},
        selected={"marker": {"opacity": 0}},
        unselected={"marker": {"opacity": 0}},
        customdata=[[row, column] for row, column in cells],
        text=[f"{grid.rows[row]}<br>{grid.columns[column]}<br>{grid.texts[row][column]}" for row, column in cells],
        hovertemplate="%{text}<extra>" + grid.metric + "</extra>",
    )


def _axis(labels: Sequence[str], extent: list[float], **more: Any) -> dict[str, Any]:
    return {
        "range": extent,
        "autorange": False,
        "fixedrange": True,
        "tickmode": "array",
        "tickvals": list(range(len(labels))),
        "ticktext": list(labels),
        "showgrid": False,
        "zeroline": False,
        "automargin": True,
        "title": None,
        **more,
    }
