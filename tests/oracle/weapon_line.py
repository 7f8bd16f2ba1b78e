"""One weapon line of a scenario with everything that bears on it netted out, before any die is rolled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.oracle.abilities import Abilities, read_abilities
from tests.oracle.chance import Chance, certain, chance_of_dice, plus, repeat

__all__ = ["RE_ROLL_WIDTH", "WeaponLine", "read_weapon_line"]

RE_ROLL_WIDTH = ("none", "ones", "failures", "non_critical")
DAMAGE_RE_ROLL_WIDTH = ("none", "ones", "below_average")


@dataclass(frozen=True, slots=True)
class WeaponLine:
    """What one weapon line rolls, and what it needs."""

    name: str
    count: int
    printed_attacks: Chance[int]
    attacks_in_characteristic: Chance[int]
    extra_attack_dice: Chance[int]
    hits_automatically: bool
    hit_needs: int
    hit_bonus: int
    faces_that_always_miss: int
    critical_hit: int
    re_roll_hits: str
    hits_may_be_re_rolled: bool
    strength: Chance[int]
    strength_bonus: int
    wound_bonus: int
    critical_wound: int
    anti: int | None
    re_roll_wounds: str
    lethal: bool
    lethal_choice: str
    sustained: Chance[int] | None
    devastating: bool
    armour_penetration: int
    target_in_cover: bool
    damage: Chance[int]
    damage_added: Chance[int]
    re_roll_damage: str
    precision: bool
    psychic: bool
    hazardous: bool


def clamp(value: int, low: int, high: int) -> int:
    return max(low, min(high, value))


def read_weapon_line(scenario: dict[str, Any], weapon: dict[str, Any], models: int) -> WeaponLine:
    """Net one weapon against the fresh target of ``models`` models."""
    edition = scenario["edition"]
    melee = weapon["type"] == "melee"
    situation = scenario.get("situation") or {}
    everyone = scenario.get("modifiers") or {}
    own = weapon.get("modifiers") or {}
    keywords = frozenset(keyword.upper() for keyword in scenario["target"].get("keywords") or [])
    texts = [*(weapon.get("abilities") or []), *(everyone.get("abilities") or []), *(own.get("abilities") or [])]
    abilities = read_abilities(texts, edition, melee, keywords)

    def added(name: str) -> int:
        return int(everyone.get(name) or 0) + int(own.get(name) or 0)

    def widest(name: str, widths: tuple[str, ...], *others: str) -> str:
        given = [everyone.get(name) or "none", own.get(name) or "none", *others]
        return max(given, key=widths.index)

    def lowest(name: str) -> int:
        return min([6, *(table[name] for table in (everyone, own) if table.get(name) is not None)])

    reach = _Reach.of(weapon, situation)
    torrent = "torrent" in abilities
    shooting = not melee
    unseen = shooting and bool(situation.get("indirect")) and "indirect fire" in abilities and not torrent
    snap = shooting and bool(situation.get("snap_shooting"))
    ignores_penalties = edition == "11e" and "psychic" in abilities
    terrain = shooting and (bool(situation.get("cover")) or unseen)
    stealth = shooting and bool(scenario["target"].get("stealth"))
    if edition == "11e":
        benefit_of_cover = (terrain or stealth) and "ignores cover" not in abilities and not ignores_penalties
    else:
        benefit_of_cover = terrain and "ignores cover" not in abilities

    hit_modifier, skill_modifier = added("hit"), added("skill")
    if ignores_penalties:
        hit_modifier, skill_modifier = max(0, hit_modifier), max(0, skill_modifier)
    if "heavy" in abilities and situation.get("stationary"):
        hit_modifier += 1
    if edition == "10e":
        hit_modifier -= int(stealth) + int(unseen)
    skill = weapon.get("skill")
    hit_needs = 0 if skill is None else max(2, skill - skill_modifier + int(edition == "11e" and benefit_of_cover))
    if edition == "11e":
        hit_needs = min(6, hit_needs)

    return WeaponLine(
        name=weapon["name"],
        count=int(weapon.get("count", 1)) if reach.reaches else 0,
        printed_attacks=chance_of_dice(weapon["attacks"]),
        attacks_in_characteristic=_attacks_in_characteristic(edition, abilities, added("attacks"), reach.half, models),
        extra_attack_dice=_extra_attack_dice(edition, abilities, reach.half, models),
        hits_automatically=torrent or skill is None,
        hit_needs=hit_needs,
        hit_bonus=clamp(hit_modifier, -1, 1),
        faces_that_always_miss=_faces_that_always_miss(edition, situation, unseen, snap),
        critical_hit=min(lowest("critical_hit"), 4 if "conversion" in abilities and reach.beyond_twelve else 6),
        re_roll_hits=widest("reroll_hits", RE_ROLL_WIDTH),
        hits_may_be_re_rolled=edition == "10e" or not (snap or unseen),
        strength=chance_of_dice(weapon["strength"]),
        strength_bonus=added("strength"),
        wound_bonus=clamp(added("wound") + int("lance" in abilities and bool(situation.get("charged"))), -1, 1),
        critical_wound=lowest("critical_wound"),
        anti=abilities.anti,
        re_roll_wounds=widest("reroll_wounds", RE_ROLL_WIDTH, "failures" if "twin-linked" in abilities else "none"),
        lethal="lethal hits" in abilities,
        lethal_choice=weapon.get("lethal_choice") or "best",
        sustained=abilities.numbers.get("sustained hits"),
        devastating="devastating wounds" in abilities,
        armour_penetration=min(0, weapon["ap"] - added("ap")),
        target_in_cover=benefit_of_cover,
        damage=chance_of_dice(weapon["damage"]),
        damage_added=plus(certain(added("damage")), abilities.numbers["melta"])
        if "melta" in abilities and reach.half
        else certain(added("damage")),
        re_roll_damage=widest("reroll_damage", DAMAGE_RE_ROLL_WIDTH),
        precision="precision" in abilities
        and bool(situation.get("precision_on_character"))
        and not (edition == "11e" and torrent),
        psychic="psychic" in abilities,
        hazardous="hazardous" in abilities,
    )


@dataclass(frozen=True, slots=True)
class _Reach:
    """What the distance says about one weapon."""

    reaches: bool
    half: bool
    beyond_twelve: bool

    @classmethod
    def of(cls, weapon: dict[str, Any], situation: dict[str, Any]) -> _Reach:
        distance, longest = situation.get("distance"), weapon.get("range")
        if distance is None or longest is None or weapon["type"] == "melee":
            return cls(reaches=True, half=bool(situation.get("half_range")), beyond_twelve=False)
        return cls(reaches=distance <= longest, half=2 * distance <= longest, beyond_twelve=distance > 12)


def _faces_that_always_miss(edition: str, situation: dict[str, Any], unseen: bool, snap: bool) -> int:
    """The highest unmodified face that misses whatever the modifiers (R-HIT-01, R-SHT-01, R-SHT-02, R-SHT-05)."""
    if snap:
        return 5
    if not unseen:
        return 1
    good_spot = edition == "10e" or (situation.get("stationary") and situation.get("spotted"))
    return 3 if good_spot else 5


def _dice_for_models(edition: str, abilities: Abilities, models: int) -> Chance[int]:
    """Blast and Cleave: so much for every full five models of the fresh unit (R-ATT-03 to R-ATT-05)."""
    total = certain(0)
    for name in ("blast", "cleave"):
        if name in abilities:
            total = plus(total, repeat(models // 5, abilities.numbers[name]))
    return total


def _rapid_fire(abilities: Abilities, half: bool) -> Chance[int]:
    return abilities.numbers["rapid fire"] if half and "rapid fire" in abilities else certain(0)


def _attacks_in_characteristic(
    edition: str, abilities: Abilities, changes: int, half: bool, models: int
) -> Chance[int]:
    """What is added to the Attacks characteristic, before it is held to at least 1."""
    if edition == "11e":
        return certain(changes)
    change = certain(0 if "extra attacks" in abilities else changes)
    return plus(plus(change, _rapid_fire(abilities, half)), _dice_for_models(edition, abilities, models))


def _extra_attack_dice(edition: str, abilities: Abilities, half: bool, models: int) -> Chance[int]:
    """Dice beside the characteristic (11e)."""
    if edition == "10e":
        return certain(0)
    return plus(_rapid_fire(abilities, half), _dice_for_models(edition, abilities, models))
