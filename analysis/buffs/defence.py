"""Fold changes into the target and the situation: groups of models, saves, Feel No Pain, cover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from analysis.buffs.changes import CHANGES
from analysis.buffs.model import Effect
from analysis.buffs.select import Selected
from analysis.buffs.table import Table
from analysis.scenario import FeelNoPain, Group, Scenario

__all__ = ["RANGED_ONLY", "Defence", "against_some", "defences", "defended"]

RANGED_ONLY: Final = frozenset({"cover", "stealth", "snap_shooting", "snap_hits_on"})
"""Changes that do nothing in a fight (R-SAV-06, R-HIT-09)."""


@dataclass(frozen=True, slots=True)
class Defence:
    """An effect on the target or the situation that holds; `places` are the groups it touches."""

    selected: Selected
    effect: Effect
    places: frozenset[int] = field(default_factory=frozenset)


def defences(selected: Sequence[Selected], table: Table) -> list[Defence]:
    """The effects on target and situation that hold against every weapon line, of all buffs that act.

    A target has the same numbers against each weapon of an attack; what holds against some of them is left out, and
    `against_some` names it.
    """
    return [
        Defence(one, effect, _places(one, effect, table)) for one, effect, held in _asked(selected, table) if all(held)
    ]


def against_some(selected: Sequence[Selected], table: Table) -> list[tuple[Selected, Effect]]:
    """The effects on the target that hold against some of the weapon lines and not against others."""
    return [(one, effect) for one, effect, held in _asked(selected, table) if any(held) and not all(held)]


def _asked(selected: Sequence[Selected], table: Table) -> Iterator[tuple[Selected, Effect, list[bool]]]:
    """Each effect on target and situation with whether it holds, asked once or of each weapon line."""
    for one in selected:
        for effect in one.effects() if one.reason is None else ():
            if CHANGES[effect.change].place == "weapon":
                continue
            if effect.change in RANGED_ONLY and table.phase == "fight":
                continue
            of_weapons = any(atom.about_weapon for clause in effect.when for atom in clause)
            lines = table.scenario.attacker.weapons if of_weapons else ()
            asked = lines or (None,)
            side = one.buff.side
            yield one, effect, [all(table.holds(c, side, one.toggles, line) for c in effect.when) for line in asked]


def _places(one: Selected, effect: Effect, table: Table) -> frozenset[int]:
    groups = table.scenario.target.groups
    everyone = frozenset(range(len(groups)))
    if effect.characters_only:
        return frozenset(place for place in everyone if groups[place].character)
    units = table.facts(one.buff.side).units
    if not effect.bearer_only or one.buff.side != "defender" or not units:
        return everyone
    places = frozenset(place for unit in table.bearers(one.buff) for place in unit.groups)
    if one.buff.bearer is not None and one.buff.bearer.is_one_model:
        # The others of a command squad are no characters and have nothing of what their leader bears.
        return frozenset(place for place in places if groups[place].character) or places
    return places


def defended(scenario: Scenario, found: Sequence[Defence]) -> Scenario:
    """The scenario with the target's and the situation's changes folded in.

    What touches every model alike goes to the scenario's modifiers, anything else to the groups.
    """
    if not found:
        return scenario
    everyone = frozenset(range(len(scenario.target.groups)))
    whole: dict[str, list[Any]] = {}
    for one in found:
        if one.places == everyone:
            whole.setdefault(one.effect.change, []).append(one.effect.value)
    groups = [_group(group, found, place, everyone) for place, group in enumerate(scenario.target.groups)]
    stealth = scenario.target.stealth or "stealth" in whole
    situation: dict[str, Any] = {name: True for name in ("cover", "snap_shooting") if name in whole}
    if "snap_hits_on" in whole and scenario.situation.snap_shooting | ("snap_shooting" in whole):
        situation["snap_threshold"] = min(scenario.situation.snap_threshold, *whole["snap_hits_on"])
    return scenario.model_copy(
        update={
            "target": scenario.target.model_copy(update={"groups": groups, "stealth": stealth}),
            "situation": scenario.situation.model_copy(update=situation),
            "modifiers": scenario.modifiers.model_copy(update=_modifiers(scenario, whole)),
        }
    )


def _modifiers(scenario: Scenario, whole: dict[str, list[Any]]) -> dict[str, Any]:
    """The scenario's modifiers after what touches all models alike."""
    sliders = scenario.modifiers
    changes: dict[str, Any] = {
        name: getattr(sliders, name) + sum(whole[name])
        for name in ("toughness", "save", "save_roll", "damage_reduction")
        if name in whole
    }
    for name in ("invulnerable", "damage_set"):
        if name in whole:
            changes[name] = min(value for value in (getattr(sliders, name), *whole[name]) if value is not None)
    thresholds = [int(value) for value in whole.get("feel_no_pain", ()) if str(value).isdigit()]
    if thresholds:
        changes["feel_no_pain"] = min(value for value in (sliders.feel_no_pain, *thresholds) if value is not None)
    if "halve_damage" in whole:
        changes["halve_damage"] = True
    if "command_reroll" in whole and sliders.command_reroll is None:
        changes["command_reroll"] = whole["command_reroll"][0]
    return changes


def _group(group: Group, found: Sequence[Defence], place: int, everyone: frozenset[int]) -> Group:
    """One group after what the scenario's modifiers cannot say."""
    changes: dict[str, Any] = {}

    def now(name: str) -> Any:
        return changes.get(name, getattr(group, name))

    for one in found:
        if place not in one.places:
            continue
        value: Any = one.effect.value
        partly = one.places != everyone
        match one.effect.change:
            case "save_to_3":
                changes["save"] = min(now("save"), max(3, now("save") - 1))
            case "save_set":
                changes["save"] = min(now("save"), value)
            case "toughness_set":
                changes["toughness"] = max(now("toughness"), value)
            case "wounds":
                changes["wounds"] = max(1 + group.wounded, now("wounds") + value)
            case "wounds_set":
                changes["wounds"] = max(now("wounds"), value)
            case "feel_no_pain" if partly or not str(value).isdigit():
                changes["feel_no_pain"] = [*(now("feel_no_pain") or ()), _feel_no_pain(str(value))]
            case "toughness" if partly:
                changes["toughness"] = max(1, now("toughness") + value)
            case "save" if partly:
                changes["save"] = min(7, max(2, now("save") - value))
            case "invulnerable" if partly:
                changes["invulnerable"] = min(value, now("invulnerable") or 7)
            case "damage_reduction" if partly:
                changes["damage_reduction"] = now("damage_reduction") + value
            case "halve_damage" if partly:
                changes["halve_damage"] = True
            case "damage_set" if partly:
                changes["damage_set"] = min(value, value if now("damage_set") is None else now("damage_set"))
    return group.model_copy(update=changes) if changes else group


def _feel_no_pain(text: str) -> FeelNoPain:
    threshold, _, against = text.partition(" ")
    return FeelNoPain.model_validate({"threshold": int(threshold), "against": against or "all"})
