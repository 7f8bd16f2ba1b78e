"""Sizes, prices, groups of models, shields and attached units, on both sides."""

from __future__ import annotations

from typing import Any

import pytest

from analysis.errors import InputError
from analysis.scenario import FeelNoPain, Group
from tests.resolve.field import resolved


def groups(target: Any, phase: str = "shooting") -> list[Group]:
    """The groups of a target."""
    return resolved("squad", target, phase=phase).scenario.target.groups


def shape(target: Any, phase: str = "shooting") -> list[tuple[str, int, int, int | None, int]]:
    """Name, models, save, invulnerable save and wounds of each group."""
    return [(g.name, g.count, g.save, g.invulnerable, g.wounds) for g in groups(target, phase)]


def test_the_smallest_legal_size_is_the_default() -> None:
    assert shape("snipers") == [("Snipers", 5, 3, None, 2)]
    assert shape({"unit": "snipers", "models": 10}) == [("Snipers", 10, 3, None, 2)]


def test_another_size_is_refused_with_the_legal_ones() -> None:
    with pytest.raises(InputError) as raised:
        groups({"unit": "snipers", "models": 7})

    assert str(raised.value) == "target.models: 7 is not accepted; expected a legal size of Snipers: 5, 10"


def test_models_of_other_characteristics_are_a_group_of_their_own() -> None:
    assert shape("guards", "fight") == [("Guards", 4, 3, None, 3), ("Guards Leader", 1, 2, None, 4)]


def test_an_invulnerable_save_against_shooting_does_not_help_in_a_fight() -> None:
    assert [group.invulnerable for group in groups("guards")] == [5, None]
    assert [group.invulnerable for group in groups("guards", "fight")] == [None, None]


def test_what_always_protects_the_unit_is_in_its_groups() -> None:
    target = resolved("squad", "guards").scenario.target

    assert target.stealth
    for group in target.groups:
        assert group.feel_no_pain == [FeelNoPain(threshold=5, against="mortal")]
        assert group.damage_reduction == 1
        assert not group.halve_damage


def test_shields_make_their_bearers_a_group() -> None:
    """Two shields in the squad, better by an invulnerable save and a wound; the leader carries none of them."""
    shielded = {"unit": "guards", "loadout": [{"weapon": "SHIELD", "count": 2}]}

    assert shape(shielded) == [
        ("Guards with Shield", 2, 3, 4, 4),
        ("Guards", 2, 3, 5, 3),
        ("Guards Leader", 1, 2, None, 4),
    ]


def test_more_shields_than_squad_reach_the_leader() -> None:
    shielded = {"unit": "guards", "loadout": [{"weapon": "shield", "count": 9}]}

    assert shape(shielded) == [("Guards with Shield", 4, 3, 4, 4), ("Guards Leader with Shield", 1, 2, 4, 5)]


def test_a_banner_protects_every_model() -> None:
    bannered = groups({"unit": "guards", "loadout": [{"weapon": "banner"}]})

    both = [FeelNoPain(threshold=6, against="all"), FeelNoPain(threshold=5, against="mortal")]
    assert [group.feel_no_pain for group in bannered] == [both, both]


def test_wounds_already_lost() -> None:
    assert [group.wounded for group in groups({"unit": "guards", "wounded": 2})] == [2, 0]
    with pytest.raises(InputError) as raised:
        groups({"unit": "guards", "wounded": 3})

    assert str(raised.value) == "target.wounded: 3 is not accepted; expected fewer than the 3 wounds of a model"


def test_a_lone_character_is_one() -> None:
    assert [group.character for group in groups("hero")] == [True]
    assert [group.character for group in groups("guards")] == [False, False]


def test_an_attached_leader_stands_last_as_a_character() -> None:
    target = resolved("squad", {"unit": "guards", "attached": [{"unit": "hero"}]}).scenario.target

    assert target.name == "Guards with Hero"
    assert [(group.name, group.character) for group in target.groups] == [
        ("Guards", False),
        ("Guards Leader", False),
        ("Hero", True),
    ]
    assert target.keywords == ["CHARACTER", "INFANTRY", "PSYKER", "TESTERS"]
    assert not target.stealth, "the hero has none, and every model must (R-HIT-09)"


def test_points_are_counted_by_group_once_a_leader_is_attached() -> None:
    """Five guards for 100, four of them alike; the hero's 75 are his own."""
    target = resolved("squad", {"unit": "guards", "attached": [{"unit": "hero"}]}).scenario.target

    assert target.points == 175
    assert [group.points for group in target.groups] == [80, 20, 75]
    assert [group.points for group in groups("guards")] == [None, None]


def test_wargear_that_costs_something_adds_to_the_price() -> None:
    shielded = {"unit": "guards", "loadout": [{"weapon": "shield", "count": 3}]}

    assert resolved("squad", shielded).scenario.target.points == 115


def test_a_unit_without_price_has_none() -> None:
    scenario = resolved("priceless", {"unit": "priceless", "attached": [{"unit": "hero"}]}).scenario

    assert scenario.attacker.points is None
    assert scenario.target.points is None
    assert [group.points for group in scenario.target.groups] == [None, 75]


def test_the_weapons_of_an_attached_unit_join_behind_those_of_the_unit() -> None:
    attacker = resolved({"unit": "squad", "attached": [{"unit": "hero"}]}).scenario.attacker

    assert [weapon.name for weapon in attacker.weapons] == ["Rifle", "Pistol", "Plasma gun – Supercharge"]
    assert attacker.points == 175
    assert "PSYKER" in attacker.keywords
    assert attacker.groups is not None
    assert [group.name for group in attacker.groups] == ["Squad", "Hero"]


def test_only_leaders_and_support_units_are_attached() -> None:
    with pytest.raises(InputError) as raised:
        resolved({"unit": "squad", "attached": [{"unit": "hero"}, {"unit": "guards"}]})

    assert str(raised.value) == (
        "attacker.attached[1].unit: 'guards' is not accepted; expected a leader or support unit"
    )


def test_a_unit_that_may_join_another_by_the_catalogue_is_attached_too() -> None:
    assert resolved({"unit": "squad", "attached": [{"unit": "ally"}]}).scenario.attacker.name == "Squad with Ally"


def test_hazard_counts_a_tank_as_one_and_a_mixed_unit_not() -> None:
    def all_big(attacker: Any) -> bool | None:
        return resolved(attacker).scenario.attacker.all_monster_or_vehicle

    assert all_big("tank") is True
    assert all_big("squad") is False
    assert all_big({"unit": "tank", "attached": [{"unit": "hero"}]}) is False


@pytest.mark.parametrize("side", ["attacker", "target"])
def test_an_unknown_unit_is_named_by_its_side(side: str) -> None:
    sides = {"attacker": "squad", "target": "snipers", side: {"unit": "squid"}}

    with pytest.raises(InputError) as raised:
        resolved(sides["attacker"], sides["target"])

    assert str(raised.value) == f"{side}.unit: 'squid' is not accepted; expected a unit of the barracks"
