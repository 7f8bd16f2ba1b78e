"""Worked examples about single weapons, what they cost their bearers, and mortal wounds beside attacks, exactly."""

from __future__ import annotations

from fractions import Fraction as F
from typing import Any

import pytest

from analysis import Result
from analysis.pools import leadership_failure
from tests.engine.duel import GEQ, MEQ, answer, exactly, group, weapon

BOTH = pytest.mark.parametrize("edition", ["10e", "11e"])
HALF_RANGE = {"half_range": True}


@pytest.mark.parametrize(("edition", "in_cover"), [("10e", F(55, 54)), ("11e", F(11, 12))])
def test_we_25_a_meltagun(edition: str, in_cover: F) -> None:
    melta, tank = weapon("melta 2", strength=9, ap=-4, damage="D6"), group(count=1, toughness=10, wounds=20)

    def damage(**situation: bool) -> float:
        return answer(edition, melta, tank, situation=situation).damage.mean

    assert damage(half_range=True) == exactly(F(11, 9))
    assert damage() == exactly(F(7, 9))
    assert damage(half_range=True, cover=True) == exactly(in_cover)


@pytest.mark.parametrize(
    ("edition", "models", "no_failure", "per_vehicle_weapon"),
    [("10e", F(5, 6), F(3125, 7776), F(1, 2)), ("11e", F(5, 3), F(32, 243), F(1))],
)
def test_we_29_hazardous_weapons(edition: str, models: F, no_failure: F, per_vehicle_weapon: F) -> None:
    bearers = {"groups": [group(count=5, wounds=1)]}
    found = answer(edition, weapon("hazardous", count=5), MEQ, attacker=bearers)
    vehicle = answer(edition, weapon("hazardous"), MEQ, attacker={"keywords": ["VEHICLE"]})

    (pool,) = found.pools
    assert (pool.id, pool.side) == ("hazard", "attacker")
    assert pool.slain is not None
    assert pool.slain.mean == exactly(models)
    assert pool.slain.pmf[0] == exactly(no_failure)
    assert vehicle.hazard.mortal_wounds == exactly(per_vehicle_weapon)


@pytest.mark.parametrize(("edition", "own"), [("10e", F(1, 3)), ("11e", F(2, 3))])
def test_we_30_two_plasma_guns(edition: str, own: F) -> None:
    plasma = weapon("rapid fire 1", "hazardous", count=2, strength=8, ap=-3, damage="2")
    bearers = {"groups": [group(count=10, wounds=1)]}
    found = answer(edition, plasma, MEQ, situation=HALF_RANGE, attacker=bearers)
    ordered = answer(edition, plasma, MEQ, situation=HALF_RANGE, modifiers={"attacks": 1})

    assert found.slain.mean == exactly(F(50, 27))
    assert found.pools[0].slain is not None
    assert found.pools[0].slain.mean == exactly(own)
    assert ordered.slain.mean == exactly(F(25, 9))


def attacks(edition: str, models: int, *abilities: str, **changes: Any) -> float:
    """Expected attacks of one weapon at a unit of so many models."""
    return answer(edition, weapon(*abilities, **changes), group(count=models)).attacks


@BOTH
def test_we_31_gathering_dice(edition: str) -> None:
    rapid = answer(edition, weapon("rapid fire 3", attacks="3", skill=4), GEQ, situation=HALF_RANGE)

    assert attacks(edition, 12, "blast", attacks="D6") == exactly(F(7, 2) + 2)
    assert rapid.attacks == exactly(6)
    assert rapid.damage.mean == exactly(F(4, 3))


def test_we_31_extra_dice_of_the_11th_edition() -> None:
    assert attacks("11e", 12, "blast 2", attacks="3") == exactly(7)
    assert attacks("11e", 16, "cleave 1", attacks="3", type="melee") == exactly(6)


MAW = weapon("extra attacks", "devastating wounds", "precision", type="melee", skill=2, strength=5, damage="D3+2")


def swallowed(edition: str, **changes: Any) -> Result:
    """The maw against one model; every successful wound roll of it is critical."""
    return answer(edition, MAW, group(count=1, save=2, **changes), modifiers={"critical_wound": 2})


@BOTH
def test_we_35_swallow_whole(edition: str) -> None:
    assert swallowed(edition, wounds=3).destroyed == exactly(F(5, 9))
    assert swallowed(edition, wounds=4).damage.mean == exactly(F(55, 27))
    assert swallowed(edition, wounds=4).destroyed == exactly(F(10, 27))
    for toughness, chance in ((3, F(5, 9)), (5, F(5, 12)), (6, F(5, 18))):
        assert 1 - swallowed(edition, wounds=5, toughness=toughness).damage.pmf[0] == exactly(chance)


