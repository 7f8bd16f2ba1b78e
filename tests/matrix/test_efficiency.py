"""The measures of efficiency on numbers small enough to check by hand."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from analysis.efficiency import MEASURES, Figures, long_frame, robust_scores, wide_frame


@pytest.fixture
def figures() -> Figures:
    """Two attackers for 50 points and without a price, two targets of 10 and 4 wounds; the second is never hurt."""
    return Figures(
        damage=np.array([[5.0, 0.0], [2.0, 0.0]]),
        slain=np.array([[2.0, 0.0], [0.5, 0.0]]),
        destroyed=np.array([[0.25, 0.0], [0.0, 0.0]]),
        wasted=np.array([[1.0, 0.0], [0.5, 0.0]]),
        points_destroyed=np.array([[30.0, np.nan], [7.5, np.nan]]),
        attacker_points=np.array([[50.0], [np.nan]]),
        target_wounds=np.array([[10.0, 4.0]]),
    )


EXPECTED = {
    "points_per_100": [[60.0, np.nan], [np.nan, np.nan]],
    "points_destroyed": [[30.0, np.nan], [7.5, np.nan]],
    "slain": [[2.0, 0.0], [0.5, 0.0]],
    "damage": [[5.0, 0.0], [2.0, 0.0]],
    "destroyed": [[0.25, 0.0], [0.0, 0.0]],
    "wasted": [[1.0, 0.0], [0.5, 0.0]],
    "damage_per_100": [[10.0, 0.0], [np.nan, np.nan]],
    "points_per_kill": [[25.0, np.nan], [np.nan, np.nan]],
    "points_per_100_destroyed": [[500 / 3, np.nan], [np.nan, np.nan]],
    "activations": [[2.0, np.nan], [5.0, np.nan]],
}


@pytest.mark.parametrize("measure", MEASURES.values(), ids=lambda measure: measure.id)
def test_a_measure_is_what_its_sentence_says(measure, figures: Figures) -> None:
    assert measure.of(figures) == pytest.approx(np.array(EXPECTED[measure.id]), nan_ok=True)


@pytest.mark.parametrize("measure", MEASURES.values(), ids=lambda measure: measure.id)
def test_every_measure_explains_itself(measure) -> None:
    assert measure.sentence.endswith(".")
    assert measure.label
    assert measure.better in ("more", "less")


def test_a_wide_table_has_a_column_for_each_target(figures: Figures) -> None:
    attackers = pd.DataFrame({"attacker": ["a", "b"]})

    table = wide_frame(figures, MEASURES["slain"], attackers, ["x", "y"])

    assert table.to_dict("list") == {"attacker": ["a", "b"], "x": [2.0, 0.5], "y": [0.0, 0.0]}


def test_a_long_table_has_a_row_for_each_pair(figures: Figures) -> None:
    table = long_frame(figures, pd.DataFrame({"attacker": ["a", "b"]}), pd.DataFrame({"target": ["x", "y"]}))

    assert list(zip(table["attacker"], table["target"], strict=True)) == [
        ("a", "x"),
        ("a", "y"),
        ("b", "x"),
        ("b", "y"),
    ]
    assert table["damage"].tolist() == [5.0, 0.0, 2.0, 0.0]


def test_a_favourite_against_one_target_is_not_robust() -> None:
    scores = robust_scores(np.array([[9.0, 0.0], [4.0, 4.0], [3.0, 3.0]]), [1.0, 1.0], "more")

    assert scores["mean"].tolist() == [4.5, 4.0, 3.0]
    assert scores["standing"].tolist() == [0.5, 0.75, 0.25]
    assert scores["worst_standing"].tolist() == [0.0, 0.5, 0.0]


def test_targets_without_weight_do_not_count_and_less_can_be_better() -> None:
    scores = robust_scores(np.array([[1.0, 9.0], [2.0, 1.0]]), [1.0, 0.0], "less")

    assert scores["worst_standing"].tolist() == [1.0, 0.0]


def test_who_never_kills_has_no_mean_where_less_is_better_and_the_worst_standing() -> None:
    """Three attackers, three targets; the third target has no price, so that nobody has an answer there."""
    values = np.array([[10.0, np.nan, np.nan], [20.0, 40.0, np.nan], [30.0, 60.0, np.nan]])

    scores = robust_scores(values, [1.0, 1.0, 1.0], "less")

    assert scores["mean"].tolist() == pytest.approx([np.nan, 30.0, 45.0], nan_ok=True)
    assert scores["worst_standing"][0] == 0.0


def test_a_target_without_a_price_is_left_out_of_a_mean_where_more_is_better() -> None:
    values = np.array([[10.0, np.nan], [np.nan, np.nan], [0.0, 4.0]])

    scores = robust_scores(values, [1.0, 3.0], "more")

    assert scores["mean"].tolist() == pytest.approx([10.0, np.nan, 3.0], nan_ok=True)
