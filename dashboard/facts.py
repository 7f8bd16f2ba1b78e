"""Facts of the catalogue for the pages, kept between reruns; every question goes through `queries`."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pandas as pd

from queries.database import database

__all__ = ["faction_names", "revision", "units"]


@lru_cache(maxsize=1)
def revision() -> str:
    """The revision of the catalogue, as links and exports name it."""
    return str(_one("revision", edition="11e")["revision"])


@lru_cache(maxsize=4)
def faction_names(edition: str) -> dict[str, str]:
    """Faction ids to names, in the order of names."""
    frame = database().frame("factions", edition=edition)
    return dict(zip(frame["faction_id"], frame["name"], strict=True))


@lru_cache(maxsize=128)
def units(edition: str, faction_id: str | None = None) -> pd.DataFrame:
    """The units in use, without Legends and combat patrol; one faction's or all. Not to be changed."""
    return database().frame("units", edition=edition, faction_id=faction_id, combat_patrol=False, legends=False)


def _one(name: str, **values: object) -> dict[str, Any]:
    return database().frame(name, **values).iloc[0].to_dict()
