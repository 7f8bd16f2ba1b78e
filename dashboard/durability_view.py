"""Durability as the page shows it: what the standard attackers must spend to destroy each unit of a faction."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pandas as pd

from analysis.archetypes import ATTACKERS, StandardAttacker
from analysis.durability import toll, toughest
from analysis.inline import inline
from analysis.referring import Phase
from analysis.scenario import Scenario
from dashboard import facts
from dashboard.frontier_chart import Spot
from dashboard.numbers import amount
from dashboard.plain import markdown_text
from dashboard.waiting import tell

__all__ = [
    "Attacked",
    "attacker_names",
    "attacker_table",
    "durable_units",
    "frontier",
    "in_words",
    "spots",
    "toll_table",
    "unit_duel",
    "why_this_duel",
]


@dataclass(frozen=True, slots=True)
class Attacked:
    """A unit under attack, at its smallest size with its default loadout.

    Attributes:
        spent: Points the attackers spend until it is destroyed, the same on each of them; NaN without a price.
        spent_alone: The same where one of them attacks alone, by its name.
    """

    reference: str
    name: str
    models: int
    points: float | None
    spent: float
    spent_alone: Mapping[str, float]

    @property
    def per_100(self) -> float:
        """Points spent on each 100 points of the unit; NaN without a price."""
        return self.share(self.spent)

    def share(self, spent: float) -> float:
        """Points spent, for 100 points of the unit."""
        return 100 * spent / self.points if self.points else math.nan


def attacker_names(phase: Phase) -> dict[str, str]:
    """The standard attackers of a phase: their names, with what they stand for."""
    return {one.label: f"{one.label} ({one.stands_for})" for one in ATTACKERS if one.phase == phase}


@lru_cache(maxsize=64)
def durable_units(
    edition: str, faction: str, phase: Phase, situation: tuple[str, ...], names: tuple[str, ...]
) -> tuple[Attacked, ...]:
    """Every unit of a faction under the named attackers, the toughest for their points first, unknown ones last.

    `situation` names the flags that hold.
    """
    units = []
    sheets = facts.sheets(edition, faction)
    for place, sheet in enumerate(sheets):
        tell(place, len(sheets))
        attacks = {
            attacker.label: _scenario(_data(edition, attacker, sheet.reference, situation))
            for attacker in _attackers(phase, names)
        }
        target = next(iter(attacks.values())).target
        alone = {name: _spent([scenario]) for name, scenario in attacks.items()}
        spent = _spent(list(attacks.values())) if len(attacks) > 1 else next(iter(alone.values()))
        units.append(Attacked(sheet.reference, sheet.name, sheet.sizes[0].models, target.points, spent, alone))
    return tuple(sorted(units, key=lambda unit: (math.inf if math.isnan(unit.per_100) else -unit.per_100, unit.name)))


def toll_table(units: Sequence[Attacked]) -> pd.DataFrame:
    """A row for each unit: what is spent on it in all, on each 100 points of it, and the same for each attacker."""
    marked = set(frontier(units))
    table = pd.DataFrame(
        {
            "unit": [unit.name for unit in units],
            "id": [unit.reference for unit in units],
            "models": [unit.models for unit in units],
            "points": [unit.points for unit in units],
            "points spent on it": [unit.spent for unit in units],
            "per 100 points of its own": [unit.per_100 for unit in units],
            "toughest at its price": ["yes" if place in marked else "" for place in range(len(units))],
        }
    )
    for name in units[0].spent_alone if units else ():
        table[name] = [unit.share(unit.spent_alone[name]) for unit in units]
    return table


def spots(units: Sequence[Attacked]) -> list[Spot]:
    """The units as the picture of price against durability draws them."""
    return [Spot(unit.name, unit.points, unit.spent) for unit in units]


def frontier(units: Sequence[Attacked]) -> list[int]:
    """Places of the units that no cheaper one outlasts, cheapest first."""
    return toughest([unit.points or math.nan for unit in units], [unit.spent for unit in units])


def attacker_table(edition: str, phase: Phase, names: tuple[str, ...]) -> pd.DataFrame:
    """Who attacks: the unit, what it stands for, its price, and the weapons it has in this edition."""
    rows = []
    for attacker in _attackers(phase, names):
        attack = _scenario(_data(edition, attacker, "adeptus-astartes/intercessor-squad", ())).attacker
        weapons = ", ".join(f"{weapon.count} × {weapon.name}" for weapon in attack.weapons)
        rows.append([attacker.label, attacker.stands_for, attack.name, attack.points, weapons])
    return pd.DataFrame(rows, columns=["attackers", "stand for", "unit", "points", "weapons, against Intercessors"])


def in_words(units: Sequence[Attacked], faction: str) -> str:
    """The answer in a sentence: the toughest and the frailest for their points."""
    priced = [unit for unit in units if not math.isnan(unit.per_100)]
    if not priced:
        return f"{markdown_text(faction)} has no unit with a price to judge."
    best, last = priced[0], priced[-1]
    sentence = (
        f"**{markdown_text(best.name)}**: the toughest for its points. "
        f"Attackers spend **{amount(best.per_100)} points** on each 100 points of it"
    )
    if len(priced) == 1:
        return f"{sentence}."
    return f"{sentence}, and {amount(last.per_100)} on the frailest, {markdown_text(last.name)}."


def unit_duel(edition: str, unit: Attacked, phase: Phase, situation: tuple[str, ...]) -> dict[str, Any]:
    """The duel behind a unit: it is attacked by the attacker that spends least on it."""
    return _data(edition, _attackers(phase, (_cheapest(unit),))[0], unit.reference, situation)


def why_this_duel(unit: Attacked) -> str:
    """Why a click on a unit leads to these attackers, with the numbers of the page left behind."""
    name = _cheapest(unit)
    alone = unit.spent_alone[name]
    if math.isnan(alone):
        return ""
    others = ", less than any other of the attackers chosen" if len(unit.spent_alone) > 1 else ""
    return (
        f"{markdown_text(name)} alone spend {amount(alone)} points until {markdown_text(unit.name)} is destroyed, "
        f"{amount(unit.share(alone))} on each 100 points of it{others}. This is one of their attacks."
    )


def _cheapest(unit: Attacked) -> str:
    """The attacker that spends least on it."""
    return min(unit.spent_alone, key=lambda name: (math.isnan(unit.spent_alone[name]), unit.spent_alone[name]))


def _attackers(phase: Phase, names: tuple[str, ...]) -> list[StandardAttacker]:
    return [attacker for attacker in ATTACKERS if attacker.phase == phase and attacker.label in names]


def _data(edition: str, attacker: StandardAttacker, target: str, situation: tuple[str, ...]) -> dict[str, Any]:
    return {
        "edition": edition,
        "phase": attacker.phase,
        "attacker": {"unit": attacker.unit},
        "target": {"unit": target},
        "situation": dict.fromkeys(situation, True),
    }


def _scenario(data: dict[str, Any]) -> Scenario:
    return inline(data, facts.PageFacts())


def _spent(scenarios: list[Scenario]) -> float:
    points = toll(scenarios).points
    return math.nan if points is None else points
