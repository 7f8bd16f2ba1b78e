"""Rules of the table that touch other units: on the side that they hurt or help, with their switch, for the army."""

from __future__ import annotations

import pytest

from analysis.buffs import Buff
from queries.buffs import library


def named(edition: str, part: str) -> list[Buff]:
    return [
        buff
        for buff in library(edition)
        if part in buff.id.split("/")[-1] and buff.kind == "datasheet ability" and buff.status == "modelled"
    ]


def asked(buff: Buff) -> set[str]:
    """Toggles that every effect of a buff asks for."""
    each = [{atom.value for clause in one.when for atom in clause if atom.subject == "toggle"} for one in buff.effects]
    return set.intersection(*each)


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_shooting_at_what_a_fortification_has_engaged_is_the_penalty_of_its_own_army(edition: str) -> None:
    found = named(edition, "fortification")
    assert len(found) == 8
    for buff in found:
        assert (buff.side, [(one.change, one.value) for one in buff.effects]) == ("attacker", [("hit", -1)]), buff.id
        assert asked(buff) == {"target-engaged-with-a-friendly-fortification"}
        assert buff.elsewhere


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_a_suppressed_unit_hits_worse_in_both_phases_whomever_it_attacks(edition: str) -> None:
    found = named(edition, "suppress")
    assert len(found) >= 5
    for buff in found:
        assert (buff.side, buff.phase, buff.elsewhere) == ("defender", "any", True), buff.id
        assert {(one.change, one.value) for one in buff.effects} == {("hit", -1)}
        assert asked(buff) == {"attacker-suppressed"}, buff.id
