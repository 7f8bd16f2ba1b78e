"""What moves a number of a duel: sliders by one step and rules of both armies, each alone, each as the duel says."""

from __future__ import annotations

from typing import Any

from dashboard.answer import answer
from dashboard.compare import measure
from dashboard.moves import moves

SLAIN = measure("slain")
DUEL: dict[str, Any] = {
    "edition": "11e",
    "phase": "shooting",
    "attacker": {"unit": "astra-militarum/kasrkin"},
    "target": {"unit": "adeptus-astartes/intercessor-squad", "models": 5},
    "situation": {"half_range": True},
}


def found(data: dict[str, Any]) -> dict[str, float]:
    return {change.name: change.value for change in moves(data, SLAIN, 1)}


def slain(data: dict[str, Any]) -> float:
    return answer(data).result.slain.mean


def test_an_order_and_a_slider_are_tried_alone() -> None:
    changes = found(DUEL)

    assert changes["Take Aim! (Astra Militarum)"] == slain({**DUEL, "buffs": ["order/take-aim"]}) > slain(DUEL)
    assert changes["To hit +1"] == slain({**DUEL, "modifiers": {"hit": 1}})


def test_rules_of_the_target_are_tried_too() -> None:
    changes = found(DUEL)

    rule = {"id": "stratagem/gladius-task-force/armour-of-contempt"}
    assert changes["Armour of Contempt (Gladius Task Force)"] == slain({**DUEL, "buffs": [rule]}) < slain(DUEL)
    assert not [name for name in changes if name.startswith("The Flesh Is Weak")], "a squad has no enhancement"


def test_a_rule_in_use_may_be_left_out_and_stands_beside_the_others() -> None:
    together = {**DUEL, "buffs": [{"id": "order/take-aim"}]}

    changes = found(together)

    assert changes["Without Take Aim!"] == slain(DUEL)
    assert "Take Aim! (Astra Militarum)" not in changes
    second = {"id": "order/first-rank-fire-second-rank-fire"}
    name = "First Rank, Fire! Second Rank, Fire! (Astra Militarum)"
    assert changes[name] == slain({**together, "buffs": [*together["buffs"], second]})


def test_sides_in_numbers_may_use_the_rules_of_every_army_and_none_of_a_combat_patrol() -> None:
    weapon = {"type": "melee", "attacks": 9, "skill": 4, "strength": 4, "damage": 1}
    group = {"count": 5, "toughness": 4, "save": 4, "wounds": 1}
    data = {"edition": "11e", "attacker": {"weapons": [weapon]}, "target": {"groups": [group]}}

    changes = found(data)

    assert changes["Command Re-roll: wound (Core)"] > slain(data)
    assert not [name for name in changes if "combat patrol" in name]
