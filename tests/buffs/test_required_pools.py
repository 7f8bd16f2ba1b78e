"""The required rows that deal mortal wounds beside the attacks, or cost them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from analysis.buffs import Context, SideFacts
from tests.buffs.attacks import Json, answered, attack, outcome

TOUGH: Json = {"count": 1, "toughness": 10, "wounds": 12}


def pools(scenario: Json, *buffs: Any, leadership: int | None = None) -> list[tuple[str, float]]:
    context = Context(SideFacts(leadership=leadership)) if leadership else None
    return [(pool.side, pool.mortal_wounds.mean) for pool in answered(scenario, *buffs, context=context).pools]


def check(found: list[tuple[str, float]], *expected: tuple[str, str]) -> None:
    assert [side for side, _ in found] == [side for side, _ in expected]
    for (_, mean), (_, exact) in zip(found, expected, strict=True):
        assert mean == pytest.approx(float(Fraction(exact)), abs=1e-12)


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_melta_mine(edition: str) -> None:
    """A 2+, then D3, against vehicles 2D3: 5/3 and 10/3."""
    mine = {"id": "ability/kasrkin/melta-mine", "toggles": ["within-3"]}
    check(pools(attack(edition, keywords=["KASRKIN"]), mine), ("target", "5/3"))
    vehicle = attack(edition, keywords=["KASRKIN"], target_keywords=["VEHICLE"])
    check(pools(vehicle, mine), ("target", "10/3"))
    assert outcome(vehicle, "ability/kasrkin/melta-mine") == [(False, 'needs “within 3"”')]


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_explosives(edition: str) -> None:
    """WE-39: six dice, 4+: three mortal wounds; WE-40: Witchseekers lose one of them."""
    thrown = {"id": "stratagem/core/explosives", "toggles": ["within-8"]}
    check(pools(attack(edition, keywords=["GRENADES"]), thrown), ("target", "3"))
    sisters = attack(
        edition, keywords=["EXPLOSIVES"], target_keywords=["WITCHSEEKERS"], group={"count": 10, "wounds": 1}
    )
    result = answered(sisters, thrown, "ability/witchseekers/daughters-of-the-abyss")
    assert result.pools[0].wounds_lost is not None
    assert result.pools[0].wounds_lost.mean == pytest.approx(1.0, abs=1e-12)
    assert [(cost.id, cost.cp) for cost in result.costs] == [("stratagem/core/explosives", 1)]


def test_crushing_impact() -> None:
    """WE-39: Toughness 10, 195446/59049 on the target and, in 11e, 25189889/15116544 on oneself."""
    ram = "stratagem/core/crushing-impact"
    rammed = ("target", "195446/59049")
    own = ("attacker", "25189889/15116544")
    check(pools(attack("11e", keywords=["MONSTER"], models=TOUGH), ram), rammed, own)
    check(pools(attack("10e", keywords=["VEHICLE"], models=TOUGH), ram), rammed)
    assert outcome(attack("10e", keywords=["MONSTER"], models=TOUGH), ram) == [(False, "needs VEHICLE attacker")]
    result = answered(attack("11e", keywords=["VEHICLE"], models=TOUGH), ram)
    assert result.costs[0].mortal_wounds == pytest.approx(25189889 / 15116544, abs=1e-12)
    without = outcome(attack("11e", keywords=["VEHICLE"]), ram)
    assert without[0][0] is False
    assert "Toughness" in str(without[0][1])


@pytest.mark.parametrize(
    ("leadership", "once", "rerolled"), [(6, "5/9", "25/162"), (7, "5/6", "25/72"), (8, "7/6", "49/72")]
)
def test_dark_pacts_cost_mortal_wounds(leadership: int, once: str, rerolled: str) -> None:
    """WE-38, and Wretched Thralls re-rolls the test."""
    damned = attack("11e", keywords=["HERETIC ASTARTES", "DAMNED"])
    pact = {"id": "army/dark-pacts", "choice": "lethal hits"}
    check(pools(damned, pact, leadership=leadership), ("attacker", once))
    thralls = "detachment/iconoclast-fiefdom/wretched-thralls"
    check(pools(damned, pact, thralls, leadership=leadership), ("attacker", rerolled))
    result = answered(damned, pact, context=Context(SideFacts(leadership=leadership)))
    assert result.costs[0].mortal_wounds == pytest.approx(float(Fraction(once)), abs=1e-12)


def test_wretched_thralls_alone_has_nothing_to_re_roll() -> None:
    damned = attack("11e", keywords=["DAMNED"])
    assert outcome(damned, "detachment/iconoclast-fiefdom/wretched-thralls") == [
        (False, "no Leadership test in this attack")
    ]


def test_an_unknown_leadership_is_said_and_the_pact_still_acts() -> None:
    chaos = attack("11e", keywords=["HERETIC ASTARTES"])
    ((applied, reason),) = outcome(chaos, {"id": "army/dark-pacts", "choice": "sustained hits 1"})
    assert applied
    assert "Leadership" in str(reason)


def test_what_own_units_suffer() -> None:
    """Acceptable Losses: 1/3 of D3+1 on a unit of the attacker's; Dark Sacrifice: D3+3 on the unit itself."""
    check(pools(attack("11e"), "stratagem/brood-brother-auxilia/acceptable-losses"), ("friends", "1"))
    check(pools(attack("11e"), "stratagem/iconoclast-fiefdom/dark-sacrifice"), ("attacker", "5"))


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_desperations_price_is_the_defenders(edition: str) -> None:
    """5/12 of the tests on Leadership 7 fail, each costs 3."""
    psyker = attack(edition, keywords=["PSYKER"])
    price = "stratagem/null-maiden-vigil/desperations-price"
    check(pools(psyker, price, leadership=7), ("attacker", "5/4"))
    result = answered(psyker, price, context=Context(SideFacts(leadership=7)))
    assert result.costs == [], "the defender pays for it"
