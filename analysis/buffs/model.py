"""A buff as data: a named rule, when it holds, and what it then changes."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Literal

from analysis.buffs.changes import Value
from analysis.buffs.conditions import Clause

__all__ = ["Bearer", "Buff", "Effect", "Kind", "PoolRoll", "Side", "Status", "Toggle"]

Side = Literal["attacker", "defender"]
Kind = Literal["order", "army rule", "detachment rule", "stratagem", "enhancement", "datasheet ability", "core ability"]
Status = Literal["modelled", "no effect on an attack", "not modelled"]
Phase = Literal["shooting", "fight", "any"]


@dataclass(frozen=True, slots=True)
class Toggle:
    """A fact of the table that only the player knows, off by default; `label` is what a switch says."""

    id: str
    label: str


@dataclass(frozen=True, slots=True)
class Effect:
    """One change, when it holds, and for whom.

    Attributes:
        change: Key of `CHANGES`.
        value: Its size.
        when: All clauses must hold.
        choice: Holds only if the player chose this; None always does.
        bearer_only: It touches the models and weapons of the datasheet that has the ability, not of a whole attached
            unit.
        characters_only: It touches the characters of the unit, such as the leader whom a bodyguard protects.
    """

    change: str
    value: Value
    when: tuple[Clause, ...] = ()
    choice: str | None = None
    bearer_only: bool = False
    characters_only: bool = False


@dataclass(frozen=True, slots=True)
class PoolRoll:
    """Mortal wounds that the buff puts on a unit beside the attacks.

    Attributes:
        hurt: Who suffers: the target, the attacker, or friends of the attacker.
        rolls: Tests made; 0 reads the Toughness of the attacker's own toughest model (R-STR-03, OQ-04).
        faces: D6 results that succeed; empty when every test does, or when a Leadership test decides.
        leadership: Whether the test is a Leadership test of the hurt unit, a failure being the success here.
        mortals: Dice text, what each success deals.
        most: At most so many successes count.
        psychic: The wounds come from a psychic rule.
        when: All clauses must hold.
        choice: As of an effect.
    """

    hurt: Literal["target", "attacker", "friends"]
    rolls: int
    faces: tuple[int, ...]
    leadership: bool
    mortals: str
    most: int | None
    psychic: bool = False
    when: tuple[Clause, ...] = ()
    choice: str | None = None


@dataclass(frozen=True, slots=True)
class Bearer:
    """Who may have an enhancement: one character, or a whole unit where it is an upgrade.

    Attributes:
        needs: The keywords that the datasheet must have, in upper case.
        never: Those it must not have.
    """

    needs: frozenset[str]
    never: frozenset[str] = frozenset()

    @property
    def is_one_model(self) -> bool:
        """Whether one character has it."""
        return "CHARACTER" in self.needs

    def may_be(self, keywords: AbstractSet[str]) -> bool:
        """Whether a datasheet with these keywords may have it; of one in numbers nothing is known."""
        return not keywords or (self.needs <= keywords and self.never.isdisjoint(keywords))

    def in_words(self) -> str:
        """Whom it asks for, for players."""
        others = " and ".join(sorted(self.needs - {"CHARACTER"}))
        whom = "a CHARACTER" if self.is_one_model else "a unit"
        return whom + (f" with {others}" if others else "") + "".join(f", no {word}" for word in sorted(self.never))


@dataclass(frozen=True, slots=True)
class Buff:
    """A named rule that changes an attack, or the honest statement why it changes none.

    Attributes:
        id: Lower case path such as ``order/take-aim``.
        aliases: Other ids of the same rule.
        owner: Faction, detachment or datasheet in words.
        faction: Faction id of the catalogue; None for rules of every army.
        detachment: Detachment id of the catalogue.
        datasheets: ``faction/unit`` ids whose models have the ability; empty where it belongs to no datasheet.
        cp: Command points; None where it costs none ever.
        points: Points of an enhancement.
        phase: The phase it acts in.
        when: Clauses that must hold for any of it.
        reason: Why it has no effect, or what is missing; None for a modelled buff.
        passive: A datasheet ability that nobody has to activate.
        missing: For a modelled buff, the part of the rule that is left out; None when nothing is.
        elsewhere: Another unit of the army may have the ability (auras, marked targets).
        sources: Keys of the catalogue's abilities that it stands for.
        counted: The catalogue's numbers of its datasheets already hold it (Feel No Pain, damage reduction).
        bearer: Who may have an enhancement; None for other rules, and where the catalogue does not say.
    """

    id: str
    name: str
    edition: Literal["10e", "11e"]
    kind: Kind
    side: Side
    status: Status
    aliases: tuple[str, ...] = ()
    owner: str = ""
    faction: str | None = None
    detachment: str | None = None
    datasheets: tuple[str, ...] = ()
    cp: int | None = None
    points: int | None = None
    phase: Phase = "any"
    when: tuple[Clause, ...] = ()
    toggles: tuple[Toggle, ...] = ()
    choices: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()
    pools: tuple[PoolRoll, ...] = ()
    reason: str | None = None
    passive: bool = False
    missing: str | None = None
    counted: bool = False
    elsewhere: bool = False
    sources: tuple[str, ...] = ()
    bearer: Bearer | None = None

    @property
    def has_owner(self) -> bool:
        """Whether it is known whose the rule is; some abilities of datasheets are linked to none by their source."""
        return self.kind != "datasheet ability" or bool(self.datasheets)
