"""What each rule is worth to a unit: ranked over the standard opponents, and in a chosen set."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pandas as pd

from analysis.buffs.candidates import Candidate
from analysis.buffs.caps import swallowed
from analysis.buffs.ranking import best_orders
from analysis.buffs.shares import shares
from analysis.buffs.value import Attack, Metric
from analysis.buffs.wording import effects_in_words
from dashboard.buff_plan import Valued
from dashboard.compare import measure
from dashboard.heatmap import Grid
from dashboard.numbers import cell, percent
from dashboard.plain import chart_text, markdown_text

__all__ = [
    "GAINS",
    "best_orders_in_words",
    "gain_grid",
    "ranking_table",
    "share_table",
    "swallowed_in_words",
    "use_labels",
]

_SHOWN: Final[tuple[Metric, ...]] = ("slain", "damage", "points_destroyed", "destroyed")
GAINS: Final[dict[Metric, str]] = {key: measure(key).label for key in _SHOWN}


def use_labels(found: Valued) -> dict[str, Candidate]:
    """The rules that do something somewhere, by a label of their own, the strongest first."""
    labels: dict[str, Candidate] = {}
    for row in found.ranking.order("damage"):
        use = found.ranking.uses[row]
        label = f"{use.label} ({use.buff.owner})" if use.buff.owner else use.label
        labels.setdefault(label, use)
    return labels


def ranking_table(found: Valued, metric: Metric) -> pd.DataFrame:
    """One row for each rule, the most useful first; gains are differences of the attack's number."""
    ranking = found.ranking
    gains = ranking.gains(metric)
    rows = []
    for row in ranking.order(metric):
        use, mean = ranking.uses[row], ranking.mean_gain(row, metric)
        cp = use.buff.cp
        about = (use.label, use.buff.kind, use.buff.owner, cp, mean, mean / cp if cp else None)
        rows.append((*about, effects_in_words(use.buff), _toggles(use), use.buff.id, *gains[row]))
    columns = ["rule", "kind", "owner", "CP", "mean gain", "gain per CP", "does", "needs at the table", "id"]
    return pd.DataFrame(rows, columns=[*columns, *found.labels])


def gain_grid(found: Valued, metric: Metric, most: int) -> Grid:
    """The strongest rules against every opponent; of a defender's rules what they take away."""
    ranking = found.ranking
    order = ranking.order(metric)[:most]
    sign = 1.0 if found.plan.side == "attacker" else -1.0
    table = ranking.gains(metric)
    gains = sign * np.array([table[row] for row in order], dtype=float).reshape(len(order), len(found.labels))
    write = percent if metric == "destroyed" else cell
    what = "gained" if sign > 0 else "taken from the attacker"
    return Grid(
        rows=[chart_text(ranking.uses[row].label) for row in order],
        columns=[chart_text(label) for label in found.labels],
        values=np.where(np.abs(gains) < 1e-12, 0.0, gains),
        metric=f"{GAINS[metric].lower()} {what}",
        texts=[[_signed_text(value, write) for value in row] for row in gains.tolist()],
        nouns=("rule", "target" if found.plan.side == "attacker" else "attacker"),
    )


def best_orders_in_words(found: Valued, metric: Metric) -> str | None:
    """The best order against each target, in one sentence; None for a unit that takes no orders."""
    best = best_orders(found.ranking, metric)
    if not any(best):
        return None
    against: dict[str, list[str]] = {}
    for label, use in zip(found.labels, best, strict=True):
        against.setdefault(use.label if use else "no order", []).append(label)
    parts = [f"**{markdown_text(order)}** against {', '.join(labels)}" for order, labels in against.items()]
    return f"Best order: {'; '.join(parts)}."


def share_table(attack: Attack, uses: Sequence[Candidate], metric: Metric) -> pd.DataFrame:
    """What each of several rules used together contributed.

    Raises:
        InputError: For more than eight rules.
    """
    found = shares(attack, [use.choice for use in uses], metric)
    return pd.DataFrame(
        {
            "rule": [use.label for use in uses],
            "alone": [share.alone for share in found],
            "fair share": [share.shapley for share in found],
            "lost without it": [share.last for share in found],
        }
    )


def swallowed_in_words(attack: Attack, uses: Sequence[Candidate]) -> list[str]:
    """A sentence for each rule that adds nothing beside the others."""
    labels = {use.buff.id: use.label for use in uses}
    reasons = swallowed(attack, [use.choice for use in uses])
    return [f"{markdown_text(labels[name])}: {markdown_text(reason)}." for name, reason in reasons.items()]


def _toggles(use: Candidate) -> str:
    chosen = use.selected.toggles
    return ", ".join(toggle.label for toggle in use.buff.toggles if toggle.id in chosen)


def _signed_text(value: float, write: Any) -> str:
    if abs(value) < 1e-12:
        return "0"
    return f"−{write(-value)}" if value < 0 else str(write(value))
