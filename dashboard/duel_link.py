"""A scenario as the parameters of an address that opens the duel page with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from analysis.links import FORMAT, pack
from dashboard.answer import read_scenario

__all__ = ["duel_parameters"]


def duel_parameters(data: Mapping[str, Any], revision: str) -> dict[str, str]:
    """The parameters that open the duel page with a scenario."""
    scenario = read_scenario(data)
    return {"v": FORMAT, "edition": data["edition"], "data": revision, "s": pack(scenario)}
