"""What each rule is worth to a unit: ranked over the standard opponents, in a chosen set, and by detachment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

import numpy as np
import pandas as pd

from analysis.archetypes import ARCHETYPES, ATTACKERS
from analysis.buffs import fold
from analysis.buffs.candidates import Candidate, candidates
from analysis.buffs.caps import swallowed
from analysis.buffs.detachments import Member, compare
from analysis.buffs.ranking import Ranking, best_orders, ranked
from analysis.buffs.shares import shares
from analysis.buffs.value import Attack, Metric
from analysis.buffs.wording import effects_in_words
from analysis.errors import InputError
from analysis.referring import ReferringScenario
from analysis.resolve import resolve
from dashboard import facts
from dashboard.field_labels import in_labels
from dashboard.heatmap import Grid
from dashboard.numbers import cell, percent
from dashboard.plain import chart_text, markdown_text
from dashboard.setup import USUAL, Setup
from dashboard.waiting import tell

__all__ = [
    "GAINS",
    "Plan",
    "Valued",
    "best_orders_in_words",
    "cannot_attack",
    "detachment_table",
    "gain_grid",
    "ranking_table",
    "scenario_behind",
    "share_table",
    "swallowed_in_words",
    "use_labels",
    "value",
    "valued",
]

GAINS: Final[dict[Metric, str]] = {
    "slain": "Models slain",
    "damage": "Wounds lost",
    "points_destroyed": "Points destroyed",
    "destroyed": "Chance to destroy",
}
_WEAPONS: Final = {"shooting": "ranged", "fight": "melee"}


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
    side: str
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
    attacks = tuple(_attack(plan, place) for place in range(len(opponents)))
    uses = _uses(plan, attacks[0])
    ranking = replace(ranked(attacks, uses, tell), targets=tuple(label for label, *_ in opponents))
    return Valued(plan, attacks, ranking.targets, uses, ranking)


def _uses(plan: Plan, attack: Attack) -> tuple[Candidate, ...]:
    """Every way to use every rule of the unit's army, with what only the table knows granted or not."""
    army = facts.force(plan.edition, {**plan.setup.details, "unit": plan.unit}).army
    found = candidates(facts.buffs(plan.edition), attack.table, _side(plan), army)
    return tuple(use for use in found if use.conditional == (plan.granted and bool(use.buff.toggles)))


def use_labels(found: Valued) -> dict[str, Candidate]:
    """The rules that do something somewhere, by a label of their own, the strongest first."""
    labels: dict[str, Candidate] = {}
    for row in found.ranking.order("damage"):
        use = found.ranking.uses[row]
        label = f"{use.label} ({use.buff.owner})" if use.buff.owner else use.label
        labels.setdefault(label, use)
    return labels


def ranking_table(found: Valued, metric: Metric) -> pd.DataFrame:
    """One row for each rule, the most useful first; gains are differences of the attack's number."""
    ranking = found.ranking
    gains = ranking.gains(metric)
    rows = []
    for row in ranking.order(metric):
        use, mean = ranking.uses[row], ranking.mean_gain(row, metric)
        cp = use.buff.cp
        about = (use.label, use.buff.kind, use.buff.owner, cp, mean, mean / cp if cp else None)
        rows.append((*about, effects_in_words(use.buff), _toggles(use), use.buff.id, *gains[row]))
    columns = ["rule", "kind", "owner", "CP", "mean gain", "gain per CP", "does", "needs at the table", "id"]
    return pd.DataFrame(rows, columns=[*columns, *found.labels])


def gain_grid(found: Valued, metric: Metric, most: int) -> Grid:
    """The strongest rules against every opponent; of a defender's rules what they take away."""
    ranking = found.ranking
    order = ranking.order(metric)[:most]
    sign = 1.0 if found.plan.side == "attacker" else -1.0
    table = ranking.gains(metric)
    gains = sign * np.array([table[row] for row in order], dtype=float).reshape(len(order), len(found.labels))
    write = percent if metric == "destroyed" else cell
    what = "gained" if sign > 0 else "taken from the attacker"
    return Grid(
        rows=[chart_text(ranking.uses[row].label) for row in order],
        columns=[chart_text(label) for label in found.labels],
        values=np.where(np.abs(gains) < 1e-12, 0.0, gains),
        metric=f"{GAINS[metric].lower()} {what}",
        texts=[[_signed_text(value, write) for value in row] for row in gains.tolist()],
        nouns=("rule", "target" if found.plan.side == "attacker" else "attacker"),
    )


