"""From the matrix to the picture: filters, ranking, pages, and the same numbers in the table."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from analysis.efficiency import Figures
from dashboard.best_units import best_per_target
from dashboard.matrix_question import Column, Question, Row, View
from dashboard.matrix_ranking import Filter, page_of, ranked, targets_in_order
from dashboard.matrix_table import not_counted, only, to_grid, wide_table
from dashboard.matrix_view import view_of
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


ALL = range(3)


def ranking(metric: str, weights: dict[str, float], by: str = "") -> list[str]:
    places = ranked(view(), Filter(), METRICS[metric], weights, by).places
    return names(only(view(), places, ALL))


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
    places = sorted(ranked(view(), wanted, METRICS["damage"], {}).places)
    kept = only(view(), places, ALL)

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


def test_who_cannot_kill_a_target_ranks_last_where_less_is_better_and_has_no_mean() -> None:
    """Points per model slain: guns 50, none, 200; tank 200, 200, unknown; the third has no price."""
    found = ranked(view(), Filter(), METRICS["points_per_kill"], {})
    assert np.isnan(found.scores["mean"]).all()

    met = {"Boyz": 1.0, "Knight": 1.0}
    found = ranked(view(), Filter(), METRICS["points_per_kill"], met)

    assert found.scores["mean"].tolist() == pytest.approx([125.0, np.nan, np.nan], nan_ok=True)
    assert ranking("points_per_kill", met) == ["a/guns", "a/tank", "a/relic"]


def test_a_standing_is_the_same_on_every_page() -> None:
    metric = METRICS["damage"]
    found = ranked(view(), Filter(), metric, {"Boyz": 1.0})
    whole = wide_table(view(), metric, found.scores, found.places)

    for page in (1, 2, 3):
        (row,) = page_of(ALL, page, 1)
        part = wide_table(only(view(), [found.places[row]], ALL), metric, found.scores.iloc[[row]])
        shown, full = part.iloc[0].drop("points"), whole.iloc[row].drop("points")
        pd.testing.assert_series_equal(shown, full, check_names=False)
    assert whole["standing"].tolist() == [1.0, 0.5, 0.0]
    assert whole["mean"].tolist() == [4.0, 2.0, 1.0]


def test_targets_can_come_in_the_order_of_how_well_they_are_answered() -> None:
    """Damage, means over who has an answer: Boyz 7/3, Rhino 1, Knight 5."""
    assert targets_in_order(view(), [0, 1, 2], METRICS["damage"], ranked_by_mean=True) == [2, 0, 1]
    assert targets_in_order(view(), [0, 1, 2], METRICS["damage"], ranked_by_mean=False) == [0, 1, 2]


def test_pages_follow_each_other_and_columns_can_be_cut() -> None:
    assert names(only(view(), page_of([0, 1, 2], 2, 2), ALL)) == ["a/relic"]
    cut = only(view(), ALL, [2, 0])
    assert [column.label for column in cut.columns] == ["Knight", "Boyz"]
    np.testing.assert_array_equal(cut.figures.damage, DAMAGE[:, [2, 0]])
    assert cut.figures.target_wounds.tolist() == [[22.0, 5.0]]


def test_table_and_picture_hold_the_same_numbers() -> None:
    metric = METRICS["damage"]
    scores = ranked(view(), Filter(), metric, {}).scores

    grid, table = to_grid(view(), metric), wide_table(view(), metric, scores)

    np.testing.assert_array_equal(grid.values, table[["Boyz x5", "Rhino x5", "Knight x5"]].to_numpy())
    assert grid.texts[1] == ["2", "2", "–"]
    assert grid.rows[1] == "Tank &lt;b&gt; ×1 (200)"


def test_the_whole_game_as_targets_loses_no_column_to_another_of_its_name() -> None:
    found = view_of(Question("11e", "imperial-knights", "all", "shooting"))
    metric = METRICS["damage"]
    order = ranked(found, Filter(), metric, {})

    table = wide_table(found, metric, order.scores, order.places)

    assert len(set(table.columns)) == len(table.columns)
    assert len(table.columns) == 9 + len(found.columns)
    np.testing.assert_array_equal(table.iloc[:, 9:].to_numpy(), metric.measure.of(found.figures)[order.places])
    rhinos = [column.label for column in found.columns if column.label.startswith("Rhino")]
    assert "Rhino (Grey Knights)" in rhinos


def test_weapons_pass_a_filter_by_who_carries_them() -> None:
    found = view_of(Question("11e", "astra-militarum", "standard", "shooting", "weapons"))

    infantry = ranked(found, Filter(role="INFANTRY"), METRICS["damage"], {}).places

    carried = {found.rows[place].name for place in infantry}
    assert any("Hot-shot lasgun" in name for name in carried)
    assert 0 < len(infantry) < len(found.rows)


def test_the_best_of_each_target_are_named() -> None:
    table = best_per_target(view(), METRICS["damage"])

    assert table.iloc[0].to_list()[:6] == ["Boyz ×5", 5, "Guns", 4.0, "Tank <b>", 2.0]
    assert (table.iloc[2]["best"], table.iloc[2]["best per 100"]) == ("Relic", 9.0)
    assert [str(kind) for name, kind in table.dtypes.items() if str(name).endswith("100")] == ["float64"] * 3


def test_the_whole_table_keeps_the_order_of_the_picture() -> None:
    scores = pd.DataFrame({"mean": [2.0, 1.0], "standing": [1.0, 0.0]})
    table = wide_table(view(), METRICS["damage"], scores, [2, 0])

    assert list(table["id"]) == ["a/relic", "a/guns"]
    assert list(table["Boyz x5"]) == [1.0, 4.0]


def test_what_is_missing_is_said() -> None:
    assert not_counted(view()) == "Not counted: Odd rule. Without weapons for this phase: Truck."
