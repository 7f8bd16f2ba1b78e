"""Price against durability: every unit a point, and the line along those that no cheaper unit outlasts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import plotly.graph_objects as go

from dashboard.numbers import amount, points
from dashboard.palette import ACCENT, SERIES
from dashboard.plain import chart_text

__all__ = ["Spot", "describe_frontier", "frontier_chart", "spots_drawn"]

# Of the narrowest picture, in pixels: where its first and last marked units are apart, a letter, and a line of text.
_PICTURE: Final = (360, 260)
_LETTER: Final = 6.5
_LINE: Final = 15


@dataclass(frozen=True, slots=True)
class Spot:
    """One unit in the picture: what it costs, and what must be spent to destroy it."""

    name: str
    points: float | None
    spent: float


def spots_drawn(spots: Sequence[Spot]) -> list[int]:
    """Places of the units that can be drawn: those with a price and a finite toll."""
    return [place for place, spot in enumerate(spots) if spot.points and math.isfinite(spot.spent)]


def frontier_chart(spots: Sequence[Spot], frontier: Sequence[int]) -> go.Figure:
    """Draw the units; both axes are logarithmic, so that a squad and a super-heavy fit one picture.

    Args:
        spots: The units; a click on one reports its place among them.
        frontier: Places of the units that no cheaper one outlasts, cheapest first.
    """
    drawn = spots_drawn(spots)
    marked = [place for place in frontier if place in set(drawn)]
    others = [place for place in drawn if place not in set(marked)]
    figure = go.Figure(
        data=[
            _stairs(spots, marked),
            _markers(spots, others, "other units", SERIES[0], 8, labels=False),
            _markers(spots, marked, "toughest at their price", ACCENT, 11, labels=True),
        ]
    )
    figure.update_layout(
        height=480,
        margin={"l": 8, "r": 24, "t": 8, "b": 8},
        hovermode="closest",
        clickmode="event+select",
        dragmode=False,
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0.0},
        xaxis=_axis("points of the unit", [spots[place].points or 1.0 for place in drawn]),
        yaxis=_axis("points spent to destroy it", [spots[place].spent for place in drawn]),
    )
    return figure


def describe_frontier(spots: Sequence[Spot], frontier: Sequence[int]) -> str:
    """The text twin of the picture.

    >>> describe_frontier([Spot("Boyz", 75, 150), Spot("Nobz", 105, 120)], [0])
    'Price against points spent to destroy, for 2 units. Toughest at their price: Boyz (75 points, 150 spent).'
    """
    marked = ", ".join(
        f"{spots[place].name} ({points(spots[place].points)}, {amount(spots[place].spent)} spent)" for place in frontier
    )
    drawn = len(spots_drawn(spots))
    return f"Price against points spent to destroy, for {drawn} units. Toughest at their price: {marked or 'none'}."


def _stairs(spots: Sequence[Spot], marked: Sequence[int]) -> go.Scatter:
    return go.Scatter(
        x=[spots[place].points for place in marked],
        y=[spots[place].spent for place in marked],
        mode="lines",
        line={"color": ACCENT, "width": 2, "shape": "hv", "dash": "dot"},
        hoverinfo="skip",
        showlegend=False,
    )


def _markers(
    spots: Sequence[Spot], places: Sequence[int], name: str, colour: str, size: int, labels: bool
) -> go.Scatter:
    named = _apart(spots, places) if labels else set()
    return go.Scatter(
        x=[spots[place].points for place in places],
        y=[spots[place].spent for place in places],
        mode="markers+text" if labels else "markers",
        text=[chart_text(spots[place].name) if place in named else "" for place in places],
        textposition="top left",
        cliponaxis=False,  # on a phone the names of cheap units reach over the axis
        name=name,
        marker={"size": size, "color": colour, "symbol": "diamond" if labels else "circle", "opacity": 0.9},
        selected={"marker": {"opacity": 0.9}},
        unselected={"marker": {"opacity": 0.9}},
        customdata=[[place, 0] for place in places],
        hovertext=[_hover(spots[place]) for place in places],
        hovertemplate="%{hovertext}<extra></extra>",
    )


def _apart(spots: Sequence[Spot], places: Sequence[int]) -> set[int]:
    """Places whose names do not run into each other, the dearest first: the others are named when pointed at."""
    boxes: dict[int, tuple[float, float, float]] = {}
    across, up = (_pixels([_at(spots[place])[axis] for place in places], _PICTURE[axis]) for axis in (0, 1))
    for number in reversed(range(len(places))):
        name = spots[places[number]].name
        box = (across[number] - _LETTER * len(name), across[number], up[number])
        if all(box[1] < other[0] or box[0] > other[1] or abs(box[2] - other[2]) > _LINE for other in boxes.values()):
            boxes[places[number]] = box
    return set(boxes)


def _at(spot: Spot) -> tuple[float, float]:
    """Where a unit is on the two axes, both logarithmic."""
    return math.log(spot.points or 1.0), math.log(spot.spent)


def _pixels(values: Sequence[float], length: float) -> list[float]:
    low, high = min(values, default=0.0), max(values, default=0.0)
    return [length * (value - low) / (high - low) if high > low else 0.0 for value in values]


def _hover(spot: Spot) -> str:
    each = 100 * spot.spent / spot.points if spot.points else math.nan
    return f"{chart_text(spot.name)}<br>{points(spot.points)}<br>{amount(spot.spent)} spent, {amount(each)} on each 100"


def _axis(title: str, values: Sequence[float]) -> dict[str, object]:
    """A logarithmic axis with round numbers on it."""
    low, high = (min(values), max(values)) if values else (10.0, 1000.0)
    steps = [step * 10**power for power in range(6) for step in (1, 2, 5)]
    shown = [step for step in steps if low / 2 <= step <= high * 2]
    return {
        "title": {"text": title},
        "type": "log",
        "range": [math.log10(low / 1.5), math.log10(high * 1.35)],
        "tickmode": "array",
        "tickvals": shown,
        "ticktext": [f"{step:,}" for step in shown],
        "fixedrange": True,
    }
