"""What a duel's result means, in sentences a player would say; names arrive as plain text and are escaped here."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from analysis.activations import Activations
from analysis.result import BuffOutcome, Result
from analysis.scenario import Scenario
from dashboard import facts
from dashboard.answer import Answer
from dashboard.attack_words import rule_name
from dashboard.curves import Curve, at_least, likely_range, median
from dashboard.frame import EDITION_NAMES
from dashboard.numbers import amount, percent, points
from dashboard.plain import chart_text, markdown_text, shortened

__all__ = [
    "buff_sentences",
    "cost_sentences",
    "headline",
    "left_out",
    "listed",
    "named_curves",
    "picture_title",
    "points_sentences",
    "pool_sentences",
    "spread",
    "uncounted",
    "until_destroyed",
    "verdict",
    "waste_sentence",
]


Plain = Callable[[str], str]
HAZARD = "hazard"
"""Id of the pool of the attacker's own hazardous weapons."""


def headline(attacker: str, target: str, result: Result, threshold: int) -> str:
    """The answer first: how sure is it to destroy the target, and to slay at least so many."""
    models = len(result.slain.pmf) - 1
    who, whom = (f"**{markdown_text(name)}**" for name in (attacker, target))
    destroyed = f"{who} against {whom}: destroyed in **{percent(result.destroyed)}** of attacks"
    if models == 1 or threshold >= models:
        return f"{destroyed}."
    chance = float(at_least(result.slain.pmf)[threshold])
    return f"{destroyed}, at least {threshold} of {models} models slain in **{percent(chance)}**."


def picture_title(scenario: Scenario) -> str:
    """What a picture of a duel is of, for those who meet it without the page; in lines that fit a phone."""
    attacker, target = (chart_text(shortened(side.name)) for side in (scenario.attacker, scenario.target))
    return f"{attacker}<br>against {target},<br>{EDITION_NAMES[scenario.edition]}"


def named_curves(before: Answer | None, now: Answer, unit: str) -> list[Curve]:
    """The curve of the attack, or those of A and B."""

    def law(duel: Answer) -> Sequence[float]:
        return duel.result.slain.pmf if unit == "models slain" else duel.result.damage.pmf

    if before is None:
        return [Curve(chart_text(now.scenario.attacker.name), law(now))]
    names = (f"{letter}: {chart_text(duel.scenario.attacker.name)}" for letter, duel in (("A", before), ("B", now)))
    editions = (before.scenario.edition, now.scenario.edition)
    if len(set(editions)) > 1:
        names = (f"{name}, {EDITION_NAMES[edition]}" for name, edition in zip(names, editions, strict=True))
    return [Curve(name, law(duel)) for name, duel in zip(names, (before, now), strict=True)]


def verdict(duel: Answer) -> list[str]:
    """What the attack is worth, wastes and costs."""
    scenario, result = duel.scenario, duel.result
    if not result.attacks:
        return [*pool_sentences(scenario.edition, result), *buff_sentences(scenario.edition, result)]
    return [
        *points_sentences(result, scenario.attacker.points, scenario.target.points),
        waste_sentence(result),
        *cost_sentences(scenario.edition, result),
        *pool_sentences(scenario.edition, result),
        *buff_sentences(scenario.edition, result),
    ]


def listed(sentences: Sequence[str]) -> str:
    """Sentences as a list in Markdown."""
    return "\n".join(f"- {sentence}" for sentence in sentences)


def spread(pmf: Sequence[float], mean: float, unit: str) -> str:
    """Mean, median and likely range of a distribution.

    >>> spread([0.25, 0.5, 0.25], 1.0, "models slain")
    'On average 1.00 models slain; median 1; in 8 of 10 attacks 0 to 2.'
    """
    low, high = likely_range(pmf)
    between = f"{low} to {high}" if low != high else f"exactly {low}"
    return f"On average {amount(mean)} {unit}; median {median(pmf)}; in 8 of 10 attacks {between}."


def points_sentences(result: Result, attacker_points: float | None, target_points: float | None) -> list[str]:
    """Points destroyed and what they mean for the price of the attacker."""
    if result.points_destroyed is None:
        return ["The target has no price, so points cannot be counted."]
    taken = amount(result.points_destroyed)
    what = f"{taken} of the target's {points(target_points)}" if target_points else f"{taken} points of the target"
    sentences = [f"It takes out {what} on average."]
    if result.efficiency is None or not attacker_points:
        sentences.append("The attacker has no price, so there is no value per point.")
        return sentences
    sentences.append(f"That is {amount(100 * result.efficiency)} points for each 100 points of the attacker.")
    if result.points_destroyed > 0:
        activations = attacker_points / result.points_destroyed
        sentences.append(
            f"The attacker earns back its own {points(attacker_points)} in {amount(activations)} such attacks."
        )
    return sentences


