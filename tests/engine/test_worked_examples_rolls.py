"""Worked examples about hit, wound and saving throws, each under its id, with the exact fraction."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

from tests.engine.duel import GEQ, MEQ, answer, exactly, group, weapon

BOTH = pytest.mark.parametrize("edition", ["10e", "11e"])
COVER = {"situation": {"cover": True}}


def unsaved(edition: str, gun: dict[str, Any], body: dict[str, Any], **rest: Any) -> float:
    return answer(edition, gun, body, **rest).funnel.unsaved


def hits(edition: str, *abilities: str, skill: int = 4, **rest: Any) -> float:
    return answer(edition, weapon(*abilities, skill=skill), group(), **rest).hits


@BOTH
def test_we_01_open_ground(edition: str) -> None:
    assert unsaved(edition, weapon(), group()) == exactly(F(1, 9))


@pytest.mark.parametrize(
    ("edition", "ap", "save", "in_the_open", "in_cover"),
    [
        pytest.param("10e", 0, 3, F(1, 9), F(1, 9), id="WE-02 10e"),
        pytest.param("11e", 0, 3, F(1, 9), F(1, 12), id="WE-02 11e"),
        pytest.param("10e", -1, 3, F(1, 6), F(1, 9), id="WE-03 10e"),
        pytest.param("11e", -1, 3, F(1, 6), F(1, 8), id="WE-03 11e"),
        pytest.param("10e", 0, 4, F(1, 6), F(1, 9), id="WE-04 10e"),
        pytest.param("11e", 0, 4, F(1, 6), F(1, 8), id="WE-04 11e"),
        pytest.param("10e", -1, 2, F(1, 9), F(1, 18), id="WE-05 10e"),
        pytest.param("11e", -1, 2, F(1, 9), F(1, 12), id="WE-05 11e"),
    ],
)
def test_we_02_to_05_cover(edition: str, ap: int, save: int, in_the_open: F, in_cover: F) -> None:
    gun, body = weapon(ap=ap), group(save=save)

    assert unsaved(edition, gun, body) == exactly(in_the_open)
    assert unsaved(edition, gun, body, **COVER) == exactly(in_cover)


@pytest.mark.parametrize(("edition", "in_cover"), [("10e", F(1, 3)), ("11e", F(5, 12))])
def test_we_06_a_flamer_against_cover(edition: str, in_cover: F) -> None:
    flamer, body = weapon("torrent", attacks="D6"), group(save=6)

    assert unsaved(edition, flamer, body) == exactly(F(7, 2) * F(5, 12))
    assert unsaved(edition, flamer, body, **COVER) == exactly(F(7, 2) * in_cover)


def test_we_07_skill_worse_than_six() -> None:
    plus_one = {"hit": 1}
    worse = {"skill": -1}

    assert hits("11e", skill=6, **COVER) == exactly(F(1, 6))
    assert hits("11e", skill=6, modifiers=plus_one, **COVER) == exactly(F(1, 3))
    assert hits("10e", skill=6, modifiers=worse) == exactly(F(1, 6))
    assert hits("10e", skill=6, modifiers=worse | plus_one) == exactly(F(1, 6))


def test_we_08_changes_of_skill_net_before_the_bound() -> None:
    assert hits("11e", skill=2, modifiers={"skill": 1}, **COVER) == exactly(F(5, 6))


@BOTH
@pytest.mark.parametrize(("own", "scenario", "expected"), [(1, -1, F(2, 3)), (1, 0, F(2, 3)), (-2, -1, F(1, 3))])
def test_we_09_roll_modifiers_are_summed_then_clamped(edition: str, own: int, scenario: int, expected: F) -> None:
    """Heavy gives one more, so the sums are +1, +2 and -2."""
    gun = weapon("heavy", skill=4, modifiers={"hit": own})

    found = answer(edition, gun, group(), situation={"stationary": True}, modifiers={"hit": scenario})

    assert found.hits == exactly(expected)


@pytest.mark.parametrize(("edition", "expected"), [("10e", F(1, 3)), ("11e", F(1, 6))])
def test_we_10_stealth_beside_a_penalty(edition: str, expected: F) -> None:
    assert hits(edition, stealth=True, modifiers={"hit": -1}) == exactly(expected)


@BOTH
@pytest.mark.parametrize("extra", [1, 3, 4])
def test_we_11_re_rolls_with_sustained_hits(edition: str, extra: int) -> None:
    expected = {
        "none": F(1, 2) + F(extra, 6),
        "ones": F(7, 12) + F(7 * extra, 36),
        "failures": F(3, 4) + F(extra, 4),
        "non_critical": F(7, 12) + F(11 * extra, 36),
    }

    found = {mode: hits(edition, f"sustained hits {extra}", modifiers={"reroll_hits": mode}) for mode in expected}

    assert found == {mode: exactly(value) for mode, value in expected.items()}


@BOTH
@pytest.mark.parametrize(
    ("toughness", "mode", "expected"),
    [
        (8, "none", F(2, 9)),
        (8, "ones", F(7, 27)),
        (8, "failures", F(1, 3)),
        (8, "non_critical", F(19, 54)),
        (7, "failures", F(5, 12)),
        (7, "non_critical", F(43, 108)),
    ],
)
def test_we_12_fishing_for_lethal_hits(edition: str, toughness: int, mode: str, expected: F) -> None:
    found = answer(edition, weapon("lethal hits", skill=4), group(toughness=toughness), modifiers={"reroll_hits": mode})

    assert found.wounds == exactly(expected)


@BOTH
def test_we_13_lethal_and_sustained_hits(edition: str) -> None:
    both = weapon("lethal hits", "sustained hits 1")

    assert answer(edition, both, group(toughness=8)).wounds == exactly(F(5, 18))
    assert answer(edition, weapon(), group(toughness=8)).wounds == exactly(F(1, 9))


@pytest.mark.parametrize(
    ("save", "choice", "expected"),
    [
        pytest.param(2, "always", F(5, 18), id="WE-14 forced"),
        pytest.param(2, "best", F(8, 27), id="WE-14 best"),
        pytest.param(3, "best", F(7, 18), id="WE-15 Sv3+"),
        pytest.param(4, "best", F(1, 2), id="WE-15 Sv4+"),
        pytest.param(6, "best", F(13, 18), id="WE-15 Sv6+"),
    ],
)
def test_we_14_and_15_the_choice_of_lethal_hits(save: int, choice: str, expected: F) -> None:
    gun = weapon("lethal hits", "devastating wounds", damage="2", lethal_choice=choice)
    forced = answer("10e", gun, group(save=save)).damage.mean

    assert answer("11e", gun, group(save=save)).damage.mean == exactly(expected)
    assert forced == exactly(F(5, 18) if save == 2 else expected)


@pytest.mark.parametrize(("need", "strength"), [(2, 8), (3, 5), (4, 4), (5, 3), (6, 2)])
def test_we_16_break_even_of_the_choice(need: int, strength: int) -> None:
    """Rolling is better just where fewer than 1 in `need` saves fail."""

    def damage(save: int, choice: str) -> float:
        gun = weapon("lethal hits", "devastating wounds", skill=6, strength=strength, lethal_choice=choice)
        return answer("11e", gun, group(save=save)).damage.mean

    for save in range(2, 8):
        rolls = F(save - 1, 6) < F(1, need)
        assert damage(save, "best") == exactly(damage(save, "never" if rolls else "always"))
        assert (damage(save, "never") > damage(save, "always") + 1e-12) == rolls


@BOTH
@pytest.mark.parametrize(
    ("mode", "expected"), [("none", F(11, 18)), ("failures", F(77, 108)), ("non_critical", F(29, 36))]
)
def test_we_17_fishing_for_devastating_wounds(edition: str, mode: str, expected: F) -> None:
    abilities = ["anti-vehicle 4+", "devastating wounds"] + (["twin-linked"] if mode != "none" else [])
    gun = weapon(*abilities, skill=None, strength=8)

    found = answer(edition, gun, group(), keywords=["VEHICLE"], modifiers={"reroll_wounds": mode})

    assert found.damage.mean == exactly(expected)


@BOTH
def test_we_18_anti_ignores_the_modifier(edition: str) -> None:
    gun = weapon("anti-monster 2+", skill=None)
    found = answer(edition, gun, group(toughness=8), keywords=["MONSTER"], modifiers={"wound": -1})

    assert found.funnel.critical_wounds == exactly(F(5, 6))


HOT_SHOT = weapon("rapid fire 1", strength=3, ap=-1, count=9)


@pytest.mark.parametrize(
    ("modifiers", "cover", "geq", "meq"),
    [
        ({}, False, F(5), F(2)),
        ({"attacks": 1}, False, F(15, 2), F(3)),
        ({"skill": 1}, False, F(25, 4), F(5, 2)),
        ({"attacks": 1}, True, F(45, 8), F(9, 4)),
        ({"skill": 1}, True, F(5), F(2)),
    ],
    ids=["base", "First Rank", "Take Aim", "First Rank in cover", "Take Aim in cover"],
)
def test_we_19_nine_hot_shot_lasguns(modifiers: dict[str, int], cover: bool, geq: F, meq: F) -> None:
    situation = {"half_range": True, "cover": cover}
    for body, expected in ((GEQ, geq), (MEQ, meq)):
        assert unsaved("11e", HOT_SHOT, body, situation=situation, modifiers=modifiers) == exactly(expected)
        if not cover:
            assert unsaved("10e", HOT_SHOT, body, situation=situation, modifiers=modifiers) == exactly(expected)


@pytest.mark.parametrize(
    ("edition", "modifiers", "expected"),
    [
        ("10e", {}, F(1, 6)),
        ("10e", {"reroll_hits": "failures"}, F(11, 36)),
        ("10e", {"reroll_hits": "ones"}, F(7, 36)),
        ("11e", {}, F(1, 6)),
        ("11e", {"reroll_hits": "failures"}, F(1, 6)),
        ("10e", {"abilities": ["sustained hits 1"]}, F(1, 3)),
        ("11e", {"abilities": ["sustained hits 1"]}, F(1, 3)),
    ],
)
def test_we_32_snap_shooting(edition: str, modifiers: dict[str, Any], expected: F) -> None:
    assert hits(edition, situation={"snap_shooting": True}, modifiers=modifiers) == exactly(expected)


UNSEEN = {"indirect": True}
SPOTTED = {"indirect": True, "stationary": True, "spotted": True}


@pytest.mark.parametrize(
    ("edition", "skill", "situation", "bonus", "expected"),
    [
        ("10e", 4, UNSEEN, 0, F(1, 3)),
        ("10e", 4, UNSEEN, 1, F(1, 2)),
        ("11e", 4, UNSEEN, 0, F(1, 6)),
        ("11e", 4, SPOTTED, 0, F(1, 3)),
        ("11e", 4, SPOTTED, 1, F(1, 2)),
        ("10e", 2, UNSEEN, 0, F(1, 2)),
        ("11e", 2, UNSEEN, 0, F(1, 6)),
        ("11e", 2, SPOTTED, 0, F(1, 2)),
        ("10e", 5, UNSEEN, 1, F(1, 3)),
        ("11e", 5, SPOTTED, 1, F(1, 3)),
    ],
)
def test_we_33_indirect_fire(edition: str, skill: int, situation: dict[str, bool], bonus: int, expected: F) -> None:
    found = hits(edition, "indirect fire", skill=skill, situation=situation, modifiers={"hit": bonus})

    assert found == exactly(expected)


def test_we_34_psychic_keeps_bonuses_and_drops_penalties() -> None:
    """Penalties to a psychic weapon are left off before the sum, so what is left here is the extra +1."""
    witchfire = ("psychic",)

    assert hits("11e", skill=3, modifiers={"hit": -1}, **COVER) == exactly(F(1, 3))
    assert hits("11e", *witchfire, skill=3, modifiers={"hit": -1}, **COVER) == exactly(F(2, 3))
    assert hits("11e", *witchfire, skill=3, modifiers={"hit": 1}, **COVER) == exactly(F(5, 6))


@BOTH
@pytest.mark.parametrize(
    ("strength", "ones", "plus_one"), [(4, F(7, 12), F(2, 3)), (2, F(7, 36), F(1, 3)), (8, F(35, 36), F(5, 6))]
)
def test_we_37_flow_of_magic(edition: str, strength: int, ones: F, plus_one: F) -> None:
    bolt = weapon("psychic", skill=None, strength=strength)

    assert answer(edition, bolt, group(), modifiers={"reroll_wounds": "ones"}).wounds == exactly(ones)
    assert answer(edition, bolt, group(), modifiers={"wound": 1}).wounds == exactly(plus_one)


@BOTH
def test_we_45_sustained_hits_with_dice_and_on_a_five(edition: str) -> None:
    assert hits(edition, "sustained hits D3", skill=3) == exactly(1)
    assert hits(edition, "sustained hits 1", modifiers={"critical_hit": 5}) == exactly(F(5, 6))


@BOTH
def test_we_46_take_cover(edition: str) -> None:
    """Unsaved per wound, a torrent keeping 11e cover out of it."""
    kasrkin = group(save=4)
    order = {"save": 1}

    def per_wound(ap: int, **rest: Any) -> float:
        found = answer(edition, weapon("torrent", ap=ap), kasrkin, modifiers=order, **rest).funnel
        return found.unsaved / found.wounds

    assert per_wound(0) == exactly(F(1, 3))
    assert per_wound(0, **COVER) == exactly(F(1, 3))
    assert per_wound(-1) == exactly(F(1, 2))
    assert per_wound(-1, **COVER) == exactly(F(1, 3) if edition == "10e" else F(1, 2))


@BOTH
def test_we_49_one_command_re_roll_on_ten_hit_dice(edition: str) -> None:
    found = answer(edition, weapon(count=10), group(), modifiers={"command_reroll": "hit"})

    assert found.hits == exactly(F(1297030, 177147))
