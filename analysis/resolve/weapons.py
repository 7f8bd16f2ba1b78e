"""Attack lines as weapons of a scenario, with what only the datasheet knows folded into their numbers."""

from __future__ import annotations

from typing import Final

from analysis.resolve.attacks import AttackLine
from analysis.scenario import Situation, Weapon, WeaponModifiers

__all__ = ["DAMAGED_PENALTY", "scenario_weapon"]

DAMAGED_PENALTY: Final = -1
"""What a datasheet's line for few wounds remaining does to the hit roll (R-HIT-14, OQ-18)."""

_CONVERSION_DISTANCE: Final = 12
_CONVERSION_CRITICAL: Final = 4


def scenario_weapon(line: AttackLine, situation: Situation, *, damaged: bool) -> Weapon:
    """One weapon line of an inline scenario."""
    profile = line.profile
    abilities = list(profile.abilities)
    critical_hit = 6
    distance = situation.distance
    if profile.conversion_over not in (None, _CONVERSION_DISTANCE) and distance is not None:
        abilities = [ability for ability in abilities if ability != "conversion"]
        critical_hit = _CONVERSION_CRITICAL if distance > profile.conversion_over else 6
    changed = damaged or critical_hit != 6
    modifiers = WeaponModifiers(hit=DAMAGED_PENALTY if damaged else 0, critical_hit=critical_hit)
    return Weapon(
        name=line.name,
        count=line.count,
        type=profile.kind,
        range=profile.range,
        attacks=profile.attacks,
        skill=profile.skill,
        strength=profile.strength,
        ap=profile.ap,
        damage=profile.damage,
        abilities=abilities,
        modifiers=modifiers if changed else None,
    )