def best_orders_in_words(found: Valued, metric: Metric) -> str | None:
    """The best order against each target, in one sentence; None for a unit that takes no orders."""
    best = best_orders(found.ranking, metric)
    if not any(best):
        return None
    against: dict[str, list[str]] = {}
    for label, use in zip(found.labels, best, strict=True):
        against.setdefault(use.label if use else "no order", []).append(label)
    parts = [f"**{markdown_text(order)}** against {', '.join(labels)}" for order, labels in against.items()]
    return f"Best order: {'; '.join(parts)}."


def share_table(attack: Attack, uses: Sequence[Candidate], metric: Metric) -> pd.DataFrame:
    """What each of several rules used together contributed.

    Raises:
        InputError: For more than eight rules.
    """
    found = shares(attack, [use.choice for use in uses], metric)
    return pd.DataFrame(
        {
            "rule": [use.label for use in uses],
            "alone": [share.alone for share in found],
            "fair share": [share.shapley for share in found],
            "lost without it": [share.last for share in found],
        }
    )


def swallowed_in_words(attack: Attack, uses: Sequence[Candidate]) -> list[str]:
    """A sentence for each rule that adds nothing beside the others."""
    labels = {use.buff.id: use.label for use in uses}
    reasons = swallowed(attack, [use.choice for use in uses])
    return [f"{markdown_text(labels[name])}: {markdown_text(reason)}." for name, reason in reasons.items()]


def detachment_table(found: Valued, place: int, metric: Metric, also: Sequence[str] = ()) -> pd.DataFrame:
    """What each detachment's rules and its two best stratagems add against one opponent.

    Args:
        found: The unit.
        place: Of the opponent.
        metric: The number that is summed over the units.
        also: Further units, as usual but for the situation.

    Raises:
        InputError: When one of them cannot attack in this phase.
    """
    names = facts.detachment_names(found.plan.edition)
    members = [Member(found.attacks[place], found.uses), *(_member(found.plan, unit, place) for unit in also)]
    several = len(members) > 1
    rows = [
        (
            names.get(one.detachment, one.detachment),
            one.before,
            one.with_rules,
            one.with_stratagems,
            one.gain,
            ", ".join(dict.fromkeys(use.label for rules in one.rules for use in rules)),
            ", ".join(
                f"{use.label} ({_unit_name(found.plan, members[unit])})" if several else use.label
                for unit, use in one.stratagems
            ),
            one.command_points,
        )
        for one in compare(members, metric)
    ]
    columns = ["detachment", "without", "with its rules", "with stratagems", "gain", "rules", "best stratagems", "CP"]
    table = pd.DataFrame(rows, columns=columns)
    for_points = (table["with stratagems"] - table["with its rules"]) / table["CP"].where(table["CP"] > 0)
    return table.assign(**{"stratagems per CP": for_points.astype("float64")})


def cannot_attack(plan: Plan, unit: str, place: int) -> str | None:
    """Why another unit of the army cannot be in the list, such as one without weapons; None when it can."""
    try:
        _member(plan, unit, place)
    except InputError as error:
        name = facts.datasheet(plan.edition, unit).name
        lacking = {"phase": f"{_WEAPONS[plan.phase]} weapons", "attacker.loadout": "weapons"}.get(error.field)
        return f"{name} (no {lacking})" if lacking else f"{name} ({in_labels(error)})"
    return None


def _unit_name(plan: Plan, member: Member) -> str:
    scenario = member.attack.scenario
    return scenario.attacker.name if plan.side == "attacker" else scenario.target.name


@lru_cache(maxsize=64)
def _member(plan: Plan, unit: str, place: int) -> Member:
    """Another unit of the army against one opponent, with its usual models and weapons."""
    own = replace(plan, unit=unit, setup=plan.setup.of_another_unit())
    attack = _attack(own, place)
    return Member(attack, _uses(own, attack))


def _side(plan: Plan) -> Any:
    return plan.side


def _opponents(plan: Plan) -> list[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
    """Label, attacker and target of each attack."""
    own = {**plan.setup.details, "unit": plan.unit}
    if plan.side == "attacker":
        return [(one.label, own, {"unit": one.unit, "models": one.models}) for one in ARCHETYPES]
    return [(one.label, {"unit": one.unit}, own) for one in ATTACKERS if one.phase == plan.phase]


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


def _attack(plan: Plan, place: int) -> Attack:
    scenario = ReferringScenario.from_json(scenario_behind(plan, place, ()))
    library = facts.buffs(plan.edition)
    found = resolve(scenario, facts.source(), lambda inline, context: fold(inline, library, context))
    return Attack(found.scenario, library, found.context, found.armament)


def _toggles(use: Candidate) -> str:
    chosen = use.selected.toggles
    return ", ".join(toggle.label for toggle in use.buff.toggles if toggle.id in chosen)


def _signed_text(value: float, write: Any) -> str:
    if abs(value) < 1e-12:
        return "0"
    return f"−{write(-value)}" if value < 0 else str(write(value))
