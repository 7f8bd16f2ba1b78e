"""Which single change moves a number of the duel most: every slider by one step, every rule the two armies may use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from analysis.buffs import Buff
from analysis.errors import InputError
from dashboard import facts
from dashboard.answer import answer
from dashboard.buff_form import offered
from dashboard.compare import Measure
from dashboard.duel_data import named_rules, phase_of, with_rules
from dashboard.tornado import Change
from dashboard.what_if import MODIFIERS, SITUATION, single_steps

__all__ = ["moves"]


def moves(data: Mapping[str, Any], measure: Measure, threshold: int) -> list[Change]:
    """The value of a number after each single change; changes that cannot be answered are left out."""
    changes = []
    for name, variant in _variants(data):
        try:
            value = measure.read(answer(variant).result, threshold)
        except InputError:
            continue
        if value is not None:
            changes.append(Change(name, value))
    return changes


def _variants(data: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    phase = phase_of(data)
    for field, controls in (("situation", SITUATION), ("modifiers", MODIFIERS)):
        for name, values in single_steps(controls, data.get(field, {}), phase):
            yield name, {**data, field: values}
    named = named_rules(data)
    for place, one in enumerate(named):
        rule = facts.buff(data["edition"], one["id"])
        yield f"Without {rule.name}", with_rules(data, [*named[:place], *named[place + 1 :]])
    known = {facts.buff(data["edition"], one["id"]).id for one in named}
    for side, of_side in (("attacker", "attacker"), ("defender", "target")):
        for rule in offered(data["edition"], side, data[of_side], phase).values():
            if rule.id not in known:
                for name, use in _uses(rule):
                    yield name, with_rules(data, [*named, use])


def _uses(rule: Buff) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each choice that a rule leaves to its player; what only the table knows is taken to hold."""
    owner = f" ({rule.owner})" if rule.owner else ""
    for choice in rule.choices or (None,):
        name = f"{rule.name}: {choice}" if choice else rule.name
        yield f"{name}{owner}", {"id": rule.id, "choice": choice, "toggles": [toggle.id for toggle in rule.toggles]}
