"""Worked examples about allocation, damage, Feel No Pain and models slain, each under its id, exactly."""

from __future__ import annotations

from fractions import Fraction as F
from math import comb
from typing import Any

import pytest

from tests.engine.duel import GEQ, MEQ, answer, certain, exactly, group, lost, slain, weapon

BOTH = pytest.mark.parametrize("edition", ["10e", "11e"])
NO_SAVE = {"save": 7}


@pytest.mark.parametrize(("edition", "expected"), [("10e", F(14, 27)), ("11e", F(5, 9))])
def test_we_20_two_groups_of_different_saves(edition: str, expected: F) -> None:
    good, bad = group(count=2, save=2, wounds=1), group(count=3, save=6, wounds=1)
    three = weapon(attacks="3")

    assert slain(certain(edition, three, [good, bad])) == exactly(expected)
    assert slain(certain(edition, three, [bad, good])) == exactly(F(5, 2))


@pytest.mark.parametrize(
    ("edition", "wounds", "expected"),
    [
        ("11e", 4, F(19, 6)),
        ("10e", 4, F(65, 24)),
        ("11e", 2, F(4, 3)),
        ("10e", 2, F(7, 6)),
        ("11e", 6, F(79, 16)),
        ("10e", 6, F(139, 32)),
    ],
)
def test_we_21_one_good_model_in_front(edition: str, wounds: int, expected: F) -> None:
    shielded, others = group(count=1, save=3, invulnerable=4, wounds=1), group(count=9, save=5, wounds=1)

    assert slain(certain(edition, weapon(attacks=wounds, ap=-1), [shielded, others])) == exactly(expected)


def test_we_21_one_good_model_behind() -> None:
    shielded, others = group(count=1, save=3, invulnerable=4, wounds=1), group(count=9, save=5, wounds=1)

    assert slain(certain("11e", weapon(attacks="4", ap=-1), [others, shielded])) == exactly(F(10, 3))


