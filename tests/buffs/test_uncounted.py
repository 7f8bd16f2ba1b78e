"""Rules that no number holds are named with the result: those nobody could model, and the missing part of others."""

from __future__ import annotations

from typing import Any

import pytest

from analysis.__main__ import LoadedFacts
from analysis.buffs import Buff
from analysis.errors import InputError
from analysis.evaluate import evaluate
from analysis.inline import inline
from queries.buffs import library

GUARD = "astra-militarum/cadian-shock-troops"


def left_out(edition: str, attacker: Any, target: Any, phase: str, **more: Any) -> list[str]:
    sides = {"attacker": {"unit": attacker}, "target": {"unit": target}}
    return evaluate(inline({"edition": edition, "phase": phase, **sides, **more}, LoadedFacts())).unmodelled


def first_of_each_unit(edition: str) -> list[Buff]:
    rules = (buff for buff in library(edition) if buff.status == "not modelled" and buff.datasheets)
    return list({buff.datasheets[0]: buff for buff in rules}.values())


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_a_rule_that_nobody_modelled_is_named_for_every_unit_that_has_it(edition: str) -> None:
    rules = first_of_each_unit(edition)
    checked = 0
    for rule in rules:
        unit = rule.datasheets[0]
        sides = (unit, GUARD) if rule.side == "attacker" else (GUARD, unit)
        for phase in ("shooting", "fight"):
            try:
                named = left_out(edition, *sides, phase)
            except InputError:
                continue  # no weapons for this phase
            assert any(text.startswith(rule.name) for text in named), rule.id
            checked += 1

    assert checked > len(rules)


def test_the_part_that_is_missing_of_a_rule_that_acts_is_named() -> None:
    (named,) = left_out("11e", "adeptus-astartes/bladeguard-veteran-squad", GUARD, "fight")

    assert named == "Bladeguard (Bladeguard Veteran Squad): or re-rolls of invulnerable saves"
    assert left_out("11e", "adeptus-astartes/bladeguard-veteran-squad", GUARD, "shooting") == []


def test_a_rule_of_the_other_side_of_the_attack_does_not_bear_on_it() -> None:
    assert left_out("11e", "necrons/annihilation-barge", GUARD, "shooting") != []
    assert left_out("11e", GUARD, "necrons/annihilation-barge", "shooting") == []


def test_a_rule_that_is_named_though_it_does_nothing_is_told_once() -> None:
    rule = "ability/annihilation-barge/malevolent-arcing"

    assert left_out("11e", "necrons/annihilation-barge", GUARD, "shooting", buffs=[rule]) == [rule]
