"""Which weapons attack, how many of them, and with which profile."""

from __future__ import annotations

from typing import Any

import pytest

from analysis.errors import InputError
from tests.resolve.field import resolved


def lines(attacker: Any, target: Any = "snipers", **other: Any) -> dict[str, int]:
    """Names of the weapon lines with their counts, in order."""
    return {weapon.name: weapon.count for weapon in resolved(attacker, target, **other).scenario.attacker.weapons}


def loadout(*items: str, **other: Any) -> dict[str, Any]:
    """A squad of five with a loadout such as "4 Rifle" or "2 Plasma gun/supercharge"."""
    parsed = []
    for item in items:
        count, _, rest = item.partition(" ")
        weapon, _, profile = rest.partition("/")
        parsed.append({"weapon": weapon, "count": int(count)} | ({"profile": profile} if profile else {}))
    return {"unit": "squad", "loadout": parsed, **other}


def test_a_model_shoots_with_its_rifle_or_its_pistol() -> None:
    """Four rifles do more than four pistols; the leader has a pistol alone (R-ATT-10)."""
    assert lines("squad") == {"Rifle": 4, "Pistol": 1}


def test_a_vehicle_shoots_with_everything() -> None:
    assert lines("tank") == {"Rifle": 1, "Pistol": 1, "Launcher – Blast": 1}


def test_in_a_fight_each_model_uses_one_weapon() -> None:
    assert lines("squad", phase="fight") == {"Knife": 4, "Fist": 1}


def test_the_better_melee_weapon_is_chosen_and_extra_attacks_come_on_top() -> None:
    assert lines("beasts", phase="fight") == {"Fist": 3, "Tail": 3}


def test_the_default_loadout_grows_with_the_size() -> None:
    assert lines({"unit": "squad", "models": 10}) == {"Rifle": 9, "Pistol": 1}


def test_a_loadout_replaces_the_default() -> None:
    assert lines(loadout("1 Rifle", "2 plasma GUN/supercharge")) == {"Rifle": 1, "Plasma gun – Supercharge": 2}


def test_ids_count_as_names_and_the_order_is_the_players() -> None:
    assert list(lines(loadout("1 plasma-gun/Standard", "3 rifle"))) == ["Plasma gun – Standard", "Rifle"]


def test_two_profiles_of_one_weapon_are_two_lines() -> None:
    counts = lines(loadout("1 Plasma gun/standard", "1 Plasma gun/supercharge"))

    assert counts == {"Plasma gun – Standard": 1, "Plasma gun – Supercharge": 1}


def test_pistols_are_left_for_the_models_without_a_gun() -> None:
    """Five models with four rifles between them have one hand for a pistol."""
    assert lines(loadout("4 Rifle", "5 Pistol")) == {"Rifle": 4, "Pistol": 1}


def test_a_named_loadout_gives_each_model_one_melee_weapon_the_best_first() -> None:
    assert lines(loadout("5 Knife", "2 Fist"), phase="fight") == {"Knife": 3, "Fist": 2}


def test_a_count_of_none_attacks_not() -> None:
    assert lines(loadout("0 Rifle", "1 Plasma gun")) == {"Plasma gun – Supercharge": 1}


def test_the_profile_with_more_damage_into_this_target_is_chosen() -> None:
    """Supercharge against two-wound models; with nothing to gain the first profile is kept."""
    frail = {"groups": [{"count": 5, "toughness": 1, "save": 7, "wounds": 1}]}

    assert lines(loadout("1 Plasma gun")) == {"Plasma gun – Supercharge": 1}
    assert lines(loadout("1 Plasma gun"), frail) == {"Plasma gun – Standard": 1}


def test_a_hunter_profile_is_left_out_against_others() -> None:
    assert lines(loadout("1 Launcher"), "snipers") == {"Launcher – Blast": 1}
    assert lines(loadout("1 Launcher"), "tank") == {"Launcher – Hunter": 1}


def test_a_weapon_that_may_not_attack_this_target_is_left_out() -> None:
    assert lines(loadout("1 Lance", "1 Rifle"), "snipers") == {"Rifle": 1}
    assert lines(loadout("1 Lance", "1 Rifle"), "tank") == {"Lance": 1, "Rifle": 1}
    assert lines(loadout("1 Lance"), "snipers") == {}


def test_the_keywords_of_an_attached_unit_open_it_to_hunters() -> None:
    """A unit has the keywords of the leaders attached to it (R-WND-07)."""
    ridden = {"unit": "snipers", "attached": [{"unit": "hero"}]}

    assert "PSYKER" in resolved("squad", ridden).scenario.target.keywords


def test_a_weapon_of_both_kinds_uses_the_profile_of_the_phase() -> None:
    assert lines("spearmen") == {"Spear – Ranged": 5}
    assert lines("spearmen", phase="fight") == {"Spear – Melee": 5}


def test_the_phase_is_needed_only_where_both_kinds_are_carried() -> None:
    assert lines("snipers", phase=None) == {"Rifle": 5}
    with pytest.raises(InputError) as raised:
        lines("squad", phase=None)

    assert str(raised.value) == "phase: null is not accepted; expected fight or shooting, by the weapons of Squad"


def test_a_phase_without_weapons_is_refused() -> None:
    with pytest.raises(InputError) as raised:
        lines("snipers", phase="fight")

    assert str(raised.value) == "phase: 'fight' is not accepted; expected shooting, by the weapons of Snipers"
    with pytest.raises(InputError, match=r"attacker\.loadout: null is not accepted; expected weapons for Pacifists"):
        lines("pacifists")


@pytest.mark.parametrize(
    ("item", "sentence"),
    [
        (
            "1 Rifel",
            "attacker.loadout[0].weapon: 'Rifel' is not accepted; "
            "expected a weapon or wargear of Squad such as Rifle, Knife, Pistol",
        ),
        (
            "1 Plasma gun/mega",
            "attacker.loadout[0].profile: 'mega' is not accepted; "
            "expected a profile of Plasma gun: Standard, Supercharge",
        ),
    ],
)
def test_an_unknown_weapon_or_profile_is_named(item: str, sentence: str) -> None:
    with pytest.raises(InputError) as raised:
        lines(loadout(item))

    assert str(raised.value) == sentence


def test_a_damaged_unit_hits_worse() -> None:
    """The line that a datasheet prints for few wounds remaining (OQ-18)."""
    weapons = resolved({"unit": "tank", "damaged": True}).scenario.attacker.weapons

    assert [weapon.modifiers.hit for weapon in weapons if weapon.modifiers] == [-1, -1, -1]
