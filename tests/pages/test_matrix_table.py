"""From the matrix to the picture: filters, ranking, pages, and the same numbers in the table."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.efficiency import Figures
from dashboard.matrix_question import Column, Question, Row, View
from dashboard.matrix_table import (
    Filter,
    best_per_target,
    leftmost,
    not_counted,
    only,
    order_of,
    page_of,
    to_grid,
    wide_table,
)
from dashboard.metrics import METRICS

DAMAGE = np.array([[4.0, 0.0, 1.0], [2.0, 2.0, np.nan], [1.0, 1.0, 9.0]])


def view() -> View:
    rows = (
        Row("a/guns", "Guns", 5, 100.0, frozenset({"INFANTRY", "BATTLELINE"})),
        Row("a/tank", "Tank <b>", 1, 200.0, frozenset({"VEHICLE"})),
        Row("a/relic", "Relic", 1, None, frozenset({"INFANTRY", "CHARACTER"})),
    )
    columns = tuple(Column(f"b/{label}", label, 5, 100.0) for label in ("Boyz", "Rhino", "Knight"))
    prices = np.array([[100.0], [200.0], [np.nan]])
    figures = Figures(DAMAGE, DAMAGE / 2, DAMAGE / 10, DAMAGE, DAMAGE * 10, prices, np.array([[5.0, 10.0, 22.0]]))
    question = Question("11e", "a", "standard", "shooting")
    return View(question, rows, columns, figures, ("Truck",), ("Odd rule",))


def ranking(metric: str, weights: dict[str, float], by: str = "") -> list[str]:
    places = order_of(view(), Filter(), METRICS[metric], weights, by)
    return names(only(view(), places))


def names(shown: View) -> list[str]:
    return [row.reference for row in shown.rows]


@pytest.mark.parametrize(
    ("wanted", "left"),
    [
        (Filter(), ["a/guns", "a/tank", "a/relic"]),
        (Filter(role="INFANTRY"), ["a/guns", "a/relic"]),
        (Filter(word="TANK"), ["a/tank"]),
        (Filter(word="battleline"), ["a/guns"]),
        (Filter(most_points=150), ["a/guns", "a/relic"]),
        (Filter(word="nothing"), []),
    ],
)
def test_a_filter_keeps_rows_with_their_numbers(wanted: Filter, left: list[str]) -> None:
    places = sorted(order_of(view(), wanted, METRICS["damage"], {}))
    kept = only(view(), places)

    assert names(kept) == left
    np.testing.assert_array_equal(kept.figures.damage, DAMAGE[places])


def test_the_best_mean_comes_first_and_a_missing_cell_does_not_count_as_nothing() -> None:
    """Means: guns 5/3, tank 2 of the two cells it has, relic 11/3."""
    assert ranking("damage", {}) == ["a/relic", "a/tank", "a/guns"]


def test_a_mix_of_targets_changes_the_ranking() -> None:
    assert ranking("damage", {"Boyz": 5.0}) == ["a/guns", "a/tank", "a/relic"]


def test_one_target_may_rank_alone() -> None:
    assert ranking("damage", {}, by="Rhino") == ["a/tank", "a/relic", "a/guns"]


def test_less_is_better_where_the_measure_says_so_and_unknown_comes_last() -> None:
    assert ranking("points_per_kill", {}, by="Boyz") == ["a/guns", "a/tank", "a/relic"]


def test_pages_follow_each_other_and_columns_can_be_cut() -> None:
    assert names(only(view(), page_of([0, 1, 2], 2, 2))) == ["a/relic"]
    cut = leftmost(view(), 2)
    assert [column.label for column in cut.columns] == ["Boyz", "Rhino"]
    np.testing.assert_array_equal(cut.figures.damage, DAMAGE[:, :2])
    assert cut.figures.target_wounds.shape == (1, 2)


def test_table_and_picture_hold_the_same_numbers() -> None:
    metric = METRICS["damage"]

    grid, table = to_grid(view(), metric), wide_table(view(), metric, {})

    np.testing.assert_array_equal(grid.values, table[["Boyz x5", "Rhino x5", "Knight x5"]].to_numpy())
    assert grid.texts[1] == ["2", "2", "–"]
    assert grid.rows[1] == "Tank &lt;b&gt; ×1 (200)"
    assert table["mean"].iloc[0] == pytest.approx(5 / 3)


def test_the_best_of_each_target_are_named() -> None:
    table = best_per_target(view(), METRICS["damage"], 2)

    assert table.iloc[0].to_list() == ["Boyz ×5", "Guns (4)", "Tank <b> (2)"]
    assert table.iloc[2]["best"] == "Relic (9)"


def test_the_whole_table_keeps_the_order_of_the_picture() -> None:
    table = wide_table(view(), METRICS["damage"], {}, [2, 0])

    assert list(table["id"]) == ["a/relic", "a/guns"]
    assert list(table["Boyz x5"]) == [1.0, 4.0]


def test_what_is_missing_is_said() -> None:
    assert not_counted(view()) == "Not counted: Odd rule. Without weapons for this phase: Truck."
