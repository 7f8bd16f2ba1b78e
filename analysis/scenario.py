"""Scenario, version 1: one attack written out in numbers, the one language of pages, links, command line and tests.

The names of the fields are public and fixed. Validation happens here, at the edge; the rest of `analysis` assumes a
valid scenario. `from_json` turns every fault into one sentence (`InputError`).
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, field_validator, model_validator

from analysis.dice import parse_dice
from analysis.errors import InputError, from_validation

__all__ = [
    "FARTHEST",
    "MOST_POINTS",
    "MOST_UNCOUNTED",
    "Attacker",
    "BuffChoice",
    "FeelNoPain",
    "Group",
    "Modifiers",
    "MortalWounds",
    "NamedBuff",
    "Scenario",
    "Situation",
    "Target",
    "Weapon",
    "WeaponModifiers",
]

MOST_UNCOUNTED: Final = 200
MOST_POINTS: Final = 100_000
FARTHEST: Final = 1_000
"""Inches between the two units."""

Reroll = Literal["none", "ones", "failures", "non_critical"]
DamageReroll = Literal["none", "ones", "below_average"]


def _dice_text(value: object) -> object:
    if isinstance(value, str | int) and not isinstance(value, bool):
        parse_dice(value)
        return str(value)
    raise ValueError("a number or dice text such as 4, D6 or 2D6+3")


def _strength(value: object) -> object:
    dice = parse_dice(str(_dice_text(value)))
    if dice.low < 1:
        raise ValueError("a Strength of at least 1")
    return dice.constant if dice.fixed else value


def _null_is(default: object) -> BeforeValidator:
    """Let an explicit null stand for the neutral value of an optional field."""
    return BeforeValidator(lambda value: default if value is None else value)


DiceText = Annotated[str, BeforeValidator(_dice_text)]
Roll = Annotated[int, Field(ge=2, le=6)]
Shift = Annotated[int, Field(ge=-60, le=60)]
Name = Annotated[str, Field(max_length=200)]
RuleName = Annotated[str, Field(max_length=400)]
Keywords = Annotated[list[Annotated[str, Field(max_length=80)]], Field(max_length=100)]
AbilityList = Annotated[list[Annotated[str, Field(max_length=120)]], Field(max_length=40)]
Points = Annotated[float, Field(ge=0, le=MOST_POINTS, allow_inf_nan=False)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class FeelNoPain(_Strict):
    """A roll that keeps a wound from being lost (R-DMG-16); `against` limits it to some wounds (R-DMG-17)."""

    threshold: Roll
    against: Literal["all", "mortal", "psychic"] = "all"


class Group(_Strict):
    """Models alike of the target unit, in the order the defender declares them."""

    name: Name = "models"
    count: Annotated[int, Field(ge=1, le=500)]
    toughness: Annotated[int, Field(ge=1, le=60)]
    save: Annotated[int, Field(ge=2, le=7)] = 7
    invulnerable: Roll | None = None
    wounds: Annotated[int, Field(ge=1, le=200)]
    feel_no_pain: Annotated[list[FeelNoPain], Field(max_length=10)] | None = None
    damage_reduction: Annotated[int, Field(ge=0, le=60), _null_is(0)] = 0
    halve_damage: Annotated[bool, _null_is(False)] = False
    damage_set: Annotated[int, Field(ge=0, le=60)] | None = None
    character: bool = False
    points: Points | None = None
    wounded: Annotated[int, Field(ge=0, le=199)] = 0

    @model_validator(mode="after")
    def _wounded_model_lives(self) -> Self:
        if self.wounded >= self.wounds:
            raise ValueError(f"`wounded` below the {self.wounds} wounds of a model (it would be slain)")
        return self


class WeaponModifiers(_Strict):
    """The attacker's modifiers; of one weapon, or (within `Modifiers`) of all of them."""

    hit: Shift = 0
    wound: Shift = 0
    skill: Shift = 0
    attacks: Shift = 0
    strength: Shift = 0
    damage: Annotated[int, Field(ge=0, le=60)] = 0
    ap: Shift = 0
    reroll_attacks: Literal["none", "below_average"] = "none"
    reroll_hits: Reroll = "none"
    reroll_wounds: Reroll = "none"
    reroll_damage: DamageReroll = "none"
    critical_hit: Roll = 6
    critical_wound: Roll = 6
    abilities: AbilityList = Field(default_factory=list)


class BuffChoice(_Strict):
    """A named buff with the player's choice and the facts of the table that hold."""

    id: Annotated[str, Field(max_length=200)]
    choice: Annotated[str, Field(max_length=120)] | None = None
    toggles: Annotated[list[Annotated[str, Field(max_length=120)]], Field(max_length=20)] = Field(default_factory=list)


def _buff_choice(value: object) -> object:
    return {"id": value} if isinstance(value, str) else value


