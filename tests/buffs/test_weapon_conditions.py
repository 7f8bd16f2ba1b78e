"""Conditions about weapons: names however they are spelled, abilities that buffs grant, protection against some."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Final

import pytest

from analysis.buffs import Buff, Context, Effect, Library, fold
from analysis.buffs.conditions import parse_clause
from analysis.names import comparable
from analysis.scenario import Scenario
from queries.buffs import library
from queries.database import database
from tests.buffs.attacks import GUN, Json, attack

NOT_IN_THE_EDITION: Final = {
    "10e": {
        "ballistus grenade launcher": "a weapon that the required rows name, of no datasheet",
        "gaping maw": "The Red Terror has no 10th edition datasheet in the data",
    },
    "11e": {
        "da gobshot thunderbuss": "the enhancement itself is the weapon",
        "eyez of mork": "the Wurrboy is no 11th edition datasheet of the data",
        "knarloc beak and talons": "so are the Knarloc Riders",
        "medical scalpels": "so is the Quartermaster Cadre Squad",
        "neutron pulse array": "so is the Cerberus",
        "punisher rotary cannon": "so is the Sicaran Punisher",
    },
}
"""Weapons that conditions name and that no datasheet of the edition has."""


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_every_weapon_that_a_condition_names_is_a_weapon_of_the_edition(edition: str) -> None:
    sql = "SELECT DISTINCT weapon_name, coalesce(profile_name, '') FROM weapon_profile WHERE edition = ?"
    rows = database().connection.cursor().execute(sql, [edition]).fetchall()
    weapons = [comparable(f"{name} {profile}") for name, profile in rows]
    named = {
        atom.value
        for buff in library(edition)
        for when in (buff.when, *(one.when for one in (*buff.effects, *buff.pools)))
        for clause in when
        for atom in clause
        if atom.asks == "named"
    }
    unknown = {name for name in named if not any(comparable(name) in weapon for weapon in weapons)}
    assert unknown == set(NOT_IN_THE_EDITION[edition])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("’Uge choppa", "'uge choppa"),
        ("Arco\u2011flails", "arco-flails"),
        ("HYLas\u2010rotary cannon", "hylas rotary cannon"),
        ("Grudge \u2013 Kâhl", "grudge - kahl"),
    ],
)
def test_quotes_hyphens_and_accents_of_a_weapons_name_do_not_matter(one: str, other: str) -> None:
    assert comparable(one) == comparable(other)


def buff(name: str, side: str, *effects: Effect) -> Buff:
    facts: dict[str, Any] = {"side": side}
    return Buff(
        id=f"ability/x/{name}", name=name, edition="11e", kind="stratagem", status="modelled", effects=effects, **facts
    )


LETHAL = buff("lethal", "attacker", Effect("ability", "lethal hits"))
IF_LETHAL = Effect("critical_hit", 5, (parse_clause("weapon with lethal hits"),))
ASKING = buff("asking", "attacker", IF_LETHAL)
BOTH = buff("both", "attacker", Effect("ability", "lethal hits"), IF_LETHAL)
DUST = buff("dust", "defender", Effect("save_roll", 1, (parse_clause("weapon damage 1"),)))


def folded(scenario: Json, *buffs: Buff) -> Scenario:
    named = {**scenario, "modifiers": {"buffs": [one.id for one in buffs]}}
    return fold(Scenario.from_json(named), Library.of("11e", buffs), Context())


def test_an_ability_that_another_buff_grants_is_an_ability_of_the_weapon() -> None:
    alone = folded(attack("11e"), ASKING)
    assert (alone.modifiers.critical_hit, alone.named_buffs[0].applied) == (6, False)
    for order in ((LETHAL, ASKING), (ASKING, LETHAL)):
        assert folded(attack("11e"), *order).modifiers.critical_hit == 5
    sliders = attack("11e")
    sliders["attacker"]["weapons"][0]["modifiers"] = {"abilities": ["lethal hits"]}
    assert folded(sliders, ASKING).attacker.weapons[0].modifiers.critical_hit == 5  # type: ignore[union-attr]


def test_if_it_has_the_ability_already_does_not_mean_its_own_grant() -> None:
    assert folded(attack("11e"), BOTH).modifiers.critical_hit == 6
    assert folded(attack("11e", weapon={"abilities": ["lethal hits"]}), BOTH).modifiers.critical_hit == 5


def two_guns(*damages: str) -> Json:
    scenario = attack("11e")
    scenario["attacker"]["weapons"] = [{**deepcopy(GUN), "name": f"gun {d}", "damage": d} for d in damages]
    return scenario


def test_a_protection_against_some_weapons_acts_where_it_holds_against_all_that_attack() -> None:
    every = folded(two_guns("1", "1"), DUST)
    assert (every.modifiers.save_roll, every.uncounted) == (1, [])
    none = folded(two_guns("2", "3"), DUST)
    assert (none.modifiers.save_roll, none.uncounted) == (0, [])
    assert none.named_buffs[0].reason == "needs a weapon damage 1"


def test_a_protection_against_some_of_the_weapons_is_left_out_and_named() -> None:
    some = folded(two_guns("1", "2"), DUST)
    assert some.modifiers.save_roll == 0
    assert not some.named_buffs[0].applied
    assert some.uncounted == ["dust: +1 to saving throws against some of these weapons"]
