"""Fold changes into weapon lines: each line gets what holds for it, without the penalties it may ignore."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from analysis.buffs.changes import CHANGES
from analysis.buffs.model import Effect
from analysis.buffs.penalties import given_back, ignored_penalties
from analysis.buffs.select import Selected
from analysis.buffs.table import Table
from analysis.dice import parse_dice
from analysis.modifiers import WIDTHS
from analysis.scenario import Scenario, Weapon, WeaponModifiers

__all__ = ["Granted", "grants", "modified"]

_SUMS: Final = ("hit", "wound", "skill", "attacks", "strength", "damage", "ap")
_CRITICALS: Final = ("critical_hit", "critical_wound")
_PLAIN: Final = WeaponModifiers()


@dataclass(frozen=True, slots=True)
class Granted:
    """An effect of a selected buff that holds for one weapon line."""

    selected: Selected
    effect: Effect


def grants(selected: Sequence[Selected], table: Table, place: int) -> list[Granted]:
    """The effects on weapons that hold for the line at `place`, of all buffs that act.

    What asks for an ability also finds those that other buffs grant. What compares Strength with Toughness is asked
    last, when changes of Strength are known.
    """
    weapon = table.scenario.attacker.weapons[place]
    candidates = [
        Granted(one, effect)
        for one in selected
        if one.reason is None
        for effect in one.effects()
        if CHANGES[effect.change].place == "weapon" and _reaches(one, effect, table, place)
    ]
    given = [one for one in candidates if one.effect.change == "ability" and _holds(one, table, weapon)]
    plain = [one for one in candidates if not _compares(one.effect) and _holds(one, table, _armed(weapon, given, one))]
    comparing = [one for one in candidates if _compares(one.effect)]
    if comparing:
        stronger = sum(int(one.effect.value) for one in plain if one.effect.change == "strength")
        own = weapon.modifiers or _PLAIN
        added = own.model_copy(update={"strength": own.strength + stronger})
        compared = weapon.model_copy(update={"modifiers": added})
        plain += [one for one in comparing if _holds(one, table, _armed(compared, given, one))]
    return plain


def _armed(weapon: Weapon, given: Sequence[Granted], asking: Granted) -> Weapon:
    """The line with the abilities that others grant: "if it has the ability already" does not mean one's own grant."""
    asks = any(atom.asks == "with" for clause in asking.effect.when for atom in clause)
    gained = [str(one.effect.value) for one in given if one.selected.buff.id != asking.selected.buff.id] if asks else []
    if not gained:
        return weapon
    own = weapon.modifiers or _PLAIN
    added = own.model_copy(update={"abilities": [*own.abilities, *gained]})
    return weapon.model_copy(update={"modifiers": added})


def _holds(one: Granted, table: Table, weapon: Weapon) -> bool:
    side, toggles = one.selected.buff.side, one.selected.toggles
    return all(table.holds(clause, side, toggles, weapon) for clause in one.effect.when)


def _compares(effect: Effect) -> bool:
    return any(atom.asks in ("stronger", "weaker") for clause in effect.when for atom in clause)


def _reaches(one: Selected, effect: Effect, table: Table, place: int) -> bool:
    """Whether the line belongs to the models that have the ability, for effects on these alone."""
    units = table.facts(one.buff.side).units
    if not effect.bearer_only or one.buff.side != "attacker" or not units:
        return True
    return any(place in unit.weapons for unit in table.bearers(one.buff))


def modified(weapon: Weapon, granted: Sequence[Granted], scenario: Scenario, stealth: bool) -> Weapon:
    """The weapon line with everything granted folded in.

    Args:
        weapon: The line as it stands.
        granted: What `grants` found for it.
        scenario: For the edition and for what sliders and situation already take away.
        stealth: Whether the target has stealth when all is folded.
    """
    values: dict[str, list[Any]] = {}
    for one in granted:
        values.setdefault(one.effect.change, []).append(one.effect.value)
    if not values:
        return weapon
    own = weapon.modifiers or _PLAIN
    gained = [text for text in dict.fromkeys(values.get("ability", ())) if text not in own.abilities]
    ignored = ignored_penalties(weapon, [*own.abilities, *gained], values.get("ignore_penalties", ()), scenario.edition)
    changes: dict[str, Any] = {}
    for name in _SUMS:
        parts = [getattr(own, name), *values.get(name, ())]
        if name in ignored:
            parts = [max(0, part) for part in parts] + [given_back(name, weapon, scenario, stealth)]
        changes[name] = sum(parts)
    if "skill" in values.get("ignore_penalties", ()) and scenario.edition == "11e" and weapon.type == "ranged":
        gained.append("ignores cover")  # cover worsens the skill in this edition (R-SAV-06)
    for name, widths in WIDTHS.items():
        changes[name] = max([getattr(own, name), *values.get(name, ())], key=widths.index)
    for name in _CRITICALS:
        changes[name] = min([getattr(own, name), *values.get(name, ())])
    changes["abilities"] = [*own.abilities, *gained]
    changes = {name: value for name, value in changes.items() if value != getattr(_PLAIN, name)}
    modifiers = WeaponModifiers(**changes) if changes else None
    return weapon.model_copy(update={**_printed(weapon, values), "modifiers": modifiers})


def _printed(weapon: Weapon, values: dict[str, list[Any]]) -> dict[str, Any]:
    """Characteristics that a buff sets; of several values the best, and never one below the printed (R-MOD-01)."""
    changes: dict[str, Any] = {}
    for name, change in (("attacks", "attacks_set"), ("strength", "strength_set"), ("damage", "damage_set_to")):
        if values.get(change):
            best = max([getattr(weapon, name), *values[change]], key=lambda text: parse_dice(text).mean)
            changes[name] = best if name == "strength" else str(best)
    if values.get("ap_set"):
        changes["ap"] = min([weapon.ap, *(-value for value in values["ap_set"])])
    if values.get("skill_set") and weapon.skill is not None:
        changes["skill"] = min([weapon.skill, *values["skill_set"]])
    if values.get("hits_automatically"):
        changes["skill"] = None
    return changes
