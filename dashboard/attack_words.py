"""An attack itself in words and tables, for paper, where no form shows it: table, settings, rules, weapons, models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from analysis.buffs.select import looked_up
from analysis.result import BuffOutcome
from analysis.scenario import BuffChoice, FeelNoPain, Group, Scenario, Weapon
from dashboard import facts
from dashboard.answer import Answer
from dashboard.duel_data import named_rules
from dashboard.plain import one_line
from dashboard.what_if import MODIFIERS, SITUATION, changed_in_words

__all__ = [
    "model_table",
    "rule_name",
    "rules_in_words",
    "settings_in_words",
    "weapon_table",
    "weapons_in_words",
]


def rule_name(edition: str, rule: str) -> str:
    """A rule of the library by its name; what is no rule of it keeps its own words.

    >>> rule_name("11e", "order/take-aim"), rule_name("11e", "My own pool")
    ('Take Aim!', 'My own pool')
    """
    found = facts.buffs(edition).buffs.get(rule)
    return found.name if found else one_line(rule)


def settings_in_words(data: Mapping[str, Any]) -> list[str]:
    """Situation and what-if settings of a duel's form; a line for each that has some."""
    situation = dict(data.get("situation") or {})
    distance = situation.get("distance")
    table = [control.label for control in SITUATION if situation.get(control.field)]
    if distance is not None:
        table.append(f"{distance:g} inches apart")
    modifiers = dict(data.get("modifiers") or {})
    moved = [*changed_in_words(MODIFIERS, modifiers), *map(one_line, modifiers.get("abilities") or [])]
    return [
        f"Situation: {', '.join(table) or 'nothing special'}.",
        f"What if: {', '.join(moved) or 'nothing changed'}.",
    ]


def rules_in_words(duel: Answer, data: Mapping[str, Any]) -> list[str]:
    """The named rules, those that act by themselves included: what was chosen for each, or why it does nothing."""
    edition, outcomes = duel.scenario.edition, duel.result.buffs
    if not outcomes:
        return ["Rules used: none."]
    chosen = dict(_chosen(edition, one) for one in named_rules(data))
    return [f"Rules used: {'; '.join(_outcome(edition, one, chosen.get(one.id, '')) for one in outcomes)}."]


def weapons_in_words(scenario: Scenario) -> str:
    """What attacks, in the order it does."""
    return ", ".join(f"{weapon.count} × {one_line(weapon.name)}" for weapon in scenario.attacker.weapons)


def weapon_table(scenario: Scenario) -> pd.DataFrame:
    """The weapon lines in the order they attack, before any modifier."""
    rows = [_weapon(weapon) for weapon in scenario.attacker.weapons]
    return pd.DataFrame(rows, columns=["weapon", "number", "A", "BS/WS", "S", "AP", "D", "abilities"])


def model_table(scenario: Scenario) -> pd.DataFrame:
    """The groups of the target in the order they are declared."""
    rows = [_group(group) for group in scenario.target.groups]
    return pd.DataFrame(rows, columns=["models", "number", "T", "Sv", "Inv", "W", "FNP", "wounds lost"])


def _chosen(edition: str, named: Any) -> tuple[str, str]:
    """A rule named by its id alone or with details: its id, and in brackets the choice and the facts that hold."""
    named = {"id": named} if isinstance(named, str) else named
    rule = looked_up(BuffChoice.model_validate(named), facts.buffs(edition))
    held = [toggle.label for toggle in rule.buff.toggles if toggle.id in rule.toggles]
    words = ", ".join([rule.choice, *held] if rule.choice else held)
    return rule.buff.id, f" ({one_line(words)})" if words else ""


def _outcome(edition: str, one: BuffOutcome, chosen: str) -> str:
    name = rule_name(edition, one.id) + chosen
    return name if one.applied else f"{name} (does nothing: {one.reason or 'no effect'})"


def _weapon(weapon: Weapon) -> tuple[str, ...]:
    skill = "auto" if weapon.skill is None else f"{weapon.skill}+"
    numbers = (weapon.attacks, skill, str(weapon.strength), str(weapon.ap), weapon.damage)
    return (weapon.name, str(weapon.count), *numbers, ", ".join(weapon.abilities))


def _group(group: Group) -> tuple[str, ...]:
    name = f"{group.name} (character)" if group.character else group.name
    saves = (f"{group.save}+", "" if group.invulnerable is None else f"{group.invulnerable}+")
    pains = ", ".join(_pain(one) for one in group.feel_no_pain or [])
    return (name, str(group.count), str(group.toughness), *saves, str(group.wounds), pains, str(group.wounded))


def _pain(one: FeelNoPain) -> str:
    return f"{one.threshold}+" if one.against == "all" else f"{one.threshold}+ against {one.against} wounds"
