"""The facts of one attack that conditions of buffs ask for, and the answers.

A scenario in numbers knows keywords, weapons and the situation. What it lacks (army faction, detachment, which
datasheet a group of models belongs to) comes from the catalogue as `SideFacts`; where it is unknown, the condition
is taken to hold, since the player who names the buff vouches for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from analysis.abilities import parse_ability
from analysis.buffs.conditions import Atom, Clause
from analysis.buffs.model import Buff
from analysis.dice import parse_dice
from analysis.names import comparable
from analysis.scenario import Group, Scenario, Weapon

__all__ = ["Context", "SideFacts", "Table", "UnitFacts", "toughness_attacked"]


@dataclass(frozen=True, slots=True)
class UnitFacts:
    """One datasheet within a unit: a bodyguard, or a leader or support unit attached to it.

    Attributes:
        datasheet: ``faction/unit`` id of the catalogue.
        groups: Places of its models in the side's `groups`.
        weapons: Places of its lines in the attacker's `weapons`.
        attached: Whether it is attached to the unit of the side's first datasheet.
        keywords: Its own, its name among them, in upper case; empty means unknown.
    """

    datasheet: str
    groups: tuple[int, ...] = ()
    weapons: tuple[int, ...] = ()
    attached: bool = False
    keywords: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class SideFacts:
    """What the catalogue knows of a side beyond its numbers; empty fields mean unknown."""

    army_faction: str | None = None
    detachment: str | None = None
    leadership: int | None = None
    units: tuple[UnitFacts, ...] = ()


@dataclass(frozen=True, slots=True)
class Context:
    """Both sides' facts."""

    attacker: SideFacts = field(default_factory=SideFacts)
    target: SideFacts = field(default_factory=SideFacts)


@dataclass(frozen=True, slots=True)
class Table:
    """One attack as conditions see it; build it with `Table.of`.

    `phase` is shooting or fight, by the weapons that attack; None when none do.
    """

    scenario: Scenario
    context: Context
    phase: str | None
    attacker_keywords: frozenset[str]
    target_keywords: frozenset[str]

    @classmethod
    def of(cls, scenario: Scenario, context: Context) -> Table:
        """Read what conditions ask for off a scenario."""
        weapons = scenario.attacker.weapons
        phase = None if not weapons else "shooting" if weapons[0].type == "ranged" else "fight"
        attacker, target = (
            frozenset(keyword.upper() for keyword in side.keywords) for side in (scenario.attacker, scenario.target)
        )
        return cls(scenario, context, phase, attacker, target)

    def with_scenario(self, scenario: Scenario) -> Table:
        """The same table after its numbers changed."""
        return replace(self, scenario=scenario)

    def facts(self, side: str) -> SideFacts:
        """The facts of the side that has a buff."""
        return self.context.attacker if side == "attacker" else self.context.target

    def bearers(self, buff: Buff) -> list[UnitFacts]:
        """The datasheets that have a rule; one of no datasheet is the leader's, if there is one.

        An enhancement is one character's, the leader's before others, and an upgrade the whole unit's that it names.
        """
        units = self.facts(buff.side).units
        if buff.datasheets:
            return [unit for unit in units if unit.datasheet in buff.datasheets]
        leaders = [unit for unit in units if unit.attached]
        if buff.bearer is None:
            return leaders or list(units)
        others = [unit for unit in units if not unit.attached]
        able = [unit for unit in (*leaders, *others) if buff.bearer.may_be(unit.keywords)]
        return able[:1] if buff.bearer.is_one_model else able

    def groups(self, side: str) -> Sequence[Group]:
        """The models of a side; none when the attacker's are not given."""
        return (self.scenario.attacker.groups or ()) if side == "attacker" else self.scenario.target.groups

    def keywords(self, side: str) -> frozenset[str]:
        """The keywords of a side, in upper case."""
        return self.attacker_keywords if side == "attacker" else self.target_keywords

    def holds(self, clause: Clause, side: str, toggles: frozenset[str], weapon: Weapon | None = None) -> bool:
        """Whether one atom of the clause is true; atoms about a weapon are true of an attack without one to ask."""
        return any(self._true(atom, side, toggles, weapon) != atom.negated for atom in clause)

    def _true(self, atom: Atom, side: str, toggles: frozenset[str], weapon: Weapon | None) -> bool:
        match atom.subject:
            case "toggle":
                return atom.value in toggles
            case "attacker" | "target":
                return atom.value in self.keywords(atom.subject)
            case "army":
                faction = self.facts(side).army_faction
                return faction == atom.value if faction else not atom.negated
            case "attached":
                units = self.facts(side).units
                return any(unit.attached for unit in units) if units else not atom.negated
            case "size":
                groups = self.groups(side)
                return sum(group.count for group in groups) >= int(atom.value) if groups else not atom.negated
            case "situation":
                return self._situation(atom.value, weapon)
        return self._weapon(atom, weapon)

    def _situation(self, name: str, weapon: Weapon | None) -> bool:
        situation = self.scenario.situation
        if name == "half range":
            reach = weapon.range if weapon else None
            if situation.distance is not None and reach is not None:
                return situation.distance <= reach / 2
            return situation.half_range
        return bool(getattr(situation, name.replace(" ", "_")))

    def _weapon(self, atom: Atom, weapon: Weapon | None) -> bool:
        if atom.asks in ("ranged", "melee"):
            return self.phase is None or (self.phase == "shooting") == (atom.asks == "ranged")
        if weapon is None:
            return not atom.negated
        match atom.asks:
            case "skilled":
                return weapon.skill is not None
            case "with":
                return any(parse_ability(text).name == atom.value for text in self._abilities(weapon))
            case "named":
                return comparable(atom.value) in comparable(weapon.name)
            case "damage":
                return weapon.damage == atom.value
        strength, toughness = self._strength(weapon), self.toughness()
        return strength > toughness if atom.asks == "stronger" else strength < toughness

    def _abilities(self, weapon: Weapon) -> list[str]:
        """Printed ones, and those of sliders and buffs that are already folded in."""
        granted = weapon.modifiers.abilities if weapon.modifiers else []
        return [*weapon.abilities, *granted, *self.scenario.modifiers.abilities]

    def _strength(self, weapon: Weapon) -> float:
        """Strength with what is already folded in; a rolled one stands with its mean."""
        added = self.scenario.modifiers.strength + (weapon.modifiers.strength if weapon.modifiers else 0)
        return max(1.0, parse_dice(weapon.strength).mean + added)

    def toughness(self) -> int:
        """The Toughness attacked, with what is already folded in."""
        return max(1, toughness_attacked(self.scenario.target.groups) + self.scenario.modifiers.toughness)


def toughness_attacked(groups: Sequence[Group]) -> int:
    """The highest Toughness among models that are no characters, else among characters (R-WND-06)."""
    others = [group.toughness for group in groups if not group.character]
    return max(others or [group.toughness for group in groups])
