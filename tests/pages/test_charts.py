"""Chart builders draw what they are given: arrays, ranges, texts."""

from __future__ import annotations

import numpy as np
import pytest

from analysis.evaluate import evaluate
from analysis.scenario import Scenario
from dashboard.breakdown import contribution_table, funnel_chart, funnel_steps, funnel_table
from dashboard.curves import Curve, at_least, bars, likely_range, median, survival
from dashboard.heatmap import Grid, clicked_cell, describe, heatmap
from dashboard.tornado import Change, ranked, tornado

GRID = Grid(
    rows=["Lasgun", "<b>Meltagun</b>"],
    columns=["Boyz ×10", "Rhino ×1", "Knight ×1"],
    values=np.array([[2.0, 0.0, np.nan], [1.0, 4.0, 3.0]]),
    metric="damage",
    texts=[["2", "0", "–"], ["1", "4", "3"]],
)


def test_the_heatmap_draws_every_number_where_it_belongs() -> None:
    cells, clicks = heatmap(GRID).data

    np.testing.assert_array_equal(cells.z, GRID.values)
    assert [list(row) for row in cells.text] == GRID.texts
    assert (cells.zmin, cells.zmax) == (0.0, 4.0)
    assert [list(cell) for cell in clicks.customdata] == [[row, column] for row in range(2) for column in range(3)]
    assert list(zip(clicks.y, clicks.x, strict=True)) == [(row, column) for row in range(2) for column in range(3)]


def test_the_axes_end_at_the_cells_so_that_a_click_names_its_own_cell() -> None:
    layout = heatmap(GRID).layout

    assert list(layout.xaxis.range) == [-0.5, 2.5]
    assert list(layout.yaxis.range) == [1.5, -0.5]
    assert (layout.hoverdistance, layout.clickmode) == (-1, "event+select")


def test_the_heatmap_says_its_best_cell_in_words() -> None:
    assert "Highest: <b>Meltagun</b> against Rhino ×1, 4" in describe(GRID)


def test_a_heatmap_without_a_number_is_drawn_and_says_so() -> None:
    empty = Grid(["Lasgun"], ["Boyz"], np.array([[np.nan]]), "damage", [["–"]])

    assert heatmap(empty).data[0].zmax == 1.0
    assert describe(empty).endswith("No cell has a number.")


@pytest.mark.parametrize(
    ("event", "cell"),
    [
        ({"selection": {"points": [{"customdata": [1, 2]}]}}, (1, 2)),
        ({"selection": {"points": [{"x": 1}, {"customdata": [0, 1, "more"]}]}}, (0, 1)),
        ({"selection": {"points": [{"customdata": ["1", 2]}]}}, None),
        ({"selection": {"points": [{"customdata": 3}]}}, None),
        ({"selection": {"points": []}}, None),
        ({}, None),
        (None, None),
    ],
)
def test_a_click_is_read_or_ignored(event: dict[str, object] | None, cell: tuple[int, int] | None) -> None:
    assert clicked_cell(event) == cell


def test_bars_show_the_exact_chances_and_leave_out_only_what_is_too_thin_to_see() -> None:
    pmf = [0.00001, 0.2, 0.5, 0.29999, 0.0]

    trace = bars(Curve("slain", pmf), "models slain").data[0]

    assert list(trace.x) == [1, 2, 3]
    assert list(trace.y) == pmf[1:4]


def test_a_curve_marks_the_threshold_with_its_chance() -> None:
    line, mark = survival([Curve("A", [0.25, 0.25, 0.5])], "models slain", threshold=2).data

    assert list(line.y) == [0.75, 0.5]
    assert (list(mark.x), list(mark.y), list(mark.text)) == ([2], [0.5], ["50%"])


def test_tails_are_added_from_the_far_end_so_that_small_chances_survive() -> None:
    pmf = [1 - 1e-18, 0.0, 1e-18]

    assert float(at_least(pmf)[2]) == 1e-18


def test_median_and_likely_range_of_a_certain_outcome() -> None:
    pmf = [0.0, 0.0, 1.0]

    assert (median(pmf), likely_range(pmf)) == (2, (2, 2))


SCENARIO = Scenario.from_json(
    {
        "edition": "11e",
        "attacker": {
            "weapons": [
                {"name": "gun", "count": 5, "type": "ranged", "attacks": 2, "skill": 3, "strength": 4, "damage": 2,
                 "abilities": ["sustained hits 1"]},
                {"name": "spare", "count": 0, "type": "ranged", "attacks": 1, "skill": 3, "strength": 4, "damage": 1},
            ]
        },
        "target": {"groups": [{"count": 5, "toughness": 4, "save": 4, "wounds": 3,
                               "feel_no_pain": [{"threshold": 5}]}]},
    }
)  # fmt: skip


def test_the_funnel_ends_at_the_mean_damage_and_names_every_loss() -> None:
    result = evaluate(SCENARIO)

    steps = funnel_steps(result.funnel)
    table = funnel_table(result.funnel)

    assert steps[-1].value == pytest.approx(result.damage.mean, abs=1e-12)
    lost = table.set_index("step")["lost"]
    assert lost["Wounds really lost"] == pytest.approx(result.wasted, abs=1e-12)
    assert lost["After Feel No Pain"] == pytest.approx(steps[4].value / 3, abs=1e-12)
    assert list(funnel_chart(result.funnel).data[0].x) == [step.value for step in steps]


def test_the_weapon_lines_add_up_to_the_whole() -> None:
    result = evaluate(SCENARIO)

    table = contribution_table(result.per_weapon)

    assert table["damage"].sum() == pytest.approx(result.damage.mean, abs=1e-12)
    assert list(table["share"]) == [1.0, 0.0]


def test_a_tornado_is_ranked_by_strength_and_starts_at_the_present_value() -> None:
    changes = ranked(1.0, [Change("small", 1.1), Change("none", 1.0), Change("large", 0.2)])

    figure = tornado(1.0, changes, "Damage", str)

    assert [change.name for change in changes] == ["large", "small"]
    assert list(figure.data[0].x) == pytest.approx([-0.8, 0.1])
    assert figure.data[0].base == 1.0
