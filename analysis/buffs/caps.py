"""What caps and better rules swallow: a sentence for each buff that adds nothing beside the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analysis.abilities import parse_ability
from analysis.buffs.applied import Applied
from analysis.buffs.changes import CHANGES
from analysis.buffs.fold import folded
from analysis.buffs.model import Effect
from analysis.buffs.select import Selected, looked_up
from analysis.buffs.value import METRICS, Attack
from analysis.buffs.weapons import Granted
from analysis.scenario import BuffChoice, Scenario, Weapon

__all__ = ["swallowed"]

_NOTHING: Final = 1e-12


def swallowed(attack: Attack, choices: Sequence[BuffChoice]) -> dict[str, str]:
    """For each buff that acts but changes none of the figures beside the others: why, by its id."""
    named = [looked_up(choice, attack.library, f"buffs[{place}]") for place, choice in enumerate(choices)]
    everything = attack.tried(named)
    table = attack.chosen(named)
    reached = Applied.of(attack.acting(named), table).lines
    sentences: dict[str, str] = {}
    for place, outcome in enumerate(everything.outcomes):
        if outcome.reason is not None or outcome.buff.id not in everything.touched or outcome.pools():
            continue
        others = [*named[:place], *named[place + 1 :]]
        before, after = attack.tried(others).figures, everything.figures
        if all(abs(after.of(metric) - before.of(metric)) <= _NOTHING for metric in METRICS):
            sentences[outcome.buff.id] = _why_nothing(outcome, folded(attack.acting(others), table), reached)
    return sentences


def _why_nothing(one: Selected, scenario: Scenario, reached: Sequence[Sequence[Granted]]) -> str:
    """The first reason that fits one of its effects, on the first line it reaches."""
    for effect in one.effects():
        what = _in_words(effect)
        if CHANGES[effect.change].place != "weapon":
            return f"{what} adds nothing here: {_defence_reason(effect, scenario)}"
        for weapon, granted in zip(scenario.attacker.weapons, reached, strict=True):
            if any(other.effect is effect for other in granted):
                return f"{what} adds nothing here: {_weapon_reason(effect, weapon, scenario)}"
    return "adds nothing here"


def _in_words(effect: Effect) -> str:
    words = CHANGES[effect.change].sentence.format(effect.value)
    return words[:1].upper() + words[1:]


def _weapon_reason(effect: Effect, weapon: Weapon, scenario: Scenario) -> str:
    change, value = effect.change, effect.value
    own = weapon.modifiers
    if change in ("hit", "skill", "reroll_hits", "critical_hit") and weapon.skill is None:
        return "these weapons hit without a roll"
    if change in ("hit", "wound"):
        total = getattr(scenario.modifiers, change) + (getattr(own, change) if own else 0)
        if change == "hit" and _stands_still(weapon, scenario):
            total += 1
        if isinstance(value, int) and value > 0 and total >= 1:
            return "already at the cap"
        return "penalties at the cap stay there" if total <= -1 else "the roll needed stays the same"
    if change == "skill":
        better = scenario.modifiers.skill + (own.skill if own else 0)
        return "already 2+" if (weapon.skill or 0) - better <= 2 else "the roll needed stays the same"
    if change.startswith("reroll"):
        there = {getattr(scenario.modifiers, change), getattr(own, change) if own else "none"} != {"none"}
        return "as wide a re-roll is there already" if there else "nothing is left to re-roll"
    if change == "ability":
        name = parse_ability(str(value)).name
        carried = (*weapon.abilities, *scenario.modifiers.abilities, *(own.abilities if own else ()))
        if name in {parse_ability(text).name for text in carried}:
            return "these weapons have it already"
        return "nothing in this attack asks for it"
    if change == "ap":
        return "the saves stay the same: an invulnerable save is used, or none is left"
    if change == "strength":
        return "the wound roll needed stays the same"
    if change in ("attacks", "damage"):
        return "the target is lost either way"
    return "it changes no number of this attack"


def _stands_still(weapon: Weapon, scenario: Scenario) -> bool:
    return scenario.situation.stationary and any(parse_ability(text).name == "heavy" for text in weapon.abilities)


def _defence_reason(effect: Effect, scenario: Scenario) -> str:
    if effect.change in ("cover", "stealth") and (scenario.situation.cover or scenario.target.stealth):
        return "the same protection is there already"
    if effect.change in ("cover", "stealth"):
        return "these weapons ignore it, or the save is no better for it"
    if effect.change in ("invulnerable", "feel_no_pain", "save_to_3", "save_set", "damage_set"):
        return "as good a one is there already"
    return "it changes no number of this attack"
