"""The worth of rules on the page is the difference of two duels."""

from __future__ import annotations

from typing import Any

import pytest

from analysis.archetypes import ARCHETYPES
from analysis.links import pack
from dashboard.answer import answer, read_scenario
from dashboard.buff_plan import Plan, Valued, valued
from dashboard.buff_view import best_orders_in_words, gain_grid, ranking_table, share_table, use_labels
from dashboard.heatmap import describe
from tests.pages.visits import open_page, shown_errors

KASRKIN = Plan("11e", "astra-militarum/kasrkin", "shooting", "attacker", granted=False, situation=("half_range",))


@pytest.fixture(scope="module")
def found() -> Valued:
    return valued(KASRKIN)


def damage(buffs: list[Any], target: int) -> float:
    whom = ARCHETYPES[target]
    data = {
        "edition": "11e",
        "phase": "shooting",
        "attacker": {"unit": KASRKIN.unit},
        "target": {"unit": whom.unit, "models": whom.models},
        "situation": {"half_range": True},
        "buffs": buffs,
    }
    return answer(data).result.damage.mean


@pytest.mark.parametrize("target", [0, 4, 7])
@pytest.mark.parametrize("order", ["order/take-aim", "order/first-rank-fire-second-rank-fire"])
def test_a_gain_is_the_difference_of_two_duels(found: Valued, order: str, target: int) -> None:
    table = ranking_table(found, "damage").set_index("id")

    gain = table.loc[order, ARCHETYPES[target].label]

    assert gain == pytest.approx(damage([order], target) - damage([], target), abs=1e-9)


def test_shares_of_several_rules_add_up_to_what_they_do_together(found: Valued) -> None:
    by_id = {use.buff.id: use for use in use_labels(found).values()}
    together = ["order/take-aim", "order/first-rank-fire-second-rank-fire"]

    table = share_table(found.attacks[0], [by_id[name] for name in together], "damage")

    assert table["fair share"].sum() == pytest.approx(damage(together, 0) - damage([], 0), abs=1e-9)
    assert table["alone"].iloc[0] == pytest.approx(damage(together[:1], 0) - damage([], 0), abs=1e-9)


def test_the_best_order_is_named_in_words(found: Valued) -> None:
    sentence = best_orders_in_words(found, "damage")

    assert sentence is not None
    assert "First Rank, Fire" in sentence
    assert "Guardsmen" in sentence


def test_the_picture_shows_the_strongest_rules_of_the_table(found: Valued) -> None:
    grid, table = gain_grid(found, "damage", 3), ranking_table(found, "damage")

    assert grid.values.tolist() == pytest.approx(table[grid.columns].to_numpy()[:3])
    assert describe(grid).startswith("Heatmap of wounds lost gained: 3 rules against 12 targets.")


def test_rules_of_a_target_take_away() -> None:
    defended = valued(Plan("11e", "adeptus-astartes/terminator-squad", "shooting", "defender", granted=True))

    table = ranking_table(defended, "damage")

    assert not table.empty
    assert (table["mean gain"] <= 1e-12).all()
    taken = gain_grid(defended, "damage", 5)
    assert (taken.values >= 0).all()
    assert f"{len(taken.rows)} rules against {len(defended.labels)} attackers." in describe(taken)


def test_a_unit_that_cannot_attack_is_told_so_in_a_sentence() -> None:
    app = open_page("buffs", unit="astra-militarum/aegis-defence-line")

    assert not app.exception
    assert shown_errors(app) == ["Attacker\\: there are no weapons for Aegis Defence Line to attack with."]


def test_a_unit_without_weapons_for_the_phase_is_told_so_by_the_labels_of_the_page() -> None:
    app = open_page("buffs", unit="tyranids/genestealers")

    assert shown_errors(app) == ["Phase\\: the attacker carries no ranged weapons; choose Fight."]


def test_the_rules_used_together_are_in_the_address_and_come_back_from_it() -> None:
    app = open_page("buffs", show="Several together")
    box = next(box for box in app.multiselect if box.label == "Rules used together")
    box.set_value([box.options[3], box.options[0]]).run()

    again = open_page("buffs", **app.query_params)

    (before,), (after,) = ([one.value for one in page.dataframe] for page in (app, again))
    assert again.query_params == app.query_params
    assert len(after) == 2
    assert after.to_dict() == before.to_dict()


@pytest.mark.parametrize("together", ["order/take-everything", "<script>", ["a", "b"]])
def test_rules_that_a_link_makes_up_leave_a_sentence_and_the_strongest(together: str | list[str]) -> None:
    app = open_page("buffs", show="Several together", together=together)

    assert shown_errors(app) == []
    assert any("Link, together" in warning.value for warning in app.warning)
    assert len(app.dataframe[0].value) == 3


def test_rules_that_another_setup_takes_away_are_named() -> None:
    kasrkin = {"attacker": {"unit": "astra-militarum/kasrkin"}, "target": {"unit": "orks/boyz"}}
    plain = {"edition": "11e", "phase": "shooting", **kasrkin}
    app = open_page("buffs", show="Several together")
    box = next(box for box in app.multiselect if box.label == "Rules used together")
    chosen = next(option for option in box.options if option.startswith("Take Aim!"))
    box.set_value([chosen]).run()

    app.query_params["setup"] = pack(read_scenario({**plain, "buffs": [{"id": "order/take-aim"}]}))
    app.run()

    assert any("Left out" in note.value and "Take Aim" in note.value for note in app.warning)
