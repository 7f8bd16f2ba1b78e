"""The same attack under both editions: each written out from its own catalogue, and what caused the difference."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from analysis.edition_changes import EditionChanges, edition_changes
from analysis.errors import InputError
from analysis.names import comparable
from analysis.scenario import Scenario
from dashboard import facts
from dashboard.answer import answer
from dashboard.frame import EDITION_NAMES

__all__ = ["EARLIER", "LATER", "BothEditions", "both_editions", "units_of_both"]

EARLIER: Final = "10e"
LATER: Final = "11e"
_SIDES: Final = ("attacker", "target")


@dataclass(frozen=True, slots=True)
class BothEditions:
    """One attack under both editions.

    Attributes:
        earlier: The attack in numbers of the earlier edition; `later` of the later one.
        changes: Both results, and what each cause does alone.
        notes: What had to be left out because an edition does not have it, a sentence each.
        offered: Weapons, by comparable name, that the datasheets of both editions offer the attacker.
    """

    earlier: Scenario
    later: Scenario
    changes: EditionChanges
    notes: tuple[str, ...]
    offered: frozenset[str] = frozenset()


@lru_cache(maxsize=1)
def units_of_both() -> dict[str, str]:
    """Units that both editions have: references to names, each with its faction's."""
    kept = {}
    factions = facts.faction_names(LATER)
    for faction in factions:
        if faction in facts.faction_names(EARLIER):
            old = {sheet.unit_id for sheet in facts.sheets(EARLIER, faction)}
            for sheet in facts.sheets(LATER, faction):
                if sheet.unit_id in old:
                    kept[sheet.reference] = f"{sheet.name} ({factions[faction]})"
    return kept


def both_editions(data: Mapping[str, Any]) -> BothEditions:
    """Answer a valid scenario, of either edition or of none yet, under both.

    Raises:
        InputError: When its own edition refuses it, or the other one lacks a unit of it or cannot let it attack.
    """
    return _both(json.dumps(data, sort_keys=True))


@lru_cache(maxsize=512)
def _both(text: str) -> BothEditions:
    data = json.loads(text)
    earlier, left_out = _in_edition(data, EARLIER)
    later, also_left_out = _in_edition(data, LATER)
    notes = tuple(note for note in (left_out, also_left_out) if note)
    offered = _offered(data["attacker"], EARLIER) & _offered(data["attacker"], LATER)
    return BothEditions(earlier, later, edition_changes(earlier, later), notes, offered)


def _offered(attacker: Mapping[str, Any], edition: str) -> frozenset[str]:
    """The weapons that an edition's datasheets offer a unit and those attached to it; none to a side in numbers."""
    units = [attacker, *(attacker.get("attached") or [])]
    names: set[str] = set()
    for unit in units:
        if "unit" not in unit:
            continue
        try:
            sheet = facts.datasheet(edition, unit["unit"])
        except InputError:
            continue  # left out under this edition, which a note says
        names.update(comparable(weapon.name) for weapon in sheet.weapons)
    return frozenset(names)


def _without_buffs(data: dict[str, Any]) -> dict[str, Any]:
    modifiers = {key: value for key, value in (data.get("modifiers") or {}).items() if key != "buffs"}
    return {**data, "buffs": [], "modifiers": modifiers}


def _with_sides(data: dict[str, Any], change: Callable[[dict[str, Any]], dict[str, Any]]) -> dict[str, Any]:
    sides = {side: change(data[side]) for side in _SIDES if isinstance(data[side], dict) and "unit" in data[side]}
    return {**data, **sides}


def _without_loadout(unit: dict[str, Any]) -> dict[str, Any]:
    attached = [{**joined, "loadout": None} for joined in unit.get("attached") or []]
    return {**unit, "loadout": None, "attached": attached, "detachment": None}


def _without_size(unit: dict[str, Any]) -> dict[str, Any]:
    return {**unit, "models": None, "attached": [], "wounded": 0}


_REDUCTIONS: Final = (
    ("without the buffs", _without_buffs),
    (
        "without the buffs, with its own default weapons",
        lambda data: _with_sides(_without_buffs(data), _without_loadout),
    ),
    (
        "without buffs and leaders, at its own smallest size with its own default weapons",
        lambda data: _with_sides(_with_sides(_without_buffs(data), _without_loadout), _without_size),
    ),
)
"""What is left out, step by step, until the other edition can answer."""


def _in_edition(data: dict[str, Any], edition: str) -> tuple[Scenario, str | None]:
    """The scenario under an edition, and the sentence about what was left out for it."""
    if data.get("edition") == edition:
        return answer(data).scenario, None  # its own edition answers it as it is, or refuses it
    named = _by_names(data)
    try:
        return answer({**named, "edition": edition}).scenario, None
    except InputError as error:
        refused = error
    for words, reduced in _REDUCTIONS:
        try:
            scenario = answer({**reduced(named), "edition": edition}).scenario
        except InputError:
            continue
        return scenario, f"{EDITION_NAMES[edition]}, {words}: {refused}."
    raise refused


def _by_names(data: dict[str, Any]) -> dict[str, Any]:
    """Weapons by the names that both editions print, instead of the ids of one of them."""
    if "edition" not in data:
        return data

    def renamed(unit: dict[str, Any]) -> dict[str, Any]:
        attached = [renamed(joined) for joined in unit.get("attached") or []]
        if not unit.get("loadout"):
            return {**unit, "attached": attached}
        sheet = facts.datasheet(data["edition"], unit["unit"])
        names = {weapon.weapon_id: weapon.name for weapon in sheet.weapons}
        names |= {wargear.item_id: wargear.name for wargear in sheet.wargear}
        lines = [{**line, "weapon": names.get(line["weapon"], line["weapon"])} for line in unit["loadout"]]
        return {**unit, "attached": attached, "loadout": lines}

    return _with_sides(data, renamed)
