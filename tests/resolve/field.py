"""Small datasheets made by hand, and a catalogue of them, so that what resolving does can be told in advance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from analysis.datasheet import (
    CompositionLine,
    Datasheet,
    Defence,
    Item,
    ModelProfile,
    UnitSize,
    Wargear,
    WargearEffect,
    Weapon,
    WeaponProfile,
)
from analysis.errors import InputError
from analysis.points import PointsTier
from analysis.referring import ReferringScenario
from analysis.resolve import Resolution, resolve

__all__ = ["BARRACKS", "Barracks", "gun", "resolved", "sheet", "sword"]


def profile(
    kind: str = "ranged", name: str | None = None, abilities: tuple[str, ...] = (), **other: Any
) -> WeaponProfile:
    """A profile with modest numbers, changed as asked."""
    values: dict[str, Any] = {
        "name": name,
        "kind": kind,
        "range": 24 if kind == "ranged" else None,
        "attacks": "1",
        "skill": 3,
        "strength": "4",
        "ap": 0,
        "damage": "1",
        "abilities": abilities,
        "targets": (),
        "conversion_over": None,
        "extra_attacks": "extra attacks" in abilities,
        "one_shot": "one shot" in abilities,
        "prov": "manual",
    }
    return WeaponProfile(**{**values, **other})


def gun(name: str, *profiles: WeaponProfile, **numbers: Any) -> Weapon:
    """A ranged weapon; without profiles, one with these numbers."""
    return _weapon(name, profiles or (profile("ranged", **numbers),))


def sword(name: str, *profiles: WeaponProfile, **numbers: Any) -> Weapon:
    """A melee weapon."""
    return _weapon(name, profiles or (profile("melee", **numbers),))


def _weapon(name: str, profiles: tuple[WeaponProfile, ...]) -> Weapon:
    weapon_id = name.lower().replace(" ", "-")
    return Weapon(f"11e/test/{weapon_id}", weapon_id, name, profiles)


def sheet(
    name: str,
    *,
    squad: tuple[Weapon, ...] = (),
    leader: tuple[Weapon, ...] | None = None,
    options: tuple[Weapon, ...] = (),
    sizes: tuple[int, ...] = (5, 10),
    stats: ModelProfile | None = None,
    leader_stats: ModelProfile | None = None,
    keywords: tuple[str, ...] = ("INFANTRY",),
    wargear: tuple[Wargear, ...] = (),
    defence: Defence | None = None,
    tiers: tuple[PointsTier, ...] = (PointsTier(1, 5, 1, None, 100), PointsTier(6, 10, 1, None, 200)),
    attachment_role: str | None = None,
) -> Datasheet:
    """A squad of models alike, one of them the leader when `leader` says what it carries."""
    first = stats or ModelProfile(1, name, 6, 4, 3, 2, 6, 2)
    profiles = (first,) if leader_stats is None else (first, replace(leader_stats, line=2))
    lines = [CompositionLine(1, name, 0, 20, False, 1, _items(squad))]
    if leader is not None:
        lines.append(CompositionLine(2, f"{name} Leader", 1, 1, True, len(profiles), _items(leader)))
    return Datasheet(
        key=f"11e/test/{name.lower().replace(' ', '-')}",
        edition="11e",
        faction_id="test",
        unit_id=name.lower().replace(" ", "-"),
        name=name,
        role=None,
        attachment_role=attachment_role,
        is_legends=False,
        game_mode="standard",
        min_models=min(sizes),
        max_models=max(sizes),
        keywords=keywords,
        faction_keywords=("TESTERS",),
        conditional_keywords=(),
        profiles=profiles,
        composition=tuple(lines),
        weapons=tuple(dict.fromkeys((*squad, *(leader or ()), *options))),
        wargear=wargear,
        sizes=tuple(_size(models, lines) for models in sizes),
        tiers=tiers,
        weapon_costs=(),
        defence=defence or Defence(),
        prov="manual",
    )


def _items(weapons: tuple[Weapon, ...]) -> tuple[Item, ...]:
    return tuple(Item(weapon.weapon_id, weapon.key, 1) for weapon in weapons)


def _size(models: int, lines: list[CompositionLine]) -> UnitSize:
    counts = [(1, models)] if len(lines) == 1 else [(1, models - 1), (2, 1)]
    totals: dict[str, Item] = {}
    for line, (_, count) in zip(lines, counts, strict=True):
        for item in line.items:
            before = totals[item.item_id].count if item.item_id in totals else 0
            totals[item.item_id] = replace(item, count=before + count)
    return UnitSize(models, tuple(pair for pair in counts if pair[1]), tuple(totals.values()))


@dataclass(frozen=True)
class Barracks:
    """A catalogue of a few datasheets; implements the protocol without any database."""

    sheets: tuple[Datasheet, ...]

    def datasheet(self, edition: str, reference: str) -> Datasheet:
        """Find by id."""
        for one in self.sheets:
            if reference in (one.unit_id, one.reference):
                return one
        raise InputError("unit", reference, "a unit of the barracks")

    def bodyguards(self, edition: str, leader_id: str) -> frozenset[str]:
        """Of all but the ally nobody: attachment roles say enough."""
        return frozenset({"squad"}) if leader_id == "ally" else frozenset()

    def faction_keywords(self, edition: str, faction_id: str) -> frozenset[str]:
        """The faction's own name."""
        return frozenset({faction_id.upper()})


