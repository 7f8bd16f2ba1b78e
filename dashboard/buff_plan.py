"""Whose rules are valued against whom, and every rule of that unit valued: what the views of the Buffs page show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from analysis.archetypes import ARCHETYPES, ATTACKERS
from analysis.buffs import fold
from analysis.buffs.candidates import Candidate, candidates
from analysis.buffs.model import Side
from analysis.buffs.ranking import Ranking, ranked
from analysis.buffs.value import Attack
from analysis.referring import ReferringScenario
from analysis.resolve import resolve
from dashboard import facts
from dashboard.setup import USUAL, Setup
from dashboard.waiting import tell

__all__ = ["Plan", "Valued", "attack_of", "scenario_behind", "uses_of", "value", "valued"]


@dataclass(frozen=True, slots=True)
class Plan:
    """Whose rules are valued, and when.

    Attributes:
        side: "attacker": the unit attacks the standard targets; "defender": the standard attackers attack it.
        granted: Whether facts that only the table knows are taken to hold.
        setup: How the unit stands beyond the usual, as `dashboard.setup_form` writes it.
    """

    edition: str
    unit: str
    phase: str
    side: Side
    granted: bool
    situation: tuple[str, ...] = ()
    setup: Setup = USUAL


@dataclass(frozen=True, slots=True, eq=False)
class Valued:
    """All rules of a plan against all opponents.

    Attributes:
        attacks: One for each opponent, with what has been answered so far.
        labels: Of the opponents.
    """

    plan: Plan
    attacks: tuple[Attack, ...]
    labels: tuple[str, ...]
    uses: tuple[Candidate, ...]
    ranking: Ranking


@lru_cache(maxsize=16)
def valued(plan: Plan) -> Valued:
    """What `value` found, kept for the next drawing of the page."""
    return value(plan)


def value(plan: Plan) -> Valued:
    """Value every rule that the unit's army could use.

    Raises:
        InputError: When the unit cannot attack in this phase.
    """
    opponents = _opponents(plan)
    attacks = tuple(attack_of(plan, place) for place in range(len(opponents)))
    uses = uses_of(plan, attacks[0])
    ranking = replace(ranked(attacks, uses, tell), targets=tuple(label for label, *_ in opponents))
    return Valued(plan, attacks, ranking.targets, uses, ranking)


def uses_of(plan: Plan, attack: Attack) -> tuple[Candidate, ...]:
    """Every way to use every rule of the unit's army, with what only the table knows granted or not."""
    army = facts.force(plan.edition, {**plan.setup.details, "unit": plan.unit}).army
    found = candidates(facts.buffs(plan.edition), attack.table, plan.side, army)
    return tuple(use for use in found if use.conditional == (plan.granted and bool(use.buff.toggles)))


def attack_of(plan: Plan, place: int) -> Attack:
    """The attack of a plan on, or by, one opponent, of which nothing has been answered yet."""
    scenario = ReferringScenario.from_json(scenario_behind(plan, place, ()))
    library = facts.buffs(plan.edition)
    found = resolve(scenario, facts.source(), lambda inline, context: fold(inline, library, context))
    return Attack(found.scenario, library, found.context, found.armament)


def scenario_behind(plan: Plan, place: int, uses: Sequence[Candidate]) -> dict[str, Any]:
    """The duel whose answer a number of the page is: one opponent, and rules used together."""
    _, attacker, target = _opponents(plan)[place]
    return {
        "edition": plan.edition,
        "phase": plan.phase,
        "attacker": dict(attacker),
        "target": dict(target),
        "situation": {**plan.setup.situation, **dict.fromkeys(plan.situation, True)},
        "buffs": [*plan.setup.buffs, *(use.choice.model_dump(mode="json") for use in uses)],
    }


def _opponents(plan: Plan) -> list[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
    """Label, attacker and target of each attack."""
    own = {**plan.setup.details, "unit": plan.unit}
    if plan.side == "attacker":
        return [(one.label, own, {"unit": one.unit, "models": one.models}) for one in ARCHETYPES]
    return [(one.label, {"unit": one.unit}, own) for one in ATTACKERS if one.phase == plan.phase]
