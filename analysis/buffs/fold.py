"""Fold named buffs into numbers: a scenario with `modifiers.buffs` becomes one without, that gives the same answer."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import shorten
from typing import Final

from analysis.buffs.applied import Applied
from analysis.buffs.library import Library
from analysis.buffs.reasons import missing_in_words
from analysis.buffs.select import Selected, select
from analysis.buffs.table import Context, Table
from analysis.buffs.uncounted import left_out
from analysis.scenario import MOST_UNCOUNTED, NamedBuff, Scenario

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
    applied = Applied.of(selected, table)
    touched = applied.touched
    named = [_named(one, applied, table) for one in selected if not one.automatic or one.buff.id in touched]
    scenario = applied.scenario()
    return scenario.model_copy(update={"named_buffs": [*scenario.named_buffs, *named]})


def _named(one: Selected, applied: Applied, table: Table) -> NamedBuff:
    """The outcome of one buff; one that reached nothing says what it lacked."""
    acts = one.reason is None and (one.buff.id in applied.touched or one.counted)
    reason = one.reason or applied.unknown.get(one.buff.id) or (None if acts else missing_in_words(one, table))
    return NamedBuff(
        id=one.buff.id,
        applied=acts,
        reason=shorten(reason, 300, placeholder=" …") if reason else None,
        side=one.buff.side,
        cp=one.buff.cp,
        unmodelled=one.buff.status == "not modelled",
    )
