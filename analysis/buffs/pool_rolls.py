"""The pools of selected buffs, written out as rolls: whose Toughness, whose Leadership, re-rolled or not."""

from __future__ import annotations

from collections.abc import Sequence

from analysis.buffs.model import PoolRoll
from analysis.buffs.select import Selected
from analysis.buffs.table import Table
from analysis.scenario import MortalWounds

__all__ = ["rolled"]


def rolled(selected: Sequence[Selected], table: Table) -> tuple[list[MortalWounds], dict[str, str]]:
    """Return the pools of all buffs that act, and for each pool that cannot be rolled what is not known."""
    acting = [one for one in selected if one.reason is None]
    rerolled = any(effect.change == "leadership_rerolled" for one in acting for effect in one.effects())
    pools: list[MortalWounds] = []
    unknown: dict[str, str] = {}
    for one in acting:
        for pool in one.pools():
            if not all(table.holds(clause, one.buff.side, one.toggles) for clause in pool.when):
                continue
            lacking = _lacking(pool, table)
            if lacking:
                unknown[one.buff.id] = f"its mortal wounds are not counted: {lacking} is not given"
            else:
                pools.append(_written_out(one.buff.id, pool, table, rerolled))
    return pools, unknown


def _lacking(pool: PoolRoll, table: Table) -> str | None:
    if not pool.rolls and not table.groups("attacker"):
        return "the Toughness of the attacker's models"
    if pool.leadership and table.context.attacker.leadership is None:
        return "the attacker's Leadership"
    return None


def _written_out(buff: str, pool: PoolRoll, table: Table, rerolled: bool) -> MortalWounds:
    toughest = max((group.toughness for group in table.groups("attacker")), default=1)
    return MortalWounds(
        id=buff,
        side=pool.hurt,
        rolls=pool.rolls or toughest,
        faces=None if pool.leadership or not pool.faces else list(pool.faces),
        leadership=table.context.attacker.leadership if pool.leadership else None,
        leadership_rerolled=pool.leadership and rerolled,
        mortals=pool.mortals,
        most=pool.most,
        kind="psychic" if pool.psychic else "mortal",
    )
