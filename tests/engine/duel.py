"""Small scenarios written in a few words, and wounds that are certain, for tests that know the answer."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import pytest

from analysis import Result, Scenario, evaluate
from analysis.defence import Defence
from analysis.editions import EDITIONS
from analysis.engagement import Engagement, Outcome
from analysis.kit import prepare_line
from analysis.line import TargetFacts
from analysis.rolls import AUTOMATIC, RollOdds

__all__ = ["GEQ", "MEQ", "answer", "certain", "duel", "exactly", "group", "lost", "slain", "weapon"]

Json = dict[str, Any]

MEQ: Final[Json] = {"name": "MEQ", "count": 10, "toughness": 4, "save": 3, "wounds": 2}
GEQ: Final[Json] = {"name": "GEQ", "count": 10, "toughness": 3, "save": 5, "wounds": 1}


def exactly(value: Fraction | int | float | list[Fraction]) -> Any:
    """A figure, or a list of figures, to the last digits that floats can hold."""
    if isinstance(value, list):
        return pytest.approx([float(entry) for entry in value], abs=1e-13, rel=0)
    return pytest.approx(float(value), abs=1e-12, rel=0)


def weapon(*abilities: str, **changes: Any) -> Json:
    """A bolter-like gun: one attack, BS3+, S4, AP 0, D1."""
    gun: Json = {"name": "gun", "type": "ranged", "attacks": "1", "skill": 3, "strength": 4, "ap": 0, "damage": "1"}
    return gun | {"abilities": list(abilities)} | changes


def group(**changes: Any) -> Json:
    """A big group of MEQ with other numbers."""
    return MEQ | {"count": 20} | changes


def duel(edition: str, weapons: Json | list[Json], groups: Json | list[Json], **rest: Any) -> Json:
    """A scenario; `rest` gives its situation, its modifiers, and keywords and stealth of the target."""
    target = {name: rest.pop(name) for name in ("keywords", "stealth", "points") if name in rest}
    attacker = rest.pop("attacker", {})
    return {
        "edition": edition,
        "attacker": {"weapons": weapons if isinstance(weapons, list) else [weapons]} | attacker,
        "target": {"groups": groups if isinstance(groups, list) else [groups]} | target,
        **rest,
    }


def answer(edition: str, weapons: Json | list[Json], groups: Json | list[Json], **rest: Any) -> Result:
    """The Result of such a scenario."""
    return evaluate(Scenario.from_json(duel(edition, weapons, groups, **rest)))


@dataclass(frozen=True, slots=True)
class _CertainWound:
    """A wound roll that cannot fail, as it stands in examples that start with wounds already scored."""

    odds: RollOdds

    def against(self, toughness: int) -> tuple[tuple[float, RollOdds], ...]:
        return ((1.0, self.odds),)


_CRITICAL: Final = RollOdds(0.0, 1.0, 0.0, 0.0, 1.0)


def certain(edition: str, weapons: Json | list[Json], groups: Json | list[Json], **rest: Any) -> Outcome:
    """What as many wounds do as the weapons have attacks: every attack hits and wounds, critically if devastating."""
    scenario = Scenario.from_json(duel(edition, weapons, groups, **rest))
    settings = EDITIONS[edition]
    facts = TargetFacts.of(scenario.target)
    lines = []
    for given in scenario.attacker.weapons:
        line = prepare_line(given, scenario.modifiers, scenario.situation, settings, facts, first=False)
        wound = _CertainWound(_CRITICAL if line.volley.devastating else AUTOMATIC)
        lines.append(line._replace(volley=line.volley.with_hit(AUTOMATIC), to_wound=wound))
    defence = Defence(tuple(scenario.target.groups), scenario.modifiers, settings)
    return Engagement(defence, lines).attack()


def slain(outcome: Outcome) -> float:
    """Expected models slain."""
    return float(outcome.chances @ outcome.unit.slain.sum(axis=1))


def lost(outcome: Outcome) -> float:
    """Expected wounds lost."""
    return float(outcome.chances @ outcome.unit.wounds_lost)
