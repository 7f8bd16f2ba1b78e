"""Charts of one distribution or several: exact bars, and the curve of "at least this many"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from dashboard.numbers import amount, percent
from dashboard.palette import ACCENT, MUTED, SERIES

__all__ = ["Curve", "at_least", "bars", "describe_bars", "describe_survival", "likely_range", "median", "survival"]

HEIGHT = 300
NEGLIGIBLE = 1e-4  # bars thinner than a pixel are left out at the ends
_MARGIN = {"l": 8, "r": 8, "t": 28, "b": 8}


@dataclass(frozen=True, slots=True)
class Curve:
    """A named distribution; ``pmf[k]`` = P(exactly k)."""

    name: str
    pmf: Sequence[float]


def at_least(pmf: Sequence[float]) -> NDArray[np.float64]:
    """P(at least k) for k = 0 .. last outcome; added up from the far end, where the numbers are small.

    >>> [round(float(chance), 3) for chance in at_least([0.5, 0.25, 0.25])]
    [1.0, 0.5, 0.25]
    """
    return np.minimum(np.cumsum(np.asarray(pmf, dtype=float)[::-1])[::-1], 1.0)


def median(pmf: Sequence[float]) -> int:
    """The smallest outcome that is reached or undercut half of the time.

    >>> median([0.2, 0.4, 0.4])
    1
    """
    return _quantile(pmf, 0.5)


def likely_range(pmf: Sequence[float], share: float = 0.8) -> tuple[int, int]:
    """The middle of the outcomes: between these two, ends included, at least `share` of all attacks end.

    >>> likely_range([0.05, 0.2, 0.5, 0.2, 0.05])
    (1, 3)
    """
    tail = (1 - share) / 2
    return _quantile(pmf, tail), _quantile(pmf, 1 - tail)


def bars(curve: Curve, unit: str) -> go.Figure:
    """Exact probability of each outcome, the mean as a mark above the bars and their labels."""
    pmf = np.asarray(curve.pmf, dtype=float)
    first, last = _visible(pmf)
    outcomes = np.arange(first, last + 1)
    shown = pmf[first : last + 1]
    mean = float(pmf @ np.arange(pmf.size))
    labels = [percent(chance) if chance >= 0.005 else "" for chance in shown.tolist()]
    trace = go.Bar(
        x=outcomes,
        y=shown,
        text=labels if len(labels) <= 16 else None,
        textposition="outside",
        cliponaxis=False,
        marker={"color": SERIES[0]},
        hovertemplate="%{x} " + unit + ": %{y:.2%}<extra></extra>",
    )
    figure = go.Figure(data=[trace])
    highest = float(shown.max())
    figure.add_trace(_mean(mean, 1.18 * highest))
    _layout(figure, unit, "chance of exactly this")
    figure.update_yaxes(range=[0, 1.35 * highest])  # the labels and the mean need room above the highest bar
    figure.update_layout(showlegend=False)
    return figure


def survival(curves: Sequence[Curve], unit: str, threshold: int | None = None) -> go.Figure:
    """P(at least k) for k from 1; the threshold the reader asks about is marked on each curve."""
    figure = go.Figure()
    for number, curve in enumerate(curves):
        chances = at_least(curve.pmf)[1:]
        color, dash = SERIES[number % len(SERIES)], ("solid", "dash", "dot", "dashdot")[number % 4]
        figure.add_trace(
            go.Scatter(
                x=np.arange(1, chances.size + 1),
                y=chances,
                name=curve.name,
                mode="lines+markers" if chances.size <= 30 else "lines",
                line={"color": color, "dash": dash, "width": 2.5},
                hovertemplate="at least %{x} " + unit + ": %{y:.2%}<extra></extra>",
            )
        )
        if threshold is not None and 1 <= threshold <= chances.size:
            chance = float(chances[threshold - 1])
            figure.add_trace(_marker(threshold, chance, color, _beside(number, len(curves), threshold / chances.size)))
    if threshold is not None:
        figure.add_vline(x=threshold, line={"dash": "dot", "color": MUTED})
    _layout(figure, unit, "chance of at least this")
    top = max((float(at_least(curve.pmf)[1:].max(initial=0.0)) for curve in curves), default=1.0)
    figure.update_yaxes(range=[0, 1.15 * top or 1.0])  # the label of the highest point needs room above it
    figure.update_layout(showlegend=len(curves) > 1)
    return figure


def describe_bars(curve: Curve, unit: str) -> str:
    """The text twin of a bar chart.

    >>> describe_bars(Curve("", [0.25, 0.5, 0.25]), "models slain")
    'Bar chart of models slain: mean 1.00, median 1, most likely 1 (50%), in 8 of 10 attacks 0 to 2.'
    """
    pmf = np.asarray(curve.pmf, dtype=float)
    mean = float(pmf @ np.arange(pmf.size))
    mode = int(pmf.argmax())
    low, high = likely_range(curve.pmf)
    return (
        f"Bar chart of {unit}: mean {amount(mean)}, median {median(curve.pmf)}, "
        f"most likely {mode} ({percent(float(pmf[mode]))}), in 8 of 10 attacks {low} to {high}."
    )


def describe_survival(curves: Sequence[Curve], unit: str) -> str:
    """The text twin of the curves of "at least this many".

    >>> describe_survival([Curve("Boyz", [0.2, 0.3, 0.5])], "models slain")
    'Curve of the chance of at least so many models slain: 1: 80%, 2: 50%.'
    >>> describe_survival([Curve("A", [0.2, 0.8]), Curve("B", [0.5, 0.5])], "models slain")
    'Curves of the chance of at least so many models slain. A: 1: 80%. B: 1: 50%.'
    """
    told = [_some_chances(at_least(curve.pmf)[1:].tolist()) for curve in curves]
    if len(curves) == 1:
        return f"Curve of the chance of at least so many {unit}: {told[0]}."
    named = " ".join(f"{curve.name}: {chances}." for curve, chances in zip(curves, told, strict=True))
    return f"Curves of the chance of at least so many {unit}. {named}"


def _some_chances(chances: Sequence[float]) -> str:
    steps = range(0, len(chances), max(1, len(chances) // 10))
    return ", ".join(f"{number + 1}: {percent(chances[number])}" for number in steps)


def _mean(mean: float, height: float) -> go.Scatter:
    return go.Scatter(
        x=[mean],
        y=[height],
        mode="markers+text",
        marker={"size": 10, "symbol": "triangle-down", "color": ACCENT},
        text=[f"mean {amount(mean)}"],
        textposition="top center",
        textfont={"color": ACCENT},
        cliponaxis=False,
        showlegend=False,
        hoverinfo="skip",
    )


def _marker(threshold: int, chance: float, color: str, beside: str) -> go.Scatter:
    return go.Scatter(
        x=[threshold],
        y=[chance],
        mode="markers+text",
        marker={"size": 13, "color": color, "line": {"width": 2, "color": "white"}},
        text=[percent(chance)],
        textposition=f"top {beside}",  # in the page's own colour, which its theme lets be read
        cliponaxis=False,
        showlegend=False,
        hoverinfo="skip",
    )


def _beside(number: int, curves: int, across: float) -> str:
    """On which side of its point a label stands: two curves that meet there do not write over each other.

    >>> _beside(0, 2, 0.5), _beside(1, 2, 0.5), _beside(0, 1, 0.2), _beside(0, 1, 1.0)
    ('left', 'right', 'right', 'left')
    """
    if curves > 1:
        return ("left", "right")[number % 2]
    return "left" if across > 0.8 else "right"


def _layout(figure: go.Figure, unit: str, chance: str) -> None:
    figure.update_layout(
        height=HEIGHT,
        margin=_MARGIN,
        bargap=0.15,
        dragmode=False,
        xaxis={"title": unit, "fixedrange": True, "rangemode": "tozero", "dtick": 1 if _few(figure) else None},
        yaxis={"title": chance, "tickformat": ".0%", "fixedrange": True, "rangemode": "tozero"},
        legend={"orientation": "h", "y": 1.12},
    )


def _few(figure: go.Figure) -> bool:
    return max((len(trace.x) for trace in figure.data), default=0) <= 16


def _visible(pmf: NDArray[np.float64]) -> tuple[int, int]:
    thick = np.flatnonzero(pmf >= NEGLIGIBLE)
    return (int(thick[0]), int(thick[-1])) if thick.size else (0, pmf.size - 1)


def _quantile(pmf: Sequence[float], share: float) -> int:
    reached = np.cumsum(np.asarray(pmf, dtype=float))
    return min(int(np.searchsorted(reached, share - 1e-12)), reached.size - 1)
