"""Prices by size and copy: the given cases, holes between bands, allied prices, and what has none."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.points import PointsTier, total_price, unit_price
from queries.catalogue import catalogue

CASES = {
    case["id"]: case
    for case in json.loads((Path(__file__).parent / "data" / "cases" / "other.json").read_text(encoding="utf-8"))
}


def test_kasrkin_by_the_copy() -> None:
    """The third and later copies cost more, the first two do not."""
    case: dict[str, Any] = CASES["kasrkin-tiers"]
    sheet = catalogue().datasheet("11e", "astra-militarum/kasrkin")

    totals = {str(copies): total_price(sheet.tiers, 10, copies) for copies in (1, 2, 3, 4)}

    assert totals == {copies: case["expected"][copies] for copies in totals}
    assert totals == {"1": 105, "2": 210, "3": 330, "4": 450}
    third = unit_price(sheet.tiers, 10, copy=3)
    assert third is not None
    assert third / 10 == case["expected"]["points_per_model_of_third"]["value"]


def test_witchseekers_by_the_size() -> None:
    case: dict[str, Any] = CASES["witchseekers-sizes"]
    tiers = [PointsTier(int(models), int(models), 1, None, cost) for models, cost in case["inputs"]["costs"].items()]

    for models, each in case["expected"]["per_model"].items():
        price = unit_price(tiers, int(models))
        assert price is not None
        assert price / int(models) == pytest.approx(each["value"], abs=1e-9)


@pytest.mark.parametrize(("models", "price"), [(4, 50), (5, 65), (6, 115), (8, 115), (9, 115), (10, 125), (3, 50)])
def test_a_hole_pays_for_the_next_larger_size(models: int, price: int) -> None:
    tiers = [PointsTier(size, size, 1, None, cost) for size, cost in ((10, 125), (4, 50), (9, 115), (5, 65))]

    assert unit_price(tiers, models) == price


def test_an_allied_price_is_not_the_units_own() -> None:
    tiers = [PointsTier(3, 3, 1, None, 85, "blood-angels"), PointsTier(3, 3, 1, None, 80)]

    assert unit_price(tiers, 3) == 80
    assert unit_price(tiers[:1], 3) is None


def test_no_price_is_none_and_not_nothing() -> None:
    assert unit_price([], 5) is None
    assert total_price([PointsTier(5, 5, 1, 2, 80)], 5, 3) is None
    assert total_price([], 5, 0) == 0


def test_more_models_than_the_list_goes_have_no_price() -> None:
    assert unit_price([PointsTier(5, 10, 1, None, 80)], 11) is None


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_every_legal_size_of_the_game_has_one_price_or_none(edition: str) -> None:
    """Found a second way: the one tier that covers the size, as the catalogue lays the bands end to end."""
    priced = 0
    for sheet in catalogue().datasheets(edition):
        for size in sheet.sizes:
            for copy in (1, 2, 3, 4):
                covering = [
                    tier.cost
                    for tier in sheet.tiers
                    if tier.host_faction is None
                    and tier.models_min <= size.models <= tier.models_max
                    and copy in range(tier.copies_min, (tier.copies_max or 1000) + 1)
                ]
                assert len(covering) <= 1, sheet.key
                assert unit_price(sheet.tiers, size.models, copy) == (covering[0] if covering else None), sheet.key
                priced += len(covering)
    assert priced > 4000


@given(
    st.lists(
        st.tuples(st.integers(1, 20), st.integers(5, 300)), min_size=1, max_size=5, unique_by=lambda band: band[0]
    ),
    st.integers(1, 20),
    st.integers(1, 6),
)
def test_a_total_is_the_sum_of_its_copies(bands: list[tuple[int, int]], models: int, copies: int) -> None:
    tiers = [PointsTier(size, size, 1, 2, cost) for size, cost in bands]
    tiers += [PointsTier(size, size, 3, None, cost + 10) for size, cost in bands]

    total = total_price(tiers, models, copies)

    first = min(((size, cost) for size, cost in bands if size >= models), default=None)
    assert total == (None if first is None else copies * first[1] + 10 * max(0, copies - 2))
