"""One weapon line made ready to attack one target: every number that does not depend on the target's wounds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from analysis.attacks import AttackLaw, attack_law
from analysis.damage import DamageRoll, damage_roll
from analysis.dice import Dice, parse_dice
from analysis.editions import Edition
from analysis.modifiers import ActiveAbilities, JoinedModifiers, active_abilities, join_modifiers
from analysis.rolls import AUTOMATIC, REROLLS, RollOdds, hit_roll, wound_need, wound_roll
from analysis.scenario import Modifiers, Situation, Target, Weapon

__all__ = ["Line", "TargetFacts", "ToWound", "Volley", "WoundRules", "prepare_line"]

_CONVERSION_DISTANCE: Final = 12
_CONVERSION_CRITICAL: Final = 4
_ONE: Final = Dice(0, 0, 1)
_NOTHING: Final = Dice(0, 0, 0)


@dataclass(frozen=True, slots=True, eq=False)
class WoundRules:
    """What a wound roll reads except Strength and Toughness; compared by identity, since each is made once."""

    modifier: int
    critical_from: int
    anti: int
    reroll: str

    def needing(self, need: int) -> RollOdds:
        """Chances of a wound roll that needs this result."""
        return wound_roll(need, self.modifier, self.critical_from, self.anti, self.reroll)


@dataclass(frozen=True, slots=True)
class ToWound:
    """Everything a wound roll reads except the target's Toughness."""

    strengths: tuple[tuple[float, int], ...]
    rules: WoundRules

    def against(self, toughness: int) -> tuple[tuple[float, RollOdds], ...]:
        """Chances of the wound roll, one entry for each result that a Strength may need."""
        if len(self.strengths) == 1:
            return ((1.0, self.rules.needing(self.need(toughness))),)
        chances: dict[int, float] = {}
        for chance, strength in self.strengths:
            need = wound_need(strength, toughness)
            chances[need] = chances.get(need, 0.0) + chance
        return tuple((chance, self.rules.needing(need)) for need, chance in chances.items())

    def need(self, toughness: int) -> int:
        """The result needed by a weapon of one fixed Strength."""
        return wound_need(self.strengths[0][1], toughness)


@dataclass(frozen=True, slots=True)
class Volley:
    """The attacks of a line up to the wound roll: nothing here depends on the target's statline.

    Attributes:
        attacks: How many attacks each weapon makes; `weapons` is how many of them reach the target.
        hit: Chances of one hit roll.
        extra_hits: Additional hits of one critical hit (R-HIT-06); 0 without sustained hits.
        devastating: Whether critical wounds go past every save (R-DMG-08).
        command_reroll: The kind of roll of which one may be rolled again in this line.
    """

    attacks: AttackLaw
    weapons: int
    hit: RollOdds
    extra_hits: Dice
    devastating: bool
    command_reroll: str | None

    @property
    def most_attacks(self) -> int:
        """The most attacks the line can make."""
        return self.attacks.most() * self.weapons

    @property
    def most_wounds(self) -> int:
        """The most wounds the line can score."""
        return self.most_attacks * (self.extra_hits.high + 1)

    def with_hit(self, hit: RollOdds) -> Volley:
        """The same volley with another hit roll."""
        return replace(self, hit=hit)


@dataclass(frozen=True, slots=True)
class Line:
    """One weapon line, ready to attack.

    Attributes:
        lethal: Whether critical hits may wound automatically; `lethal_choice` says when they do (R-HIT-07).
        damage: What one unsaved wound does before the target's changes.
        cover: Whether the saving throws of the target may have the bonus of cover.
        psychic: Whether its wounds are those of a psychic attack (R-DMG-18).
        aims_at_character: Whether wounds go to the first living character first (R-ALC-08).
        hazard_tests: Hazard tests after the attack, one for each weapon that attacked (R-HAZ-01).
    """

    name: str
    volley: Volley
    to_wound: ToWound
    lethal: bool
    lethal_choice: str
    ap: int
    cover: bool
    damage: DamageRoll
    psychic: bool
    aims_at_character: bool
    hazard_tests: int


