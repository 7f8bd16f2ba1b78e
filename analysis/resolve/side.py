"""One side of an attack out of its fielded units: what they are called, cost and count as, together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.buffs.table import SideFacts, UnitFacts
from analysis.datasheet import Kind
from analysis.referring import UnitReference
from analysis.resolve.fielded import FieldedUnit
from analysis.resolve.groups import groups_of, has_stealth
from analysis.scenario import Attacker, Group, Target, Weapon

__all__ = ["Side", "attacker_of", "facts_of", "side_of", "target_of"]


@dataclass(frozen=True, slots=True)
class Side:
    """A unit with those attached to it; `groups` come with the place of their datasheet in `units`."""

    units: tuple[FieldedUnit, ...]
    groups: tuple[tuple[int, Group], ...]
    army_faction: str
    detachment: str | None

    @property
    def name(self) -> str:
        """The unit's name, and those of the units attached."""
        first, *others = (unit.datasheet.name for unit in self.units)
        return f"{first} with {' and '.join(others)}" if others else first

    @property
    def points(self) -> int | None:
        """What all of it costs; None when the catalogue has no price for a part."""
        prices = [unit.points for unit in self.units if unit.points is not None]
        return sum(prices) if len(prices) == len(self.units) else None

    @property
    def keywords(self) -> frozenset[str]:
        """The keywords of all: a unit has those of the leaders attached to it (R-WND-07)."""
        return frozenset().union(*(unit.keywords for unit in self.units))


def side_of(reference: UnitReference, units: tuple[FieldedUnit, ...], kind: Kind, field: str) -> Side:
    """Put the units of one side together for attacks of one kind."""
    return Side(
        units=units,
        groups=tuple(groups_of(units, kind, field)),
        army_faction=reference.army_faction or units[0].datasheet.faction_id,
        detachment=reference.detachment,
    )


def target_of(side: Side) -> Target:
    """The side as the target of an inline scenario."""
    return Target(
        name=side.name,
        points=_number(side.points),
        keywords=sorted(side.keywords),
        stealth=has_stealth(side.units),
        groups=[group for _, group in side.groups],
    )


def attacker_of(side: Side, weapons: Sequence[Weapon]) -> Attacker:
    """The side as the attacker of an inline scenario."""
    return Attacker(
        name=side.name,
        points=_number(side.points),
        keywords=sorted(side.keywords),
        all_monster_or_vehicle=all(not unit.keywords.isdisjoint({"MONSTER", "VEHICLE"}) for unit in side.units),
        groups=[group for _, group in side.groups],
        weapons=list(weapons),
    )


def _number(points: int | None) -> float | None:
    return None if points is None else float(points)


def facts_of(side: Side, weapon_places: Sequence[int]) -> SideFacts:
    """What the side's buffs may ask beyond its numbers; `weapon_places` gives the datasheet of each weapon line."""
    of_units = [
        UnitFacts(
            datasheet=unit.datasheet.reference,
            groups=tuple(number for number, (owner, _) in enumerate(side.groups) if owner == place),
            weapons=tuple(number for number, owner in enumerate(weapon_places) if owner == place),
            attached=unit.attached,
            keywords=unit.keywords | unit.datasheet.own_words,
        )
        for place, unit in enumerate(side.units)
    ]
    lines = [(unit, line) for unit in side.units for line, _ in unit.models]
    return SideFacts(
        army_faction=side.army_faction,
        detachment=side.detachment,
        leadership=min(unit.datasheet.profile(line.profile_line).leadership for unit, line in lines),
        units=tuple(of_units),
    )
