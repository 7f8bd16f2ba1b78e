"""A datasheet: what the catalogue knows of a unit, as frozen values, and what `analysis` asks a catalogue for.

The catalogue itself lives elsewhere (`queries` reads it); resolving an attack needs only the `Catalogue` protocol.
Everything here is plain fact: numbers as printed, no rule applied.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from analysis.names import comparable
from analysis.points import PointsTier

__all__ = [
    "Catalogue",
    "CompositionLine",
    "ConditionalKeyword",
    "Datasheet",
    "Defence",
    "Item",
    "Kind",
    "ModelProfile",
    "UnitSize",
    "Wargear",
    "WargearEffect",
    "Weapon",
    "WeaponProfile",
]

Kind = Literal["ranged", "melee"]


@dataclass(frozen=True, slots=True)
class ModelProfile:
    """A stat line of the unit's models, as printed: Move in inches, the others as rolls or numbers.

    `invulnerable` holds against every attack, the other two against ranged or melee attacks only.
    """

    line: int
    name: str
    movement: int | None
    toughness: int
    save: int
    wounds: int
    leadership: int
    objective_control: int | None
    invulnerable: int | None = None
    invulnerable_ranged: int | None = None
    invulnerable_melee: int | None = None

    def invulnerable_against(self, kind: Kind) -> int | None:
        """The best invulnerable save against ranged or melee attacks.

        >>> knight = ModelProfile(1, "Knight", 10, 12, 3, 22, 6, 10, invulnerable_ranged=5)
        >>> knight.invulnerable_against("ranged"), knight.invulnerable_against("melee")
        (5, None)
        """
        limited = self.invulnerable_ranged if kind == "ranged" else self.invulnerable_melee
        return min((save for save in (self.invulnerable, limited) if save is not None), default=None)


@dataclass(frozen=True, slots=True)
class Item:
    """Weapons or wargear of one kind: `weapon_key` is None for wargear."""

    item_id: str
    weapon_key: str | None
    count: int


@dataclass(frozen=True, slots=True)
class CompositionLine:
    """Models alike within the unit: how many, which stat line, and what each of them carries by default."""

    line: int
    name: str
    minimum: int
    maximum: int
    is_leader: bool
    profile_line: int
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class UnitSize:
    """A legal size of the unit: how many models of each composition line, and what they carry by default.

    `counts` holds pairs of composition line and models, `items` what the whole unit carries; `is_guess` marks a
    default loadout that no source knows.
    """

    models: int
    counts: tuple[tuple[int, int], ...]
    items: tuple[Item, ...]
    is_guess: bool = False


@dataclass(frozen=True, slots=True)
class WeaponProfile:
    """One way to use a weapon, in the notation of a Scenario.

    Attributes:
        skill: BS or WS, 2..6; None hits automatically.
        attacks: Dice text, as are `strength` and `damage`.
        ap: 0 or negative.
        abilities: As in a Scenario: "melta 2", "anti-infantry 4+".
        targets: The profile may attack only units with one of these keywords; empty for any.
        conversion_over: Inches beyond which Conversion acts; None without it.
    """

    name: str | None
    kind: Kind
    range: int | None
    attacks: str
    skill: int | None
    strength: str
    ap: int
    damage: str
    abilities: tuple[str, ...]
    targets: tuple[str, ...]
    conversion_over: int | None
    extra_attacks: bool
    one_shot: bool
    prov: str

    @property
    def is_pistol(self) -> bool:
        """Whether a model shoots with it instead of its other guns; the rule has two names (R-ATT-10)."""
        return "pistol" in self.abilities or "close-quarters" in self.abilities


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon with its profiles, which are alternatives to each other."""

    key: str
    weapon_id: str
    name: str
    profiles: tuple[WeaponProfile, ...]

    def name_of(self, profile: WeaponProfile) -> str | None:
        """What picks a profile in a loadout: its name, with its kind where another profile has the same one."""
        names = [comparable(other.name or self.name) for other in self.profiles]
        name = profile.name or self.name
        return profile.name if names.count(comparable(name)) == 1 else f"{name} ({profile.kind})"


