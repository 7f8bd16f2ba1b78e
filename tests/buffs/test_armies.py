"""Rules that an army cannot have take no part, and the reason says so: other factions, detachments beyond its means."""

from __future__ import annotations

from typing import Any

import pytest

from analysis.buffs import fold
from analysis.buffs.candidates import candidates
from analysis.buffs.table import Table
from analysis.evaluate import evaluate
from analysis.referring import ReferringScenario
from analysis.resolve import resolve
from queries.buffs import library
from queries.catalogue import catalogue
from tests.buffs.attacks import attack, outcome

KASRKIN = {"unit": "astra-militarum/kasrkin"}
MARINES = {"unit": "adeptus-astartes/intercessor-squad"}


def reasons(edition: str, attacker: dict[str, Any], *buffs: Any, phase: str = "shooting") -> list[str | None]:
    """Why each of the named buffs takes no part in an attack on Intercessors; None for those that do."""
    data = {"edition": edition, "phase": phase, "attacker": attacker, "target": MARINES, "buffs": list(buffs)}
    found = resolve(ReferringScenario.from_json(data), catalogue())
    result = evaluate(fold(found.scenario, library(edition), found.context))
    outcomes = {buff.id: buff for buff in result.buffs}
    named = [buff if isinstance(buff, str) else buff["id"] for buff in buffs]
    return [None if outcomes[name].applied else outcomes[name].reason for name in named]


def test_no_rule_of_another_faction_acts_on_kasrkin_but_those_of_the_cult_that_takes_them_in() -> None:
    own = {"astra-militarum", None}
    named = [
        {"id": buff.id, "choice": next(iter(buff.choices), None), "toggles": [toggle.id for toggle in buff.toggles]}
        for buff in library("11e")
        if buff.kind in ("stratagem", "detachment rule", "army rule") and buff.side == "attacker"
        if buff.faction not in own and buff.status == "modelled"
    ]
    assert len(named) > 250

    acting = {buff["id"] for buff in named if reasons("11e", KASRKIN, buff) == [None]}

    assert acting == {
        "stratagem/brood-brother-auxilia/acceptable-losses",
        "stratagem/brood-brother-auxilia/symbiotic-destruction",
    }


def test_the_reason_names_both_factions() -> None:
    (reason,) = reasons("11e", KASRKIN, "stratagem/talons-of-the-emperor/talons-interlocked")

    assert reason == "a rule of Adeptus Custodes, the army is Astra Militarum"


def test_a_named_army_faction_takes_the_place_of_the_units_own() -> None:
    opening = "stratagem/armoured-infantry/opening-salvo"
    assert reasons("11e", KASRKIN, opening) == [None]

    (reason,) = reasons("11e", {**KASRKIN, "army_faction": "genestealer-cults"}, opening)

    assert reason == "a rule of Astra Militarum, the army is Genestealer Cults"


def test_damned_units_have_the_rules_of_the_fiefdom_that_names_them() -> None:
    cultists = {"unit": "chaos-space-marines/cultist-mob"}
    marked = {"id": "stratagem/iconoclast-fiefdom/avenge-the-masters", "toggles": ["target-marked"]}

    assert reasons("11e", cultists, marked, "stratagem/iconoclast-fiefdom/dark-sacrifice") == [None, None]


def test_detachments_of_the_11th_edition_act_together_up_to_three_points() -> None:
    two, one, third = (
        "stratagem/armoured-infantry/opening-salvo",
        "stratagem/bridgehead-strike/firing-hot",
        "stratagem/brood-brother-auxilia/symbiotic-destruction",
    )

    assert reasons("11e", KASRKIN, two, one, third) == [
        None,
        None,
        "Brood Brothers Auxilia beside Armoured Infantry and Bridgehead Strike costs 5 detachment points, "
        "an army has 3",
    ]


def test_an_army_of_the_10th_edition_has_one_detachment() -> None:
    sisters = {"unit": "adeptus-custodes/witchseekers"}
    talons = {"id": "detachment/talons-of-the-emperor/deadly-unity", "toggles": ["other-own-unit-within-6"]}

    found = reasons("10e", sisters, talons, "stratagem/null-maiden-vigil/purgation-sweep")

    assert found == [None, "an army has one detachment, Talons of the Emperor came first"]


def test_a_chapters_rules_do_not_act_on_units_of_another() -> None:
    lib = library("11e")
    angels = next(
        buff
        for buff in lib
        if buff.faction == "blood-angels" and buff.kind == "stratagem" and buff.status == "modelled"
        if buff.side == "attacker" and not buff.choices and not buff.when and buff.phase in ("any", "fight")
    )
    assert reasons("11e", MARINES, angels.id, phase="fight") == [None]

    (reason,) = reasons("11e", {"unit": "adeptus-astartes/deathwing-knights"}, angels.id, phase="fight")

    assert reason == "a rule of Blood Angels, the unit is of Dark Angels"


def test_numbers_alone_name_no_army() -> None:
    found = outcome(
        attack("10e"),
        "detachment/chosen-cabal/witchsight",
        {"id": "stratagem/voyagers-in-darkness/artificer-rounds", "toggles": ["within-6"]},
    )

    assert [applied for applied, _ in found] == [True, True]


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_candidates_are_rules_whose_owner_is_known(edition: str) -> None:
    data = {"edition": edition, "phase": "shooting", "attacker": KASRKIN, "target": MARINES}
    found = resolve(ReferringScenario.from_json(data), catalogue())
    table = Table.of(found.scenario, found.context)

    uses = candidates(library(edition), table, "attacker", "astra-militarum")

    assert uses
    assert all(use.buff.has_owner for use in uses)
    assert all(use.buff.datasheets for use in uses if use.buff.kind == "datasheet ability")
    assert all(use.buff.faction in (None, "astra-militarum") for use in uses)


def test_abilities_that_no_source_links_to_a_datasheet_are_offered_to_nobody() -> None:
    """Whoever names one vouches for it; nobody is offered one."""
    unknown = {buff.id for buff in library("11e") if not buff.has_owner and buff.status == "modelled"}
    assert unknown

    for unit in ("astra-militarum/kasrkin", "adeptus-astartes/intercessor-squad", "orks/boyz"):
        data = {"edition": "11e", "phase": "fight", "attacker": {"unit": unit}, "target": {"unit": unit}}
        found = resolve(ReferringScenario.from_json(data), catalogue())
        table = Table.of(found.scenario, found.context)
        army = unit.partition("/")[0]
        uses = [*candidates(library("11e"), table, "attacker", army)]
        uses += candidates(library("11e"), table, "defender", army)
        assert unknown.isdisjoint(use.buff.id for use in uses)
