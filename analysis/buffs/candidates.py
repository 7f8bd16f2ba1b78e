"""Which buffs a unit's army could use: its faction's rules, its detachments', its datasheets' and the core ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from analysis.buffs.armies import Force
from analysis.buffs.conditions import Clause
from analysis.buffs.library import Library
from analysis.buffs.model import Buff
from analysis.buffs.select import Selected
from analysis.buffs.table import Table
from analysis.scenario import BuffChoice

__all__ = ["Candidate", "candidates"]

Side = Literal["attacker", "defender"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A buff as it might be used: with a choice, and with its toggles on (`conditional`) or off."""

    selected: Selected
    conditional: bool

    @property
    def buff(self) -> Buff:
        """The buff itself."""
        return self.selected.buff

    @property
    def label(self) -> str:
        """Its name with the choice."""
        return f"{self.buff.name}: {self.selected.choice}" if self.selected.choice else self.buff.name

    @property
    def choice(self) -> BuffChoice:
        """As a scenario names it."""
        return BuffChoice(id=self.buff.id, choice=self.selected.choice, toggles=sorted(self.selected.toggles))


def candidates(library: Library, table: Table, side: Side, army: str | None) -> list[Candidate]:
    """Every way to use every modelled buff that one side has in an army, whatever the other side is.

    Abilities of the unit that act anyway need no candidate.

    Args:
        library: The buffs of the edition.
        table: One attack of the unit; of the other side nothing is asked.
        side: Whose buffs.
        army: Faction of the army; all detachments are open to it.
    """
    force = replace(Force.at(table, side), army=army)
    return [
        use
        for buff in library
        if buff.status == "modelled" and buff.side == side and buff.phase in ("any", table.phase)
        if library.armies.may_name(force, buff)
        for use in _uses(buff)
        if all(_may_hold(clause, use, table) for clause in buff.when) and _may_do_something(use, table)
    ]


def _uses(buff: Buff) -> list[Candidate]:
    """Each choice, with all toggles off and with all of them on."""
    on = frozenset(toggle.id for toggle in buff.toggles)
    return [
        Candidate(Selected(buff, choice, toggles), bool(toggles))
        for choice in buff.choices or (None,)
        for toggles in ((frozenset(), on) if on else (frozenset(),))
    ]


def _may_do_something(use: Candidate, table: Table) -> bool:
    """Whether some effect or pool could hold against some target."""
    needed = [effect.when for effect in use.selected.effects()] + [pool.when for pool in use.selected.pools()]
    return any(all(_may_hold(clause, use, table) for clause in when) for when in needed)


def _may_hold(clause: Clause, use: Candidate, table: Table) -> bool:
    """Whether the clause holds, or asks about the other side."""
    side = use.buff.side
    other = "target" if side == "attacker" else "attacker"
    if any(atom.subject == other or atom.asks in ("stronger", "weaker") for atom in clause):
        return True
    weapons = table.scenario.attacker.weapons
    return any(table.holds(clause, side, use.selected.toggles, weapon) for weapon in weapons) or not weapons