WargearEffectKind = Literal[
    "invulnerable",
    "invulnerable_ranged",
    "fnp",
    "fnp_mortal",
    "fnp_psychic",
    "damage_reduction",
    "wounds_set",
    "wounds_added",
    "toughness_added",
    "save_set",
]


@dataclass(frozen=True, slots=True)
class WargearEffect:
    """What wargear does against every attack: for the model that carries it, or for the whole unit.

    `value` is a threshold, a new characteristic, or what is added to it, as `kind` says.
    """

    kind: WargearEffectKind
    value: int
    whole_unit: bool


@dataclass(frozen=True, slots=True)
class Wargear:
    """Something a model carries that is no weapon; `cost` is its price for each, on top of the unit's."""

    item_id: str
    name: str
    cost: int
    effects: tuple[WargearEffect, ...]


@dataclass(frozen=True, slots=True)
class Defence:
    """Abilities of the unit that are always on and act when it is attacked.

    The thresholds of Feel No Pain are against all wounds, mortal wounds, psychic attacks.
    """

    feel_no_pain: int | None = None
    feel_no_pain_mortal: int | None = None
    feel_no_pain_psychic: int | None = None
    stealth: bool = False
    damage_reduction: int = 0
    halve_damage: bool = False
    lone_operative: bool = False


@dataclass(frozen=True, slots=True)
class ConditionalKeyword:
    """A keyword the unit has only in armies with a faction keyword (both upper case)."""

    keyword: str
    required_faction_keyword: str


@dataclass(frozen=True, slots=True)
class Datasheet:
    """Everything the catalogue knows of one unit. Keywords are upper case.

    `weapon_costs` holds pairs of weapon key and points for each, on top of the unit's price.
    """

    key: str
    edition: str
    faction_id: str
    unit_id: str
    name: str
    role: str | None
    attachment_role: str | None
    is_legends: bool
    game_mode: str
    min_models: int
    max_models: int
    keywords: tuple[str, ...]
    faction_keywords: tuple[str, ...]
    conditional_keywords: tuple[ConditionalKeyword, ...]
    profiles: tuple[ModelProfile, ...]
    composition: tuple[CompositionLine, ...]
    weapons: tuple[Weapon, ...]
    wargear: tuple[Wargear, ...]
    sizes: tuple[UnitSize, ...]
    tiers: tuple[PointsTier, ...]
    weapon_costs: tuple[tuple[str, int], ...]
    defence: Defence
    prov: str

    @property
    def reference(self) -> str:
        """The unit as a Scenario names it.

        Such as ``astra-militarum/kasrkin``.
        """
        return f"{self.faction_id}/{self.unit_id}"

    @property
    def own_words(self) -> frozenset[str]:
        """Its name and all its printed keywords."""
        return frozenset((self.name.upper(), *self.keywords, *self.faction_keywords))

    def weapon(self, key: str) -> Weapon:
        """The weapon with this key; KeyError when the unit cannot have it."""
        for weapon in self.weapons:
            if weapon.key == key:
                return weapon
        raise KeyError(key)

    def profile(self, line: int) -> ModelProfile:
        """The stat line of this number; the first where the source names none that exists."""
        return next((profile for profile in self.profiles if profile.line == line), self.profiles[0])


class Catalogue(Protocol):
    """What resolving a referring scenario asks of whoever has the facts."""

    def datasheet(self, edition: str, reference: str) -> Datasheet:
        """Find a unit by ``faction/unit``, bare id or name.

        Raises:
            InputError: When it is unknown (the nearest ids are listed) or ambiguous (the candidates are).
        """
        ...

    def datasheets(self, edition: str, faction_id: str | None = None) -> tuple[Datasheet, ...]:
        """All datasheets of an edition or of one faction.

        Raises:
            InputError: For an unknown edition or faction.
        """
        ...

    def bodyguards(self, edition: str, leader_id: str) -> frozenset[str]:
        """The ids of the units that this leader or support unit may join."""
        ...

    def faction_keywords(self, edition: str, faction_id: str) -> frozenset[str]:
        """The keywords, upper case, that mark an army of this faction.

        Raises:
            InputError: For an unknown faction.
        """
        ...
