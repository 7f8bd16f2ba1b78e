"""Boarding Actions: detachments and stratagems that stand on the five pages and in neither package."""

from __future__ import annotations

from data.build.corrections.correction import Correction
from data.build.units import normalised
from data.sources.bundle import Bundle, Row
from data.sources.facts import seed_datasheets

__all__ = ["CORRECTIONS"]

_CORE = "Boarding Actions"
_MODE = "boarding-actions"
_DETACHMENTS: dict[str, tuple[tuple[str, str, str, str], ...]] = {
    "10e": (
        ("Black Ship Guardians", "adeptus-custodes", "priority-quarry", _MODE),
        ("Voyagers in Darkness", "adeptus-custodes", "", _MODE),
        ("Chosen Cabal", "thousand-sons", "witchsight", _MODE),
        ("Devoted Thralls", "thousand-sons", "fervent-devotees", _MODE),
        ("Cult of Magic", "thousand-sons", "kindred-sorcery", "standard"),
    ),
    "11e": (),
}
"""Name, faction, rule and mode of the detachments the pages name. Cult of Magic is older than the codex."""


def _add(bundle: Bundle) -> None:
    for name, faction_id, rule, mode in _DETACHMENTS[bundle.edition]:
        row = _detachment(bundle, name, faction_id, rule, mode)
        stratagems = _stratagems(bundle, name, row["id"])
        row["stratagem_ids"] = [stratagem["id"] for stratagem in stratagems]
        bundle.detachments.append(row)
        bundle.stratagems.extend(stratagems)
    bundle.stratagems.extend(_stratagems(bundle, _CORE, _slug(_CORE)))


def _slug(name: str) -> str:
    return normalised(name).replace(" ", "-")


def _detachment(bundle: Bundle, name: str, faction_id: str, rule: str, mode: str) -> Row:
    return {
        "id": _slug(name),
        "faction_id": faction_id,
        "name": name,
        "detachment_rule_ids": [rule] if rule else [],
        "enhancement_ids": [],
        "game_modes": [mode],
        **_origin(bundle),
    }


def _stratagems(bundle: Bundle, source: str, detachment_id: str) -> list[Row]:
    """Return the stratagems that the edition's pages print under one heading, each once."""
    printed = {
        _slug(row["name"]): row
        for sheet in seed_datasheets()
        if sheet["edition"] == bundle.edition
        for row in sheet["stratagems"]
        if normalised(row["source"]) == normalised(source)
    }
    return [
        {
            "id": stratagem_id,
            "name": row["name"],
            "cp_cost": row["cp"],
            "category": "boarding" if source == _CORE else "detachment",
            "detachment_id": detachment_id,
            "type": row["type"].lower().replace(" ", "-"),
            "when": row["when"],
            "timing": "once-per-phase",
            "ability_id": None,
            **_origin(bundle),
        }
        for stratagem_id, row in printed.items()
    ]


def _origin(bundle: Bundle) -> Row:
    return {
        "game_version": {"edition": bundle.edition, "dataslate": bundle.dataslate},
        "source_id": "seed",
        "prov": "manual",
    }


CORRECTIONS = tuple(
    Correction(
        f"12 ({edition})",
        edition,
        "Boarding Actions' core stratagems and the detachments named on the pages are added",
        "the five pages",
        _add,
    )
    for edition in ("10e", "11e")
)
