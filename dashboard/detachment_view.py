"""What each detachment does for a unit and others beside it: a row for each, and which of them does most."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

import pandas as pd

from analysis.buffs.detachments import Member, compare
from analysis.buffs.value import Metric
from analysis.errors import InputError
from analysis.referring import KIND_OF_PHASE
from dashboard import facts
from dashboard.buff_plan import Plan, Valued, attack_of, uses_of
from dashboard.field_labels import in_labels
from dashboard.numbers import signed
from dashboard.plain import markdown_text

__all__ = ["best_detachment_in_words", "cannot_attack", "detachment_table"]


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


def best_detachment_in_words(table: pd.DataFrame, number: str, opponent: str) -> str:
    """The answer out of the table of detachments; nothing for one without rows.

    Args:
        table: Of `detachment_table`.
        number: What is summed, in words.
        opponent: Whom the attack is against; another one may be answered otherwise.
    """
    if table.empty:
        return ""
    first = table.loc[table["gain"].idxmax()]
    free = table["with its rules"] - table["without"]
    thrifty = table.loc[free.idxmax()]
    told = (
        f"Against {markdown_text(opponent)}, **{markdown_text(first['detachment'])}** adds most to the "
        f"{number.lower()}: **{signed(first['gain'])}**, for {first['CP']:.0f} CP"
    )
    if first["CP"] == 0 or free.max() <= 0:
        return f"{told}."
    return f"{told}; without a CP, **{markdown_text(thrifty['detachment'])}**: {signed(free.max())}."


def cannot_attack(plan: Plan, unit: str, place: int) -> str | None:
    """Why another unit of the army cannot be in the list, such as one without weapons; None when it can."""
    try:
        _member(plan, unit, place)
    except InputError as error:
        name = facts.datasheet(plan.edition, unit).name
        lacking = {"phase": f"{KIND_OF_PHASE[plan.phase]} weapons", "attacker.loadout": "weapons"}.get(error.field)
        return f"{name} (no {lacking})" if lacking else f"{name} ({in_labels(error)})"
    return None


def _unit_name(plan: Plan, member: Member) -> str:
    scenario = member.attack.scenario
    return scenario.attacker.name if plan.side == "attacker" else scenario.target.name


@lru_cache(maxsize=64)
def _member(plan: Plan, unit: str, place: int) -> Member:
    """Another unit of the army against one opponent, with its usual models and weapons."""
    own = replace(plan, unit=unit, setup=plan.setup.of_another_unit())
    attack = attack_of(own, place)
    return Member(attack, uses_of(own, attack))