RIFLE = gun("Rifle", attacks="2")
PISTOL = gun("Pistol", abilities=("pistol",))
KNIFE = sword("Knife")
FIST = sword("Fist", strength="8", ap=-2, damage="2")
TAIL = sword("Tail", abilities=("extra attacks",), attacks="3")
PLASMA = gun(
    "Plasma gun",
    profile("ranged", "Standard", ap=-2),
    profile("ranged", "Supercharge", ("hazardous",), strength="8", ap=-3, damage="2"),
)
HUNTER = gun(
    "Launcher",
    profile("ranged", "Blast", ("blast",)),
    profile("ranged", "Hunter", strength="12", ap=-4, damage="D6", targets=("MONSTER", "VEHICLE")),
)
LANCE = gun("Lance", strength="12", ap=-3, damage="D6+1", targets=("VEHICLE",))
SPEAR = _weapon("Spear", (profile("ranged", "Ranged", range=12), profile("melee", "Melee", attacks="5")))
SHIELD = Wargear(
    "shield", "Shield", 5, (WargearEffect("invulnerable", 4, False), WargearEffect("wounds_added", 1, False))
)
BANNER = Wargear("banner", "Banner", 0, (WargearEffect("fnp", 6, True),))

BARRACKS = Barracks(
    (
        sheet("Squad", squad=(RIFLE, PISTOL, KNIFE), leader=(PISTOL, FIST), options=(PLASMA, HUNTER, LANCE)),
        sheet("Beasts", squad=(KNIFE, FIST, TAIL), sizes=(3,)),
        sheet("Tank", squad=(RIFLE, PISTOL, HUNTER, LANCE), sizes=(1,), keywords=("VEHICLE",)),
        sheet("Spearmen", squad=(SPEAR,)),
        sheet("Snipers", squad=(RIFLE,)),
        sheet("Pacifists"),
        sheet(
            "Guards",
            squad=(KNIFE,),
            leader=(FIST,),
            stats=ModelProfile(1, "Guard", 6, 5, 3, 3, 6, 2, invulnerable_ranged=5),
            leader_stats=ModelProfile(2, "Guard Leader", 6, 5, 2, 4, 5, 2),
            wargear=(SHIELD, BANNER),
            defence=Defence(feel_no_pain_mortal=5, stealth=True, damage_reduction=1),
        ),
        sheet(
            "Hero",
            squad=(PLASMA, FIST),
            sizes=(1,),
            keywords=("CHARACTER", "INFANTRY", "PSYKER"),
            tiers=(PointsTier(1, 1, 1, None, 75),),
            attachment_role="leader",
            stats=ModelProfile(1, "Hero", 6, 4, 2, 5, 5, 1, invulnerable=4),
        ),
        sheet("Priceless", squad=(RIFLE,), tiers=()),
        sheet("Ally", squad=(RIFLE,), sizes=(1,)),
    )
)


def resolved(attacker: Any, target: Any = "snipers", **other: Any) -> Resolution:
    """Resolve an attack between units of the barracks; a side may be a unit's name or its fields."""
    sides = {
        name: {"unit": side} if isinstance(side, str) else side
        for name, side in (("attacker", attacker), ("target", target))
    }
    data = {"edition": "11e", "phase": "shooting", **sides, **other}
    return resolve(ReferringScenario.from_json(data), BARRACKS)
