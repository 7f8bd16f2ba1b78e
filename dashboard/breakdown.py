"""Where an attack goes: the funnel from attacks to damage, and what each weapon line adds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import pandas as pd
import plotly.graph_objects as go

from analysis.result import Funnel, WeaponResult
from dashboard.numbers import amount, percent
from dashboard.palette import MUTED, SERIES
from dashboard.plain import chart_text

__all__ = ["Step", "contribution_table", "contributions", "funnel_chart", "funnel_steps", "funnel_table"]

_ROW: Final = 34


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the funnel.

    Attributes:
        name: What is counted.
        unit: "dice" up to the saves, "wounds" after: the two are never compared with each other.
        value: Expected number.
        loss: Why fewer come out of the step than went in; empty for the first of a unit.
    """

    name: str
    unit: str
    value: float
    loss: str


def funnel_steps(funnel: Funnel) -> list[Step]:
    """The steps in the order of the game."""
    return [
        Step("Attacks", "dice", funnel.attacks, ""),
        Step("Hits", "dice", funnel.hits, "missed"),
        Step("Wounds", "dice", funnel.wounds, "failed to wound"),
        Step("Unsaved wounds", "dice", funnel.unsaved, "saved"),
        Step("Damage", "wounds", funnel.damage, ""),
        Step("After Feel No Pain", "wounds", funnel.after_feel_no_pain, "ignored by Feel No Pain"),
        Step("Wounds really lost", "wounds", funnel.lost, "wasted on models already dying, or on nobody"),
    ]


def funnel_table(funnel: Funnel) -> pd.DataFrame:
    """The funnel in numbers: what came through each step, and what the step lost.

    Extra hits of Sustained Hits can make more come out than went in: the loss is negative then.
    """
    rows = []
    before: Step | None = None
    for step in funnel_steps(funnel):
        lost = _rounded(before.value - step.value) if before and before.unit == step.unit and step.loss else None
        share = step.value / before.value if lost is not None and before and before.value else None
        rows.append(
            {
                "step": step.name,
                "expected": step.value,
                "share_kept": share,
                "lost": lost,
                "why": _reason(step, lost),
            }
        )
        before = step
    return pd.DataFrame(rows)


def funnel_chart(funnel: Funnel) -> go.Figure:
    """Bars that shrink from attacks to wounds really lost."""
    steps = funnel_steps(funnel)
    figure = go.Figure(
        go.Bar(
            y=[step.name for step in steps],
            x=[step.value for step in steps],
            orientation="h",
            text=[amount(step.value) for step in steps],
            textposition="outside",
            cliponaxis=False,
            marker={"color": [SERIES[0] if step.unit == "dice" else SERIES[1] for step in steps]},
            hoverinfo="skip",
        )
    )
    _layout(figure, len(steps), "expected number (dice in blue, wounds in orange)")
    return figure


def contributions(lines: Sequence[WeaponResult]) -> go.Figure:
    """Damage of each weapon line at its own place in the sequence."""
    total = sum(line.damage for line in lines)
    labels = [f"{number}. {chart_text(line.name)}" for number, line in enumerate(lines, 1)]
    figure = go.Figure(
        go.Bar(
            y=labels,
            x=[line.damage for line in lines],
            orientation="h",
            text=[f"{amount(line.damage)} ({percent(line.damage / total if total else None)})" for line in lines],
            textposition="outside",
            cliponaxis=False,
            marker={"color": [SERIES[0] if line.damage else MUTED for line in lines]},
            hoverinfo="skip",
        )
    )
    _layout(figure, len(lines), "wounds lost to this weapon")
    return figure


def contribution_table(lines: Sequence[WeaponResult]) -> pd.DataFrame:
    """The weapon lines in numbers."""
    total = sum(line.damage for line in lines)
    return pd.DataFrame(
        {
            "weapon": [line.name for line in lines],
            "attacks": [line.attacks for line in lines],
            "hits": [line.hits for line in lines],
            "wounds": [line.wounds for line in lines],
            "damage": [line.damage for line in lines],
            "share": [line.damage / total if total else None for line in lines],
        }
    )


def _rounded(lost: float) -> float:
    """Without the noise of adding up: what is lost to no rule is 0."""
    return 0.0 if abs(lost) < 1e-9 else lost


def _reason(step: Step, lost: float | None) -> str:
    if lost is None:
        return ""
    if lost == 0:
        return "nothing lost"
    return f"{amount(lost)} {step.loss}" if lost > 0 else f"{amount(-lost)} extra"


def _layout(figure: go.Figure, rows: int, title: str) -> None:
    figure.update_layout(
        height=70 + _ROW * rows,
        margin={"l": 8, "r": 60, "t": 8, "b": 8},
        dragmode=False,
        yaxis={"autorange": "reversed", "fixedrange": True, "automargin": True},
        xaxis={"title": title, "fixedrange": True, "rangemode": "tozero"},
    )
