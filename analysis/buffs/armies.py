"""Which rules one army can have: those of its faction, of detachments it can afford, of allies whom a rule names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from analysis.buffs.model import Buff
from analysis.buffs.table import Table

__all__ = ["DETACHMENT_POINTS", "Armies", "own_keywords"]

DETACHMENT_POINTS: Final = 3
"""What an army of the 11th edition may spend on detachments (a Strike Force); one of the 10th has a single one."""


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

    def foreign(self, buff: Buff, table: Table) -> str | None:
        """Why the army of the side that would use a rule cannot have it; None where it can or nothing is known.

        Units of one faction fight in armies of another where a detachment takes them in; its rules then name them.
        """
        facts = table.facts(buff.side)
        if facts.army_faction is None or buff.faction is None or buff.kind == "order":
            return None
        if any(unit.datasheet in buff.datasheets for unit in facts.units):
            return None
        keywords = table.keywords(buff.side)
        if buff.faction in self.of(facts.army_faction) or facts.army_faction in self.of(buff.faction):
            chapter = self._other_chapter(buff.faction, keywords)
            return f"a rule of {self.name(buff.faction)}, the unit is of {self.name(chapter)}" if chapter else None
        if not self._asked(buff).isdisjoint(keywords - self.common):
            return None
        return f"a rule of {self.name(buff.faction)}, the army is {self.name(facts.army_faction)}"

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
