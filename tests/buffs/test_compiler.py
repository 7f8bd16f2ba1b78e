"""The compiler of ability data: each kind of fault that the source has is mended."""

from __future__ import annotations

from typing import Any

import pytest

from analysis.buffs.model import Buff, Effect
from data.build.buffs.compile import compile_ability
from data.build.buffs.compiled import Compiled
from data.build.buffs.vocabulary import Vocabulary
from data.sources.abilities import RawAbility
from queries.buffs import library

WORDS = Vocabulary(frozenset({"VEHICLE", "MONSTER", "INFANTRY", "ORKS", "WALKER", "ADEPTUS ASTARTES", "BATTLELINE"}))


def compiled(effect: Any, single_bearer: bool = False, **facts: Any) -> dict[str, Compiled]:
    defaults: dict[str, Any] = {
        "key": "11e/x/y", "edition": "11e", "ability_id": "y", "faction_id": "x", "detachment_id": None, "name": "Y",
        "ability_type": "unit", "behavior": "passive", "scope": {"range": "unit", "duration": "permanent"},
        "trigger": None, "usage": None, "applies_to": None, "unit_ids": (), "disputed": False, "dataslate": "",
        "source_id": "", "prov": "source",
    }  # fmt: skip
    return compile_ability(RawAbility(effect=effect, **{**defaults, **facts}), WORDS, single_bearer)


def stat(stat: str, operation: str, value: Any, target: str = "unit", **more: Any) -> dict[str, Any]:
    return {
        "type": "stat-modifier",
        "target": target,
        "modifier": {"stat": stat, "operation": operation, "value": value, **more},
    }


def roll(roll: str, operation: str, value: int, target: str = "unit", **more: Any) -> dict[str, Any]:
    return {
        "type": "roll-modifier",
        "target": target,
        "modifier": {"roll": roll, "operation": operation, "value": value, **more},
    }


def under(condition: dict[str, Any], effect: dict[str, Any]) -> dict[str, Any]:
    return {"type": "conditional", "condition": condition, "effect": effect}


def changes(sides: dict[str, Compiled], side: str) -> list[tuple[str, Any]]:
    return [(effect.change, effect.value) for effect in sides[side].effects]


def conditions(effect: Effect) -> list[str]:
    return [" or ".join(str(atom) for atom in clause) for clause in effect.when]


@pytest.mark.parametrize("value", [-1, 1])
@pytest.mark.parametrize("operation", ["add", "improve", "subtract"])
def test_own_armour_penetration_improves_whatever_its_sign(value: int, operation: str) -> None:
    assert changes(compiled(stat("AP", operation, value)), "attacker") == [("ap", 1)]


@pytest.mark.parametrize("operation", ["add", "worsen"])
def test_incoming_armour_penetration_worsens_on_the_defenders_side(operation: str) -> None:
    sides = compiled(stat("AP", operation, 1, incoming=True))
    assert list(sides) == ["defender"]
    assert changes(sides, "defender") == [("ap", -1)]


def test_penalties_of_a_unit_are_penalties_of_those_who_attack_it() -> None:
    for effect in (
        roll("wound", "subtract", 1, "self"),
        roll("hit", "subtract", 1, "attacker"),
        roll("hit", "add", -1, incoming=True),
    ):
        sides = compiled(effect)
        assert list(sides) == ["defender"]
        assert sides["defender"].effects[0].value == -1


def test_a_damaged_unit_is_its_own_penalty() -> None:
    sides = compiled(roll("hit", "subtract", 1, "self"), ability_id="damaged-1-6-wounds-remaining")
    assert list(sides) == ["attacker"]
    assert conditions(sides["attacker"].effects[0]) == ["toggle damaged"]


def test_stealth_and_cover_of_the_core_rules_are_what_they_are() -> None:
    minus = roll("hit", "subtract", 1, "attacker")
    assert changes(compiled(minus, ability_id="stealth"), "defender") == [("stealth", 1)]
    assert changes(compiled(minus, ability_id="benefit-of-cover"), "defender") == [("cover", 1)]
    grant = {"type": "ability-grant", "target": "unit", "modifier": {"ability_id": "benefit-of-cover"}}
    assert changes(compiled(grant), "defender") == [("cover", 1)]


def test_a_placeholder_for_any_unit_makes_a_strength_condition_the_targets() -> None:
    condition = {
        "operator": "and",
        "operands": [
            {"type": "unit-below-half-strength"},
            {"type": "target-has-keyword", "parameters": {"keyword": "A"}},
        ],
    }
    sides = compiled(under(condition, roll("hit", "add", 1)))
    assert conditions(sides["attacker"].effects[0]) == ["toggle target-below-half-strength"]
    assert sides["attacker"].toggles["target-below-half-strength"].label == "target below Half-strength"


