"""An enhancement is a character's: squads without one cannot have it, and what is the bearer's own stays his."""

from __future__ import annotations

from typing import Any

import pytest

from analysis.buffs import fold
from analysis.buffs.candidates import candidates
from analysis.buffs.table import Context, SideFacts, Table, UnitFacts
from analysis.referring import ReferringScenario
from analysis.resolve import Resolution, resolve
from analysis.scenario import NamedBuff, Scenario
from dashboard.buff_form import offered
from queries.buffs import library
from queries.catalogue import catalogue
from tests.buffs.attacks import attack
from tests.buffs.attacks import folded as in_numbers

MANTLE = "enhancement/shield-host/auric-mantle"
BLADE = "enhancement/auric-champions/veiled-blade"
GLAIVE = "enhancement/berzerker-warband/berzerker-glaive"
ARMOUR = "enhancement/khorne-daemonkin/blood-forged-armour"

GUARD = {"unit": "adeptus-custodes/custodian-guard", "models": 4}
CAPTAIN = {"unit": "adeptus-custodes/shield-captain"}
LED_GUARD = {**GUARD, "attached": [CAPTAIN]}
BERZERKERS = {"unit": "world-eaters/khorne-berzerkers"}
JUGGERNAUT = {"unit": "world-eaters/lord-on-juggernaut"}
BOYZ = {"unit": "orks/boyz"}


def found(edition: str, attacker: Any, target: Any, phase: str = "fight", *buffs: str) -> Resolution:
    data = {"edition": edition, "phase": phase, "attacker": attacker, "target": target, "buffs": list(buffs)}
    return resolve(ReferringScenario.from_json(data), catalogue())


def folded(edition: str, attacker: Any, target: Any, buff: str) -> tuple[Scenario, NamedBuff]:
    """The attack in a fight with the rule folded in, and what came of the rule."""
    resolution = found(edition, attacker, target, "fight", buff)
    scenario = fold(resolution.scenario, library(edition), resolution.context)
    return scenario, next(one for one in scenario.named_buffs if one.id == buff)


def wounds(scenario: Scenario) -> list[tuple[int, int]]:
    return [(group.count, group.wounds) for group in scenario.target.groups]


def test_a_squad_without_a_character_has_no_enhancement() -> None:
    scenario, outcome = folded("11e", BOYZ, GUARD, MANTLE)

    assert not outcome.applied
    assert outcome.reason == "nobody in the unit can bear it: a CHARACTER, no EPIC HERO"
    assert wounds(scenario) == [(4, 3)]


def test_an_attached_leader_alone_has_the_wounds() -> None:
    scenario, outcome = folded("11e", BOYZ, LED_GUARD, MANTLE)
    plain = found("11e", BOYZ, LED_GUARD).scenario

    assert outcome.applied
    assert wounds(plain) == [(4, 3), (1, 6)]
    assert wounds(scenario) == [(4, 3), (1, 8)]


def test_a_character_alone_has_them_too() -> None:
    scenario, outcome = folded("11e", BOYZ, CAPTAIN, MANTLE)

    assert outcome.applied
    assert wounds(scenario) == [(1, 8)]


def test_a_hero_of_a_name_has_none() -> None:
    _, outcome = folded(
        "11e", BOYZ, {"unit": "adeptus-custodes/trajann-valoris"}, "enhancement/solar-spearhead/augury-uplink"
    )

    assert outcome.reason == "nobody in the unit can bear it: a CHARACTER with ADEPTUS CUSTODES, no EPIC HERO"


def test_the_bearer_needs_the_keywords_himself() -> None:
    """A Shield-Captain is a character, but no sister of silence."""
    _, outcome = folded("11e", BOYZ, LED_GUARD, "enhancement/null-maiden-vigil/enhanced-voidsheen-cloak")

    assert outcome.reason == "nobody in the unit can bear it: a CHARACTER with ANATHEMA PSYKANA, no EPIC HERO"


