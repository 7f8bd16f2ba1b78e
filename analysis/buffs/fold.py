"""Fold named buffs into numbers: a scenario with `modifiers.buffs` becomes one without, that gives the same answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from analysis.buffs.defence import defences, defended
from analysis.buffs.library import Library
from analysis.buffs.pool_rolls import rolled
from analysis.buffs.select import Selected, missing_in_words, select
from analysis.buffs.table import Context, Table
from analysis.buffs.uncounted import left_out
from analysis.buffs.weapons import Granted, grants, joined, modified
from analysis.scenario import MOST_UNCOUNTED, NamedBuff, Scenario, Weapon

__all__ = ["UNKNOWN", "fold", "folded"]

UNKNOWN: Final = Context()


def fold(scenario: Scenario, library: Library, context: Context = UNKNOWN) -> Scenario:
    """The scenario with its named buffs folded into modifiers, weapons, groups, situation and pools.

    Args:
        scenario: Inline, with buffs named in `modifiers.buffs`.
        library: The buffs of the scenario's edition.
        context: What the catalogue knows beyond the numbers; unknown facts are taken to hold.

    Returns:
        The scenario with the list emptied, and `named_buffs`, `pools` and `uncounted` filled.

    Raises:
        InputError: For an unknown buff, choice or toggle, with the nearest ids.
    """
    if not scenario.modifiers.buffs and context == UNKNOWN:
        return scenario
    table = Table.of(scenario, context)
    selected = select(scenario.modifiers.buffs, library, table)
    uncounted = [*scenario.uncounted, *left_out(selected, library, table)]
    return folded(selected, table).model_copy(update={"uncounted": uncounted[:MOST_UNCOUNTED]})


def folded(selected: Sequence[Selected], table: Table) -> Scenario:
    """Fold buffs that are already looked up and tested."""
    sides = defences(selected, table)
    scenario = defended(table.scenario, sides)
    reached: list[Granted] = []
    lines: list[Weapon] = []
    defended_table = table.with_scenario(scenario)
    for place, weapon in enumerate(scenario.attacker.weapons):
        granted = grants(selected, defended_table, place)
        reached += granted
        lines.append(modified(weapon, granted, scenario, scenario.target.stealth))
    pools, unknown = rolled(selected, table)
    touched = {pool.id for pool in pools} | {one.selected.buff.id for one in reached}
    tests = any(pool.leadership for pool in pools)
    touched |= {one.selected.buff.id for one in sides if tests or one.effect.change != "leadership_rerolled"}
    named = [_named(one, touched, unknown, table) for one in selected if not one.automatic or one.buff.id in touched]
    return _with_lines(scenario, lines).model_copy(
        update={"pools": [*scenario.pools, *pools], "named_buffs": [*scenario.named_buffs, *named]}
    )


def _named(one: Selected, touched: set[str], unknown: dict[str, str], table: Table) -> NamedBuff:
    """The outcome of one buff; one that reached nothing says what it lacked."""
    applied = one.reason is None and (one.buff.id in touched or one.counted)
    reason = one.reason or unknown.get(one.buff.id) or (None if applied else missing_in_words(one, table))
    return NamedBuff(
        id=one.buff.id,
        applied=applied,
        reason=reason[:300] if reason else None,
        side=one.buff.side,
        cp=one.buff.cp,
        unmodelled=one.buff.status == "not modelled",
    )


def _with_lines(scenario: Scenario, lines: list[Weapon]) -> Scenario:
    """The scenario with its new weapon lines; what all of them gained alike goes to the scenario's modifiers."""
    before = scenario.attacker.weapons
    changes: dict[str, Any] = {"buffs": []}
    gained = lines[0].modifiers if lines else None
    alike = all(line.modifiers == gained and not weapon.modifiers for line, weapon in zip(lines, before, strict=True))
    if gained is not None and alike:
        changes |= joined(scenario.modifiers, gained)
        lines = [line.model_copy(update={"modifiers": None}) for line in lines]
    return scenario.model_copy(
        update={
            "attacker": scenario.attacker.model_copy(update={"weapons": lines}),
            "modifiers": scenario.modifiers.model_copy(update=changes),
        }
    )
