"""From the JSON of one weapon to its line: modifiers, abilities and situation added up before any die is rolled."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.oracle.abilities import Abilities, read_abilities
from tests.oracle.chance import Chance, certain, chance_of_dice, plus, repeat, then
from tests.oracle.weapon_line import AttackNumber, DamageRoll, HitRoll, WeaponLine, WoundRoll

__all__ = ["read_weapon_line"]

RE_ROLLS = ("none", "ones", "failures", "non_critical")
DAMAGE_RE_ROLLS = ("none", "ones", "below_average")


def read_weapon_line(scenario: dict[str, Any], weapon: dict[str, Any], models: int) -> WeaponLine:
    """Net one weapon against the fresh target of ``models`` models."""
    net = _Netting.of(scenario, weapon, models)
    return WeaponLine(
        name=weapon["name"],
        count=int(weapon.get("count", 1)) if net.in_reach else 0,
        attacks=net.attack_number(),
        hit=net.hit_roll(),
        wound=net.wound_roll(),
        damage=net.damage_roll(),
        armour_penetration=min(0, weapon["ap"] - net.sum("ap")),
        target_in_cover=net.cover,
        lethal="lethal hits" in net.abilities,
        lethal_choice=weapon.get("lethal_choice") or "best",
        sustained=net.abilities.numbers.get("sustained hits"),
        devastating="devastating wounds" in net.abilities,
        precision=net.precision,
        psychic="psychic" in net.abilities,
        hazardous="hazardous" in net.abilities,
    )


def _clamp_to_one(value: int) -> int:
    """No hit or wound roll is changed by more than one in all (R-MOD-07)."""
    return max(-1, min(1, value))


@dataclass(frozen=True, slots=True)
class _Netting:
    """One weapon, and all that a scenario says about it."""

    weapon: dict[str, Any]
    everyone: dict[str, Any]
    own: dict[str, Any]
    situation: dict[str, Any]
    eleventh: bool
    shooting: bool
    stealth_of_target: bool
    abilities: Abilities
    models: int

    @classmethod
    def of(cls, scenario: dict[str, Any], weapon: dict[str, Any], models: int) -> _Netting:
        everyone, own = scenario.get("modifiers") or {}, weapon.get("modifiers") or {}
        melee = weapon["type"] == "melee"
        texts = [text for table in (weapon, everyone, own) for text in table.get("abilities") or []]
        keywords = frozenset(keyword.upper() for keyword in scenario["target"].get("keywords") or [])
        return cls(
            weapon=weapon,
            everyone=everyone,
            own=own,
            situation=scenario.get("situation") or {},
            eleventh=scenario["edition"] == "11e",
            shooting=not melee,
            stealth_of_target=bool(scenario["target"].get("stealth")),
            abilities=read_abilities(texts, scenario["edition"], melee, keywords),
            models=models,
        )

    def sum(self, modifier: str) -> int:
        """Of the scenario's and the weapon's own modifier: numbers add."""
        return int(self.everyone.get(modifier) or 0) + int(self.own.get(modifier) or 0)

    def widest(self, modifier: str, widths: tuple[str, ...], *more: str) -> str:
        """Of several re-rolls the widest counts."""
        given: list[str] = [table.get(modifier) or "none" for table in (self.everyone, self.own)]
        return max([*given, *more], key=widths.index)

    def threshold(self, modifier: str) -> int:
        """Of several critical thresholds the lowest counts; a 6 is always critical."""
        given = [int(t[modifier]) for t in (self.everyone, self.own) if t.get(modifier) is not None]
        return min([6, *given])

    @property
    def distance_decides(self) -> bool:
        return self.shooting and None not in (self.situation.get("distance"), self.weapon.get("range"))

    @property
    def in_reach(self) -> bool:
        return not self.distance_decides or bool(self.situation["distance"] <= self.weapon["range"])

    @property
    def at_half_range(self) -> bool:
        if self.distance_decides:
            return bool(2 * self.situation["distance"] <= self.weapon["range"])
        return bool(self.situation.get("half_range"))

    @property
    def unseen(self) -> bool:
        """Whether the weapon fires indirectly at a target out of sight; torrent cannot (R-SHT-04)."""
        indirect = "indirect fire" in self.abilities and "torrent" not in self.abilities
        return self.shooting and bool(self.situation.get("indirect")) and indirect

    @property
    def snap(self) -> bool:
        return self.shooting and bool(self.situation.get("snap_shooting"))

    @property
    def ignores_penalties(self) -> bool:
        """11e psychic (R-HIT-12)."""
        return self.eleventh and "psychic" in self.abilities

    @property
    def stealth(self) -> bool:
        return self.shooting and self.stealth_of_target

    @property
    def cover(self) -> bool:
        """R-SAV-06, R-SAV-09, R-SAV-10; in 11e stealth is cover too (R-HIT-09)."""
        covered = self.shooting and (bool(self.situation.get("cover")) or self.unseen)
        if self.eleventh:
            covered = (covered or self.stealth) and not self.ignores_penalties
        return covered and "ignores cover" not in self.abilities

    @property
    def precision(self) -> bool:
        barred = self.eleventh and "torrent" in self.abilities
        return "precision" in self.abilities and bool(self.situation.get("precision_on_character")) and not barred

    def hit_roll(self) -> HitRoll:
        beyond_twelve = self.distance_decides and self.situation["distance"] > 12
        conversion = 4 if "conversion" in self.abilities and beyond_twelve else 6
        return HitRoll(
            automatic="torrent" in self.abilities or self.weapon.get("skill") is None,
            needs=self._skill(),
            bonus=_clamp_to_one(self._hit_modifiers()),
            always_misses=self._faces_that_always_miss(),
            critical=min(self.threshold("critical_hit"), conversion),
            re_roll=self.widest("reroll_hits", RE_ROLLS),
            may_be_re_rolled=not (self.eleventh and (self.snap or self.unseen)),
        )

    def _skill(self) -> int:
        """BS or WS after all changes, which net before the bounds (R-MOD-04, R-MOD-09)."""
        if self.weapon.get("skill") is None:
            return 0
        change = max(0, self.sum("skill")) if self.ignores_penalties else self.sum("skill")
        skill = int(self.weapon["skill"]) - change + int(self.eleventh and self.cover)
        return max(2, min(6, skill) if self.eleventh else skill)

    def _hit_modifiers(self) -> int:
        modifier = max(0, self.sum("hit")) if self.ignores_penalties else self.sum("hit")
        if "heavy" in self.abilities and self.situation.get("stationary"):
            modifier += 1
        return modifier if self.eleventh else modifier - int(self.stealth) - int(self.unseen)

    def _faces_that_always_miss(self) -> int:
        """R-HIT-01, R-SHT-01, R-SHT-02, R-SHT-05."""
        if self.snap:
            return 5
        if not self.unseen:
            return 1
        well_spotted = self.situation.get("stationary") and self.situation.get("spotted")
        return 5 if self.eleventh and not well_spotted else 3

    def wound_roll(self) -> WoundRoll:
        lance = int("lance" in self.abilities and bool(self.situation.get("charged")))
        twin_linked = "failures" if "twin-linked" in self.abilities else "none"
        strength = plus(chance_of_dice(self.weapon["strength"]), certain(self.sum("strength")))
        return WoundRoll(
            strength=then(strength, lambda value: certain(max(1, value))),
            bonus=_clamp_to_one(self.sum("wound") + lance),
            critical=self.threshold("critical_wound"),
            anti=self.abilities.anti,
            re_roll=self.widest("reroll_wounds", RE_ROLLS, twin_linked),
        )

    def damage_roll(self) -> DamageRoll:
        added: Chance[int] = certain(self.sum("damage"))
        if "melta" in self.abilities and self.at_half_range:
            added = plus(added, self.abilities.numbers["melta"])
        re_roll = self.widest("reroll_damage", DAMAGE_RE_ROLLS)
        return DamageRoll(chance_of_dice(self.weapon["damage"]), added, re_roll)

    def attack_number(self) -> AttackNumber:
        """10e adds everything to the characteristic, 11e throws extra dice beside it (R-ATT-02 to R-ATT-08)."""
        dice = self._dice_for_models()
        if "rapid fire" in self.abilities and self.at_half_range:
            dice = plus(dice, self.abilities.numbers["rapid fire"])
        changes = certain(self.sum("attacks"))
        printed = chance_of_dice(self.weapon["attacks"])
        if self.eleventh:
            return AttackNumber(printed, changes, dice)
        changes = certain(0) if "extra attacks" in self.abilities else changes
        return AttackNumber(printed, plus(changes, dice), certain(0))

    def _dice_for_models(self) -> Chance[int]:
        """Blast and Cleave: so much for every full five models of the fresh unit."""
        total = certain(0)
        for name in ("blast", "cleave"):
            if name in self.abilities:
                total = plus(total, repeat(self.models // 5, self.abilities.numbers[name]))
        return total
