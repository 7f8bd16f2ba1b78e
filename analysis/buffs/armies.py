"""Which rules one army can have: those of its faction, of detachments it can afford, of allies whom a rule names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from analysis.buffs.model import Buff
from analysis.buffs.table import Table
from analysis.datasheet import Datasheet

__all__ = ["DETACHMENT_POINTS", "Armies", "Force", "own_keywords"]

DETACHMENT_POINTS: Final = 3
"""What an army of the 11th edition may spend on detachments (a Strike Force); one of the 10th has a single one."""


@dataclass(frozen=True, slots=True)
class Force:
    """A unit in its army, as far as it decides whose rules it can have.

    Attributes:
        army: Faction of the army; None for a side in numbers, of which nothing is known.
        datasheets: ``faction/unit`` ids of the unit and of who is attached to it.
        keywords: Of all of them, in upper case.
        members: The keywords of each of them apart, its name among them; empty where nothing is known.
    """

    army: str | None
    datasheets: frozenset[str]
    keywords: frozenset[str]
    members: tuple[frozenset[str], ...] = ()

    @classmethod
    def at(cls, table: Table, side: str) -> Force:
        """A side of an attack."""
        facts = table.facts(side)
        sheets = frozenset(unit.datasheet for unit in facts.units)
        return cls(facts.army_faction, sheets, table.keywords(side), tuple(unit.keywords for unit in facts.units))

    @classmethod
    def fielding(cls, sheets: Iterable[Datasheet], army: str | None) -> Force:
        """Datasheets that stand together in an army."""
        together = list(sheets)
        words = {word for sheet in together for word in (*sheet.keywords, *sheet.faction_keywords)}
        # What an army may give its units is theirs until the attack says which army it is.
        members = tuple(sheet.own_words.union(one.keyword for one in sheet.conditional_keywords) for sheet in together)
        return cls(army, frozenset(sheet.reference for sheet in together), frozenset(words), members)


@dataclass(frozen=True, slots=True)
class Armies:
    """The factions and detachments of one edition, as far as they decide whose rules a unit can have.

    Attributes:
        parents: For each chapter the factions it belongs to.
        names: Names of factions and detachments by their ids.
        detachment_points: What a detachment costs; empty in the 10th edition.
        common: Keywords that units of many factions have, which therefore tell of no faction.
        named: For each detachment the keywords that its rules ask of their own side.
    """

    parents: Mapping[str, frozenset[str]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)
    detachment_points: Mapping[str, int] = field(default_factory=dict)
    common: frozenset[str] = frozenset()
    named: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def of(self, faction: str) -> frozenset[str]:
        """The factions whose rules an army of this faction has: its own and those it is a chapter of."""
        return frozenset({faction}) | self.parents.get(faction, frozenset())

    def name(self, reference: str) -> str:
        """A faction or a detachment in words."""
        return self.names.get(reference, reference)

    def open_to(self, sheet: Datasheet) -> list[str]:
        """The factions whose army a unit may be in by its own faction, first the usual: its chapter, if it has one."""
        words = {*sheet.keywords, *sheet.faction_keywords}
        chapters = sorted(faction for faction, parents in self.parents.items() if sheet.faction_id in parents)
        own = [chapter for chapter in chapters if self.name(chapter).upper() in words]
        return [*own, sheet.faction_id] if own else [sheet.faction_id, *chapters]

    def usual(self, sheets: Sequence[Datasheet]) -> str | None:
        """The army that a unit and those attached to it are in unless somebody says otherwise: a chapter's, if any."""
        if not sheets:
            return None
        own, *others = (self.open_to(sheet)[0] for sheet in sheets)
        return next((army for army in others if own in self.of(army)), own)

    def has(self, force: Force, buff: Buff) -> bool:
        """Whether a unit in its army has a rule to use at all, whatever the attack: its own, its army's, a core one.

        Where nothing is known of a side, only the core rules are offered; whoever names another vouches for it.
        """
        if not buff.has_owner or (buff.faction is None and buff.detachment):  # of a combat patrol
            return False
        if not force.datasheets.isdisjoint(buff.datasheets):
            return True
        factions = self.of(force.army) if force.army else frozenset[str]()
        if buff.datasheets:
            theirs = {sheet.split("/")[0] for sheet in buff.datasheets} | {buff.faction}
            offered = buff.elsewhere and not theirs.isdisjoint(factions)
        else:
            offered = buff.faction is None or buff.faction in factions
        return offered and self.refusal(buff, force) is None

    def may_name(self, force: Force, buff: Buff) -> bool:
        """Whether it has the rule, and the rule acts only when somebody names it."""
        acts_anyway = buff.passive and not buff.toggles and not buff.choices
        return self.has(force, buff) and not (acts_anyway and not force.datasheets.isdisjoint(buff.datasheets))

    def refusal(self, buff: Buff, force: Force) -> str | None:
        """Why a unit in its army cannot have a rule: another army's, or nobody there can bear it; None where it can."""
        foreign = self.foreign(buff, force)
        if foreign or buff.bearer is None or not force.members or any(map(buff.bearer.may_be, force.members)):
            return foreign
        return f"nobody in the unit can bear it: {buff.bearer.in_words()}"

    def foreign(self, buff: Buff, force: Force) -> str | None:
        """Why the army of the side that would use a rule cannot have it; None where it can or nothing is known.

        Units of one faction fight in armies of another where a detachment takes them in; its rules then name them.
        """
        if force.army is None or buff.faction is None or buff.kind == "order":
            return None
        if not force.datasheets.isdisjoint(buff.datasheets):
            return None
        if buff.faction in self.of(force.army) or force.army in self.of(buff.faction):
            chapter = self._other_chapter(buff.faction, force.keywords)
            return f"a rule of {self.name(buff.faction)}, the unit is of {self.name(chapter)}" if chapter else None
        if not self._asked(buff).isdisjoint(force.keywords - self.common):
            return None
        return f"a rule of {self.name(buff.faction)}, the army is {self.name(force.army)}"

    def unaffordable(self, detachment: str, others: Iterable[str]) -> str | None:
        """Why an army that has some detachments cannot have this one as well."""
        had = list(dict.fromkeys(others))
        if not had or detachment in had:
            return None
        names = " and ".join(self.name(one) for one in had)
        if not self.detachment_points:
            return f"an army has one detachment, {names} came first"
        cost = sum(self.detachment_points.get(one, DETACHMENT_POINTS) for one in (*had, detachment))
        if cost <= DETACHMENT_POINTS:
            return None
        return f"{self.name(detachment)} beside {names} costs {cost} detachment points, an army has {DETACHMENT_POINTS}"

    def _asked(self, buff: Buff) -> frozenset[str]:
        """The keywords that a rule, or its detachment as a whole, asks of its own side."""
        return own_keywords(buff) | self.named.get(buff.detachment or "", frozenset())

    def _other_chapter(self, faction: str, keywords: frozenset[str]) -> str | None:
        """The chapter that the unit's keywords name, if the rule is another chapter's."""
        family = self.parents.get(faction)
        if not family:
            return None
        chapters = {one for one, parents in self.parents.items() if parents == family}
        theirs = {one for one in chapters if self.name(one).upper() in keywords}
        return None if faction in theirs else min(theirs, default=None)


def own_keywords(buff: Buff) -> frozenset[str]:
    """The keywords that a rule asks of the side that has it."""
    own = "attacker" if buff.side == "attacker" else "target"
    return frozenset(atom.value for clause in buff.when for atom in clause if atom.subject == own and not atom.negated)