@dataclass(frozen=True, slots=True)
class TargetFacts:
    """What a line reads of its target before any die is rolled (R-SEQ-06): keywords, stealth, models when complete."""

    keywords: frozenset[str]
    stealth: bool
    models: int

    @classmethod
    def of(cls, target: Target) -> TargetFacts:
        """The facts of a complete target unit."""
        return cls(frozenset(target.keywords), target.stealth, sum(group.count for group in target.groups))


def prepare_line(
    weapon: Weapon,
    modifiers: Modifiers,
    situation: Situation,
    edition: Edition,
    target: TargetFacts,
    first: bool = True,
) -> Line:
    """Fold abilities, modifiers and situation into the numbers of one weapon line.

    Args:
        weapon: The line as the scenario has it.
        modifiers: Those common to all weapons.
        situation: What the table looks like.
        edition: Settings of the edition.
        target: What the line reads of its target.
        first: Whether it is the first line, the one a Command Re-roll may use.
    """
    abilities = active_abilities(weapon, modifiers, target.keywords, edition)
    ranged = weapon.type == "ranged"
    psychic = "psychic" in abilities
    spared = psychic and edition.psychic_ignores_penalties
    torrent = "torrent" in abilities
    joined = join_modifiers(weapon, modifiers, spared)
    in_reach, half_range = _reach(weapon, situation)
    # Weapons without indirect fire attack as usual, torrents cannot have it (R-SHT-03, R-SHT-04).
    indirect = ranged and situation.indirect and "indirect fire" in abilities and not torrent
    stealth_covers = edition.stealth_is_cover and target.stealth
    # Cover of any source is one and the same cover (R-SAV-09).
    covered = ranged and (situation.cover or indirect or stealth_covers) and "ignores cover" not in abilities
    melta = abilities.value("melta") if half_range else None
    volley = Volley(
        attacks=_weapon_attack_law(weapon, abilities, joined, edition, half_range, target.models),
        weapons=weapon.count if in_reach else 0,
        hit=_hit(weapon, abilities, joined, situation, edition, target.stealth, indirect, covered and not spared),
        extra_hits=abilities.value("sustained hits") or _NOTHING,
        devastating="devastating wounds" in abilities,
        command_reroll=modifiers.command_reroll if first else None,
    )
    return Line(
        name=weapon.name,
        volley=volley,
        to_wound=_to_wound(weapon, abilities, joined, situation),
        lethal="lethal hits" in abilities,
        lethal_choice=weapon.lethal_choice if edition.lethal_hits_optional else "always",
        ap=min(0, weapon.ap - joined.ap),
        cover=covered and edition.cover_improves_save > 0,
        damage=damage_roll(parse_dice(weapon.damage), (melta or _NOTHING).plus(joined.damage), joined.reroll_damage),
        psychic=psychic,
        aims_at_character=situation.precision_on_character
        and "precision" in abilities
        and not (torrent and edition.torrent_loses_precision),
        hazard_tests=weapon.count if in_reach and "hazardous" in abilities else 0,
    )


def _reach(weapon: Weapon, situation: Situation) -> tuple[bool, bool]:
    """Whether the weapon reaches its target, and whether the target is within half its range."""
    if weapon.type == "melee" or situation.distance is None or weapon.range is None:
        return True, situation.half_range
    return situation.distance <= weapon.range, 2 * situation.distance <= weapon.range


