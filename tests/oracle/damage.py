"""Saving throws, damage rolls and Feel No Pain: what one wound does to one model."""

from __future__ import annotations

import math
from fractions import Fraction

from tests.oracle.chance import Chance, certain, mean, then
from tests.oracle.target_unit import Group, Plight, TargetUnit
from tests.oracle.weapon_line import WeaponLine

__all__ = ["expected_wounds", "failing_faces", "suffer"]


def failing_faces(edition: str, line: WeaponLine, group: Group, save_roll: int) -> frozenset[int]:
    """The faces of a saving throw that let the attack through (R-SAV-01, R-SAV-02, R-SAV-04 to R-SAV-07)."""
    armour, invulnerable = line.armour_penetration + save_roll, save_roll
    if edition == "10e":
        heavily_armoured = group.save <= 3 and line.armour_penetration == 0
        armour += int(line.target_in_cover and not heavily_armoured)
        armour, invulnerable = min(1, armour), min(1, invulnerable)

    def saved(face: int) -> bool:
        by_armour = face + armour >= group.save
        by_field = group.invulnerable is not None and face + invulnerable >= group.invulnerable
        return face != 1 and (by_armour or by_field)

    return frozenset(face for face in range(1, 7) if not saved(face))


def damage_roll(line: WeaponLine, in_hand: bool) -> Chance[tuple[int, bool]]:
    """The printed expression with its re-roll, all its dice together; then, if in hand, the Command Re-roll."""
    printed_mean, lowest = mean(line.damage.printed), min(line.damage.printed)

    def look(rolled: int) -> Chance[tuple[int, bool]]:
        below = rolled < printed_mean
        if (line.damage.re_roll == "ones" and rolled == lowest) or (line.damage.re_roll == "below_average" and below):
            return {(again, in_hand): p for again, p in line.damage.printed.items()}
        if in_hand and below:
            return {(again, False): p for again, p in line.damage.printed.items()}
        return certain((rolled, in_hand))

    return then(line.damage.printed, look)


def changed_damage(edition: str, group: Group, rolled: int, added: int, devastating: bool) -> int:
    """Damage after all changes (R-MOD-01, R-MOD-02, R-DMG-03 to R-DMG-08, R-DMG-11).

    10e: set, halve, add, subtract. 11e: set, add, halve, subtract; a 0 that was set stays, and devastating wounds
    have the damage of the weapon. Rounded up once, at least 1; in 10e a damage set to 0 stays 0
    where nothing is added, and what is added cannot be reduced below 1 (R-DMG-04).
    """
    if edition == "11e" and devastating:
        return max(1, rolled + added)
    value = Fraction(rolled if group.damage_set is None else group.damage_set)
    if edition == "10e":
        value = value / 2 if group.halve_damage else value
        value = value + added - group.damage_reduction
        return max(0 if group.damage_set == 0 and added == 0 else 1, math.ceil(value))
    if group.damage_set == 0:
        return 0
    value = value + added
    value = value / 2 if group.halve_damage else value
    return max(1, math.ceil(value - group.damage_reduction))


def damage_on(
    edition: str, line: WeaponLine, group: Group, devastating: bool, in_hand: bool
) -> Chance[tuple[int, bool]]:
    """The damage one wound of this line does to a model of this group, before Feel No Pain."""

    def change(roll: tuple[int, bool]) -> Chance[tuple[int, bool]]:
        rolled, left = roll
        return then(
            line.damage.added,
            lambda added: certain((changed_damage(edition, group, rolled, added, devastating), left)),
        )

    return then(damage_roll(line, in_hand), change)


def suffer(
    edition: str, line: WeaponLine, unit: TargetUnit, plight: Plight, index: int, devastating: bool, in_hand: bool
) -> Chance[tuple[Plight, bool]]:
    """One unsaved or devastating wound on the next model of a group; what is left over when it dies is lost."""
    group = unit.groups[index]
    threshold = group.feel_no_pain_against(devastating, line.psychic)
    ignored = Fraction(0) if threshold is None else Fraction(7 - threshold, 6)

    def lose(state: Plight, points: int) -> Chance[Plight]:
        if points == 0:
            return certain(state)
        hurt, died = unit.lose_a_wound(state, index)
        felt = certain(hurt) if died else lose(hurt, points - 1)
        result: Chance[Plight] = {}
        for branch, share in ((felt, 1 - ignored), (lose(state, points - 1) if ignored else {}, ignored)):
            for outcome, p in branch.items():
                result[outcome] = result.get(outcome, Fraction(0)) + share * p
        return result

    damage = damage_on(edition, line, group, devastating, in_hand)
    return then(damage, lambda rolled: {(state, rolled[1]): p for state, p in lose(plight, rolled[0]).items()})


def expected_wounds(edition: str, line: WeaponLine, group: Group, devastating: bool) -> Fraction:
    """Wounds one unsaved wound costs on average after Feel No Pain, on a model that never dies."""
    points = then(damage_on(edition, line, group, devastating, in_hand=False), lambda rolled: certain(rolled[0]))
    threshold = group.feel_no_pain_against(devastating, line.psychic)
    ignored = Fraction(0) if threshold is None else Fraction(7 - threshold, 6)
    return mean(points) * (1 - ignored)
