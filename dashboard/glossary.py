"""The words of the game and of the charts, each explained in a sentence; every page shows them."""

from __future__ import annotations

from typing import Final

from analysis.abilities import ABILITIES

__all__ = ["TERMS", "all_terms"]

TERMS: Final[dict[str, str]] = {
    "Attacks": "How many dice the weapon rolls to hit.",
    "Hit roll": "One die for each attack; it hits on the weapon's BS (shooting) or WS (fighting) or more.",
    "Wound roll": "One die for each hit; what it needs follows from the weapon's Strength and the target's Toughness.",
    "Saving throw": "One die for each wound; the weapon's AP worsens the armour save, not an invulnerable save.",
    "Feel No Pain": "One die for each wound about to be lost; on its number or more the wound is not lost.",
    "Critical hit, critical wound": "A natural 6, or less where a rule says so; many weapon abilities wait for one.",
    "Mortal wounds": "Wounds without a saving throw.",
    "Mean": "What the attack does on average over very many games.",
    "Median": "Half of all attacks do this much or less.",
    "Likely range": "Eight of ten attacks end between these two numbers.",
    "Chance to destroy": "How often the whole target is gone after this one attack.",
    "Wasted damage": "Damage that fell on models already dying or on nobody; it is not part of the damage shown.",
    "Points destroyed": "The target's points, in proportion to the models expected to be slain.",
    "Points destroyed per 100 points": "Points destroyed by 100 points of the attacker in one attack; 100 means it "
    "takes out its own price at once.",
    "Activation": "One unit shooting once or fighting once.",
    "Half range": "At half its range or closer, a weapon with Rapid Fire or Melta does more.",
    "Cover": "10th edition: +1 to the armour save against shooting. 11th edition: −1 to the shooter's BS.",
    "Loadout": "Which weapons the unit's models carry; pages start with the one its datasheet lists.",
    "Not counted": "Rules of the two units that the numbers leave out; they are always named.",
    "Copy": "Which unit of its datasheet it is in the army: from the third on, many cost more.",
}


def all_terms() -> dict[str, str]:
    """The terms above and every weapon ability of the registry, in alphabetical order."""
    abilities = {rule.name.title(): rule.sentence[0].upper() + rule.sentence[1:] + "." for rule in ABILITIES.values()}
    return dict(sorted({**abilities, **TERMS}.items()))
