"""What the change of edition did, drawn: the steps from one number to the other, and a faction before and after."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import plotly.graph_objects as go

from dashboard.palette import MUTED, SERIES
from dashboard.plain import chart_text

__all__ = ["Pair", "Step", "before_and_after", "describe_before_and_after", "describe_steps", "steps_chart"]

_ROW: Final = 34


@dataclass(frozen=True, slots=True)
class Step:
    """One cause between the two numbers."""

    name: str
    added: float


@dataclass(frozen=True, slots=True)
class Pair:
    """A number before and after."""

    name: str
    before: float
    after: float


def steps_chart(ends: Pair, steps: Sequence[Step], unit: str, write: Callable[[float | None], str]) -> go.Figure:
    """From the number of the earlier edition to that of the later, one cause after the other, read from the top."""
    names = ["10th edition", *(chart_text(step.name) for step in steps), "11th edition"]
    figure = go.Figure(
        go.Waterfall(
            orientation="h",
            y=names,
            x=[ends.before, *(step.added for step in steps), ends.after],
            measure=["absolute", *["relative"] * len(steps), "total"],
            text=[write(ends.before), *(_signed(step.added, write) for step in steps), write(ends.after)],
            textposition="outside",
            cliponaxis=False,
            increasing={"marker": {"color": SERIES[2]}},
            decreasing={"marker": {"color": SERIES[1]}},
            totals={"marker": {"color": SERIES[0]}},
            connector={"line": {"color": MUTED, "width": 1, "dash": "dot"}},
            hoverinfo="skip",
        )
    )
    figure.update_layout(
        height=80 + _ROW * len(names),
        margin={"l": 8, "r": 56, "t": 8, "b": 8},
        dragmode=False,
        showlegend=False,
        yaxis={"autorange": "reversed", "fixedrange": True, "automargin": True},
        xaxis={"title": unit, "fixedrange": True, "rangemode": "tozero"},
    )
    return figure


def describe_steps(ends: Pair, steps: Sequence[Step], unit: str, write: Callable[[float | None], str]) -> str:
    """The text twin of the steps.

    >>> from dashboard.numbers import amount
    >>> describe_steps(Pair("", 1.0, 1.5), [Step("Cover", 0.5)], "wounds lost", amount)
    'Steps of wounds lost from the 10th edition, 1.00, to the 11th, 1.50: Cover +0.50.'
    """
    listed = ", ".join(f"{step.name} {_signed(step.added, write)}" for step in steps) or "nothing changes it"
    return f"Steps of {unit} from the 10th edition, {write(ends.before)}, to the 11th, {write(ends.after)}: {listed}."


def before_and_after(pairs: Sequence[Pair], unit: str, write: Callable[[float | None], str]) -> go.Figure:
    """One line a row, from the number of the earlier edition to that of the later; the first row at the top."""
    names = [chart_text(pair.name) for pair in pairs]
    lines = go.Scatter(
        x=[end for pair in pairs for end in (pair.before, pair.after, None)],
        y=[name for name in names for _ in range(3)],
        mode="lines",
        line={"color": MUTED, "width": 3},
        hoverinfo="skip",
        showlegend=False,
    )
    figure = go.Figure(data=[lines])
    ends = (("10th edition", "circle-open", SERIES[0]), ("11th edition", "circle", SERIES[1]))
    for place, (label, symbol, colour) in enumerate(ends):
        values = [(pair.before, pair.after)[place] for pair in pairs]
        figure.add_trace(
            go.Scatter(
                x=values,
                y=names,
                mode="markers",
                name=label,
                marker={"symbol": symbol, "size": 11, "color": colour, "line": {"width": 2}},
                text=[f"{name}: {write(value)}" for name, value in zip(names, values, strict=True)],
                hovertemplate="%{text}<extra>" + label + "</extra>",
            )
        )
    figure.update_layout(
        height=110 + 26 * len(pairs),
        margin={"l": 8, "r": 16, "t": 8, "b": 8},
        dragmode=False,
        legend={"orientation": "h", "y": 1.0, "yanchor": "bottom", "x": 0.0},
        yaxis={"autorange": "reversed", "fixedrange": True, "automargin": True},
        xaxis={"title": unit, "fixedrange": True, "rangemode": "tozero"},
    )
    return figure


def describe_before_and_after(pairs: Sequence[Pair], unit: str, write: Callable[[float | None], str]) -> str:
    """The text twin of the picture of a faction."""
    if not pairs:
        return f"No unit has {unit} in both editions."
    first = pairs[0]
    return (
        f"{unit} of {len(pairs)} units before and after. Largest change: {first.name}, "
        f"from {write(first.before)} in the 10th edition to {write(first.after)} in the 11th."
    )


def _signed(value: float, write: Callable[[float | None], str]) -> str:
    return ("+" if value > 0 else "−") + write(abs(value))
