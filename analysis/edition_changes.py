"""What the change of edition does to one attack, cause by cause.

The same attack is written out twice, from the catalogue of each edition. Starting from the earlier one, a single cause
is switched to the later edition at a time: one rule, or one part of the datasheets. What then changes is due to that
cause alone. Causes also act on each other (a new weapon may use a new rule), so what is left of the whole difference
once all single causes are taken off is named too: it is what they do together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from analysis.editions import EDITIONS, Edition
from analysis.evaluate import evaluate
from analysis.result import Result
from analysis.scenario import Group, Scenario, Target

__all__ = ["RULE_CHANGES", "SHEET_CHANGES", "Cause", "EditionChanges", "RuleChange", "SheetChange", "edition_changes"]

Number = Callable[[Result], float | None]


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A rule that the editions have differently: settings that only make sense when switched together.

    Attributes:
        name: Short, for charts and tables.
        settings: Fields of `Edition`.
        rules: Ids of the rules.
        sentence: What the later edition does, in a player's words.
    """

    name: str
    settings: tuple[str, ...]
    rules: tuple[str, ...]
    sentence: str


RULE_CHANGES: Final = (
    RuleChange(
        "Cover and Stealth",
        ("cover_worsens_skill", "cover_improves_save", "stealth_is_cover", "stealth_hit_modifier"),
        ("R-SAV-06", "R-HIT-09"),
        "cover worsens the shooter's BS instead of improving the save, and Stealth is cover",
    ),
    RuleChange("Bounds of BS and WS", ("skill_worst",), ("R-MOD-04",), "BS and WS never get worse than 6+"),
    RuleChange("Limit on saves", ("save_improvement_cap",), ("R-SAV-04",), "saves may be improved by more than 1"),
    RuleChange(
        "Extra attack dice",
        ("extra_dice_after_floor",),
        ("R-ATT-02", "R-ATT-03"),
        "Rapid Fire and Blast add dice after the Attacks are modified",
    ),
    RuleChange("Extra Attacks", ("extra_attacks_fixed",), ("R-ATT-08",), "Extra Attacks weapons may gain attacks"),
    RuleChange("Lethal Hits", ("lethal_hits_optional",), ("R-HIT-07",), "a Lethal Hit may roll to wound instead"),
    RuleChange(
        "Psychic attacks",
        ("psychic_ignores_penalties",),
        ("R-HIT-12",),
        "psychic attacks ignore penalties, cover and Stealth",
    ),
    RuleChange(
        "Indirect Fire",
        (
            "indirect_hit_modifier",
            "indirect_fails_up_to",
            "indirect_spotted_fails_up_to",
            "indirect_rerolls_hits",
        ),
        ("R-SHT-01", "R-SHT-02"),
        "Indirect Fire at the unseen hits on 6s, or on 4s when stationary and spotted, without re-rolls",
    ),
    RuleChange("Overwatch", ("snap_rerolls_hits",), ("R-SHT-05",), "hits in overwatch may not be rolled again"),
    RuleChange("Torrent with Precision", ("torrent_loses_precision",), ("R-SHT-04",), "Torrent weapons lose Precision"),
    RuleChange(
        "Halved damage",
        ("halve_damage_before_adding",),
        ("R-MOD-01", "R-DMG-05"),
        "damage is halved after Melta and the like are added",
    ),
    RuleChange("Damage set to 0", ("zero_damage_is_final",), ("R-MOD-02", "R-DMG-06"), "damage set to 0 stays 0"),
    RuleChange(
        "Devastating against reduction",
        ("devastating_spares_defender_changes",),
        ("R-DMG-11",),
        "Devastating Wounds ignore reduced and halved damage",
    ),
    RuleChange(
        "Devastating in turn",
        ("devastating_after_all_lines",),
        ("R-DMG-09",),
        "Devastating Wounds follow their own weapon, not all weapons",
    ),
    RuleChange(
        "Order of saves", ("saves_sorted",), ("R-SAV-14",), "saves are taken from the lowest die up, group after group"
    ),
    RuleChange(
        "Toughness of the living",
        ("toughness_read_per_line",),
        ("R-SEQ-07",),
        "Toughness is read from the living for each weapon",
    ),
    RuleChange(
        "Hazardous",
        (
            "hazard_fails_up_to",
            "hazard_mortal_wounds",
            "hazard_mortal_wounds_monster_or_vehicle",
            "hazard_on_one_bearer",
        ),
        ("R-HAZ-01", "R-HAZ-02", "R-HAZ-03"),
        "Hazardous fails on 1 and 2, for 1 mortal wound (3 on monsters and vehicles)",
    ),
    RuleChange(
        "New weapon abilities",
        ("name",),
        ("R-ATT-04", "R-ATT-05", "R-MOD-15", "R-WND-07"),
        "weapon abilities that one edition alone knows, such as Cleave and numbered Blast",
    ),
)


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
    """One cause switched to the later edition alone, and the result that then holds; a datasheet has no rule ids."""

    name: str
    sentence: str
    rules: tuple[str, ...]
    result: Result


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
            alone = number(cause.result)
            found.append((cause, 0.0 if alone is None else alone - before))
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
    Target's datasheet -0.667
    Cover and Stealth -0.5
    together 0.167
    """
    old, new = earlier.edition, later.edition
    rules = [
        Cause(change.name, change.sentence, change.rules, evaluate(earlier, _switched(old, new, change.settings)))
        for change in RULE_CHANGES
    ]
    sheets = [
        Cause(change.name, change.sentence, (), evaluate(change.switch(earlier, later))) for change in SHEET_CHANGES
    ]
    return EditionChanges(
        earlier=evaluate(earlier),
        later=evaluate(later),
        new_rules=evaluate(earlier, EDITIONS[new]),
        new_sheets=evaluate(later, EDITIONS[old]),
        causes=(*rules, *sheets),
    )


@cache
def _switched(old: str, new: str, settings: Sequence[str]) -> Edition:
    """The earlier edition with some settings of the later one; each made once, since editions go by identity."""
    return replace(EDITIONS[old], **{setting: getattr(EDITIONS[new], setting) for setting in settings})


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
