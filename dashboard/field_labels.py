"""Mistakes by the labels the player sees: a row and a column of a form, or one of its controls."""

from __future__ import annotations

import re
from typing import Final

from analysis.errors import InputError
from dashboard.what_if import DISTANCE, MODIFIERS, SITUATION

__all__ = ["HEADINGS", "in_labels"]

HEADINGS: Final = {
    "name": "Name",
    "count": "No.",
    "range": 'Range "',
    "attacks": "A",
    "skill": "BS/WS",
    "strength": "S",
    "ap": "AP",
    "damage": "D",
    "abilities": "Abilities, by commas",
    "toughness": "T",
    "save": "Sv",
    "invulnerable": "Inv",
    "wounds": "W",
    "feel_no_pain": "FNP",
    "character": "Character",
}
"""Above the columns of the tables of weapons and of models."""

_ROW: Final = re.compile(r"(attacker|target)\.(weapons|groups)\[(\d+)\](?:\.(\w+))?.*")
_OF_SIDE: Final = re.compile(r"(attacker|target)\.(\w+).*")
_CONTROL: Final = re.compile(r"(?:situation|modifiers)\.(\w+).*")
_TABLES: Final = {"weapons": "weapons", "groups": "models"}
_PARTS: Final = {"loadout": "weapons", "attached": "Joined by", "wounded": "Wounds already lost", "copy": "Which copy"}
_CONTROLS: Final = {control.field: control.label for control in (*SITUATION, DISTANCE, *MODIFIERS)}
_PHASES: Final = {"shooting": "no ranged weapons; choose Fight", "fight": "no melee weapons; choose Shooting"}


def in_labels(error: InputError) -> str:
    """The sentence about a mistake, with the labels of the duel's form in place of a scenario's fields.

    >>> in_labels(InputError("attacker.weapons[0].attacks", "lots", "a number or dice"))
    "Attacker's weapons, row 1, A: 'lots' is not accepted; expected a number or dice"
    >>> in_labels(InputError("modifiers.ap", 90, "at most 60"))
    'AP: 90 is not accepted; expected at most 60'
    >>> in_labels(InputError("phase", "shooting", "fight, by the weapons of Genestealers"))
    'Phase: the attacker carries no ranged weapons; choose Fight'
    >>> in_labels(InputError("attacker.loadout", None, "weapons for Aegis Defence Line to attack with"))
    'Attacker: there are no weapons for Aegis Defence Line to attack with'
    """
    if error.field == "phase" and error.value in _PHASES:
        return f"Phase: the attacker carries {_PHASES[str(error.value)]}"
    if error.field == "attacker.loadout" and error.value is None:
        return f"Attacker: there are no {error.expected}"
    return str(InputError(_label(error.field), error.value, error.expected))


def _label(field: str) -> str:
    if row := _ROW.fullmatch(field):
        side, table, place, column = row.groups()
        where = f"{side.capitalize()}'s {_TABLES[table]}, row {int(place) + 1}"
        return f"{where}, {HEADINGS.get(column, column)}" if column else where
    if of_side := _OF_SIDE.fullmatch(field):
        side, part = of_side.groups()
        return f"{side.capitalize()}, {_PARTS.get(part, part)}"
    if control := _CONTROL.fullmatch(field):
        return _CONTROLS.get(control[1], control[1])
    if field.startswith("link."):
        return f"Link, {field.removeprefix('link.')}"
    return field.capitalize()
