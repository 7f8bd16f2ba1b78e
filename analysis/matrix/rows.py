"""The rows of a matrix out of datasheets: single weapons, and whole units at their default size and loadout."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from analysis.datasheet import Catalogue, Datasheet, Kind
from analysis.matrix.distinct import weapon_key
from analysis.matrix.shelf import Shelf
from analysis.referring import KIND_OF_PHASE, Phase, UnitReference
from analysis.resolve.attacks import AttackLine, kinds_carried
from analysis.resolve.fielded import FieldedUnit, field_units
from analysis.resolve.weapons import scenario_weapon
from analysis.scenario import Situation, Target, Weapon

__all__ = [
    "KIND_OF_PHASE",
    "Bearer",
    "UnitRow",
    "WeaponRow",
    "forbidden",
    "hunted_by",
    "unit_rows",
    "weapon_rows",
]


@dataclass(frozen=True, slots=True)
class Bearer:
    """A unit that may have a weapon, and what picks the weapon and its profile in a Scenario; keys of the catalogue."""

    unit: str
    unit_name: str
    weapon: str
    weapon_id: str
    weapon_key: str
    profile: str | None


@dataclass(frozen=True, slots=True)
class WeaponRow:
    """One weapon with one profile, attacking alone.

    Attributes:
        weapon: The line, one weapon of it.
        targets: It may attack only units with one of these keywords; empty for any.
        bearers: All units whose datasheets have a weapon of these numbers; the first gives the label.
        one_shot: Whether it attacks once in a battle.
        line: The weapon as the first bearer's datasheet has it.
    """

    weapon: Weapon
    targets: tuple[str, ...]
    bearers: tuple[Bearer, ...]
    one_shot: bool
    line: AttackLine

    @property
    def label(self) -> str:
        """Unit and weapon, for people."""
        return f"{self.bearers[0].unit_name}: {self.weapon.name}"


def _alike(bearer: Bearer, line: AttackLine) -> Hashable:
    """Weapons of the same numbers, whoever carries them."""
    return None


def weapon_rows(
    datasheets: Iterable[Datasheet],
    kind: Kind | None = None,
    situation: Situation | None = None,
    fares: Callable[[Bearer, AttackLine], Hashable] = _alike,
) -> list[WeaponRow]:
    """The distinct weapons of some datasheets, each once, in the order they first occur.

    Args:
        datasheets: Of one edition.
        kind: Ranged or melee weapons only.
        situation: The table; a few weapons read the distance.
        fares: What tells two bearers of weapons of the same numbers apart.
    """
    table = situation or Situation()
    found: dict[Hashable, WeaponRow] = {}
    for sheet in datasheets:
        for weapon in sheet.weapons:
            for profile in weapon.profiles:
                if kind not in (None, profile.kind):
                    continue
                line = AttackLine(weapon, profile, 1, weapon.profiles)
                numbers = scenario_weapon(line, table, damaged=False)
                bearer = Bearer(
                    sheet.reference, sheet.name, weapon.name, weapon.weapon_id, weapon.key, weapon.name_of(profile)
                )
                key = (weapon_key(numbers, by_distance=True), profile.targets, fares(bearer, line))
                known = found.get(key) or WeaponRow(numbers, profile.targets, (), profile.one_shot, line)
                found[key] = replace(known, bearers=(*known.bearers, bearer))
    return list(found.values())


@dataclass(frozen=True, slots=True)
class UnitRow:
    """A unit attacking in one phase with all it carries.

    Attributes:
        reference: The unit as a Scenario names it, with size, copy and loadout where they are not the default.
        units: Its datasheets on the table, bodyguard first.
        phase: Shooting or fight.
    """

    reference: UnitReference
    units: tuple[FieldedUnit, ...]
    phase: Phase

    @property
    def label(self) -> str:
        """The unit's name, and those of the units attached."""
        first, *others = (unit.datasheet.name for unit in self.units)
        return f"{first} with {' and '.join(others)}" if others else first

    @property
    def models(self) -> int:
        """Models in all."""
        return sum(unit.size for unit in self.units)

    @property
    def points(self) -> int | None:
        """Price by models and copy; None when the catalogue has no price for a part."""
        prices = [unit.points for unit in self.units if unit.points is not None]
        return sum(prices) if len(prices) == len(self.units) else None

    @property
    def kind(self) -> Kind:
        """Which weapons attack."""
        return KIND_OF_PHASE[self.phase]

    @property
    def hunted(self) -> frozenset[str]:
        """Keywords without which a target is safe from some of its weapons (Hunter)."""
        return frozenset[str]().union(*map(hunted_by, self.units))

    @property
    def one_shot(self) -> tuple[str, ...]:
        """Weapons of this phase that attack once in a battle; the row counts them."""
        names = [
            carried.weapon.name
            for unit in self.units
            for bearers in unit.loadout.bearers
            for carried in bearers.carried
            if any(profile.one_shot and profile.kind == self.kind for profile in carried.weapon.profiles)
        ]
        return tuple(dict.fromkeys(names))


def hunted_by(unit: FieldedUnit) -> frozenset[str]:
    """The keywords that some profile of a datasheet hunts: it may attack only units with one of them."""
    return frozenset(
        word
        for bearers in unit.loadout.bearers
        for carried in bearers.carried
        for profile in carried.weapon.profiles
        for word in profile.targets
    )


def unit_rows(datasheets: Sequence[Datasheet], catalogue: Catalogue, phase: Phase, copy: int = 1) -> list[UnitRow]:
    """Every datasheet at its smallest size with its default loadout; those without weapons in this phase are left out.

    Args:
        datasheets: Of one edition.
        catalogue: For what a datasheet does not say: the keywords of its army.
        phase: Shooting or fight.
        copy: Which copy in the army is paid for.
    """
    shelf = Shelf(datasheets, catalogue)
    rows = []
    for sheet in datasheets:
        reference = UnitReference.model_validate({"unit": sheet.reference, "copy": copy})
        units = field_units(reference, shelf, sheet.edition, "attacker") if sheet.sizes else ()
        if units and KIND_OF_PHASE[phase] in kinds_carried(units):
            rows.append(UnitRow(reference, units, phase))
    return rows


def forbidden(rows: Sequence[WeaponRow], targets: Sequence[Target]) -> NDArray[np.bool_]:
    """Per row and column whether the weapon may not attack the target at all (Hunter)."""
    mask = np.zeros((len(rows), len(targets)), dtype=np.bool_)
    words = [frozenset(keyword.upper() for keyword in target.keywords) for target in targets]
    for place, row in enumerate(rows):
        if row.targets:
            mask[place] = [own.isdisjoint(row.targets) for own in words]
    return mask
