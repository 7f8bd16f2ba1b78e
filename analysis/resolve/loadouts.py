"""What the models of a unit carry: the default loadout of the datasheet, or the one the scenario names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from analysis.datasheet import CompositionLine, Datasheet, UnitSize, Wargear, Weapon, WeaponProfile
from analysis.errors import InputError, nearest
from analysis.names import comparable
from analysis.referring import LoadoutLine
from analysis.resolve.hands import Bearers, Carried, deal

__all__ = ["Loadout", "chosen_loadout", "default_loadout", "item_id"]

Worn = tuple[Wargear, int, int | None]


@dataclass(frozen=True, slots=True)
class Loadout:
    """Weapons by bearers, and wargear: how many of each, on which composition line (None: not said)."""

    bearers: tuple[Bearers, ...]
    wargear: tuple[Worn, ...] = ()

    def cost(self, datasheet: Datasheet) -> int:
        """Points of weapons and wargear that cost something on top of the unit's price."""
        prices = dict(datasheet.weapon_costs)
        weapons = sum(prices.get(c.weapon.key, 0) * c.count for bearers in self.bearers for c in bearers.carried)
        return weapons + sum(wargear.cost * count for wargear, count, _ in self.wargear)


def default_loadout(datasheet: Datasheet, size: UnitSize) -> Loadout:
    """What the unit carries as printed, model line by model line where the source says it so finely."""
    by_line = _printed_lines(datasheet, size)
    known = {wargear.item_id: wargear for wargear in datasheet.wargear}
    if by_line is None:
        carried = tuple(Carried(datasheet.weapon(i.weapon_key), i.count) for i in size.items if i.weapon_key)
        loose = tuple((known[i.item_id], i.count, None) for i in size.items if i.item_id in known)
        return Loadout((_together(size.models, carried),), loose)
    bearers = tuple(_printed(datasheet, line, count) for line, count in by_line)
    worn = [
        (known[item.item_id], item.count * count, line.line)
        for line, count in by_line
        for item in line.items
        if item.item_id in known
    ]
    return Loadout(bearers, tuple(worn))


def _printed_lines(datasheet: Datasheet, size: UnitSize) -> list[tuple[CompositionLine, int]] | None:
    """The models of each composition line; None where what they carry does not add up to what the unit does."""
    lines = {line.line: line for line in datasheet.composition}
    by_line = [(lines[number], count) for number, count in size.counts]
    total: Counter[str] = Counter()
    for line, count in by_line:
        for item in line.items:
            total[item.item_id] += item.count * count
    return by_line if total == {item.item_id: item.count for item in size.items} else None


def _printed(datasheet: Datasheet, line: CompositionLine, models: int) -> Bearers:
    weapons = [(datasheet.weapon(item.weapon_key), item.count) for item in line.items if item.weapon_key]
    return Bearers(models, tuple(Carried(weapon, count * models) for weapon, count in weapons), alike=True)


def _together(models: int, carried: Sequence[Carried]) -> Bearers:
    """Models of which only the totals are known, which says all of a single one."""
    return Bearers(models, tuple(carried), alike=models == 1)


def chosen_loadout(datasheet: Datasheet, size: UnitSize, lines: Sequence[LoadoutLine], field: str) -> Loadout:
    """What the scenario says the unit carries; when it is what is printed, the default loadout itself.

    Raises:
        InputError: For a weapon or profile the unit cannot have, with the nearest names.
    """
    carried, worn = _read(datasheet, lines, field)
    default = default_loadout(datasheet, size)
    if _totals(carried, worn) == _totals([c for bearers in default.bearers for c in bearers.carried], default.wargear):
        return default
    by_line = _printed_lines(datasheet, size)
    if by_line is None:
        return Loadout((_together(size.models, carried),), tuple(worn))
    leads = [line.is_leader for line, _ in by_line]
    return Loadout(deal(list(zip(default.bearers, leads, strict=True)), carried), tuple(worn))


def _totals(carried: Sequence[Carried], worn: Sequence[Worn]) -> Counter[tuple[str, str | None]]:
    """How many of each weapon, by key and the profile that was picked, and of each piece of wargear."""
    totals: Counter[tuple[str, str | None]] = Counter()
    for one in carried:
        totals[one.weapon.key, one.profile.name if one.profile else None] += one.count
    for wargear, count, _ in worn:
        totals[wargear.item_id, None] += count
    return +totals


def _read(datasheet: Datasheet, lines: Sequence[LoadoutLine], field: str) -> tuple[list[Carried], list[Worn]]:
    """The weapons and the wargear of a written loadout."""
    carried: list[Carried] = []
    worn: list[Worn] = []
    for place, line in enumerate(lines):
        at = f"{field}[{place}]"
        wargear = [item for item in datasheet.wargear if _means(line.weapon, item.name, item.item_id)]
        weapons = _weapons_meant(datasheet, line.weapon)
        if len(weapons) > 1:
            ids = ", ".join(weapon.weapon_id for weapon in weapons)
            raise InputError(f"{at}.weapon", line.weapon, f"one weapon, by its id: {ids}")
        if weapons:
            picked = _profile(weapons[0], line.profile, f"{at}.profile")
            carried.append(Carried(weapons[0], line.count, picked, place))
        elif wargear:
            worn.append((wargear[0], line.count, None))
        else:
            names = [weapon.name for weapon in datasheet.weapons] + [item.name for item in datasheet.wargear]
            close = nearest(line.weapon[:100], names) or ", ".join(names[:8])
            raise InputError(f"{at}.weapon", line.weapon, f"a weapon or wargear of {datasheet.name} such as {close}")
    return carried, worn


def _weapons_meant(datasheet: Datasheet, text: str) -> list[Weapon]:
    """The weapon of this id, or all of this name; the name of one may be the id of another."""
    by_id = [weapon for weapon in datasheet.weapons if weapon.weapon_id == text]
    return by_id or [weapon for weapon in datasheet.weapons if _means(text, weapon.name, weapon.weapon_id)]


def item_id(datasheet: Datasheet, text: str) -> str | None:
    """The id of the weapon or wargear that a loadout means by an id or a name; None where it means none, or several."""
    weapons = {weapon.weapon_id for weapon in _weapons_meant(datasheet, text)}
    worn = {item.item_id for item in datasheet.wargear if _means(text, item.name, item.item_id)}
    found = weapons or worn
    return found.pop() if len(found) == 1 else None


def _means(text: str, *names: str) -> bool:
    return comparable(text) in {comparable(name) for name in names}


def _profile(weapon: Weapon, name: str | None, field: str) -> WeaponProfile | None:
    """The profile of this name; its last words suffice ("supercharge" of "Plasma pistol - Supercharge")."""
    if name is None:
        return None
    wanted = comparable(name)
    exact = [p for p in weapon.profiles if wanted == comparable(weapon.name_of(p) or weapon.name)]
    found = exact or [p for p in weapon.profiles if f" {comparable(p.name or weapon.name)}".endswith(f" {wanted}")]
    if len(found) != 1:
        names = ", ".join(weapon.name_of(profile) or weapon.name for profile in weapon.profiles)
        raise InputError(field, name, f"a profile of {weapon.name}: {names}")
    return found[0] if len(weapon.profiles) > 1 else None
