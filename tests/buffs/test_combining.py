"""How several buffs combine: once each, orders, the best of rivals, choices, phases, penalties that are ignored."""

from __future__ import annotations

from typing import Any

import pytest

from analysis.buffs import Context, SideFacts, UnitFacts
from analysis.errors import InputError
from tests.buffs.attacks import Json, answered, attack, check_same, folded, outcome

AIM, RANK = "order/take-aim", "order/first-rank-fire-second-rank-fire"
LASGUN: Json = {"name": "Hot-shot lasgun", "count": 9, "skill": 3, "strength": 3, "ap": -1}
KASRKIN = ["ASTRA MILITARUM", "KASRKIN", "INFANTRY"]


def lasguns(cover: bool = False, **group: Any) -> Json:
    guardsmen = {"count": 30, "toughness": 3, "save": 5, "wounds": 1, **group}
    situation = {"half_range": True, "cover": cover}
    return attack("11e", weapon=LASGUN, group=guardsmen, keywords=KASRKIN, situation=situation)


@pytest.mark.parametrize(
    ("buffs", "cover", "slain"),
    [((), False, 5), ((RANK,), False, 7.5), ((AIM,), False, 6.25), ((RANK,), True, 5.625), ((AIM,), True, 5)],
)
def test_worked_example_19(buffs: tuple[str, ...], cover: bool, slain: float) -> None:
    assert answered(lasguns(cover), *buffs).slain.mean == pytest.approx(slain, abs=1e-9)


@pytest.mark.parametrize(
    ("buffs", "cover", "unsaved"),
    [((), False, 2), ((RANK,), False, 3), ((AIM,), False, 2.5), ((RANK,), True, 2.25), ((AIM,), True, 2)],
)
def test_worked_example_19_into_power_armour(buffs: tuple[str, ...], cover: bool, unsaved: float) -> None:
    marines = lasguns(cover, toughness=4, save=3)
    assert answered(marines, *buffs).damage.mean == pytest.approx(unsaved, abs=1e-9)


def test_the_same_buff_counts_once() -> None:
    once, twice = answered(lasguns(), AIM), answered(lasguns(), AIM, AIM)
    assert twice.damage.pmf == once.damage.pmf
    assert [buff.applied for buff in twice.buffs] == [True, False]
    assert twice.buffs[1].reason == "named twice: counts once"


def test_one_order_a_unit_and_two_with_warrior_elite() -> None:
    assert [applied for applied, _ in outcome(lasguns(), AIM, RANK)] == [True, True]
    guard = attack("11e", keywords=["ASTRA MILITARUM"])
    assert outcome(guard, AIM, RANK)[1] == (False, "one order a unit: Take Aim! came first")


def test_orders_need_the_army_faction_or_warrior_elite() -> None:
    """OQ-09: Kasrkin may have one order in any army, other units none."""
    cult = Context(SideFacts(army_faction="genestealer-cults"))
    assert outcome(lasguns(), AIM, context=cult)[0][0]
    assert outcome(lasguns(), AIM, RANK, context=cult)[1][0] is False
    guard = attack("11e", keywords=["ASTRA MILITARUM"])
    applied, reason = outcome(guard, AIM, context=cult)[0]
    assert not applied
    assert "Warrior Elite" in str(reason)
    own = Context(SideFacts(army_faction="astra-militarum"))
    assert outcome(guard, AIM, context=own)[0][0]


def test_army_rules_need_their_army() -> None:
    bugs = attack("11e", keywords=["TYRANIDS"], blade={})
    synapse = {"id": "army/synapse", "toggles": ["in-synapse-range"]}
    cult = Context(SideFacts(army_faction="genestealer-cults"))
    assert outcome(bugs, synapse, context=cult) == [(False, "needs army faction tyranids")]
    assert outcome(bugs, synapse, context=Context(SideFacts(army_faction="tyranids")))[0][0]
    assert outcome(bugs, synapse)[0][0], "in numbers alone the keyword decides"


def test_roll_modifiers_are_summed_before_the_cap() -> None:
    """Two +1 and one -1 of sliders make +1 (R-MOD-07)."""
    marked = {"id": "detachment/brood-brother-auxilia/integrated-tactics", "toggles": ["target-marked"]}
    avenged = {
        "id": "stratagem/final-day/avenge-the-star-children",
        "toggles": ["target-destroyed-a-tyranids-character"],
    }
    cult = attack("11e", keywords=["GENESTEALER CULTS"], modifiers={"hit": -1})
    check_same(cult, [marked, avenged], attack("11e", modifiers={"hit": 1, "wound": 1}))


def test_of_several_feel_no_pains_the_best_counts() -> None:
    sisters = attack("11e", target_keywords=["WITCHSEEKERS", "ADEPTUS CUSTODES"], weapon={"abilities": ["psychic"]})
    aegis = {"id": "detachment/talons-of-the-emperor/null-aegis", "toggles": ["anathema-psykana-within-6"]}
    best = "ability/witchseekers/daughters-of-the-abyss"
    assert answered(sisters, aegis, best).damage.pmf == pytest.approx(answered(sisters, best).damage.pmf)


def test_of_several_re_rolls_the_wider_counts() -> None:
    cult = attack("11e", keywords=["GENESTEALER CULTS"], modifiers={"reroll_wounds": "failures"})
    check_same(
        cult,
        ["stratagem/brood-brother-auxilia/symbiotic-destruction"],
        attack("11e", modifiers={"reroll_wounds": "failures"}),
    )


