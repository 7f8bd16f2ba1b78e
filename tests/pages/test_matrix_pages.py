"""Sorting and paging of the matrix: every page goes on where the one before ended, by whatever is ranked."""

from __future__ import annotations

import pandas as pd
import pytest

from dashboard.metrics import METRICS
from tests.pages.visits import open_page, shown_errors


def table(**parameters: str) -> pd.DataFrame:
    app = open_page("matrix", **parameters)
    assert shown_errors(app) == []
    return app.dataframe[0].value


@pytest.mark.parametrize("metric", ["points_per_100", "points_per_kill"])
@pytest.mark.parametrize("target", ["Boyz", "Knight"])
def test_pages_follow_each_other_in_the_order_of_the_target_ranked_by(metric: str, target: str) -> None:
    asked = {"rank": target, "metric": METRICS[metric].label, "top": "30"}

    pages = [table(**asked, page=str(number)) for number in (1, 2, 3)]

    whole = pd.concat(pages, ignore_index=True)
    column = next(name for name in whole.columns if str(name).startswith(f"{target} x"))
    numbers = whole[column].dropna()
    assert numbers.is_monotonic_decreasing if METRICS[metric].more_is_better else numbers.is_monotonic_increasing
    assert whole["id"].is_unique
    assert len(whole) == len(table(**{**asked, "top": "300"}))


def test_the_mean_over_the_mix_ranks_when_no_target_does() -> None:
    found = table(mix_boyz="5", mix_knight="0", top="300")

    assert found["mean"].is_monotonic_decreasing


def test_a_page_beyond_the_last_is_answered_by_a_sentence() -> None:
    app = open_page("matrix", page="99")

    assert shown_errors(app) == []
    assert any("page" in element.value for element in app.warning)