def test_alternatives_and_negations_become_clauses() -> None:
    def keyword(word: str) -> dict[str, Any]:
        return {"type": "target-has-keyword", "parameters": {"keyword": word}}

    either = {"operator": "or", "operands": [keyword("Monster"), keyword("Vehicle")]}
    assert conditions(compiled(under(either, roll("hit", "add", 1)))["attacker"].effects[0]) == [
        "target MONSTER or target VEHICLE"
    ]
    neither = {"operator": "not", "operands": [either]}
    assert conditions(compiled(under(neither, roll("hit", "add", 1)))["attacker"].effects[0]) == [
        "not target MONSTER",
        "not target VEHICLE",
    ]


def test_keywords_written_together_are_told_apart() -> None:
    condition = {"type": "unit-has-keyword", "parameters": {"keyword": "Orks Walker"}}
    assert conditions(compiled(under(condition, roll("hit", "add", 1)))["attacker"].effects[0]) == [
        "attacker ORKS",
        "attacker WALKER",
    ]


def test_a_keyword_nobody_has_is_left_to_the_player() -> None:
    condition = {"type": "target-has-keyword", "parameters": {"keyword": "SPOTTED"}}
    assert conditions(compiled(under(condition, roll("hit", "add", 1)))["attacker"].effects[0]) == [
        "toggle target-spotted"
    ]


def test_phases_limit_the_weapons() -> None:
    for phase, kind in (("shooting", "weapon ranged"), ("fight", "weapon melee")):
        condition = {"type": "phase-is", "parameters": {"phase": phase}}
        assert conditions(compiled(under(condition, roll("hit", "add", 1)))["attacker"].effects[0]) == [kind]


def test_auras_ask_whether_the_unit_is_within_them() -> None:
    sides = compiled(roll("hit", "add", 1), scope={"range": "aura-6", "duration": "permanent"})
    assert conditions(sides["attacker"].effects[0]) == ["toggle within-6"]
    assert sides["attacker"].elsewhere


def test_damage_of_one_attack_is_said_to_be_missing() -> None:
    sides = compiled({"type": "damage-reduction", "target": "self", "modifier": {"reduction": "to-zero"}})
    assert sides["defender"].effects == []
    assert sides["defender"].missing == ["the damage of a single attack becomes 0"]


@pytest.mark.parametrize("modifier", [{"reduction": 1}, {"amount": 1}, {"incoming": True, "value": 1}])
def test_damage_reduction_is_read_in_each_of_its_forms(modifier: dict[str, Any]) -> None:
    sides = compiled({"type": "damage-reduction", "target": "unit", "modifier": modifier})
    assert changes(sides, "defender") == [("damage_reduction", 1)]


def test_options_become_choices_with_names_of_our_own() -> None:
    grant = {"type": "keyword-grant", "target": "unit", "modifier": {"keywords": ["Lethal Hits"]}}
    sides = compiled(
        {"type": "choice", "options": [{"effect": grant}, {"label": "Hunter's Eye", "effect": roll("hit", "add", 1)}]}
    )
    assert sides["attacker"].choices == ["lethal hits", "Hunter's Eye"]


def test_any_result_may_be_rolled_again_when_it_failed() -> None:
    again = {"type": "re-roll", "target": "unit", "modifier": {"roll": "hit", "result_scope": "any-result"}}
    assert changes(compiled(again), "attacker") == [("reroll_hits", "failures")]


def test_any_modifier_is_also_that_of_the_wound_roll() -> None:
    ignored = {"type": "roll-modifier", "target": "unit", "modifier": {"operation": "ignore-modifiers", "roll": "any"}}
    assert changes(compiled(ignored), "attacker") == [("ignore_penalties", kind) for kind in ("hit", "skill", "wound")]


def test_a_skill_is_that_of_one_kind_of_weapon() -> None:
    worse = {"type": "bs-modifier", "target": "enemy-within-aura", "modifier": {"operation": "subtract", "value": 1}}
    assert conditions(compiled(worse)["defender"].effects[0]) == ["weapon ranged"]
    assert conditions(compiled(stat("BS", "improve", 1))["attacker"].effects[0]) == ["weapon ranged"]
    assert conditions(compiled(stat("WS", "improve", 1))["attacker"].effects[0]) == ["weapon melee"]


def test_who_profits_from_a_mark_or_an_aura_is_asked_and_its_bearer_is_not() -> None:
    mark = {
        "type": "designate-target",
        "applies": {"to": "attackers-of-target", "attacker_keywords": ["Orks"], "effect": roll("hit", "add", 1)},
    }
    sides = compiled(mark, applies_to={"required_keywords": ["Walker"]})
    assert conditions(sides["attacker"].effects[0]) == ["attacker ORKS", "toggle target-marked"]
    filters = {"required_keywords": ["Orks"], "excluded_keywords": ["Monster"]}
    aura = {"type": "aura", "modifier": {"range": 6, "eligible": filters, "effect": roll("hit", "add", 1)}}
    assert conditions(compiled(aura)["attacker"].effects[0]) == [
        "attacker ORKS",
        "not attacker MONSTER",
        "toggle within-6",
    ]


