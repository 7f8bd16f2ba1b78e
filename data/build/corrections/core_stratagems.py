"""Core stratagems of both editions, and what the five pages say of others: when, and of which type."""

from __future__ import annotations

from data.build.corrections.correction import Correction, only
from data.build.units import normalised
from data.sources.bundle import Bundle, Row
from data.sources.facts import seed_datasheets
from data.sources.tenth_edition import DATASLATE

__all__ = ["CORRECTIONS"]


def _mend_core_11e(bundle: Bundle) -> None:
    core = [row for row in bundle.stratagems if row["category"] == "core"]
    for row in core:
        row.update(type=None, prov="corrected")
    only(core, id="fire-overwatch")["when"] = [{"phase": "movement", "turn": "opponent"}]
    only(core, id="counter-offensive").update(name="COUNTEROFFENSIVE", when=[{"phase": "fight", "turn": "opponent"}])


_BATTLE_TACTIC, _EPIC_DEED, _PLOY, _WARGEAR = "battle-tactic", "epic-deed", "strategic-ploy", "wargear"
_CORE_10E: tuple[tuple[str, int, str, str, str, str, tuple[str, ...]], ...] = (
    ("Command Re-roll", 1, _BATTLE_TACTIC, "any", "either", "once-per-phase", ()),
    ("Counter-offensive", 2, _PLOY, "fight", "either", "once-per-phase", ()),
    ("Epic Challenge", 1, _EPIC_DEED, "fight", "either", "once-per-phase", ("CHARACTER",)),
    ("Insane Bravery", 1, _EPIC_DEED, "command", "your", "once-per-battle", ()),
    ("Grenade", 1, _WARGEAR, "shooting", "your", "once-per-phase", ("GRENADES",)),
    ("Tank Shock", 1, _PLOY, "charge", "your", "once-per-phase", ("VEHICLE",)),
    ("Rapid Ingress", 1, _PLOY, "movement", "opponent", "once-per-phase", ()),
    ("Fire Overwatch", 1, _PLOY, "movement charge", "opponent", "once-per-turn", ()),
    ("Go To Ground", 1, _BATTLE_TACTIC, "shooting", "opponent", "once-per-phase", ("INFANTRY",)),
    ("Smokescreen", 1, _WARGEAR, "shooting", "opponent", "once-per-phase", ("SMOKE",)),
    ("Heroic Intervention", 1, _PLOY, "charge", "opponent", "once-per-phase", ()),
)
"""Name, CP, type, phases, turn, timing, keywords of the target."""


def _add_core_10e(bundle: Bundle) -> None:
    if any(row["category"] == "core" for row in bundle.stratagems):
        raise LookupError("the 10th edition source has core stratagems by now")
    bundle.stratagems.extend(_core_row(*facts) for facts in _CORE_10E)


def _core_row(name: str, cp: int, kind: str, phases: str, turn: str, timing: str, keywords: tuple[str, ...]) -> Row:
    return {
        "id": normalised(name).replace(" ", "-"),
        "name": name.upper(),
        "cp_cost": cp,
        "category": "core",
        "detachment_id": None,
        "type": kind,
        "when": [{"phase": phase, "turn": turn} for phase in phases.split()],
        "timing": timing,
        "ability_id": None,
        "target_restrictions": {"required_keywords_any": list(keywords)},
        "game_version": {"edition": "10e", "dataslate": DATASLATE},
        "source_id": "manual",
        "prov": "manual",
    }


def _times_of_pages(bundle: Bundle) -> None:
    """One pair of phase and turn is too coarse for the opponent's Shooting phase or the Fight phase."""
    detachments = {normalised(row["name"]).replace("brothers", "brother"): row["id"] for row in bundle.detachments}
    for sheet in seed_datasheets():
        for printed in sheet["stratagems"] if sheet["edition"] == bundle.edition else []:
            detachment = detachments.get(normalised(printed["source"]))
            for row in bundle.stratagems:
                if detachment and row["detachment_id"] == detachment and _same(row["name"], printed["name"]):
                    _set_printed(row, printed)


def _same(one: str, other: str) -> bool:
    return normalised(one).replace(" ", "") == normalised(other).replace(" ", "")


def _set_printed(row: Row, printed: Row) -> None:
    kind = printed["type"].lower().replace(" ", "-") if printed["type"] else None
    row.update(type=kind, cp_cost=printed["cp"], prov="verified")
    if printed.get("when"):
        row["when"] = printed["when"]


CORRECTIONS = (
    Correction(
        "3-5", "11e", "Core stratagems have no type and their printed phases and names", "three pages", _mend_core_11e
    ),
    Correction("13", "10e", "The eleven core stratagems are added", "two pages; rules of the edition", _add_core_10e),
    Correction("6", "11e", "Stratagems of the pages have the printed type and times", "three pages", _times_of_pages),
    Correction(
        "6 (10e)", "10e", "Stratagems of the pages have the printed type and times", "two pages", _times_of_pages
    ),
)
