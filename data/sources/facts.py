"""The small facts files of data/facts: overlays, corrections, Legends marks, seed datasheets."""

from __future__ import annotations

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

__all__ = [
    "FACTS_FOLDER",
    "corrections_11e",
    "damage_classes_11e",
    "defences_10e",
    "fact_sha256",
    "legends_11e",
    "loadouts_10e",
    "overlay_10e",
    "seed_datasheets",
    "squads_10e",
]

FACTS_FOLDER = Path(__file__).resolve().parent.parent / "facts"


@cache
def _load(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((FACTS_FOLDER / name).read_text(encoding="utf-8"))
    return loaded


def fact_sha256(name: str) -> str:
    """Return the SHA-256 of one facts file, in hex."""
    return hashlib.sha256((FACTS_FOLDER / name).read_bytes()).hexdigest()


def overlay_10e() -> dict[str, Any]:
    """What wh40kdc 0.5.0 lacks: weapon choices, default loadouts, last prices, Legends, limited saves."""
    return _load("overlay_10e.json")


def corrections_11e() -> list[dict[str, Any]]:
    """Weapon rows of wh40kdc 1.4.5 that two other sources contradict; only the confirmed ones."""
    confirmed: list[dict[str, Any]] = _load("corrections_11e.json")["confirmed"]
    return confirmed


_MFM_FILES = {"space-marines": "adeptus-astartes", "imperial-agents": "agents-of-the-imperium"}
"""Factions that the Munitorum Field Manual's files call otherwise than the catalogue."""


def legends_11e() -> frozenset[tuple[str, str]]:
    """The 11th edition's Legends datasheets as (faction_id, name), by the Munitorum Field Manual."""
    return frozenset(
        (_MFM_FILES.get(file, file), name) for name, files in _load("legends_11e.json")["mfm"].items() for file in files
    )


def seed_datasheets() -> list[dict[str, Any]]:
    """The five datasheets read from the published pages, number by number."""
    sheets: list[dict[str, Any]] = _load("seed_datasheets.json")["datasheets"]
    return sheets


def damage_classes_11e() -> dict[tuple[str | None, str], str]:
    """How each 11th edition ability bears on damage, by (faction_id, ability_id)."""
    rows = _load("damage_relevant_11e.json")["abilities"]
    return {(row["faction"], row["ability"]): row["class"] for row in rows}


def squads_10e() -> dict[str, Any]:
    """Sizes, mixes, prices and printed weapons of 10th edition squads, entered by hand."""
    return _load("squads_10e.json")


def defences_10e() -> dict[str, dict[str, Any]]:
    """Core defensive abilities of 10th edition units that wh40kdc 0.5.0 lacks, by faction/unit."""
    units: dict[str, dict[str, Any]] = _load("defences_10e.json")["units"]
    return units


def loadouts_10e() -> dict[str, dict[str, int]]:
    """How far the overlay's printed loadouts are off, item by item, by faction/unit."""
    differences: dict[str, dict[str, int]] = _load("loadouts_10e.json")["differences"]
    return differences
