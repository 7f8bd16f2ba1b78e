"""How a result comes about: for each weapon line the chance of every step against the fresh unit, with its rules.

These are the very numbers the engine starts from, taken from the same prepared lines, so that a reader can follow a
duel with pencil and paper up to the allocation of wounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from analysis.defence import Defence, defence_of
from analysis.editions import EDITIONS, Edition
from analysis.kit import prepare_line
from analysis.line import Line, TargetFacts
from analysis.scenario import Group, Scenario

__all__ = ["Explained", "explain"]


@dataclass(frozen=True, slots=True)
class Explained:
    """One step of one weapon line.

    Attributes:
        weapon: Name of the line.
        step: What is rolled or counted.
        value: A chance between 0 and 1 where `is_chance`, else an expected number.
        is_chance: Which of the two it is.
        about: What was needed, in the game's notation.
        rules: Ids of the rules behind it.
    """

    weapon: str
    step: str
    value: float
    is_chance: bool
    about: str
    rules: tuple[str, ...]


def explain(scenario: Scenario) -> list[Explained]:
    """Every step of every line, in the order of the game.

    >>> weapon = {"type": "ranged", "attacks": "2", "skill": 3, "strength": 8, "ap": -3, "damage": "2"}
    >>> target = {"groups": [{"count": 5, "toughness": 5, "save": 2, "invulnerable": 4, "wounds": 3}]}
    >>> steps = explain(Scenario.from_json({"edition": "11e", "attacker": {"weapons": [weapon]}, "target": target}))
    >>> [(step.step, round(step.value, 4)) for step in steps]
    [('Attacks of one weapon', 2.0), ('Hit', 0.6667), ('Wound', 0.6667), ('Save fails', 0.5), ('Damage', 2.0)]
    """
    edition = EDITIONS[scenario.edition]
    facts = TargetFacts.of(scenario.target)
    defence = Defence(tuple(scenario.target.groups), scenario.modifiers, edition)
    steps: list[Explained] = []
    for number, weapon in enumerate(scenario.attacker.weapons):
        line = prepare_line(weapon, scenario.modifiers, scenario.situation, edition, facts, first=number == 0)
        steps += _attack_steps(line)
        steps += _wound_steps(line, defence)
        for group in scenario.target.groups:
            steps += _group_steps(line, group, scenario, edition)
    return steps


def _attack_steps(line: Line) -> Iterator[Explained]:
    volley = line.volley
    pmf = volley.attacks.one_weapon()
    mean = float(pmf @ np.arange(len(pmf)))
    reach = f"{volley.weapons} in reach" if volley.weapons else "none in reach"
    yield Explained(line.name, "Attacks of one weapon", mean, False, reach, ("R-ATT-01", "R-ATT-02", "R-ATT-03"))
    hit = volley.hit
    yield Explained(line.name, "Hit", hit.success, True, "one attack, re-rolls included", ("R-HIT-01", "R-MOD-07"))
    if volley.extra_hits.high or line.lethal:
        parts = [f"{volley.extra_hits} more hits"] if volley.extra_hits.high else []
        parts += ["wounds without a roll"] if line.lethal else []
        yield Explained(line.name, "Critical hit", hit.critical, True, ", ".join(parts), ("R-HIT-06", "R-HIT-07"))


def _wound_steps(line: Line, defence: Defence) -> Iterator[Explained]:
    toughness = defence.toughness(range(len(defence.groups)))
    odds = line.to_wound.against(toughness)
    strengths = " or ".join(str(strength) for _, strength in line.to_wound.strengths)
    success = sum(chance * roll.success for chance, roll in odds)
    about = f"S {strengths} against T {toughness}"
    yield Explained(line.name, "Wound", success, True, about, ("R-WND-01", "R-WND-04", "R-WND-06"))
    if line.volley.devastating:
        critical = sum(chance * roll.critical for chance, roll in odds)
        yield Explained(line.name, "Critical wound", critical, True, "goes past every save", ("R-DMG-08", "R-WND-07"))


def _group_steps(line: Line, group: Group, scenario: Scenario, edition: Edition) -> Iterator[Explained]:
    answer = defence_of(group, scenario.modifiers, line, edition)
    several = len(scenario.target.groups) > 1
    of_group = f" ({group.name})" if several else ""
    saves = f"Sv {group.save}+" + (f", invulnerable {group.invulnerable}+" if group.invulnerable else "")
    about = f"{saves} against AP {line.ap}" + (", in cover" if line.cover else "")
    yield Explained(line.name, f"Save fails{of_group}", answer.failing / 6, True, about, ("R-SAV-01", "R-SAV-02"))
    rolled = f"{line.damage.printed}" + (f" + {line.damage.bonus}" if line.damage.bonus.high else "")
    yield Explained(
        line.name, f"Damage{of_group}", answer.unsaved.damage_mean, False, rolled, ("R-DMG-01", "R-DMG-03", "R-DMG-07")
    )
    if answer.unsaved.mean < answer.unsaved.damage_mean:
        kept = 1 - answer.unsaved.mean / answer.unsaved.damage_mean
        yield Explained(line.name, f"Feel No Pain{of_group}", kept, True, "each wound is ignored", ("R-DMG-16",))
