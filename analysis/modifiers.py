"""Joins the modifiers of a scenario with those of one weapon, and picks the abilities that count."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from analysis.abilities import ABILITIES, Ability, parse_ability
from analysis.dice import Dice
from analysis.editions import Edition
from analysis.rolls import REROLLS
from analysis.scenario import Modifiers, Weapon, WeaponModifiers

__all__ = [
    "WIDTHS",
    "ActiveAbilities",
    "JoinedModifiers",
    "active_abilities",
    "granted",
    "join_modifiers",
    "unmodelled_abilities",
]

WIDTHS: Final = {
    "reroll_attacks": ("none", "below_average"),
    "reroll_hits": REROLLS,
    "reroll_wounds": REROLLS,
    "reroll_damage": ("none", "ones", "below_average"),
}
"""The re-rolls of each kind of roll, from the narrowest to the widest."""

_NONE = WeaponModifiers()


@dataclass(frozen=True, slots=True)
class ActiveAbilities:
    """The abilities of one weapon that count against one target in one edition.

    Attributes:
        by_name: The best instance of each ability, the first of equals (R-MOD-14).
        anti: Lowest threshold among the anti abilities that match the target; 7 for none (R-WND-08).
    """

    by_name: dict[str, Ability]
    anti: int

    def __contains__(self, name: str) -> bool:
        """Whether the ability counts."""
        return name in self.by_name

    def value(self, name: str) -> Dice | None:
        """X of the ability, or None where it is absent or has no number."""
        ability = self.by_name.get(name)
        return ability.value if ability else None


def granted(weapon: Weapon, modifiers: Modifiers) -> tuple[str, ...]:
    """The abilities of a weapon as they are written: printed ones, its own and those common to all weapons."""
    return (*weapon.abilities, *(weapon.modifiers or _NONE).abilities, *modifiers.abilities)


def active_abilities(
    weapon: Weapon, modifiers: Modifiers, target_keywords: frozenset[str], edition: Edition
) -> ActiveAbilities:
    """Abilities of a weapon, printed and granted, that the edition knows and that hold against the target."""
    best: dict[str, Ability] = {}
    anti = 7
    for ability in map(parse_ability, granted(weapon, modifiers)):
        if not ability.known_in(edition.name) or weapon.type not in ABILITIES[ability.name].kinds:
            continue
        if not ability.holds_against(target_keywords):
            continue
        if ability.threshold is not None:
            anti = min(anti, ability.threshold)
        current = best.get(ability.name)
        if current is None or _mean(ability) > _mean(current):
            best[ability.name] = ability
    return ActiveAbilities(best, anti)


def _mean(ability: Ability) -> float:
    # An ability without its number counts as 1: plain blast beside "blast 2".
    return ability.value.mean if ability.value else 1.0


def unmodelled_abilities(weapons: Iterable[Weapon], modifiers: Modifiers, edition: Edition) -> list[str]:
    """Abilities given that change nothing because the edition does not know them or they are not modelled."""
    found = {
        ability.text: None
        for weapon in weapons
        for ability in map(parse_ability, granted(weapon, modifiers))
        if not ability.known_in(edition.name)
    }
    return list(found)


def _alone(modifiers: Modifiers, ignore_penalties: bool) -> JoinedModifiers:
    """The scenario's modifiers, for a weapon that has none of its own."""
    return JoinedModifiers(
        max(modifiers.hit, 0) if ignore_penalties else modifiers.hit,
        modifiers.wound,
        max(modifiers.skill, 0) if ignore_penalties else modifiers.skill,
        modifiers.attacks,
        modifiers.strength,
        modifiers.damage,
        modifiers.ap,
        modifiers.reroll_attacks,
        modifiers.reroll_hits,
        modifiers.reroll_wounds,
        modifiers.reroll_damage,
        modifiers.critical_hit,
        modifiers.critical_wound,
    )


class JoinedModifiers(NamedTuple):
    """The attacker's modifiers of one weapon: its own and the scenario's, joined."""

    hit: int
    wound: int
    skill: int
    attacks: int
    strength: int
    damage: int
    ap: int
    reroll_attacks: str
    reroll_hits: str
    reroll_wounds: str
    reroll_damage: str
    critical_hit: int
    critical_wound: int


def join_modifiers(weapon: Weapon, modifiers: Modifiers, ignore_penalties: bool) -> JoinedModifiers:
    """Add up numbers; of re-rolls and critical thresholds the better counts.

    Args:
        weapon: With its own modifiers, if any.
        modifiers: Those of the scenario.
        ignore_penalties: For 11e psychic weapons: what is left of hit and skill modifiers counts as 0 when negative
            (R-HIT-12); named penalties are left off one by one before they get here.
    """
    own = weapon.modifiers
    if own is None:
        return _alone(modifiers, ignore_penalties)

    def spared(change: int) -> int:
        return max(change, 0) if ignore_penalties else change

    return JoinedModifiers(
        hit=spared(own.hit + modifiers.hit),
        wound=own.wound + modifiers.wound,
        skill=spared(own.skill + modifiers.skill),
        attacks=own.attacks + modifiers.attacks,
        strength=own.strength + modifiers.strength,
        damage=own.damage + modifiers.damage,
        ap=own.ap + modifiers.ap,
        reroll_attacks=max(own.reroll_attacks, modifiers.reroll_attacks, key=WIDTHS["reroll_attacks"].index),
        reroll_hits=max(own.reroll_hits, modifiers.reroll_hits, key=WIDTHS["reroll_hits"].index),
        reroll_wounds=max(own.reroll_wounds, modifiers.reroll_wounds, key=WIDTHS["reroll_wounds"].index),
        reroll_damage=max(own.reroll_damage, modifiers.reroll_damage, key=WIDTHS["reroll_damage"].index),
        critical_hit=min(own.critical_hit, modifiers.critical_hit),
        critical_wound=min(own.critical_wound, modifiers.critical_wound),
    )
