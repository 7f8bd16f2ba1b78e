"""Rules of the datasheets at the table that bear on an attack and that no number of it holds, named for players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from analysis.buffs.changes import CHANGES
from analysis.buffs.defence import against_some
from analysis.buffs.library import Library
from analysis.buffs.model import Buff, Effect, Side
from analysis.buffs.select import Selected
from analysis.buffs.table import Table

__all__ = ["in_words", "left_out", "unmodelled_rules"]


def unmodelled_rules(library: Library, datasheets: Iterable[str], side: Side, phase: str | None) -> list[Buff]:
    """The rules of these datasheets that are not modelled and act for this side of an attack in this phase."""
    found = {
        buff.id: buff
        for sheet in datasheets
        for buff in library.by_datasheet.get(sheet, ())
        if buff.status == "not modelled" and buff.side == side and (phase is None or buff.phase in ("any", phase))
    }
    return list(found.values())


def left_out(selected: Sequence[Selected], library: Library, table: Table) -> list[str]:
    """What the fold of these buffs leaves out: rules nobody could model, and the missing part of those that act.

    A protection that holds against some of the weapons of this attack and not against others is left out too.

    A rule that the player named himself is left to the outcome of his buffs, which has it already.
    """
    named = {one.buff.id for one in selected}
    names = [in_words(one.buff) for one in selected if one.reason is None and one.buff.missing]
    names += [_against_some(one.buff, effect) for one, effect in against_some(selected, table)]
    sides: tuple[Side, Side] = ("attacker", "defender")
    for side in sides:
        units = [unit.datasheet for unit in table.facts(side).units]
        rules = unmodelled_rules(library, units, side, table.phase)
        names += [in_words(buff) for buff in rules if buff.id not in named]
    return list(dict.fromkeys(names))


def _against_some(buff: Buff, effect: Effect) -> str:
    """A protection against some of the weapons that attack, which the numbers of the target cannot say."""
    return f"{in_words(buff)}: {CHANGES[effect.change].sentence.format(effect.value)} against some of these weapons"


def in_words(buff: Buff) -> str:
    """A rule with its owner and, where only a part of it is left out, that part."""
    whole = f"{buff.name} ({buff.owner})" if buff.owner else buff.name
    return f"{whole}: {buff.missing}" if buff.missing else whole