def test_a_buff_of_the_other_phase_does_not_act() -> None:
    assert outcome(attack("11e", keywords=["ASTRA MILITARUM"], blade={}), AIM) == [
        (False, "acts in the shooting phase only")
    ]
    sisters = attack("11e", blade={}, target_keywords=["ANATHEMA PSYKANA", "INFANTRY"])
    assert outcome(sisters, "stratagem/null-maiden-vigil/psychic-abominations")[0][0] is False


def test_another_detachments_rule_does_not_act() -> None:
    other = Context(SideFacts(detachment="host-of-ascension"))
    marked = {"id": "detachment/brood-brother-auxilia/integrated-tactics", "toggles": ["target-marked"]}
    applied, reason = outcome(attack("11e", keywords=["GENESTEALER CULTS"]), marked, context=other)[0]
    assert not applied
    assert "host-of-ascension" in str(reason)


def test_a_choice_has_to_be_made() -> None:
    applied, reason = outcome(attack("11e", keywords=["HERETIC ASTARTES"]), "army/dark-pacts")[0]
    assert not applied
    assert reason == "needs a choice: lethal hits, sustained hits 1"


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_psychic_weapons_of_the_11th_edition_ignore_penalties_before_the_sum(edition: str) -> None:
    """R-HIT-12: the penalty of a slider falls away, the bonus of the buff stays; in 10e both count."""
    spell = {"weapon": {"abilities": ["psychic"]}, "keywords": ["ANATHEMA PSYKANA"]}
    unity = {"id": "detachment/talons-of-the-emperor/deadly-unity", "toggles": ["other-own-unit-within-6"]}
    net = 1 if edition == "11e" else 0
    check_same(
        attack(edition, **spell, modifiers={"hit": -1}), [unity], attack(edition, **spell, modifiers={"hit": net})
    )


def test_a_penalty_leaves_psychic_weapons_alone() -> None:
    two = attack("11e", target_keywords=["ANATHEMA PSYKANA", "INFANTRY"])
    two["attacker"]["weapons"].append({**two["attacker"]["weapons"][0], "name": "spell", "abilities": ["psychic"]})
    scenario = folded(two, "stratagem/null-maiden-vigil/psychic-abominations")
    assert scenario.target.stealth
    result = answered(two, "stratagem/null-maiden-vigil/psychic-abominations")
    plain = answered(two)
    assert result.per_weapon[0].hits < plain.per_weapon[0].hits
    assert result.per_weapon[1].hits == plain.per_weapon[1].hits


def test_one_command_re_roll_an_attack() -> None:
    named = [{"id": "stratagem/core/command-re-roll", "choice": "hit"}]
    again = {"id": "ability/sky-ray-gunship/targeting-array", "choice": "re-rolls one wound die"}
    found = outcome(attack("11e"), *named, again)
    assert [applied for applied, _ in found] == [True, False]


@pytest.mark.parametrize(
    ("named", "field", "near"),
    [
        ("order/take-am", "buffs[0].id", "order/take-aim"),
        ({"id": "army/dark-pacts", "choice": "devastating wounds"}, "buffs[0].choice", "lethal hits"),
        ({"id": "army/synapse", "toggles": ["in-synaps"]}, "buffs[0].toggles", "in-synapse-range"),
        ({"id": "order/take-aim", "choice": "x"}, "buffs[0].choice", "no choice"),
        ({"id": "order/take-aim", "toggles": ["x"]}, "buffs[0].toggles", "no toggle"),
    ],
)
def test_unknown_names_are_refused_with_the_nearest(named: Any, field: str, near: str) -> None:
    with pytest.raises(InputError) as refused:
        folded(attack("11e"), named)
    assert refused.value.field == field
    assert near in refused.value.expected


def test_names_are_found_whatever_their_case_and_marks() -> None:
    scenario = attack("11e", keywords=["ASTRA MILITARUM"])
    assert outcome(scenario, "Order/Take Aim!")[0][0]
    mine = {"id": "ability/kasrkin/Melta Mine", "toggles": ['Within 3"']}
    assert outcome(attack("11e", keywords=["KASRKIN"]), mine)[0][0]


def test_a_scenario_without_buffs_stays_as_it_is() -> None:
    scenario = folded(attack("11e"))
    assert scenario.named_buffs == []
    assert scenario.pools == []


def test_abilities_of_the_bearer_touch_his_weapons_alone() -> None:
    """An attached character's own bonus does not reach the bodyguard's weapons."""
    two = attack("11e", keywords=["INFANTRY"])
    two["attacker"]["weapons"].append({**two["attacker"]["weapons"][0], "name": "pistol"})
    guard = UnitFacts("adeptus-astartes/intercessor-squad", weapons=(0,))
    captain = UnitFacts("necrons/plasmancer", weapons=(1,), attached=True)
    context = Context(SideFacts(units=(guard, captain)))
    result = answered(two, context=context)
    assert [buff.id for buff in result.buffs] == ["ability/plasmancer/harbinger-of-destruction"]
    alone = Context(SideFacts(units=(captain,)))
    assert answered(two, context=Context(SideFacts(units=(guard,)))).buffs == []
    assert alone.attacker.units[0].attached
