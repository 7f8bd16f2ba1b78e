"""A duel under the other edition: what exists there comes along, and what does not is named in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from analysis.buffs import Buff
from analysis.datasheet import Datasheet
from analysis.errors import InputError
from analysis.resolve.loadouts import item_id
from dashboard import facts
from dashboard.answer import answer
from dashboard.attack_words import rule_name

__all__ = ["Carried", "in_edition", "in_its_phase"]


@dataclass(frozen=True, slots=True)
class Carried:
    """A scenario that can be answered, and the names of what had to be left behind for it."""

    data: dict[str, Any]
    left: tuple[str, ...]


def in_edition(data: Mapping[str, Any], edition: str, stand_ins: Mapping[str, Mapping[str, Any]]) -> Carried:
    """The duel under an edition.

    Args:
        data: A valid scenario of the other edition.
        edition: The one wanted.
        stand_ins: For each side a unit that both editions have, for one that is missing.

    Raises:
        InputError: When nothing of it can be answered there.
    """
    left: list[str] = []
    sides = {side: _side(data[side], data["edition"], edition, stand_ins[side], left) for side in stand_ins}
    carried = {**data, **sides, "edition": edition}
    if "modifiers" in carried:
        carried["modifiers"] = dict(carried["modifiers"])  # the duel left behind is kept for the way back
    for holder in (carried, carried.get("modifiers", {})):
        if holder.get("buffs"):
            holder["buffs"] = _rules(holder["buffs"], data["edition"], edition, left)
    for words, reduce in (("", dict), *_REDUCTIONS):
        reduced = reduce(carried)
        if words and reduced == carried:
            continue
        try:
            found = in_its_phase(reduced)
        except InputError as error:
            refused = error
            continue
        return Carried(found.data, (*left, *([words] if words else []), *found.left))
    raise refused


def in_its_phase(data: Mapping[str, Any]) -> Carried:
    """The duel in its phase, or in the other one when the attacker has weapons for that one only.

    Raises:
        InputError: When it can be answered in neither.
    """
    phase = data.get("phase")
    if phase is None:
        answer(data)
        return Carried(dict(data), ())
    try:
        answer(data)
    except InputError as error:
        if error.field != "phase":
            raise
        turned = {**data, "phase": _OTHER[phase]}
        answer(turned)
        return Carried(turned, (f"the {_CALLED[phase]}, for which the attacker carries no weapons",))
    return Carried(dict(data), ())


_OTHER: Final = {"shooting": "fight", "fight": "shooting"}
_CALLED: Final = {"shooting": "shooting phase", "fight": "fight phase"}


def _side(
    side: Mapping[str, Any], before: str, edition: str, stand_in: Mapping[str, Any], left: list[str]
) -> dict[str, Any]:
    if "unit" not in side:
        return dict(side)
    old = facts.datasheet(before, side["unit"])
    new = _sheet(edition, old.reference)
    if new is None:
        left.append(f"{old.name}, for whom another unit stands in")
        return dict(stand_in)
    return _unit(side, old, new, left)


def _unit(side: Mapping[str, Any], old: Datasheet, new: Datasheet, left: list[str]) -> dict[str, Any]:
    carried = {**side, "unit": new.reference}
    sizes = [size.models for size in new.sizes]
    models = side.get("models")
    if models and models not in sizes:
        carried["models"] = min(sizes, key=lambda size: abs(size - models))
        left.append(f"{models} models of {old.name}, of which there are {carried['models']}")
        if side.get("loadout"):
            carried["loadout"] = None
            left.append(f"the weapons chosen for {old.name}")
    elif side.get("loadout"):
        carried["loadout"] = _loadout(side["loadout"], old, new, left)
    carried["attached"] = _attached(side.get("attached") or [], old, new, left)
    most = max(profile.wounds for profile in new.profiles) - 1
    if side.get("wounded", 0) > most:
        carried["wounded"] = most
        left.append(f"{side['wounded']} wounds already lost, of which {most} are possible")
    return carried


def _loadout(
    lines: Sequence[Mapping[str, Any]], old: Datasheet, new: Datasheet, left: list[str]
) -> list[dict[str, Any]]:
    """Weapons by the names that both editions print: an id may belong to one of them alone."""
    printed = facts.item_names(old)
    carried = []
    for line in lines:
        name = printed.get(item_id(old, line["weapon"]) or "", line["weapon"])
        item = item_id(new, name) or item_id(new, line["weapon"])
        if item is None:
            left.append(f"{line.get('count', 1)} × {name} of {old.name}")
            continue
        profile = _profile(line.get("profile"), item, new)
        if line.get("profile") and profile is None:
            left.append(f"the profile {line['profile']} of {name}")
        carried.append({**line, "weapon": item, "profile": profile})
    return carried


def _profile(name: str | None, item: str, sheet: Datasheet) -> str | None:
    own = (weapon for weapon in sheet.weapons if weapon.weapon_id == item)
    known = (weapon.name_of(profile) for weapon in own for profile in weapon.profiles)
    return next((one for one in known if one and name and one.casefold() == name.casefold()), None)


def _attached(
    joined: Sequence[Mapping[str, Any]], old: Datasheet, new: Datasheet, left: list[str]
) -> list[dict[str, Any]]:
    allowed = facts.leaders(new.edition, new.faction_id, new.unit_id)
    carried = []
    for unit in joined:
        leader = facts.datasheet(old.edition, unit["unit"])
        there = _sheet(new.edition, leader.reference)
        if there is None or there.reference not in allowed:
            left.append(f"{leader.name}, who cannot join {new.name}")
        else:
            carried.append(_unit(unit, leader, there, left))
    return carried


def _sheet(edition: str, reference: str) -> Datasheet | None:
    try:
        found = facts.datasheet(edition, reference)
    except InputError:
        return None
    return found if found.sizes else None


def _rules(named: Sequence[Mapping[str, Any]], before: str, edition: str, left: list[str]) -> list[dict[str, Any]]:
    carried = []
    for use in named:
        try:
            rule = facts.buff(edition, use["id"])
        except InputError:
            left.append(rule_name(before, use["id"]))
            continue
        carried.append(_use(use, rule, left))
    return carried


def _use(use: Mapping[str, Any], rule: Buff, left: list[str]) -> dict[str, Any]:
    known = {toggle.id for toggle in rule.toggles}
    choice = use.get("choice")
    if choice is not None and choice not in rule.choices:
        left.append(f"the choice {choice} of {rule.name}")
        choice = rule.choices[0] if rule.choices else None
    return {"id": rule.id, "choice": choice, "toggles": [one for one in use.get("toggles") or [] if one in known]}


def _without_rules(data: Mapping[str, Any]) -> dict[str, Any]:
    reduced = {**data, "buffs": []} if data.get("buffs") else dict(data)
    if data.get("modifiers", {}).get("buffs"):
        reduced["modifiers"] = {**data["modifiers"], "buffs": []}
    return reduced


def _without_detachments(data: Mapping[str, Any]) -> dict[str, Any]:
    return dict(_each_unit(_without_rules(data), {"army_faction": None, "detachment": None}))


def _without_loadouts(data: Mapping[str, Any]) -> dict[str, Any]:
    return dict(_each_unit(_without_detachments(data), {"loadout": None, "attached": []}))


def _each_unit(data: Mapping[str, Any], change: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in data.items():
        refers = name in ("attacker", "target") and "unit" in value
        yield name, {**value, **change} if refers else value


_Reduction = Callable[[Mapping[str, Any]], dict[str, Any]]
_REDUCTIONS: Final[tuple[tuple[str, _Reduction], ...]] = (
    ("the rules used", _without_rules),
    ("rules and detachments", _without_detachments),
    ("rules, detachments, leaders and weapons chosen", _without_loadouts),
)
"""What is left behind, step by step, until the edition can answer."""
