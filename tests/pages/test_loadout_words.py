"""Warnings about loadouts: what the engine understands is understood, and what a page offers is not warned of."""

from __future__ import annotations

import pytest

from analysis.matrix.rows import weapon_rows
from dashboard import facts
from dashboard.carry_over import in_edition
from dashboard.loadout_words import illegal_loadouts

KASRKIN = "astra-militarum/kasrkin"
BOYZ = {"unit": "orks/boyz"}
AS_PRINTED = {
    "hot shot lasgun": 9,
    "HOT-SHOT LASPISTOL": 1,
    "chainsword": 1,
    "close-combat weapon": 9,
}
"""The usual weapons, written as nobody prints them."""


def warnings(unit: str, counts: dict[str, int]) -> list[str]:
    loadout = [{"weapon": weapon, "count": count} for weapon, count in counts.items()]
    return illegal_loadouts({"edition": "11e", "attacker": {"unit": unit, "loadout": loadout}, "target": BOYZ})


def test_names_may_be_written_in_any_way_that_the_engine_reads() -> None:
    assert warnings(KASRKIN, AS_PRINTED) == []
    assert len(warnings(KASRKIN, {**AS_PRINTED, "plasma   GUN": 3})) > 0


def test_the_other_edition_reads_the_same_names() -> None:
    loadout = [{"weapon": weapon, "count": count} for weapon, count in AS_PRINTED.items()]
    data = {
        "edition": "11e",
        "phase": "shooting",
        "attacker": {"unit": KASRKIN, "loadout": loadout},
        "target": {"unit": "orks/boyz"},
    }

    carried = in_edition(data, "10e", {"attacker": {"unit": KASRKIN}, "target": BOYZ})

    assert carried.left == ()
    assert {line["weapon"]: line["count"] for line in carried.data["attacker"]["loadout"]} == {
        "hot-shot-lasgun": 9,
        "hot-shot-laspistol": 1,
        "chainsword": 1,
        "close-combat-weapon": 9,
    }


@pytest.mark.parametrize("faction", ["astra-militarum", "adeptus-astartes"])
@pytest.mark.parametrize("kind", ["ranged", "melee"])
def test_a_single_weapon_of_the_matrix_is_warned_of_only_where_its_unit_is_too_small(faction: str, kind: str) -> None:
    for row in weapon_rows(facts.sheets("11e", faction), kind):
        bearer = row.bearers[0]
        said = warnings(bearer.unit, {bearer.weapon_id: 1})
        assert all("only in units of" in sentence for sentence in said), said


def test_a_weapon_of_larger_units_is_said_to_be() -> None:
    assert warnings("astra-militarum/ratlings", {"tankstopper-rifle": 1}) == [
        "Ratlings: Tankstopper rifle\\: only in units of 10 models or more."
    ]