@pytest.mark.parametrize(
    ("edition", "squad", "leader", "buff"),
    [
        ("11e", GUARD, CAPTAIN, BLADE),
        ("10e", BERZERKERS, {"unit": "world-eaters/master-of-executions"}, GLAIVE),
    ],
)
def test_an_attackers_enhancement_reaches_the_leaders_weapons_alone(
    edition: str, squad: dict[str, Any], leader: dict[str, Any], buff: str
) -> None:
    _, refused = folded(edition, squad, BOYZ, buff)
    assert refused.reason is not None
    assert refused.reason.startswith("nobody in the unit can bear it: a CHARACTER with ")

    led = {**squad, "attached": [leader]}
    own = found(edition, led, BOYZ).context.attacker.units[1].weapons
    scenario, outcome = folded(edition, led, BOYZ, buff)
    plain, _ = folded(edition, led, BOYZ, "stratagem/core/command-re-roll")

    assert outcome.applied
    changed = [
        place
        for place, (line, before) in enumerate(zip(scenario.attacker.weapons, plain.attacker.weapons, strict=True))
        if (line.modifiers.attacks if line.modifiers else 0) != (before.modifiers.attacks if before.modifiers else 0)
    ]
    assert tuple(changed) == own
    assert changed


def test_a_target_of_the_10th_edition_is_asked_too() -> None:
    squad, refused = folded("10e", BOYZ, BERZERKERS, ARMOUR)
    lord, outcome = folded("10e", BOYZ, JUGGERNAUT, ARMOUR)

    assert not refused.applied
    assert all(group.save == 3 for group in squad.target.groups)
    assert outcome.applied
    assert [group.save for group in lord.target.groups] == [2]


def test_one_of_two_characters_bears_it() -> None:
    """The leader's before the bodyguard's, and never both."""
    buff = library("11e").find(MANTLE)
    lord = frozenset({"CHARACTER", "ADEPTUS CUSTODES", "SHIELD-CAPTAIN"})
    units = (
        UnitFacts("a/first", groups=(0,), keywords=lord),
        UnitFacts("a/led", groups=(1,), attached=True, keywords=lord),
    )
    table = Table.of(Scenario.from_json(attack("11e")), Context(target=SideFacts(units=units)))

    assert [unit.datasheet for unit in table.bearers(buff)] == ["a/led"]


def test_an_upgrade_is_the_units_that_it_names() -> None:
    """Immortals have it without a character, their leader beside it or not; Warriors do not."""
    upgrade = "enhancement/hand-of-the-dynasty/tools-of-dominion-upgrade"
    led = {"unit": "necrons/immortals", "attached": [{"unit": "necrons/overlord"}]}
    reasons = []
    for attacker in ({"unit": "necrons/immortals"}, led, {"unit": "necrons/necron-warriors"}):
        resolution = found("11e", attacker, BOYZ, "shooting", upgrade)
        named = fold(resolution.scenario, library("11e"), resolution.context).named_buffs
        reasons += [buff.reason for buff in named if buff.id == upgrade]

    assert reasons == [None, None, "nobody in the unit can bear it: a unit with IMMORTALS and NECRONS"]


def test_numbers_alone_are_vouched_for() -> None:
    scenario = in_numbers(attack("11e", target_keywords=["ADEPTUS CUSTODES", "SHIELD-CAPTAIN"]), MANTLE)

    assert [buff.applied for buff in scenario.named_buffs] == [True]
    assert wounds(scenario) == [(3, 4)]


@pytest.mark.parametrize(("side", "expected"), [(GUARD, False), (LED_GUARD, True), (CAPTAIN, True)])
def test_forms_and_rankings_offer_it_to_whoever_can_bear_it(side: dict[str, Any], expected: bool) -> None:
    resolution = found("11e", BOYZ, side)
    table = Table.of(resolution.scenario, resolution.context)
    ranked = {use.buff.id for use in candidates(library("11e"), table, "defender", "adeptus-custodes")}

    assert (MANTLE in ranked) is expected
    assert (MANTLE in offered("11e", "defender", side, "fight")) is expected
