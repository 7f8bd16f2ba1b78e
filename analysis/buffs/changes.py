"""What a buff may change: one registry row each, with the way in which several of the kind combine.

`place` says whose numbers a change touches: those of a weapon line of the attacker, of the target's groups, or of the
table. Caps are the engine's business: here everything is summed as it is (R-MOD-07).
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
Combines = Literal["sum", "widest", "lowest", "highest", "any", "join"]


@dataclass(frozen=True, slots=True)
class Change:
    """One kind of change.

    Attributes:
        name: As in the scenario's modifiers where it is one of them.
        place: Whose numbers it touches.
        combines: How several of the kind add up.
        rule: The rule it rests on.
        sentence: For players; ``{}`` is the value.
        accepts: Reads a written value; raises ValueError with what was expected.
        helps: Which side profits; "sign" where a positive value helps the side whose numbers it touches.
    """

    name: str
    place: Place
    combines: Combines
    rule: str
    sentence: str
    accepts: Callable[[object], Value]
    helps: Literal["attacker", "defender", "sign"] = "sign"


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
_WIDER: Final = _one_of("ones", "failures", "non_critical")

CHANGES: Final[dict[str, Change]] = {
    change.name: change
    for change in (
        Change("hit", "weapon", "sum", "R-MOD-07", "{:+d} to hit", _SHIFT),
        Change("wound", "weapon", "sum", "R-MOD-07", "{:+d} to wound", _SHIFT),
        Change("skill", "weapon", "sum", "R-MOD-08", "{:+d} to Ballistic or Weapon Skill", _SHIFT),
        Change("attacks", "weapon", "sum", "R-ATT-06", "{:+d} Attacks", _SHIFT),
        Change("strength", "weapon", "sum", "R-WND-05", "{:+d} Strength", _SHIFT),
        Change("damage", "weapon", "sum", "R-DMG-03", "{:+d} Damage", _whole(0, 12)),
        Change("ap", "weapon", "sum", "R-MOD-03", "Armour Penetration better by {}", _SHIFT),
        Change("skill_set", "weapon", "lowest", "R-MOD-01", "Ballistic or Weapon Skill becomes {}+", _ROLL, "attacker"),
        Change("attacks_set", "weapon", "highest", "R-MOD-01", "Attacks become {}", _dice, "attacker"),
        Change("strength_set", "weapon", "highest", "R-MOD-01", "Strength becomes {}", _whole(1, 30), "attacker"),
        Change("damage_set_to", "weapon", "highest", "R-MOD-01", "Damage becomes {}", _dice, "attacker"),
        Change("ap_set", "weapon", "highest", "R-MOD-01", "Armour Penetration becomes -{}", _whole(0, 10), "attacker"),
        Change("reroll_hits", "weapon", "widest", "R-RR-01", "re-roll hit rolls: {}", _WIDER, "attacker"),
        Change("reroll_wounds", "weapon", "widest", "R-RR-01", "re-roll wound rolls: {}", _WIDER, "attacker"),
        Change(
            "reroll_damage",
            "weapon",
            "widest",
            "R-RR-01",
            "re-roll damage: {}",
            _one_of("ones", "below_average"),
            "attacker",
        ),
        Change(
            "reroll_attacks",
            "weapon",
            "widest",
            "R-RR-01",
            "re-roll the number of attacks: {}",
            _one_of("below_average"),
            "attacker",
        ),
        Change("critical_hit", "weapon", "lowest", "R-HIT-03", "critical hits on {}+", _ROLL, "attacker"),
        Change("critical_wound", "weapon", "lowest", "R-WND-12", "critical wounds on {}+", _ROLL, "attacker"),
        Change("ability", "weapon", "join", "R-MOD-14", "gains {}", _ability, "attacker"),
        Change("hits_automatically", "weapon", "any", "R-HIT-04", "hits without a roll", _YES, "attacker"),
        Change(
            "ignore_penalties",
            "weapon",
            "join",
            "R-MOD-12",
            "ignores penalties to {}",
            _one_of("hit", "wound", "skill"),
            "attacker",
        ),
        Change("snap_hits_on", "situation", "lowest", "R-SHT-05", "snap shots hit on {}+", _ROLL, "attacker"),
        Change("toughness", "target", "sum", "R-WND-05", "{:+d} Toughness", _SHIFT),
        Change("toughness_set", "target", "highest", "R-MOD-01", "Toughness becomes {}", _whole(1, 30), "defender"),
        Change("wounds", "target", "sum", "R-MOD-01", "{:+d} Wounds", _SHIFT),
        Change("wounds_set", "target", "highest", "R-MOD-01", "Wounds become {}", _whole(1, 60), "defender"),
        Change("save", "target", "sum", "R-SAV-05", "{:+d} Save", _SHIFT),
        Change("save_set", "target", "lowest", "R-MOD-01", "Save becomes {}+", _whole(2, 7), "defender"),
        Change("save_to_3", "target", "any", "R-SAV-05", "+1 Save, no better than 3+ by it", _YES, "defender"),
        Change("save_roll", "target", "sum", "R-SAV-04", "{:+d} to saving throws", _SHIFT),
        Change("invulnerable", "target", "lowest", "R-SAV-03", "{}+ invulnerable save", _ROLL, "defender"),
        Change("feel_no_pain", "target", "join", "R-DMG-16", "Feel No Pain {}", _feel_no_pain, "defender"),
        Change("damage_reduction", "target", "sum", "R-DMG-04", "-{} Damage", _whole(1, 12), "defender"),
        Change("halve_damage", "target", "any", "R-DMG-05", "halves Damage", _YES, "defender"),
        Change("damage_set", "target", "lowest", "R-DMG-06", "Damage becomes {}", _whole(0, 12), "defender"),
        Change("stealth", "target", "any", "R-HIT-09", "stealth", _YES, "defender"),
        Change("cover", "situation", "any", "R-SAV-06", "benefit of cover", _YES, "defender"),
        Change("snap_shooting", "situation", "any", "R-SHT-05", "shoots at unmodified sixes", _YES, "attacker"),
        Change(
            "command_reroll",
            "situation",
            "any",
            "R-STR-01",
            "re-rolls one {} die",
            _one_of("hit", "wound", "damage", "attacks"),
            "attacker",
        ),
        Change("leadership_rerolled", "situation", "any", "R-STR-01", "re-rolls Leadership tests", _YES, "attacker"),
        Change("second_order", "situation", "any", "B-000-07", "may have a second order", _YES, "attacker"),
    )
}
