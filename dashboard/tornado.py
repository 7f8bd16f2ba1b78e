"""Which single change moves a number most: bars to both sides of the present value, the longest on top."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd
import plotly.graph_objects as go

from dashboard.palette import MUTED, SERIES
from dashboard.plain import chart_text

__all__ = ["Change", "describe_tornado", "ranked", "tornado", "tornado_table"]


@dataclass(frozen=True, slots=True)
class Change:
    """One change and the number it leads to."""

    name: str
    value: float


def ranked(base: float, changes: Sequence[Change], most: int = 20) -> list[Change]:
    """The changes that move the number, the strongest first.

    >>> [change.name for change in ranked(1.0, [Change("cover", 0.9), Change("none", 1.0), Change("+1", 1.5)])]
    ['+1', 'cover']
    """
    moving = [change for change in changes if abs(change.value - base) > 1e-9]
    return sorted(moving, key=lambda change: (-abs(change.value - base), change.name))[:most]


def tornado(base: float, changes: Sequence[Change], metric: str, write: Callable[[float], str]) -> go.Figure:
    """Draw ranked changes around the present value."""
    figure = go.Figure(
        go.Bar(
            y=[chart_text(change.name) for change in changes],
            x=[change.value - base for change in changes],
            base=base,
            orientation="h",
            text=[write(change.value) for change in changes],
            textposition="outside",
            cliponaxis=False,
            marker={"color": [SERIES[0] if change.value > base else SERIES[1] for change in changes]},
            hoverinfo="skip",
        )
    )
    figure.add_vline(x=base, line={"width": 1.5, "color": MUTED})
    figure.update_layout(
        height=90 + 30 * len(changes),
        margin={"l": 8, "r": 60, "t": 28, "b": 8},
        dragmode=False,
        yaxis={"autorange": "reversed", "fixedrange": True, "automargin": True},
        xaxis={"title": f"{metric}, now {write(base)}", "fixedrange": True},
    )
    return figure


def tornado_table(base: float, changes: Sequence[Change]) -> pd.DataFrame:
    """The same in numbers."""
    return pd.DataFrame(
        {
            "change": [change.name for change in changes],
            "value": [change.value for change in changes],
            "difference": [change.value - base for change in changes],
        }
    )


def describe_tornado(base: float, changes: Sequence[Change], metric: str, write: Callable[[float], str]) -> str:
    """The text twin of the chart."""
    if not changes:
        return f"No single change moves the {metric}."
    first = changes[0]
    return (
        f"Changes of the {metric}, now {write(base)}: strongest is {first.name}, which leads to {write(first.value)}."
    )
