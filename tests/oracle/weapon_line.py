"""One weapon line with everything that bears on it netted out: what it rolls, and what it needs."""

from __future__ import annotations

from dataclasses import dataclass

from tests.oracle.chance import Chance

__all__ = ["AttackNumber", "DamageRoll", "HitRoll", "WeaponLine", "WoundRoll"]


@dataclass(frozen=True, slots=True)
class AttackNumber:
    """The attacks of one weapon: the printed roll, what is added before the floor of 1, dice beside it."""

    printed: Chance[int]
    added: Chance[int]
    extra_dice: Chance[int]


@dataclass(frozen=True, slots=True)
class HitRoll:
    """What a hit roll needs; faces up to ``always_misses`` miss whatever the modifiers."""

    automatic: bool
    needs: int
    bonus: int
    always_misses: int
    critical: int
    re_roll: str
    may_be_re_rolled: bool


@dataclass(frozen=True, slots=True)
class WoundRoll:
    """What a wound roll is made with; ``anti`` is the face from which Anti makes it critical."""

    strength: Chance[int]
    bonus: int
    critical: int
    anti: int | None
    re_roll: str


@dataclass(frozen=True, slots=True)
class DamageRoll:
    """The printed roll, its re-roll, and what melta and modifiers add."""

    printed: Chance[int]
    added: Chance[int]
    re_roll: str


@dataclass(frozen=True, slots=True)
class WeaponLine:
    """``count`` weapons alike that attack together."""

    name: str
    count: int
    attacks: AttackNumber
    hit: HitRoll
    wound: WoundRoll
    damage: DamageRoll
    armour_penetration: int
    target_in_cover: bool
    lethal: bool
    lethal_choice: str
    sustained: Chance[int] | None
    devastating: bool
    precision: bool
    psychic: bool
    hazardous: bool
