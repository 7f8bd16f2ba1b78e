"""Choices that several pages offer: the same key, so that a choice made on one page holds on the next."""

from __future__ import annotations

from typing import Final

from dashboard import facts
from dashboard.choices import Choice
from dashboard.metrics import METRICS

__all__ = ["METRIC", "PHASE", "RANGE", "attacking_faction"]

METRIC: Final = Choice(
    "metric",
    "Number in the cells",
    {metric.key: metric.label for metric in METRICS.values()},
    "points_per_100",
    " ".join(f"{metric.label}: {metric.sentence}" for metric in METRICS.values()),
)
PHASE: Final = Choice(
    "phase",
    "Phase",
    {"shooting": "Shooting", "fight": "Fight"},
    "shooting",
    "Shooting uses the ranged weapons, the fight the melee weapons.",
)
RANGE: Final = Choice(
    "range",
    "Range",
    {"half": "Half range", "full": "Full range"},
    "half",
    "At half range, Rapid Fire and Melta weapons do more.",
)


def attacking_faction(edition: str) -> Choice:
    """Whose units attack."""
    return Choice(
        "faction",
        "Attacking faction",
        facts.faction_names(edition),
        "astra-militarum",
        "Its units attack, each at its smallest size with its default weapons.",
    )
