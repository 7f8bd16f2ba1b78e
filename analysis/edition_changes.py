"""What the change of edition does to one attack, cause by cause.

The same attack is written out twice, from the catalogue of each edition. A cause is one rule, or one part of the
datasheets. It is switched alone in both directions: on, starting from the earlier edition, and off, starting from the
later one. What it adds is the mean of the two, which shares evenly whatever two causes do to each other (a new weapon
may use a new rule): for two causes that is their Shapley value. What three or more do to each other is what is left of
the whole difference, and is named too: it is what they do together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from analysis.edition_rules import RULE_CHANGES
from analysis.editions import EDITIONS, Edition
from analysis.evaluate import evaluate
from analysis.result import Result
from analysis.scenario import Group, Scenario, Target

__all__ = ["SHEET_CHANGES", "Cause", "EditionChanges", "SheetChange", "edition_changes"]

Number = Callable[[Result], float | None]


@dataclass(frozen=True, slots=True)
class SheetChange:
    """A part of the datasheets: `switch` puts that part of the second scenario into the first."""

    name: str
    sentence: str
    switch: Callable[[Scenario, Scenario], Scenario]


def _weapons(old: Scenario, new: Scenario) -> Scenario:
    attacker = new.attacker.model_copy(update={"points": old.attacker.points})
    return old.model_copy(update={"attacker": attacker})


def _attacker_price(old: Scenario, new: Scenario) -> Scenario:
    attacker = old.attacker.model_copy(update={"points": new.attacker.points})
    return old.model_copy(update={"attacker": attacker})


def _target(old: Scenario, new: Scenario) -> Scenario:
    return old.model_copy(update={"target": _priced(new.target, old.target)})


def _target_price(old: Scenario, new: Scenario) -> Scenario:
    return old.model_copy(update={"target": _priced(old.target, new.target)})


def _abilities(old: Scenario, new: Scenario) -> Scenario:
    fields = ("situation", "modifiers", "pools", "named_buffs")
    return old.model_copy(update={field: getattr(new, field) for field in fields})


SHEET_CHANGES: Final = (
    SheetChange("Attacker's datasheet", "its models, weapons and default loadout", _weapons),
    SheetChange("Attacker's price", "its points", _attacker_price),
    SheetChange("Target's datasheet", "its models, saves, wounds and abilities that are always on", _target),
    SheetChange("Target's price", "its points", _target_price),
    SheetChange("Abilities and buffs", "of both sides, as far as they change this attack", _abilities),
)


@dataclass(frozen=True, slots=True)
class Cause:
    """One cause; a datasheet has no rule ids.

    Attributes:
        alone: The earlier edition with this cause switched on.
        without: The later edition with this cause switched off.
    """

    name: str
    sentence: str
    rules: tuple[str, ...]
    alone: Result
    without: Result


@dataclass(frozen=True, slots=True)
class EditionChanges:
    """One attack under two editions.

    Attributes:
        earlier: Earlier datasheets, earlier rules.
        later: Later datasheets, later rules.
        new_rules: Earlier datasheets under all of the later rules.
        new_sheets: Later datasheets under the earlier rules.
        causes: Every single cause, whether or not it changes anything here.
    """

    earlier: Result
    later: Result
    new_rules: Result
    new_sheets: Result
    causes: tuple[Cause, ...]

    def parts(self, number: Number) -> tuple[float, float] | None:
        """What all rules and what all datasheets add to a number, with what they do to each other shared evenly.

        The two add up to the whole difference; None where the number is unknown.
        """
        before, after = number(self.earlier), number(self.later)
        rules, sheets = number(self.new_rules), number(self.new_sheets)
        if before is None or after is None or rules is None or sheets is None:
            return None
        return (rules - before + after - sheets) / 2, (sheets - before + after - rules) / 2

    def contributions(self, number: Number) -> list[tuple[Cause | None, float]]:
        """What each cause adds to a number, the largest first; None stands for all of them together.

        The contributions add up to the whole difference. Causes that add less than a billionth are left out; the list
        is empty where the number is unknown under either edition.
        """
        before, after = number(self.earlier), number(self.later)
        if before is None or after is None:
            return []
        found: list[tuple[Cause | None, float]] = []
        for cause in self.causes:
            alone, without = number(cause.alone), number(cause.without)
            if alone is not None and without is not None:
                found.append((cause, (alone - before + after - without) / 2))
        found.append((None, after - before - sum(added for _, added in found)))
        told = [(cause, added) for cause, added in found if abs(added) > _NOTHING]
        return sorted(told, key=lambda entry: -abs(entry[1]))


_NOTHING: Final = 1e-9


def edition_changes(earlier: Scenario, later: Scenario) -> EditionChanges:
    """Compare an attack written out from the catalogues of two editions.

    Args:
        earlier: Inline, buffs folded in.
        later: The same attack in the other edition.

    >>> def attack(edition, cost, toughness):
    ...     weapon = {"type": "ranged", "attacks": "6", "skill": 3, "strength": 4, "damage": "1"}
    ...     target = {"points": cost, "groups": [{"count": 5, "toughness": toughness, "save": 4, "wounds": 1}]}
    ...     return Scenario.from_json({"edition": edition, "attacker": {"weapons": [weapon], "points": 50},
    ...         "target": target, "situation": {"cover": True}})
    >>> changes = edition_changes(attack("10e", 100, 4), attack("11e", 100, 5))
    >>> for cause, added in changes.contributions(lambda result: result.wounds):
    ...     print(cause.name if cause else "together", round(added, 3))
    Target's datasheet -0.583
    Cover and Stealth -0.417
    """
    return EditionChanges(
        earlier=evaluate(earlier),
        later=evaluate(later),
        new_rules=evaluate(earlier, EDITIONS[later.edition]),
        new_sheets=evaluate(later, EDITIONS[earlier.edition]),
        causes=(*_rules(earlier, later), *_sheets(earlier, later)),
    )


def _rules(earlier: Scenario, later: Scenario) -> Iterator[Cause]:
    old, new = earlier.edition, later.edition
    for change in RULE_CHANGES:
        alone = evaluate(earlier, _switched(old, new, change.settings))
        without = evaluate(later, _switched(new, old, change.settings))
        yield Cause(change.name, change.sentence, change.rules, alone, without)


def _sheets(earlier: Scenario, later: Scenario) -> Iterator[Cause]:
    for change in SHEET_CHANGES:
        alone, without = evaluate(change.switch(earlier, later)), evaluate(change.switch(later, earlier))
        yield Cause(change.name, change.sentence, (), alone, without)


@cache
def _switched(edition: str, other: str, settings: Sequence[str]) -> Edition:
    """An edition with some settings of the other; each made once, since editions go by identity."""
    return replace(EDITIONS[edition], **{setting: getattr(EDITIONS[other], setting) for setting in settings})


def _priced(target: Target, prices: Target) -> Target:
    """A target at the price of another; groups with prices of their own (attached units) take those of the other's.

    Where the two are made up differently such prices cannot be told apart from the models, and stay as they are.
    """
    groups: list[Group] = list(target.groups)
    if len(groups) == len(prices.groups):
        groups = [
            group.model_copy(update={"points": other.points})
            for group, other in zip(groups, prices.groups, strict=True)
        ]
    return target.model_copy(update={"points": prices.points, "groups": groups})