def _weapon_attack_law(
    weapon: Weapon, abilities: ActiveAbilities, joined: JoinedModifiers, edition: Edition, half_range: bool, models: int
) -> AttackLaw:
    # Rapid fire, blast and cleave are counted by the target as it was chosen (R-ATT-02 to R-ATT-05, R-SEQ-06).
    extra = [abilities.value("rapid fire")] if half_range else []
    per_five_models = [abilities.value(name) or _ONE for name in ("blast", "cleave") if name in abilities]
    extra += [dice.times(models // 5) for dice in per_five_models]
    fixed = edition.extra_attacks_fixed and "extra attacks" in abilities
    return attack_law(
        parse_dice(weapon.attacks),
        joined.reroll_attacks,
        0 if fixed else joined.attacks,
        tuple(part for part in extra if part is not None and part.high),
        edition.extra_dice_after_floor,
    )


def _hit(
    weapon: Weapon,
    abilities: ActiveAbilities,
    joined: JoinedModifiers,
    situation: Situation,
    edition: Edition,
    stealth: bool,
    indirect: bool,
    worsened_by_cover: bool,
) -> RollOdds:
    if weapon.skill is None or "torrent" in abilities:
        return AUTOMATIC  # also in cover and in overwatch (R-MOD-05, R-SAV-11, R-SHT-07, OQ-03)
    ranged = weapon.type == "ranged"
    snap = ranged and situation.snap_shooting
    # Changes of the skill net before their bounds and lie outside the cap on the roll (R-MOD-08, R-MOD-09).
    need = weapon.skill - joined.skill + (edition.cover_worsens_skill if worsened_by_cover else 0)
    need = max(2, need if edition.skill_worst is None else min(need, edition.skill_worst))
    modifier = joined.hit
    modifier += "heavy" in abilities and situation.stationary and not snap
    modifier += edition.stealth_hit_modifier if ranged and stealth else 0
    modifier += edition.indirect_hit_modifier if indirect else 0
    fails_up_to = 1
    if indirect:
        spotted = situation.stationary and situation.spotted
        fails_up_to = edition.indirect_spotted_fails_up_to if spotted else edition.indirect_fails_up_to
    if snap:  # the unmodified result alone decides (R-SHT-06, R-SHT-08)
        need, modifier, fails_up_to = 2, 0, situation.snap_threshold - 1
    may_reroll = not (indirect and not edition.indirect_rerolls_hits) and not (snap and not edition.snap_rerolls_hits)
    odds = hit_roll(
        need,
        max(-1, min(1, modifier)),
        min(joined.critical_hit, _conversion(weapon, abilities, situation)),
        fails_up_to,
        joined.reroll_hits if may_reroll else "none",
    )
    return odds if may_reroll else odds.without_command_reroll()


def _conversion(weapon: Weapon, abilities: ActiveAbilities, situation: Situation) -> int:
    """The critical threshold of Conversion, which only a weapon with a range can decide (R-HIT-13, OQ-06)."""
    if "conversion" not in abilities or situation.distance is None or weapon.range is None:
        return 6
    limit = abilities.value("conversion")
    beyond = situation.distance > (limit.constant if limit else _CONVERSION_DISTANCE)
    return _CONVERSION_CRITICAL if beyond else 6


def _to_wound(weapon: Weapon, abilities: ActiveAbilities, joined: JoinedModifiers, situation: Situation) -> ToWound:
    reroll = joined.reroll_wounds
    if "twin-linked" in abilities:
        reroll = max(reroll, "failures", key=REROLLS.index)
    modifier = joined.wound + ("lance" in abilities and situation.charged)
    return ToWound(
        _strengths(parse_dice(weapon.strength), joined.strength),
        _wound_rules(max(-1, min(1, modifier)), joined.critical_wound, abilities.anti, reroll),
    )


@lru_cache(maxsize=4096)
def _wound_rules(modifier: int, critical_from: int, anti: int, reroll: str) -> WoundRules:
    return WoundRules(modifier, critical_from, anti, reroll)


@lru_cache(maxsize=512)
def _strengths(printed: Dice, change: int) -> tuple[tuple[float, int], ...]:
    """Each Strength that may be rolled with its chance; never below 1 (R-MOD-04)."""
    chances: dict[int, float] = {}
    for rolled, chance in enumerate(printed.pmf()):
        if chance:
            strength = max(1, rolled + change)
            chances[strength] = chances.get(strength, 0.0) + float(chance)
    return tuple((chance, strength) for strength, chance in chances.items())