class Modifiers(WeaponModifiers):
    """What the sliders set and what buffs add up to, for both sides of the attack."""

    toughness: Shift = 0
    save: Shift = 0
    save_roll: Shift = 0
    invulnerable: Roll | None = None
    feel_no_pain: Roll | None = None
    damage_reduction: Annotated[int, Field(ge=0, le=60)] = 0
    halve_damage: bool = False
    damage_set: Annotated[int, Field(ge=0, le=60)] | None = None
    command_reroll: Literal["hit", "wound", "damage", "attacks"] | None = None
    buffs: Annotated[list[Annotated[BuffChoice, BeforeValidator(_buff_choice)]], Field(max_length=40)] = Field(
        default_factory=list
    )


class Weapon(_Strict):
    """One weapon line: `count` weapons of one profile that attack together."""

    name: Name = "weapon"
    count: Annotated[int, Field(ge=0, le=1000)] = 1
    type: Literal["ranged", "melee"]
    range: Annotated[int, Field(ge=0, le=1000)] | None = None
    attacks: DiceText
    skill: Roll | None = None
    strength: Annotated[int | str, BeforeValidator(_strength)]
    ap: Annotated[int, Field(ge=-20, le=0)] = 0
    damage: DiceText
    abilities: AbilityList = Field(default_factory=list)
    modifiers: WeaponModifiers | None = None
    lethal_choice: Literal["best", "always", "never"] = "best"


class Attacker(_Strict):
    """The attacking unit: its weapon lines in the order they attack."""

    name: Name = "attacker"
    points: Points | None = None
    keywords: Keywords = Field(default_factory=list)
    all_monster_or_vehicle: bool | None = None
    groups: Annotated[list[Group], Field(min_length=1, max_length=8)] | None = None
    weapons: Annotated[list[Weapon], Field(max_length=60)]

    @field_validator("weapons")
    @classmethod
    def _one_phase(cls, weapons: list[Weapon]) -> list[Weapon]:
        if len({weapon.type for weapon in weapons}) > 1:
            raise ValueError("all weapons ranged or all melee (they attack in one activation)")
        return weapons


class Target(_Strict):
    """The unit attacked."""

    name: Name = "target"
    points: Points | None = None
    keywords: Keywords = Field(default_factory=list)
    stealth: bool = False
    groups: Annotated[list[Group], Field(min_length=1, max_length=8)]


class Situation(_Strict):
    """What the table looks like."""

    distance: Annotated[float, Field(ge=0, le=FARTHEST, allow_inf_nan=False)] | None = None
    half_range: bool = False
    stationary: bool = False
    charged: bool = False
    cover: bool = False
    indirect: bool = False
    spotted: bool = False
    snap_shooting: bool = False
    snap_threshold: Roll = 6
    precision_on_character: bool = False


class MortalWounds(_Strict):
    """A pool: dice that put mortal wounds on a unit beside the attacks.

    `rolls` tests are made: D6 that succeed on one of `faces` (on every face without), or, with `leadership`, 2D6 that
    succeed by failing that Leadership test. Each success is worth `mortals`; those beyond `most` count no more.
    `side` is who is hurt: `friends` are units of the attacker's army other than the attacking one.
    """

    id: Annotated[str, Field(max_length=200)]
    side: Literal["target", "attacker", "friends"] = "target"
    rolls: Annotated[int, Field(ge=1, le=60)] = 1
    faces: Annotated[list[Annotated[int, Field(ge=1, le=6)]], Field(max_length=6)] | None = None
    leadership: Annotated[int, Field(ge=2, le=12)] | None = None
    leadership_rerolled: bool = False
    mortals: DiceText = "1"
    most: Annotated[int, Field(ge=0, le=60)] | None = None
    kind: Literal["mortal", "psychic"] = "mortal"


class NamedBuff(_Strict):
    """A named buff after folding: whether it took part, why not, whose it is, and its command points."""

    id: Annotated[str, Field(max_length=200)]
    applied: bool
    reason: Annotated[str, Field(max_length=300)] | None = None
    side: Literal["attacker", "defender"] = "attacker"
    cp: Annotated[int, Field(ge=0, le=10)] | None = None
    unmodelled: bool = False


class Scenario(_Strict):
    """One attack, all numbers written out; see the field table in docs/scenario.md.

    >>> weapon = {"type": "ranged", "attacks": "2", "skill": 3, "strength": 4, "damage": "1"}
    >>> target = {"groups": [{"count": 5, "toughness": 4, "save": 3, "wounds": 2}]}
    >>> Scenario.from_json({"edition": "11e", "attacker": {"weapons": [weapon]}, "target": target}).edition
    '11e'
    """

    version: Literal[1] = 1
    edition: Literal["10e", "11e"]
    attacker: Attacker
    target: Target
    situation: Situation = Field(default_factory=Situation)
    modifiers: Modifiers = Field(default_factory=Modifiers)
    pools: Annotated[list[MortalWounds], Field(max_length=60)] = Field(default_factory=list)
    named_buffs: Annotated[list[NamedBuff], Field(max_length=200)] = Field(default_factory=list)
    uncounted: Annotated[list[RuleName], Field(max_length=MOST_UNCOUNTED)] = Field(default_factory=list)

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Validate parsed JSON.

        Raises:
            InputError: Naming the first field that is wrong, its value, and what was expected.
        """
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            raise from_validation(error) from None
        except RecursionError:
            raise InputError("scenario", "a nested structure", "at most a few levels of nesting") from None
