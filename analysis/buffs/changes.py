"""What a buff may change: one registry row each.

`place` says whose numbers a change touches: those of a weapon line of the attacker, of the target's groups, or of the
table. How several of a kind combine is said where they are folded, in `weapons` and `defence`; caps are the engine's
business: everything is summed as it is (R-MOD-07).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from analysis.abilities import parse_ability
from analysis.dice import parse_dice

__all__ = ["CHANGES", "Change", "Value"]

Value = int | str
Place = Literal["weapon", "target", "situation"]


@dataclass(frozen=True, slots=True)
class Change:
    """One kind of change.

    Attributes:
        name: As in the scenario's modifiers where it is one of them.
        place: Whose numbers it touches.
        rule: The rule it rests on.
        sentence: For players; ``{}`` is the value.
        accepts: Reads a written value; raises ValueError with what was expected.
    """

    name: str
    place: Place
    rule: str
    sentence: str
    accepts: Callable[[object], Value]


def _whole(low: int, high: int) -> Callable[[object], Value]:
    def accepts(value: object) -> Value:
        if isinstance(value, int) and not isinstance(value, bool) and low <= value <= high:
            return value
        raise ValueError(f"a whole number from {low} to {high}")

    return accepts


def _one_of(*words: str) -> Callable[[object], Value]:
    def accepts(value: object) -> Value:
        if isinstance(value, str) and value in words:
            return value
        raise ValueError("one of " + ", ".join(words))

    return accepts


def _dice(value: object) -> Value:
    if isinstance(value, str | int) and not isinstance(value, bool):
        return str(parse_dice(value))
    raise ValueError("a number or dice text such as 4 or D6")


def _ability(value: object) -> Value:
    if isinstance(value, str) and any(parse_ability(value).known_in(edition) for edition in ("10e", "11e")):
        return value.lower()
    raise ValueError("a weapon ability such as lethal hits or sustained hits 1")


def _feel_no_pain(value: object) -> Value:
    """A threshold, alone or with the wounds it stops: ``5``, ``5 mortal``, ``4 psychic``."""
    threshold, _, against = str(value).partition(" ")
    if threshold in set("23456") and against in ("", "mortal", "psychic"):
        return str(value)
    raise ValueError("a threshold from 2 to 6, alone or followed by mortal or psychic")


_SHIFT: Final = _whole(-12, 12)
_ROLL: Final = _whole(2, 6)
_YES: Final = _whole(1, 1)
_DICE: Final = ("hit", "wound", "damage", "attacks")
_WIDER: Final = _one_of("ones", "failures", "non_critical")

CHANGES: Final[dict[str, Change]] = {
    change.name: change
    for change in (
        Change("hit", "weapon", "R-MOD-07", "{:+d} to hit", _SHIFT),
        Change("wound", "weapon", "R-MOD-07", "{:+d} to wound", _SHIFT),
        Change("skill", "weapon", "R-MOD-08", "{:+d} to Ballistic or Weapon Skill", _SHIFT),
        Change("attacks", "weapon", "R-ATT-06", "{:+d} Attacks", _SHIFT),
        Change("strength", "weapon", "R-WND-05", "{:+d} Strength", _SHIFT),
        Change("damage", "weapon", "R-DMG-03", "{:+d} Damage", _whole(0, 12)),
        Change("ap", "weapon", "R-MOD-03", "Armour Penetration better by {}", _SHIFT),
        Change("skill_set", "weapon", "R-MOD-01", "Ballistic or Weapon Skill becomes {}+", _ROLL),
        Change("attacks_set", "weapon", "R-MOD-01", "Attacks become {}", _dice),
        Change("strength_set", "weapon", "R-MOD-01", "Strength becomes {}", _whole(1, 30)),
        Change("damage_set_to", "weapon", "R-MOD-01", "Damage becomes {}", _dice),
        Change("ap_set", "weapon", "R-MOD-01", "Armour Penetration becomes -{}", _whole(0, 10)),
        Change("reroll_hits", "weapon", "R-RR-01", "re-roll hit rolls: {}", _WIDER),
        Change("reroll_wounds", "weapon", "R-RR-01", "re-roll wound rolls: {}", _WIDER),
        Change("reroll_damage", "weapon", "R-RR-01", "re-roll damage: {}", _one_of("ones", "below_average")),
        Change("reroll_attacks", "weapon", "R-RR-01", "re-roll the number of attacks: {}", _one_of("below_average")),
        Change("critical_hit", "weapon", "R-HIT-03", "critical hits on {}+", _ROLL),
        Change("critical_wound", "weapon", "R-WND-12", "critical wounds on {}+", _ROLL),
        Change("ability", "weapon", "R-MOD-14", "gains {}", _ability),
        Change("hits_automatically", "weapon", "R-HIT-04", "hits without a roll", _YES),
        Change("ignore_penalties", "weapon", "R-MOD-12", "ignores penalties to {}", _one_of("hit", "wound", "skill")),
        Change("snap_hits_on", "situation", "R-SHT-05", "snap shots hit on {}+", _ROLL),
        Change("toughness", "target", "R-WND-05", "{:+d} Toughness", _SHIFT),
        Change("toughness_set", "target", "R-MOD-01", "Toughness becomes {}", _whole(1, 30)),
        Change("wounds", "target", "R-MOD-01", "{:+d} Wounds", _SHIFT),
        Change("wounds_set", "target", "R-MOD-01", "Wounds become {}", _whole(1, 60)),
        Change("save", "target", "R-SAV-05", "{:+d} Save", _SHIFT),
        Change("save_set", "target", "R-MOD-01", "Save becomes {}+", _whole(2, 7)),
        Change("save_to_3", "target", "R-SAV-05", "+1 Save, no better than 3+ by it", _YES),
        Change("save_roll", "target", "R-SAV-04", "{:+d} to saving throws", _SHIFT),
        Change("invulnerable", "target", "R-SAV-03", "{}+ invulnerable save", _ROLL),
        Change("feel_no_pain", "target", "R-DMG-16", "Feel No Pain {}", _feel_no_pain),
        Change("damage_reduction", "target", "R-DMG-04", "-{} Damage", _whole(1, 12)),
        Change("halve_damage", "target", "R-DMG-05", "halves Damage", _YES),
        Change("damage_set", "target", "R-DMG-06", "Damage becomes {}", _whole(0, 12)),
        Change("stealth", "target", "R-HIT-09", "stealth", _YES),
        Change("cover", "situation", "R-SAV-06", "benefit of cover", _YES),
        Change("snap_shooting", "situation", "R-SHT-05", "shoots at unmodified sixes", _YES),
        Change("command_reroll", "situation", "R-STR-01", "re-rolls one {} die", _one_of(*_DICE)),
        Change("leadership_rerolled", "situation", "R-STR-01", "re-rolls Leadership tests", _YES),
        Change("second_order", "situation", "B-000-07", "may have a second order", _YES),
    )
}
