"""A loadout that is written out: equal to the printed one it changes no number, and models keep what is theirs."""

from __future__ import annotations

from typing import Any

import pytest

from analysis import evaluate
from analysis.datasheet import Datasheet, UnitSize
from analysis.errors import InputError
from analysis.referring import LoadoutLine, ReferringScenario
from analysis.resolve import resolve, without_buffs
from analysis.resolve.loadouts import chosen_loadout, default_loadout
from queries.catalogue import catalogue
from tests.resolve.field import resolved


def written(sheet: Datasheet, size: UnitSize) -> list[dict[str, Any]]:
    """The printed loadout by ids, in another order than the printed one."""
    ids = {weapon.key: weapon.weapon_id for weapon in sheet.weapons}
    known = {wargear.item_id for wargear in sheet.wargear}
    return [
        {"weapon": ids[item.weapon_key] if item.weapon_key else item.item_id, "count": item.count}
        for item in reversed(size.items)
        if item.weapon_key or item.item_id in known
    ]


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_the_printed_loadout_written_out_arms_every_unit_alike(edition: str) -> None:
    """All units at all sizes: the same weapons in the same hands."""
    compared = 0
    for sheet in catalogue().datasheets(edition):
        for size in sheet.sizes:
            lines = [LoadoutLine.model_validate(line) for line in written(sheet, size)]
            assert chosen_loadout(sheet, size, lines, "loadout") == default_loadout(sheet, size), sheet.reference
            compared += 1
    assert compared > 2000


@pytest.mark.parametrize("edition", ["10e", "11e"])
@pytest.mark.parametrize("phase", ["shooting", "fight"])
def test_the_printed_loadout_written_out_changes_no_number(edition: str, phase: str) -> None:
    """Every 19th unit against a unit of two kinds of models, and struck by it."""
    facts = catalogue()
    other = {"unit": "orks/boyz", "models": 20}
    answered = 0
    for sheet in facts.datasheets(edition)[::19]:
        size = sheet.sizes[-1]
        plain = {"unit": sheet.reference, "models": size.models}
        explicit = {**plain, "loadout": written(sheet, size)}
        for sides in (("attacker", "target"), ("target", "attacker")):
            answers = []
            for unit in (plain, explicit):
                data = {"edition": edition, "phase": phase, **dict(zip(sides, (unit, other), strict=True))}
                try:
                    found = resolve(ReferringScenario.from_json(data), facts)
                except InputError as refusal:
                    answers.append(str(refusal))
                else:
                    answers.append(evaluate(without_buffs(found.scenario, found.context)))
                    answered += 1
            assert answers[0] == answers[1], sheet.reference
    assert answered > 100


def lines(loadout: dict[str, int], phase: str = "fight", unit: str = "squad") -> list[tuple[str, int]]:
    """The attack lines of a unit of the barracks with this loadout."""
    attacker = {"unit": unit, "loadout": [{"weapon": name, "count": count} for name, count in loadout.items()]}
    return [(line.name, line.count) for line in resolved(attacker, phase=phase).lines]


def test_a_leader_keeps_what_is_his() -> None:
    """Four with rifle, pistol and knife, a leader with pistol and fist: a swapped rifle moves no blade."""
    swapped = {"Rifle": 3, "Plasma gun": 1, "Pistol": 5, "Knife": 4, "Fist": 1}

    assert lines(swapped) == [("Knife", 4), ("Fist", 1)]
    assert lines(swapped, "shooting") == [("Rifle", 3), ("Plasma gun – Supercharge", 1), ("Pistol", 1)]


def test_who_gave_up_a_blade_takes_the_new_one() -> None:
    """Two fists: one is the leader's, the other in the hands of a man without a knife."""
    assert lines({"Rifle": 4, "Pistol": 5, "Knife": 3, "Fist": 2}) == [("Knife", 3), ("Fist", 2)]


def test_a_blade_beside_the_printed_ones_leaves_a_choice() -> None:
    """The fifth knife and the second fist are in the hands of two men who have a knife already."""
    assert lines({"Knife": 4, "Fist": 2}) == [("Knife", 3), ("Fist", 2)]


def test_weapons_attack_in_the_order_they_are_written() -> None:
    assert lines({"Plasma gun": 1, "Pistol": 5, "Fist": 1, "Rifle": 3, "Knife": 4}, "shooting") == [
        ("Plasma gun – Supercharge", 1), ("Pistol", 1), ("Rifle", 3),
    ]  # fmt: skip
    assert lines({"Fist": 1, "Knife": 4}) == [("Fist", 1), ("Knife", 4)]


def test_a_model_alone_chooses_between_its_pistol_and_its_gun() -> None:
    """A hero with a rifle written beside his plasma is one model, whatever is written."""
    assert lines({"Plasma gun": 1, "Fist": 1}, "fight", "hero") == [("Fist", 1)]
