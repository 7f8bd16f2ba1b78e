"""What the change of edition does: every rule is traced in an attack where it matters, and the causes add up."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from typing import Any

import pytest

from analysis.edition_changes import EditionChanges, edition_changes
from analysis.edition_rules import RULE_CHANGES, RuleChange
from analysis.editions import EDITIONS, Edition
from analysis.evaluate import evaluate
from analysis.result import Result
from analysis.scenario import Scenario

GUN = {"type": "ranged", "count": 3, "attacks": "2", "skill": 3, "strength": 5, "ap": -2, "damage": "2"}
BLADE = {**GUN, "type": "melee"}
SQUAD = {"name": "squad", "count": 10, "toughness": 4, "save": 4, "wounds": 2}
OTHERS = {"name": "others", "count": 4, "toughness": 7, "save": 2, "wounds": 3}
CAPTAIN = {"name": "captain", "count": 1, "toughness": 4, "save": 3, "wounds": 5, "character": True}


def attack(edition: str, weapon: dict[str, Any], groups: list[dict[str, Any]] | None = None, **more: Any) -> Scenario:
    weapons = more.pop("weapons", [weapon])
    target = {"points": 100, "groups": groups or [SQUAD], **more.pop("target", {})}
    attacker = {"points": 80, "weapons": weapons}
    return Scenario.from_json({"edition": edition, "attacker": attacker, "target": target, **more})


def damage(result: Result) -> float:
    return result.damage.mean


def hazard(result: Result) -> float:
    return result.hazard.mortal_wounds


WHERE_IT_MATTERS: dict[str, dict[str, Any]] = {
    "Cover and Stealth": {"weapon": GUN, "situation": {"cover": True}},
    "Bounds of BS and WS": {"weapon": {**GUN, "skill": 6}, "modifiers": {"skill": -2, "hit": 1}},
    "Limit on saves": {"weapon": {**GUN, "ap": 0}, "modifiers": {"save_roll": 2}},
    "Extra attack dice": {
        "weapon": {**GUN, "attacks": "1", "abilities": ["rapid fire 1"]},
        "situation": {"half_range": True},
        "modifiers": {"attacks": -1},
    },
    "Extra Attacks": {"weapon": {**BLADE, "abilities": ["extra attacks"]}, "modifiers": {"attacks": 1}},
    "Lethal Hits": {
        "weapon": {**GUN, "damage": "3", "strength": 12, "abilities": ["lethal hits", "devastating wounds"]},
        "groups": [{**SQUAD, "save": 2, "wounds": 3}],
        "modifiers": {"critical_wound": 2},
    },
    "Psychic attacks": {"weapon": {**GUN, "abilities": ["psychic"]}, "modifiers": {"hit": -1}},
    "Indirect Fire": {"weapon": {**GUN, "abilities": ["indirect fire"]}, "situation": {"indirect": True}},
    "Overwatch": {"weapon": GUN, "situation": {"snap_shooting": True}, "modifiers": {"reroll_hits": "failures"}},
    "Torrent with Precision": {
        "weapon": {**GUN, "abilities": ["torrent", "precision"]},
        "groups": [{**SQUAD, "count": 2}, CAPTAIN],
        "situation": {"precision_on_character": True},
    },
    "Halved damage": {
        "weapon": {**GUN, "abilities": ["melta 2"]},
        "groups": [{**SQUAD, "wounds": 9}],
        "situation": {"half_range": True},
        "modifiers": {"halve_damage": True},
    },
    "Damage set to 0": {"weapon": GUN, "modifiers": {"damage_set": 0, "damage": 1}},
    "Devastating against reduction": {
        "weapon": {**GUN, "abilities": ["devastating wounds"]},
        "modifiers": {"damage_reduction": 1},
    },
    "Weapons as batches": {
        "weapon": GUN,
        "weapons": [{**GUN, "abilities": ["devastating wounds"], "damage": "1"}, {**GUN, "damage": "3"}],
        "groups": [{**SQUAD, "count": 2, "wounds": 3}],
    },
    "Hazardous": {"weapon": {**GUN, "abilities": ["hazardous"]}},
    "New weapon abilities": {"weapon": {**BLADE, "abilities": ["cleave 1"]}},
}


def named(changes: EditionChanges, number: Any) -> dict[str | None, float]:
    return {cause.name if cause else None: added for cause, added in changes.contributions(number)}


def test_every_setting_belongs_to_one_change_and_every_change_has_its_attack() -> None:
    settings = Counter(setting for change in RULE_CHANGES for setting in change.settings)

    assert settings == Counter(field.name for field in fields(Edition))
    assert [change.name for change in RULE_CHANGES] == list(WHERE_IT_MATTERS)


@pytest.mark.parametrize("change", RULE_CHANGES, ids=[change.name for change in RULE_CHANGES])
def test_a_rule_is_traced_where_it_matters(change: RuleChange) -> None:
    """The same numbers under both editions: only rules differ, and this one is among the causes."""
    earlier, later = (attack(edition, **WHERE_IT_MATTERS[change.name]) for edition in ("10e", "11e"))
    number = hazard if change.name == "Hazardous" else damage

    found = edition_changes(earlier, later)

    contributions = named(found, number)
    assert abs(contributions[change.name]) > 1e-6
    assert all(len(rule.split("-")) == 3 for rule in change.rules)
    assert sum(contributions.values()) == pytest.approx(number(evaluate(later)) - number(evaluate(earlier)), abs=1e-12)
    rules, sheets = found.parts(number)
    assert rules == pytest.approx(sum(contributions.values()), abs=1e-12)
    assert sheets == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(
    ("weapons", "groups"),
    [
        ([{**GUN, "count": 8}], [{**SQUAD, "count": 2}, {**OTHERS, "count": 2}]),
        ([{**GUN, "count": 9}, {**GUN, "count": 9}], [{**OTHERS, "count": 1, "save": 6}, {**SQUAD, "toughness": 3}]),
    ],
    ids=["saves from the lowest die", "toughness of the living"],
)
def test_each_part_of_a_batch_is_traced(weapons: list[dict[str, Any]], groups: list[dict[str, Any]]) -> None:
    found = edition_changes(*(attack(edition, GUN, groups, weapons=weapons) for edition in ("10e", "11e")))

    assert set(named(found, damage)) == {"Weapons as batches"}


def test_all_changes_switched_together_are_the_other_edition() -> None:
    old, new = EDITIONS["10e"], EDITIONS["11e"]
    everything = {setting: getattr(new, setting) for change in RULE_CHANGES for setting in change.settings}

    for case in WHERE_IT_MATTERS.values():
        earlier = attack("10e", **case)
        assert evaluate(earlier, replace(old, **everything)) == evaluate(earlier, new)


def test_a_single_datasheet_change_is_the_whole_difference() -> None:
    weak, strong = attack("10e", GUN), attack("11e", {**GUN, "strength": 8})

    found = edition_changes(weak, strong)

    assert named(found, damage) == {
        "Attacker's datasheet": pytest.approx(evaluate(strong).damage.mean - evaluate(weak).damage.mean, rel=1e-9)
    }
    assert found.contributions(lambda result: result.points_destroyed)[0][0].rules == ()


def test_two_causes_share_what_they_do_to_each_other() -> None:
    """Shapley by hand: the mean over both orders of switching Toughness and price."""

    def of(points: int, toughness: int, edition: str = "10e") -> Scenario:
        groups = [{**SQUAD, "toughness": toughness}]
        return attack(edition, GUN, groups, target={"points": points})

    earlier, dear, tough, later = of(100, 4), of(140, 4), of(100, 5), of(140, 5, "11e")
    value = [evaluate(scenario).points_destroyed for scenario in (earlier, dear, tough, later)]

    found = named(edition_changes(earlier, later), lambda result: result.points_destroyed)

    by_price = ((value[1] - value[0]) + (value[3] - value[2])) / 2
    assert found == {
        "Target's price": pytest.approx(by_price, rel=1e-9),
        "Target's datasheet": pytest.approx(value[3] - value[0] - by_price, rel=1e-9),
    }


def test_three_causes_leave_a_rest_that_is_named_and_the_sum_holds() -> None:
    earlier = attack("10e", GUN, situation={"cover": True})
    later = attack("11e", {**GUN, "ap": -3}, [{**SQUAD, "toughness": 6, "save": 2}], situation={"cover": True})

    found = named(edition_changes(earlier, later), damage)

    assert {"Attacker's datasheet", "Target's datasheet", "Cover and Stealth", None} <= set(found)
    assert sum(found.values()) == pytest.approx(evaluate(later).damage.mean - evaluate(earlier).damage.mean, abs=1e-12)


def test_what_has_no_price_cannot_be_compared_in_points() -> None:
    earlier = attack("10e", GUN, target={"points": None})

    found = edition_changes(earlier, attack("11e", GUN))

    assert found.contributions(lambda result: result.points_destroyed) == []
    assert found.parts(lambda result: result.points_destroyed) is None
