"""Which of the weapons a unit carries attack in a phase: one melee weapon a model, pistols or other guns.

Where a model has a choice the one with the higher expected damage into this target is made, each judged alone against
the fresh unit. The judge is a function, so that named buffs and the engine stay out of here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from analysis.datasheet import Kind, Weapon, WeaponProfile
from analysis.resolve.fielded import FieldedUnit
from analysis.resolve.hands import Bearers

__all__ = ["AttackLine", "Judge", "attack_lines", "kinds_carried", "possible_lines"]


@dataclass(frozen=True, slots=True)
class AttackLine:
    """So many weapons that attack with one profile.

    `alternatives` are the profiles that could have been used; a picked one stands alone.
    """

    weapon: Weapon
    profile: WeaponProfile
    count: int
    alternatives: tuple[WeaponProfile, ...]

    @property
    def name(self) -> str:
        """The weapon, with its profile where it has several."""
        profile = self.profile.name
        if profile is None or profile.lower() == self.weapon.name.lower():
            return self.weapon.name
        return profile if profile.lower().startswith(self.weapon.name.lower()) else f"{self.weapon.name} – {profile}"


Judge = Callable[[Sequence[AttackLine]], float]
"""Expected damage of some lines into the target, fired alone."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A weapon that may attack: `count` of them, with any of these profiles; `place` as in the written loadout."""

    weapon: Weapon
    count: int
    alternatives: tuple[WeaponProfile, ...]
    place: int

    def line(self, profile: WeaponProfile, count: int | None = None) -> AttackLine:
        return AttackLine(self.weapon, profile, self.count if count is None else count, self.alternatives)

    def best(self, judge: Judge) -> AttackLine:
        """The line with the profile that is expected to do most; the first of equals."""
        lines = [self.line(profile) for profile in self.alternatives]
        return lines[0] if len(lines) == 1 else max(lines, key=lambda line: judge([line]))

    def with_others(self, others: _Candidate | None) -> _Candidate:
        """The same weapons in the hands of other models too."""
        if others is None:
            return self
        return replace(self, count=self.count + others.count, place=min(self.place, others.place))

    def worth_of_one(self, judge: Judge) -> float:
        return max(judge([self.line(profile, 1)]) for profile in self.alternatives)


def kinds_carried(units: Sequence[FieldedUnit]) -> set[Kind]:
    """Whether the units carry ranged weapons, melee weapons, or both."""
    return {
        profile.kind
        for unit in units
        for bearers in unit.loadout.bearers
        for carried in bearers.carried
        for profile in ((carried.profile,) if carried.profile else carried.weapon.profiles)
    }


def attack_lines(unit: FieldedUnit, kind: Kind, target_keywords: frozenset[str], judge: Judge) -> list[AttackLine]:
    """The weapon lines of one datasheet, in the order of its loadout.

    A profile that may attack only units with certain keywords is left out against all others (Hunter).
    """
    lone_guns = unit.keywords.isdisjoint({"MONSTER", "VEHICLE"})
    chosen: dict[tuple[Weapon, tuple[WeaponProfile, ...]], _Candidate] = {}
    for bearers in unit.loadout.bearers:
        candidates = _candidates(bearers, kind, target_keywords)
        if kind == "melee":
            used = _one_melee_weapon_each(candidates, bearers.models, judge)
        else:
            used = _pistols_or_others(candidates, bearers, judge) if lone_guns else candidates
        for candidate in used:
            key = (candidate.weapon, candidate.alternatives)
            chosen[key] = candidate.with_others(chosen.get(key))
    return [candidate.best(judge) for candidate in sorted(chosen.values(), key=lambda one: one.place)]


def possible_lines(unit: FieldedUnit, kind: Kind, target_keywords: frozenset[str]) -> list[AttackLine]:
    """Every line that `attack_lines` may choose, whatever the judge says; the counts are those of all weapons."""
    carried: dict[tuple[Weapon, tuple[WeaponProfile, ...]], _Candidate] = {}
    for bearers in unit.loadout.bearers:
        for candidate in _candidates(bearers, kind, target_keywords):
            key = (candidate.weapon, candidate.alternatives)
            carried[key] = candidate.with_others(carried.get(key))
    in_order = sorted(carried.values(), key=lambda one: one.place)
    return [candidate.line(profile) for candidate in in_order for profile in candidate.alternatives]


def _candidates(bearers: Bearers, kind: Kind, target_keywords: frozenset[str]) -> list[_Candidate]:
    found = []
    for carried in bearers.carried:
        profiles = (carried.profile,) if carried.profile else carried.weapon.profiles
        allowed = tuple(
            profile
            for profile in profiles
            if profile.kind == kind and (not profile.targets or not target_keywords.isdisjoint(profile.targets))
        )
        if allowed and carried.count:
            found.append(_Candidate(carried.weapon, carried.count, allowed, carried.place))
    return found


def _one_melee_weapon_each(candidates: Sequence[_Candidate], models: int, judge: Judge) -> list[_Candidate]:
    """One melee weapon for each model, beside it all that have extra attacks (R-SEQ-09, R-ATT-08)."""
    extra = [c for c in candidates if all(profile.extra_attacks for profile in c.alternatives)]
    ordinary = _at_most([c for c in candidates if c not in extra], models, judge)
    return [*ordinary, *extra]


def _pistols_or_others(candidates: Sequence[_Candidate], bearers: Bearers, judge: Judge) -> list[_Candidate]:
    """A model shoots with its pistols or with its other guns (R-ATT-10).

    Where only the totals of a unit are known, every other gun is taken to be in other hands, and pistols are left for
    the models that have none.
    """
    pistols = [c for c in candidates if all(profile.is_pistol for profile in c.alternatives)]
    others = [c for c in candidates if c not in pistols]
    if not pistols or not others:
        return list(candidates)
    if bearers.alike:
        with_pistols = judge([c.best(judge) for c in pistols])
        return others if judge([c.best(judge) for c in others]) >= with_pistols else pistols
    without_gun = max(0, bearers.models - sum(c.count for c in others))
    return [*others, *_at_most(pistols, without_gun, judge)]


def _at_most(candidates: Sequence[_Candidate], models: int, judge: Judge) -> list[_Candidate]:
    """One weapon a model, the best first, in their old order."""
    if sum(c.count for c in candidates) <= models:
        return list(candidates)
    ranked = candidates if len(candidates) == 1 else sorted(candidates, key=lambda c: -c.worth_of_one(judge))
    counts: dict[int, int] = {}
    for candidate in ranked:
        counts[id(candidate)] = min(candidate.count, models)
        models -= counts[id(candidate)]
    used = [replace(c, count=counts[id(c)]) for c in candidates]
    return [candidate for candidate in used if candidate.count]