@BOTH
def test_we_36_talons(edition: str) -> None:
    talons = weapon(type="melee", attacks="12", skill=2, strength=7, ap=-2, damage="2")
    stronger = answer(edition, talons, group(toughness=8), modifiers={"strength": 1})

    assert answer(edition, talons, group()).slain.mean == exactly(F(40, 9))
    assert stronger.wounds == exactly(12 * F(5, 6) * F(1, 2))
    assert answer(edition, talons, group(toughness=8)).wounds == exactly(12 * F(5, 6) * F(1, 3))


@BOTH
@pytest.mark.parametrize(
    ("strength", "plain", "lethal", "sustained"),
    [(5, F(1, 3), F(7, 18), F(4, 9)), (4, F(1, 4), F(1, 3), F(1, 3)), (3, F(1, 6), F(5, 18), F(2, 9))],
)
def test_we_38_dark_pacts(edition: str, strength: int, plain: F, lethal: F, sustained: F) -> None:
    for granted, expected in (([], plain), (["lethal hits"], lethal), (["sustained hits 1"], sustained)):
        found = answer(edition, weapon(skill=4, strength=strength), group(), modifiers={"abilities": granted})
        assert found.wounds == exactly(expected)


@BOTH
@pytest.mark.parametrize(
    ("leadership", "rerolled", "cost"),
    [
        (6, False, F(5, 9)),
        (7, False, F(5, 6)),
        (8, False, F(7, 6)),
        (6, True, F(25, 162)),
        (7, True, F(25, 72)),
        (8, True, F(49, 72)),
    ],
)
def test_we_38_what_a_dark_pact_costs(edition: str, leadership: int, rerolled: bool, cost: F) -> None:
    test = {"leadership": leadership, "leadership_rerolled": rerolled}
    pact = {"id": "pact", "side": "attacker", "mortals": "D3", **test}
    (pool,) = answer(edition, weapon(), MEQ, pools=[pact]).pools

    assert pool.mortal_wounds.mean == exactly(cost)
    assert 2 * leadership_failure(leadership, rerolled) == exactly(cost)


def impact(side: str, toughness: int, faces: list[int]) -> dict[str, Any]:
    """Crushing Impact: a die for each point of Toughness, at most six mortal wounds."""
    return {"id": "impact", "side": side, "rolls": toughness, "faces": faces, "most": 6}


@BOTH
def test_we_39_explosives_and_crushing_impact(edition: str) -> None:
    explosives = {"id": "explosives", "rolls": 6, "faces": [4, 5, 6]}
    rolls = [explosives, impact("target", 10, [5, 6]), impact("attacker", 10, [1]), impact("target", 12, [5, 6])]

    pools = answer(edition, weapon(), MEQ, pools=rolls).pools

    expected = [F(3), F(195446, 59049), F(25189889, 15116544), F(230902, 59049)]
    assert [pool.mortal_wounds.mean for pool in pools] == exactly(expected)


@BOTH
def test_we_41_purgation_sweep(edition: str) -> None:
    flamer = weapon("torrent", "ignores cover", attacks="D6")
    for more, expected in ((0, F(14, 9)), (1, F(2)), (2, F(22, 9))):
        assert answer(edition, flamer, GEQ, modifiers={"attacks": more}).slain.mean == exactly(expected)


@BOTH
def test_we_42_a_krak_grenade(edition: str) -> None:
    found = answer(edition, weapon(skill=4, strength=9, ap=-2, damage="D3"), MEQ)

    assert found.funnel.unsaved == exactly(F(5, 18))
    assert found.slain.mean == exactly(F(5, 27))
    assert found.damage.mean == exactly(F(25, 54))
    assert found.funnel.damage == exactly(F(5, 9))


@BOTH
def test_we_47_precision_reads_the_bodyguards_toughness(edition: str) -> None:
    rifle = weapon("precision", "heavy", ap=-2, damage="3")
    guards = group(name="guards", count=5, toughness=3, save=5, wounds=1)
    captain = group(name="captain", count=1, save=3, invulnerable=4, wounds=3, character=True)
    found = answer(edition, rifle, [guards, captain], situation={"precision_on_character": True})

    assert [one.slain for one in found.groups] == exactly([F(0), F(2, 9)])


@BOTH
def test_we_50_devastating_talons(edition: str) -> None:
    talons = weapon("devastating wounds", type="melee", attacks="4", strength=5, ap=-1, damage="2")

    assert answer(edition, talons, group(save=2)).damage.mean == exactly(F(16, 9))