def test_we_22_kills_are_not_damage_over_wounds() -> None:
    lasguns = weapon("rapid fire 1", strength=3, ap=-1, count=9)
    situation = {"half_range": True, "cover": True}
    kills = sum(comb(27, k) * F(1, 12) ** k * F(11, 12) ** (27 - k) * min(5, k // 2) for k in range(28))

    found = answer("11e", lasguns, MEQ | {"count": 5}, situation=situation, modifiers={"attacks": 1})

    assert found.funnel.unsaved == exactly(F(9, 4))
    assert found.slain.mean == exactly(kills)
    assert round(found.slain.mean, 6) == 0.876819


@BOTH
def test_we_22_in_small(edition: str) -> None:
    six = weapon(skill=None, strength=3, attacks="6")

    assert answer(edition, six, group(save=4)).slain.mean == exactly(F(793, 2916))


@BOTH
@pytest.mark.parametrize(
    ("unsaved", "damage", "wounds", "models"),
    [
        (3, "2", 3, F(1)),
        (6, "2", 3, F(3)),
        (3, "D6", 2, F(551, 216)),
        (3, "D3", 2, F(59, 27)),
        (2, "D6", 3, F(17, 12)),
    ],
)
def test_we_23_surplus_damage_is_lost(edition: str, unsaved: int, damage: str, wounds: int, models: F) -> None:
    outcome = certain(edition, weapon(attacks=unsaved, damage=damage), group(wounds=wounds, **NO_SAVE))

    assert slain(outcome) == exactly(models)
    if (unsaved, damage) == (3, "2"):
        assert lost(outcome) == exactly(5)


@BOTH
@pytest.mark.parametrize(("unsaved", "damage", "models"), [(4, "2", F(1648, 729)), (3, "3", F(5056, 2187))])
def test_we_24_feel_no_pain_wound_by_wound(edition: str, unsaved: int, damage: str, models: F) -> None:
    body = group(feel_no_pain=[{"threshold": 5}], **NO_SAVE)

    assert slain(certain(edition, weapon(attacks=unsaved, damage=damage), body)) == exactly(models)


def damage_of_one(edition: str, gun: dict[str, Any], **modifiers: Any) -> list[float]:
    """P(damage = k) of one unsaved wound at half range into a model that survives it."""
    survivor = group(count=1, wounds=12, **NO_SAVE)
    outcome = certain(edition, gun, survivor, situation={"half_range": True}, modifiers=modifiers)
    chances = [0.0] * 13
    for wounds, chance in zip(outcome.unit.wounds_lost, outcome.chances, strict=True):
        chances[wounds] += float(chance)
    return chances


def spread(*values: int) -> list[F]:
    """The distribution in which each of the values is equally likely."""
    return [F(values.count(k), len(values)) for k in range(13)]


def test_we_26_halving_melta() -> None:
    melta = weapon("melta 2", damage="D6")

    assert damage_of_one("10e", melta, halve_damage=True) == exactly(spread(3, 3, 4, 4, 5, 5))
    assert damage_of_one("11e", melta, halve_damage=True) == exactly(spread(2, 2, 3, 3, 4, 4))


@BOTH
def test_we_26_halving_a_printed_sum(edition: str) -> None:
    assert damage_of_one(edition, weapon(damage="D6+2"), halve_damage=True) == exactly(spread(2, 2, 3, 3, 4, 4))


@BOTH
@pytest.mark.parametrize(
    ("damage", "changes", "values"),
    [
        ("D6", {"damage_reduction": 1}, (1, 1, 2, 3, 4, 5)),
        ("D3", {"damage_reduction": 1}, (1, 1, 2)),
        ("D6", {"damage_reduction": 1, "halve_damage": True}, (1, 1, 1, 1, 2, 2)),
    ],
)
def test_we_27_one_less_damage(edition: str, damage: str, changes: dict[str, Any], values: tuple[int, ...]) -> None:
    assert damage_of_one(edition, weapon(damage=damage), **changes) == exactly(spread(*values))


@pytest.mark.parametrize(("edition", "expected"), [("10e", 2), ("11e", 0)])
def test_we_28_damage_set_to_zero(edition: str, expected: int) -> None:
    melta = weapon("melta 2", damage="D6")

    assert damage_of_one(edition, melta, damage_set=0) == exactly(spread(expected))


@BOTH
def test_we_40_feel_no_pain_against_mortal_wounds(edition: str) -> None:
    sisters = group(count=10, wounds=1, save=3, feel_no_pain=[{"threshold": 3, "against": "mortal"}])
    explosives = {"id": "explosives", "rolls": 6, "faces": [4, 5, 6]}
    (pool,) = answer(edition, weapon(), sisters, pools=[explosives]).pools

    assert pool.slain is not None
    assert pool.slain.mean == exactly(1)
    assert slain(certain(edition, weapon("devastating wounds", damage="3"), sisters)) == exactly(F(19, 27))
    assert slain(certain(edition, weapon(damage="3"), sisters)) == exactly(F(1, 3))


def test_we_43_the_order_of_devastating_wounds() -> None:
    critical, blow = weapon("devastating wounds"), weapon(damage="3")
    two = group(count=2, wounds=3, **NO_SAVE)

    def end(edition: str, *lines: dict[str, Any]) -> tuple[float, float]:
        outcome = certain(edition, list(lines), two)
        return slain(outcome), lost(outcome)

    assert end("11e", critical, blow) == (exactly(1), exactly(3))
    assert end("11e", blow, critical) == (exactly(1), exactly(4))
    assert end("10e", critical, blow) == (exactly(1), exactly(4))


@pytest.mark.parametrize(("edition", "expected"), [("10e", 1), ("11e", 2)])
def test_we_44_devastating_wounds_and_less_damage(edition: str, expected: int) -> None:
    gun = weapon("devastating wounds", damage="2")

    assert damage_of_one(edition, gun, damage_reduction=1) == exactly(spread(expected))


def test_we_48_a_flamer_as_a_distribution() -> None:
    flamer = weapon("torrent", attacks="D6")
    full = answer("11e", flamer, GEQ)

    assert full.slain.mean == exactly(F(14, 9))
    assert 1 - full.slain.pmf[0] == exactly(F(1271938, 1594323))
    assert answer("11e", flamer, GEQ | {"count": 2}).slain.mean == exactly(F(2010458, 1594323))