def test_the_aura_of_a_leader_is_not_his_alone() -> None:
    aura = {"range": "aura-6", "duration": "permanent"}
    assert not compiled(roll("hit", "add", 1), scope=aura, single_bearer=True)["attacker"].effects[0].bearer_only
    assert compiled(roll("hit", "add", 1), single_bearer=True)["attacker"].effects[0].bearer_only


@pytest.mark.parametrize(
    ("kind", "parameters", "asked"),
    [
        ("timing-is", {"timing": "selected-to-shoot"}, []),
        ("timing-is", {"timing": "dark-pact"}, ["toggle dark-pact-made"]),
        ("disposition-matches", {"disposition": "friendly"}, []),
        ("disposition-matches", {"disposition": "riled-up"}, ["toggle attacker-riled-up"]),
        ("disposition-matches", {"disposition": "closest-eligible-target"}, ["toggle target-is-the-closest-eligible"]),
    ],
)
def test_what_happened_before_is_asked_and_the_moment_is_not(
    kind: str, parameters: dict[str, Any], asked: list[str]
) -> None:
    sides = compiled(under({"type": kind, "parameters": parameters}, roll("hit", "add", 1)))
    assert conditions(sides["attacker"].effects[0]) == asked


def test_otherwise_is_the_opposite_of_the_condition() -> None:
    walker = {"type": "unit-has-keyword", "parameters": {"keyword": "Walker"}}
    sides = compiled({**under(walker, roll("hit", "add", 1)), "else": roll("wound", "add", 1)})
    assert [(one.change, conditions(one)) for one in sides["attacker"].effects] == [
        ("hit", ["attacker WALKER"]),
        ("wound", ["not attacker WALKER"]),
    ]


def test_of_the_outcomes_of_a_roll_one_comes_true() -> None:
    outcomes = [
        {"results": [1, 2], "effect": roll("hit", "add", 1)},
        {"results": [3], "effect": roll("wound", "add", 1)},
    ]
    sides = compiled({"type": "dice-table", "dice": "D6", "outcomes": outcomes})
    assert [one.choice for one in sides["attacker"].effects] == ["rolled 1 or 2", "rolled 3"]
    gate = {"type": "dice-gated", "on_success": roll("hit", "add", 1), "on_fail": roll("wound", "add", 1)}
    assert [conditions(one) for one in compiled(gate)["attacker"].effects] == [
        ["toggle dice-roll-succeeded"],
        ["not toggle dice-roll-succeeded"],
    ]


def found(name: str) -> Buff:
    return library("11e").find(name)


def test_links_in_both_directions_are_used() -> None:
    """Catalogue faults 7 and 8: abilities that only the ability links to its unit."""
    assert "tyranids/the-red-terror" in found("ability/the-red-terror/swallow-whole").datasheets
    assert "adeptus-custodes/witchseekers" in found("ability/witchseekers/daughters-of-the-abyss").datasheets


@pytest.mark.parametrize(
    ("name", "side", "effects"),
    [
        ("ability/hydra/flak-battery", "attacker", [("failures", ["target FLY"])]),
        (
            "ability/sydonian-dragoons-with-radium-jezzails/focused-hunters",
            "attacker",
            [("failures", ["toggle target-marked"])],
        ),
        (
            "ability/immolator/purge-and-cleanse",
            "attacker",
            [("ignores cover", ["weapon ranged", "toggle target-marked"])],
        ),
        (
            "ability/acastus-knight-porphyrion/bastion-of-firepower",
            "attacker",
            [("lethal hits", ["situation stationary", "weapon ranged"])],
        ),
        (
            "ability/immortals/implacable-eradication",
            "attacker",
            [("ones", []), ("failures", ["toggle target-within-range-of-an-objective"])],
        ),
    ],
)
def test_what_the_data_lost_is_in_the_library(name: str, side: str, effects: list[Any]) -> None:
    """A lost keyword, a lost mark, cover the wrong way round, a lost stance, a lost upgrade."""
    buff = found(name)
    assert buff.side == side
    assert [(effect.value, conditions(effect)) for effect in buff.effects] == effects


def test_one_of_several_abilities_is_a_choice() -> None:
    prince = found("ability/daemon-prince-of-chaos-with-wings/harbinger-of-death")
    assert prince.choices == ("lethal hits", "sustained hits 1", "precision")
