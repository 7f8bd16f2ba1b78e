"""The kit of a weapon: everything but its printed numbers, made ready against targets with certain keywords.

Many weapons differ in their numbers alone, and share what their abilities and modifiers mean; what they roll with these
numbers is worked out once for each number.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from analysis.attacks import AttackLaw, attack_law
from analysis.damage import DamageRoll, damage_roll
from analysis.dice import Dice, parse_dice
from analysis.editions import Edition
from analysis.line import Line, TargetFacts
from analysis.modifiers import active_abilities, join_modifiers
from analysis.rolls import AUTOMATIC, REROLLS, RollOdds, hit_roll
from analysis.scenario import Modifiers, Situation, Weapon
from analysis.volley import ToWound, Volley, WoundRules

__all__ = ["Kit", "prepare_line"]

_CONVERSION_DISTANCE: Final = 12
_CONVERSION_CRITICAL: Final = 4
_ONE: Final = Dice(0, 0, 1)
_NOTHING: Final = Dice(0, 0, 0)


class Kit:
    """What weapons have in common that differ in their name and printed numbers only, against some keywords.

    Attributes:
        extra_hits: Additional hits of one critical hit (R-HIT-06); 0 without sustained hits.
        devastating: Whether critical wounds go past every save (R-DMG-08).
        wound_rules: What a wound roll reads except Strength and Toughness.
        lethal: Whether critical hits may wound automatically.
        lethal_choice: When they do (R-HIT-07).
        psychic: Whether its wounds are those of a psychic attack (R-DMG-18).
        aims_at_character: Whether wounds go to the first living character first (R-ALC-08).
    """

    def __init__(
        self, weapon: Weapon, keywords: frozenset[str], modifiers: Modifiers, situation: Situation, edition: Edition
    ) -> None:
        """Take up the kit of a weapon.

        Args:
            weapon: Any weapon with this kit: of this type, with these abilities and modifiers.
            keywords: Those of the target, as far as an ability reads them.
            modifiers: Those common to all weapons.
            situation: What the table looks like.
            edition: Settings of the edition.
        """
        self._abilities = abilities = active_abilities(weapon, modifiers, keywords, edition)
        self._situation = situation
        self._edition = edition
        self._ranged = weapon.type == "ranged"
        self.psychic = "psychic" in abilities
        self._spared = self.psychic and edition.psychic_ignores_penalties
        self._joined = join_modifiers(weapon, modifiers, self._spared)
        self._torrent = "torrent" in abilities
        # Weapons without indirect fire attack as usual, torrents cannot have it (R-SHT-03, R-SHT-04).
        self._indirect = self._ranged and situation.indirect and "indirect fire" in abilities and not self._torrent
        self._reads_cover = self._ranged and "ignores cover" not in abilities
        self.extra_hits = abilities.value("sustained hits") or _NOTHING
        self.devastating = "devastating wounds" in abilities
        self.lethal = "lethal hits" in abilities
        self.lethal_choice = weapon.lethal_choice if edition.lethal_hits_optional else "always"
        self.aims_at_character = (
            situation.precision_on_character
            and "precision" in abilities
            and not (self._torrent and edition.torrent_loses_precision)
        )
        self._hazardous = "hazardous" in abilities
        self._per_five_models = [abilities.value(name) or _ONE for name in ("blast", "cleave") if name in abilities]
        self.wound_rules = self._rules_of_wound_rolls()
        self._attack_laws: dict[tuple[int | str, bool, int], AttackLaw] = {}
        self._hits: dict[tuple[int, bool, int], RollOdds] = {}
        self._to_wound: dict[int | str, ToWound] = {}
        self._damage: dict[tuple[int | str, bool], DamageRoll] = {}

    def line(self, weapon: Weapon, target: TargetFacts, command_reroll: str | None) -> Line:
        """A weapon with this kit as a line against a target with these keywords.

        Args:
            weapon: The line as the scenario has it.
            target: Its target.
            command_reroll: The kind of roll of which one may be rolled again in this line.
        """
        volley = Volley(
            self.attacks(weapon, target.models),
            self.weapons(weapon),
            self.hit(weapon, target.stealth),
            self.extra_hits,
            self.devastating,
            command_reroll,
        )
        return Line(
            weapon.name,
            volley,
            self.to_wound(weapon),
            self.lethal,
            self.lethal_choice,
            self.ap(weapon),
            self.gives_cover(target.stealth),
            self.damage(weapon),
            self.psychic,
            self.aims_at_character,
            volley.weapons if self._hazardous else 0,
        )

    def weapons(self, weapon: Weapon) -> int:
        """How many of the line's weapons reach the target."""
        return weapon.count if _in_reach(weapon, self._situation) else 0

    def attacks(self, weapon: Weapon, models: int) -> AttackLaw:
        """How many attacks each of them makes against a target of so many models."""
        fives = models // 5 if self._per_five_models else 0
        key = weapon.attacks, _half_range(weapon, self._situation), fives
        law = self._attack_laws.get(key)
        if law is None:
            law = self._attack_laws[key] = self._attack_law(*key)
        return law

    def hit(self, weapon: Weapon, stealth: bool) -> RollOdds:
        """Chances of a hit roll."""
        if weapon.skill is None or self._torrent:
            return AUTOMATIC  # also in cover and in overwatch (R-MOD-05, R-SAV-11, R-SHT-07, OQ-03)
        key = weapon.skill, stealth, self._critical_hit(weapon)
        odds = self._hits.get(key)
        if odds is None:
            odds = self._hits[key] = self._hit_roll(*key)
        return odds

    def to_wound(self, weapon: Weapon) -> ToWound:
        """What a wound roll reads except the target's Toughness."""
        found = self._to_wound.get(weapon.strength)
        if found is None:
            strengths = _strengths(parse_dice(weapon.strength), self._joined.strength)
            found = self._to_wound[weapon.strength] = ToWound(strengths, self.wound_rules)
        return found

    def ap(self, weapon: Weapon) -> int:
        """Armour Penetration, never worse than 0 (R-MOD-03)."""
        return min(0, weapon.ap - self._joined.ap)

    def gives_cover(self, stealth: bool) -> bool:
        """Whether the saving throws of the target may have the bonus of cover."""
        return self._edition.cover_improves_save > 0 and self._covered(stealth)

    def damage(self, weapon: Weapon) -> DamageRoll:
        """What one unsaved wound does."""
        key = weapon.damage, _half_range(weapon, self._situation)
        roll = self._damage.get(key)
        if roll is None:
            roll = self._damage[key] = self._damage_roll(*key)
        return roll

    def _covered(self, stealth: bool) -> bool:
        """Whether the target has the benefit of cover; that of any source is one and the same (R-SAV-09)."""
        stealth_covers = self._edition.stealth_is_cover and stealth
        return self._reads_cover and (self._situation.cover or self._indirect or stealth_covers)

    def _attack_law(self, printed: int | str, half_range: bool, fives: int) -> AttackLaw:
        # Rapid fire, blast and cleave are counted by the target as it was chosen (R-ATT-02 to R-ATT-05, R-SEQ-06).
        rapid_fire = self._abilities.value("rapid fire") if half_range else None
        extra = [rapid_fire or _NOTHING, *(dice.times(fives) for dice in self._per_five_models)]
        fixed = self._edition.extra_attacks_fixed and "extra attacks" in self._abilities
        return attack_law(
            parse_dice(printed),
            self._joined.reroll_attacks,
            0 if fixed else self._joined.attacks,
            tuple(dice for dice in extra if dice.high),
            self._edition.extra_dice_after_floor,
        )

    def _hit_roll(self, skill: int, stealth: bool, critical: int) -> RollOdds:
        joined, situation, edition, indirect = self._joined, self._situation, self._edition, self._indirect
        snap = self._ranged and situation.snap_shooting
        # Changes of the skill net before their bounds and lie outside the cap on the roll (R-MOD-08, R-MOD-09).
        worsened_by_cover = self._covered(stealth) and not self._spared
        need = skill - joined.skill + (edition.cover_worsens_skill if worsened_by_cover else 0)
        need = max(2, need if edition.skill_worst is None else min(need, edition.skill_worst))
        modifier = joined.hit
        modifier += "heavy" in self._abilities and situation.stationary and not snap
        modifier += edition.stealth_hit_modifier if self._ranged and stealth else 0
        modifier += edition.indirect_hit_modifier if indirect else 0
        fails_up_to = 1
        if indirect:
            spotted = situation.stationary and situation.spotted
            fails_up_to = edition.indirect_spotted_fails_up_to if spotted else edition.indirect_fails_up_to
        if snap:  # the unmodified result alone decides (R-SHT-06, R-SHT-08)
            need, modifier, fails_up_to = 2, 0, situation.snap_threshold - 1
        forbidden = (indirect and not edition.indirect_rerolls_hits) or (snap and not edition.snap_rerolls_hits)
        reroll = "none" if forbidden else joined.reroll_hits
        odds = hit_roll(need, max(-1, min(1, modifier)), critical, fails_up_to, reroll)
        return odds.without_command_reroll() if forbidden else odds

    def _critical_hit(self, weapon: Weapon) -> int:
        """From which unmodified roll hits are critical; Conversion asks for a range (R-HIT-13, OQ-06)."""
        critical, distance = self._joined.critical_hit, self._situation.distance
        if "conversion" not in self._abilities or distance is None or weapon.range is None:
            return critical
        limit = self._abilities.value("conversion")
        beyond = distance > (limit.constant if limit else _CONVERSION_DISTANCE)
        return min(critical, _CONVERSION_CRITICAL) if beyond else critical

    def _rules_of_wound_rolls(self) -> WoundRules:
        reroll = self._joined.reroll_wounds
        if "twin-linked" in self._abilities:
            reroll = max(reroll, "failures", key=REROLLS.index)
        modifier = self._joined.wound + ("lance" in self._abilities and self._situation.charged)
        return _wound_rules(max(-1, min(1, modifier)), self._joined.critical_wound, self._abilities.anti, reroll)

    def _damage_roll(self, printed: int | str, half_range: bool) -> DamageRoll:
        melta = (self._abilities.value("melta") if half_range else None) or _NOTHING
        return damage_roll(parse_dice(printed), melta.plus(self._joined.damage), self._joined.reroll_damage)


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
    kit = Kit(weapon, target.keywords, modifiers, situation, edition)
    return kit.line(weapon, target, modifiers.command_reroll if first else None)


def _in_reach(weapon: Weapon, situation: Situation) -> bool:
    """Whether the weapon reaches its target."""
    if situation.distance is None or weapon.range is None or weapon.type == "melee":
        return True
    return situation.distance <= weapon.range


def _half_range(weapon: Weapon, situation: Situation) -> bool:
    """Whether the target is within half the weapon's range."""
    if situation.distance is None or weapon.range is None or weapon.type == "melee":
        return situation.half_range
    return 2 * situation.distance <= weapon.range


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
