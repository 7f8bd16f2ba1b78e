"""One weapon line made ready to attack one target: every number that does not depend on the target's wounds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from analysis.abilities import keywords_read
from analysis.attacks import AttackLaw, attack_law
from analysis.damage import DamageRoll, damage_roll
from analysis.dice import Dice, parse_dice
from analysis.editions import Edition
from analysis.modifiers import ActiveAbilities, JoinedModifiers, active_abilities, join_modifiers
from analysis.rolls import AUTOMATIC, REROLLS, RollOdds, hit_roll
from analysis.scenario import Modifiers, Situation, Target, Weapon
from analysis.volley import ToWound, Volley, WoundRules

__all__ = ["Line", "PreparedWeapon", "TargetFacts", "prepare_line"]

_CONVERSION_DISTANCE: Final = 12
_CONVERSION_CRITICAL: Final = 4
_ONE: Final = Dice(0, 0, 1)
_NOTHING: Final = Dice(0, 0, 0)


class Line(NamedTuple):
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


class PreparedWeapon:
    """One weapon line made ready, its target still open: what no target changes is worked out once."""

    def __init__(
        self, weapon: Weapon, modifiers: Modifiers, situation: Situation, edition: Edition, first: bool = True
    ) -> None:
        """Take up a weapon.

        Args:
            weapon: The line as the scenario has it.
            modifiers: Those common to all weapons.
            situation: What the table looks like.
            edition: Settings of the edition.
            first: Whether it is the first line, the one a Command Re-roll may use.
        """
        self._weapon = weapon
        self._modifiers = modifiers
        self._situation = situation
        self._edition = edition
        self._command_reroll = modifiers.command_reroll if first else None
        own = weapon.modifiers.abilities if weapon.modifiers else []
        self._read = keywords_read((*weapon.abilities, *own, *modifiers.abilities))
        self._armed: dict[frozenset[str], _Armed] = {}

    def against(self, target: TargetFacts) -> Line:
        """The line against a target."""
        read = target.keywords & self._read
        armed = self._armed.get(read)
        if armed is None:
            abilities = active_abilities(self._weapon, self._modifiers, read, self._edition)
            armed = _Armed(self._weapon, abilities, self._modifiers, self._situation, self._edition)
            self._armed[read] = armed
        return armed.against(target, self._command_reroll)


def prepare_line(
    weapon: Weapon,
    modifiers: Modifiers,
    situation: Situation,
    edition: Edition,
    target: TargetFacts,
    first: bool = True,
) -> Line:
    """Fold abilities, modifiers and situation into the numbers of one weapon line (`PreparedWeapon`)."""
    return PreparedWeapon(weapon, modifiers, situation, edition, first).against(target)


class _Armed:
    """A weapon with the abilities that hold against some targets."""

    def __init__(
        self, weapon: Weapon, abilities: ActiveAbilities, modifiers: Modifiers, situation: Situation, edition: Edition
    ) -> None:
        self._weapon = weapon
        self._abilities = abilities
        self._situation = situation
        self._edition = edition
        self._psychic = "psychic" in abilities
        self._spared = self._psychic and edition.psychic_ignores_penalties
        self._joined = join_modifiers(weapon, modifiers, self._spared)
        ranged = weapon.type == "ranged"
        torrent = "torrent" in abilities
        # Weapons without indirect fire attack as usual, torrents cannot have it (R-SHT-03, R-SHT-04).
        self._indirect = ranged and situation.indirect and "indirect fire" in abilities and not torrent
        self._reads_cover = ranged and "ignores cover" not in abilities
        in_reach, half_range = _reach(weapon, situation)
        self._weapons = weapon.count if in_reach else 0
        self._extra_hits = abilities.value("sustained hits") or _NOTHING
        self._devastating = "devastating wounds" in abilities
        self._to_wound = _to_wound(weapon, abilities, self._joined, situation)
        self._lethal = "lethal hits" in abilities
        self._lethal_choice = weapon.lethal_choice if edition.lethal_hits_optional else "always"
        self._ap = min(0, weapon.ap - self._joined.ap)
        melta = (abilities.value("melta") if half_range else None) or _NOTHING
        bonus = melta.plus(self._joined.damage)
        self._damage = damage_roll(parse_dice(weapon.damage), bonus, self._joined.reroll_damage)
        self._aims = (
            situation.precision_on_character
            and "precision" in abilities
            and not (torrent and edition.torrent_loses_precision)
        )
        self._hazard_tests = self._weapons if "hazardous" in abilities else 0
        self._extra_attacks, self._per_five_models = _extra_attacks(abilities, half_range)
        self._hits: dict[bool, RollOdds] = {}
        self._attacks: dict[int, AttackLaw] = {}

    def against(self, target: TargetFacts, command_reroll: str | None) -> Line:
        """The line against a target of this kind."""
        covered = self._covered(target.stealth)
        hit = self._hits.get(target.stealth)
        if hit is None:
            hit = self._hits[target.stealth] = self._hit(target.stealth, covered and not self._spared)
        fives = target.models // 5 if self._per_five_models else 0
        attacks = self._attacks.get(fives)
        if attacks is None:
            attacks = self._attacks[fives] = self._attack_law(fives)
        return Line(
            self._weapon.name,
            Volley(attacks, self._weapons, hit, self._extra_hits, self._devastating, command_reroll),
            self._to_wound,
            self._lethal,
            self._lethal_choice,
            self._ap,
            covered and self._edition.cover_improves_save > 0,
            self._damage,
            self._psychic,
            self._aims,
            self._hazard_tests,
        )

    def _covered(self, stealth: bool) -> bool:
        """Whether the target has the benefit of cover; that of any source is one and the same (R-SAV-09)."""
        stealth_covers = self._edition.stealth_is_cover and stealth
        return self._reads_cover and (self._situation.cover or self._indirect or stealth_covers)

    def _attack_law(self, fives: int) -> AttackLaw:
        # Rapid fire, blast and cleave are counted by the target as it was chosen (R-ATT-02 to R-ATT-05, R-SEQ-06).
        by_models = [dice.times(fives) for dice in self._per_five_models]
        fixed = self._edition.extra_attacks_fixed and "extra attacks" in self._abilities
        return attack_law(
            parse_dice(self._weapon.attacks),
            self._joined.reroll_attacks,
            0 if fixed else self._joined.attacks,
            (*self._extra_attacks, *(dice for dice in by_models if dice.high)),
            self._edition.extra_dice_after_floor,
        )

    def _hit(self, stealth: bool, worsened_by_cover: bool) -> RollOdds:
        weapon, abilities, joined = self._weapon, self._abilities, self._joined
        situation, edition, indirect = self._situation, self._edition, self._indirect
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
        forbidden = (indirect and not edition.indirect_rerolls_hits) or (snap and not edition.snap_rerolls_hits)
        odds = hit_roll(
            need,
            max(-1, min(1, modifier)),
            min(joined.critical_hit, _conversion(weapon, abilities, situation)),
            fails_up_to,
            "none" if forbidden else joined.reroll_hits,
        )
        return odds.without_command_reroll() if forbidden else odds


def _reach(weapon: Weapon, situation: Situation) -> tuple[bool, bool]:
    """Whether the weapon reaches its target, and whether the target is within half its range."""
    if weapon.type == "melee" or situation.distance is None or weapon.range is None:
        return True, situation.half_range
    return situation.distance <= weapon.range, 2 * situation.distance <= weapon.range


def _extra_attacks(abilities: ActiveAbilities, half_range: bool) -> tuple[list[Dice], list[Dice]]:
    """Dice of attacks beside the printed ones, and those for every five models of the target."""
    rapid_fire = abilities.value("rapid fire") if half_range else None
    per_five_models = [abilities.value(name) or _ONE for name in ("blast", "cleave") if name in abilities]
    return [rapid_fire] if rapid_fire is not None and rapid_fire.high else [], per_five_models


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
