"""Which buffs a unit's army could use: its faction's rules, its detachments', its datasheets' and the core ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

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


def candidates(
    library: Library,
    table: Table,
    side: Side,
    factions: Iterable[str],
    detachments: Iterable[str] | None = None,
) -> list[Candidate]:
    """Every way to use every modelled buff that the army of one side has, whatever the other side is.

    Args:
        library: The buffs of the edition.
        table: One attack of the unit; of the other side nothing is asked.
        side: Whose buffs.
        factions: Factions whose rules the army has: its own and those its faction belongs to.
        detachments: Limit the rules of detachments to these; without, all detachments of the factions.
    """
    ours = frozenset(factions)
    allowed = None if detachments is None else frozenset(detachments)
    units = {unit.datasheet for unit in table.facts(side).units}
    return [
        use
        for buff in library
        if buff.status == "modelled" and buff.side == side and _ours(buff, ours, allowed, units)
        if buff.phase in ("any", table.phase) and library.armies.foreign(buff, table) is None
        for use in _uses(buff)
        if all(_may_hold(clause, use, table) for clause in buff.when) and _may_do_something(use, table)
    ]


def _ours(buff: Buff, factions: frozenset[str], detachments: frozenset[str] | None, units: set[str]) -> bool:
    """Whether the army or the unit has the rule at all; abilities that always act need no candidate."""
    if buff.datasheets:
        own = not units.isdisjoint(buff.datasheets)
        acts_anyway = buff.passive and not buff.toggles and not buff.choices
        theirs = {sheet.split("/")[0] for sheet in buff.datasheets} | {buff.faction}
        return (own and not acts_anyway) or (not own and buff.elsewhere and not theirs.isdisjoint(factions))
    if buff.detachment is not None:
        return buff.faction in factions and (detachments is None or buff.detachment in detachments)
    return buff.has_owner and (buff.faction is None or buff.faction in factions)


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