def until_destroyed(repeated: Activations) -> str:
    """How many activations in a row it takes.

    >>> until_destroyed(Activations(2.5, [0.1, 0.6, 0.8]))
    'On average **2.50** such activations in a row destroy the unit; 2 of them do it in 60% of battles.'
    """
    if not math.isfinite(repeated.expected):
        return "However often this attack is repeated, it need not destroy the unit."
    average = f"On average **{amount(repeated.expected)}** such activations in a row destroy the unit"
    likely = next((number for number, chance in enumerate(repeated.destroyed, 1) if chance >= 0.5), None)
    if likely is None:
        return f"{average}; {len(repeated.destroyed)} of them do it in {percent(repeated.destroyed[-1])} of battles."
    return f"{average}; {likely} of them do it in {percent(repeated.destroyed[likely - 1])} of battles."


def waste_sentence(result: Result) -> str:
    """How much damage did nothing."""
    if result.wasted < 0.005:
        return "No damage is wasted."
    return f"{amount(result.wasted)} damage is wasted on models already dying, or on nobody."


def cost_sentences(edition: str, result: Result, plain: Plain = markdown_text) -> list[str]:
    """What the attack costs the attacker: hazardous weapons, buffs that hurt, command points.

    `plain` makes a name harmless where the sentences will stand; so for the other lists.
    """
    sentences = []
    if result.hazard.failed > 0:
        own = next((pool for pool in result.pools if pool.id == HAZARD), None)
        slain = f" and slay {amount(own.slain.mean)} of its own models" if own and own.slain else ""
        sentences.append(
            f"Hazardous weapons: {amount(result.hazard.failed)} failed tests put {amount(result.hazard.mortal_wounds)} "
            f"mortal wounds on the attacker{slain}."
        )
    for cost in result.costs:
        parts = [f"{cost.cp} CP"] if cost.cp else []
        if cost.mortal_wounds > 0:
            parts.append(f"{amount(cost.mortal_wounds)} mortal wounds on the attacker's own side")
        if parts:
            sentences.append(f"{plain(rule_name(edition, cost.id))} costs {' and '.join(parts)}.")
    return sentences


def pool_sentences(edition: str, result: Result, plain: Plain = markdown_text) -> list[str]:
    """Mortal wounds that stand beside the attacks and are not part of the damage."""
    sentences = []
    for pool in result.pools:
        if pool.id != HAZARD:
            slain = f" and {amount(pool.slain.mean)} models slain" if pool.slain else ""
            sentences.append(
                f"{plain(rule_name(edition, pool.id))}: {amount(pool.mortal_wounds.mean)} mortal wounds on the "
                f"{plain(pool.side)}{slain}, beside the attacks and not part of the numbers above."
            )
    return sentences


def buff_sentences(edition: str, result: Result, plain: Plain = markdown_text) -> list[str]:
    """Named rules that took no part, with the reason, and where to name a fact that they wait for."""
    return [
        f"{plain(rule_name(edition, buff.id))} does nothing here: {plain(buff.reason or 'no effect')}"
        f"{plain(_where_to_say(edition, buff))}."
        for buff in result.buffs
        if not buff.applied
    ]


def _where_to_say(edition: str, outcome: BuffOutcome) -> str:
    """The box of the form that holds the fact which a rule needs, if it is one for its player to tell."""
    rule, reason = facts.buffs(edition).buffs.get(outcome.id), outcome.reason or ""
    if rule is None or not any(f"needs “{toggle.label}”" in reason for toggle in rule.toggles):
        return ""
    return f"; choose it in the form under “{rule.name}: what holds”"


def left_out(duel: Answer) -> list[str]:
    """Names of what the numbers of a duel leave out."""
    return [rule_name(duel.scenario.edition, name) for name in duel.result.unmodelled]


def uncounted(names: Sequence[str]) -> str:
    """One line about what the numbers leave out.

    >>> uncounted(["swallow whole", "deep strike"])
    'Not counted: swallow whole; deep strike.'
    """
    if not names:
        return "Nothing that is known of the two sides and bears on this attack was left out."
    return f"Not counted: {'; '.join(markdown_text(name) for name in names)}."
