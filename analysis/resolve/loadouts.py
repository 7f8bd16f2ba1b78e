"""What the models of a unit carry: the default loadout of the datasheet, or the one the scenario names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from analysis.datasheet import Datasheet, UnitSize, Wargear, Weapon, WeaponProfile
from analysis.errors import InputError, nearest
from analysis.names import comparable
from analysis.referring import LoadoutLine

__all__ = ["Bearers", "Carried", "Loadout", "chosen_loadout", "default_loadout"]


@dataclass(frozen=True, slots=True)
class Carried:
    """So many weapons of one kind; `profile` is the one the player picked, None leaves the choice."""

    weapon: Weapon
    count: int
    profile: WeaponProfile | None = None


@dataclass(frozen=True, slots=True)
class Bearers:
    """Models and the weapons they carry between them.

    `alike` says that each model carries the same; otherwise only the totals are known.
    """

    models: int
    carried: tuple[Carried, ...]
    alike: bool


@dataclass(frozen=True, slots=True)
class Loadout:
    """Weapons by bearers, and wargear: how many of each, on which composition line (None: not said)."""

    bearers: tuple[Bearers, ...]
    wargear: tuple[tuple[Wargear, int, int | None], ...] = ()

    def cost(self, datasheet: Datasheet) -> int:
        """Points of weapons and wargear that cost something on top of the unit's price."""
        prices = dict(datasheet.weapon_costs)
        weapons = sum(prices.get(c.weapon.key, 0) * c.count for bearers in self.bearers for c in bearers.carried)
        return weapons + sum(wargear.cost * count for wargear, count, _ in self.wargear)


def default_loadout(datasheet: Datasheet, size: UnitSize) -> Loadout:
    """What the unit carries as printed, model line by model line where the source says it so finely."""
    lines = {line.line: line for line in datasheet.composition}
    by_line = [(lines[number], count) for number, count in size.counts]
    total: Counter[str] = Counter()
    for line, count in by_line:
        for item in line.items:
            total[item.item_id] += item.count * count
    known = {wargear.item_id: wargear for wargear in datasheet.wargear}
    if total != {item.item_id: item.count for item in size.items}:
        carried = tuple(Carried(datasheet.weapon(i.weapon_key), i.count) for i in size.items if i.weapon_key)
        loose = tuple((known[i.item_id], i.count, None) for i in size.items if i.item_id in known)
        return Loadout((Bearers(size.models, carried, alike=False),), loose)
    bearers = [
        Bearers(
            count,
            tuple(Carried(datasheet.weapon(i.weapon_key), i.count * count) for i in line.items if i.weapon_key),
            alike=True,
        )
        for line, count in by_line
    ]
    worn = [
        (known[item.item_id], item.count * count, line.line)
        for line, count in by_line
        for item in line.items
        if item.item_id in known
    ]
    return Loadout(tuple(bearers), tuple(worn))


def chosen_loadout(datasheet: Datasheet, lines: Sequence[LoadoutLine], models: int, field: str) -> Loadout:
    """What the scenario says the unit carries.

    Raises:
        InputError: For a weapon or profile the unit cannot have, with the nearest names.
    """
    carried: list[Carried] = []
    worn: list[tuple[Wargear, int, int | None]] = []
    for place, line in enumerate(lines):
        at = f"{field}[{place}]"
        wargear = [item for item in datasheet.wargear if _means(line.weapon, item.name, item.item_id)]
        weapons = [weapon for weapon in datasheet.weapons if _means(line.weapon, weapon.name, weapon.weapon_id)]
        if len(weapons) > 1:
            ids = ", ".join(weapon.weapon_id for weapon in weapons)
            raise InputError(f"{at}.weapon", line.weapon, f"one weapon, by its id: {ids}")
        if weapons:
            carried.append(Carried(weapons[0], line.count, _profile(weapons[0], line.profile, f"{at}.profile")))
        elif wargear:
            worn.append((wargear[0], line.count, None))
        else:
            names = [weapon.name for weapon in datasheet.weapons] + [item.name for item in datasheet.wargear]
            close = nearest(line.weapon[:100], names) or ", ".join(names[:8])
            raise InputError(f"{at}.weapon", line.weapon, f"a weapon or wargear of {datasheet.name} such as {close}")
    return Loadout((Bearers(models, tuple(carried), alike=False),), tuple(worn))


def _means(text: str, *names: str) -> bool:
    return comparable(text) in {comparable(name) for name in names}


def _profile(weapon: Weapon, name: str | None, field: str) -> WeaponProfile | None:
    """The profile of this name; its last words suffice ("supercharge" of "Plasma pistol - Supercharge")."""
    if name is None:
        return None
    wanted = comparable(name)
    exact = [p for p in weapon.profiles if wanted == comparable(p.name or weapon.name)]
    found = exact or [p for p in weapon.profiles if f" {comparable(p.name or weapon.name)}".endswith(f" {wanted}")]
    if len(found) != 1:
        names = ", ".join(profile.name or weapon.name for profile in weapon.profiles)
        raise InputError(field, name, f"a profile of {weapon.name}: {names}")
    return found[0]
