"""Legal loadouts: bounds and budgets of real datasheets, counted by hand from what their options say."""

from __future__ import annotations

import pytest

from analysis.legality import Allowance, problems
from dashboard import facts

KASRKIN = "astra-militarum/kasrkin"
USUAL = {"hot-shot-lasgun": 9, "hot-shot-laspistol": 1, "chainsword-kasrkin": 1, "close-combat-weapon-kasrkin": 9}
NAMES = {"flamer": "Flamer", "plasma-gun-kasrkin": "Plasma gun", "hot-shot-lasgun": "Hot-shot lasgun"}


@pytest.fixture
def kasrkin() -> Allowance:
    return facts.legal_items("11e", KASRKIN, 10)


def test_a_budget_bounds_each_of_its_items(kasrkin: Allowance) -> None:
    """At most two of each special weapon; nine troopers have nine lasguns to give up."""
    bounds = {item: (found.least, found.most, found.usual) for item, found in kasrkin.bounds.items()}

    assert bounds["plasma-gun-kasrkin"] == (0, 2, 0)
    assert bounds["melta-mine"] == (0, 1, 0)
    assert bounds["hot-shot-lasgun"] == (0, 9, 9)
    assert bounds["close-combat-weapon-kasrkin"] == (9, 9, 9)


def test_a_limit_for_every_ten_models_doubles_with_twenty() -> None:
    ten, twenty = (facts.legal_items("11e", "astra-militarum/cadian-shock-troops", models) for models in (10, 20))

    assert (ten.bounds["plasma-gun"].most, twenty.bounds["plasma-gun"].most) == (1, 2)


@pytest.mark.parametrize(
    ("changes", "sentences"),
    [
        ({}, []),
        ({"plasma-gun-kasrkin": 2, "flamer": 2, "hot-shot-lasgun": 5}, []),
        (
            {"plasma-gun-kasrkin": 3, "flamer": 2, "hot-shot-lasgun": 4},
            [
                "Plasma gun: 3 are more than the 2 this unit may have.",
                "Flamer, Plasma gun: 5 together, at most 4 are allowed.",
            ],
        ),
        ({"flamer": 1}, ["Hot-shot lasgun: 1 are replaced, so at most 8 are left."]),
        ({"lascannon": 1}, ["lascannon: not among the options of this unit."]),
        ({"hot-shot-lasgun": 8}, []),
    ],
)
def test_what_is_wrong_is_said(kasrkin: Allowance, changes: dict[str, int], sentences: list[str]) -> None:
    assert problems(kasrkin, USUAL | changes, NAMES) == sentences


@pytest.mark.parametrize("edition", ["10e", "11e"])
@pytest.mark.parametrize("faction", ["astra-militarum", "orks", "necrons", "adeptus-custodes"])
def test_a_usual_loadout_is_within_its_own_bounds(edition: str, faction: str) -> None:
    for sheet in facts.sheets(edition, faction):
        size = sheet.sizes[0]
        allowed = facts.legal_items(edition, sheet.reference, size.models)
        counts: dict[str, int] = {}
        for item in size.items:
            counts[item.item_id] = counts.get(item.item_id, 0) + item.count

        assert problems(allowed, counts, {}) == [], sheet.reference
