"""One id for each rule: alike rules of several factions are joined, others told apart, and both sides are kept."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import pytest

from analysis.buffs.conditions import parse_clause
from analysis.buffs.model import Buff, Effect
from data.build.buffs.compiled import Compiled
from data.build.buffs.joined import joined
from data.build.buffs.mends import Mend, mended
from data.build.buffs.sides import buffs_of_sides, only_wounds
from queries.buffs import library

FRENZY = Buff(
    id="ability/helbrute/frenzy",
    name="Frenzy",
    edition="11e",
    kind="datasheet ability",
    side="attacker",
    status="modelled",
    faction="death-guard",
    datasheets=("death-guard/helbrute",),
    effects=(Effect("hit", 1),),
    sources=("11e/death-guard/frenzy",),
)


def of_faction(buff: Buff, faction: str) -> Buff:
    return replace(buff, faction=faction, datasheets=(f"{faction}/helbrute",), sources=(f"11e/{faction}/frenzy",))


def test_the_same_rule_of_two_factions_is_one_buff() -> None:
    (one,) = joined([FRENZY, of_faction(FRENZY, "thousand-sons")])
    assert one.id == FRENZY.id
    assert one.datasheets == ("death-guard/helbrute", "thousand-sons/helbrute")
    assert one.sources == ("11e/death-guard/frenzy", "11e/thousand-sons/frenzy")
    assert one.faction is None


def test_what_helps_other_units_stays_with_its_army() -> None:
    aura = replace(FRENZY, elsewhere=True)
    found = joined([aura, of_faction(aura, "thousand-sons")])
    assert [(buff.id, buff.faction) for buff in found] == [
        ("ability/helbrute/frenzy", "death-guard"),
        ("ability/thousand-sons-helbrute/frenzy", "thousand-sons"),
    ]


def test_a_detachment_repeated_for_each_chapter_is_one() -> None:
    rule = replace(FRENZY, detachment="gladius-task-force", datasheets=(), elsewhere=True, faction="adeptus-astartes")
    (one,) = joined([rule, replace(rule, faction="ultramarines")])
    assert (one.id, one.faction) == (rule.id, "adeptus-astartes")


def test_another_rule_of_the_same_name_gets_an_id_of_its_own() -> None:
    other = replace(of_faction(FRENZY, "world-eaters"), effects=(Effect("attacks", 1),))
    third = replace(other, effects=(Effect("attacks", 2),))
    found = joined([FRENZY, other, of_faction(FRENZY, "thousand-sons"), third])
    assert [buff.id for buff in found] == [
        "ability/helbrute/frenzy",
        "ability/world-eaters-helbrute/frenzy",
        "ability/world-eaters-helbrute/frenzy-2",
    ]
    assert [len(buff.datasheets) for buff in found] == [2, 1, 1]


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_no_rule_lost_the_datasheets_of_its_faction(edition: str) -> None:
    lost = [
        (buff.id, source)
        for buff in library(edition)
        for source in buff.sources
        if buff.datasheets and source.split("/")[1] != "-"
        if not any(sheet.startswith(source.split("/")[1] + "/") for sheet in buff.datasheets)
    ]
    assert lost == []


def test_datasheets_of_one_name_have_the_rules_of_their_own_faction() -> None:
    known = library("11e")
    two_fists = [buff for buff in known if buff.name == "Devoted to Destruction" and buff.datasheets]
    sheets = {sheet.split("/")[0] for buff in two_fists for sheet in buff.datasheets if sheet.endswith("/helbrute")}
    assert sheets == {"chaos-space-marines", "thousand-sons", "world-eaters"}
    for faction, rule in (("world-eaters", "blood-hungry"), ("thousand-sons", "ensorcelled")):
        (own,) = _annihilations(known.by_datasheet[f"{faction}/chaos-predator-annihilator"])
        assert own.startswith(rule)
    assert _annihilations(known.by_datasheet["death-guard/chaos-predator-annihilator"]) == []


def _annihilations(buffs: Iterable[Buff]) -> list[str]:
    return [buff.name.lower() for buff in buffs if "annihilat" in buff.name.lower()]


def test_the_second_side_is_named_after_what_it_does() -> None:
    sides = {
        "defender": Compiled("defender", [Effect("hit", -1)]),
        "attacker": Compiled("attacker", [Effect("hit", 1)], missing=["more"]),
    }
    first, second = buffs_of_sides(FRENZY, sides)
    assert (first.id, second.id) == (FRENZY.id, f"{FRENZY.id}-when-attacking")
    assert (first.missing, second.missing) == (None, "more")


def test_what_a_side_without_effects_lacks_is_said_by_the_other() -> None:
    sides = {
        "defender": Compiled("defender", missing=["attacks of slain models"]),
        "attacker": Compiled("attacker", [Effect("hit", 1)]),
    }
    (only,) = buffs_of_sides(FRENZY, sides)
    assert (only.side, only.missing) == ("attacker", "attacks of slain models")


def test_wargear_that_does_something_unknown_is_not_in_the_loadout() -> None:
    assert only_wounds({"defender": Compiled("defender", [Effect("wounds", 1)])})
    assert not only_wounds({"attacker": Compiled("attacker", missing=["one roll becomes an unmodified 6"])})
    assert not only_wounds({})
    for name in ("stimm-needler", "incubi-shrine-token"):
        (buff,) = [one for one in library("11e") if one.sources == (f"11e/drukhari/{name}",)]
        assert buff.status == "not modelled"


def both_sides() -> dict[str, Compiled]:
    return {
        "attacker": Compiled("attacker", [Effect("hit", 1)]),
        "defender": Compiled("defender", [Effect("feel_no_pain", "5")]),
    }


def test_a_mend_of_one_side_keeps_the_other() -> None:
    sides = mended(both_sides(), [Mend(side="attacker", effects=(Effect("wound", 1),))])
    assert {name: [one.change for one in side.effects] for name, side in sides.items()} == {
        "attacker": ["wound"],
        "defender": ["feel_no_pain"],
    }
    assert list(mended(both_sides(), [Mend(side="attacker", effects=(Effect("wound", 1),), only=True)])) == ["attacker"]


def test_effects_on_the_wrong_side_move_to_the_side_of_the_mend() -> None:
    wrong = {"defender": Compiled("defender", [Effect("hit", -1)])}
    assert list(mended(wrong, [Mend(side="attacker", effects=(Effect("hit", -1),))])) == ["attacker"]


def test_two_mends_give_a_rule_two_sides() -> None:
    wrong = {"attacker": Compiled("attacker", [Effect("hit", -1)])}
    mends = [
        Mend(side="attacker", effects=(Effect("hit", 1),)),
        Mend(side="defender", effects=(Effect("save", 1),), when=(parse_clause("target ORKS"),), passive=True),
    ]
    sides = mended(wrong, mends)
    assert list(sides) == ["attacker", "defender"]
    assert [effect.when for effect in sides["attacker"].effects] == [()]
    assert (sides["attacker"].passive, sides["defender"].passive) == (None, True)
    assert [buff.passive for buff in buffs_of_sides(FRENZY, sides)] == [False, True]


def test_abilities_that_are_always_there_act_unasked() -> None:
    for name in ("ability/vigilators/deft-parry", "ability/custodian-wardens/resolute-will"):
        assert library("11e").find(name).passive


def test_other_units_of_the_army_may_use_its_rules() -> None:
    known = library("11e")
    for name in ("army/waaagh", "army/waaagh-when-attacked"):
        assert known.find(name).elsewhere
    assert all(buff.elsewhere for buff in known if buff.kind == "army rule" and buff.datasheets and buff.sources)


def test_a_stratagem_that_many_detachments_share_is_the_same_in_one_without_data() -> None:
    buff = library("11e").find("stratagem/gladius-task-force/armour-of-contempt")
    assert (buff.side, buff.status, buff.detachment) == ("defender", "modelled", "gladius-task-force")
    assert [(effect.change, effect.value) for effect in buff.effects] == [("ap", -1)]


def test_a_stratagem_whose_row_names_no_ability_finds_it_by_its_name() -> None:
    for name in ("orbital-oversight", "blind-grenades"):
        buff = library("11e").find(f"stratagem/veiled-blade-elimination-force/{name}")
        assert buff.sources == (f"11e/agents-of-the-imperium/{name}-veiled-blade-elimination-force",)
