"""The editions page: both numbers are the engine's, the causes add up, a duel of a link is compared as it is."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from analysis.links import pack
from dashboard import edition_faction, edition_view, facts
from dashboard.answer import answer, read_scenario
from dashboard.compare import measure
from dashboard.duel_state import FIRST_DUEL
from dashboard.edition_duels import both_editions, units_of_both
from dashboard.edition_facts import changes_of_attack
from dashboard.waiting import listening
from tests.pages.test_hostile_links import BAD_SCENARIOS, packed
from tests.pages.visits import drawn, numbers, open_page, shown_errors

INLINE: dict[str, Any] = {
    "edition": "11e",
    "attacker": {
        "name": "![x](http://evil.test/x.png)",
        "points": 100,
        "weapons": [{"type": "ranged", "count": 10, "attacks": 2, "skill": 3, "strength": 4, "ap": -1, "damage": 1}],
    },
    "target": {"points": 80, "groups": [{"count": 5, "toughness": 4, "save": 3, "wounds": 2}]},
    "situation": {"cover": True},
}


def duel(attacker: str, target: str, phase: str = "shooting", **situation: bool) -> dict[str, Any]:
    return {"phase": phase, "attacker": {"unit": attacker}, "target": {"unit": target}, "situation": situation}


@pytest.mark.parametrize(
    ("who", "whom", "phase"),
    [
        ("astra-militarum/kasrkin", "adeptus-astartes/intercessor-squad", "Shooting"),
        ("adeptus-astartes/terminator-squad", "orks/boyz", "Fight"),
        ("necrons/doomsday-ark", "imperial-knights/knight-paladin", "Shooting"),
    ],
)
def test_the_page_shows_both_results_and_steps_that_add_up(who: str, whom: str, phase: str) -> None:
    names = units_of_both()
    app = open_page("editions", who=names[who], whom=names[whom], phase=phase)
    flags = {"half_range": True, "cover": True} if phase == "Shooting" else {"charged": True}
    before, after = (answer({**duel(who, whom, phase.lower(), **flags), "edition": one}) for one in ("10e", "11e"))

    assert shown_errors(app) == []
    steps = drawn(app, "editions_steps_duel")["data"][0]
    values = numbers(steps["x"]).tolist()
    assert values[0] == pytest.approx(before.result.damage.mean, abs=1e-9)
    assert values[-1] == pytest.approx(after.result.damage.mean, abs=1e-9)
    assert sum(values[:-1]) == pytest.approx(values[-1], abs=1e-9)
    causes, table, *_ = (element.value for element in app.dataframe)
    assert causes["adds"].tolist() == pytest.approx(values[1:-1])
    assert steps["y"][1:-1] == causes["cause"].tolist()
    row = table.set_index("number").loc["Models slain"]
    assert row["11th edition"] == pytest.approx(after.result.slain.mean, abs=1e-9)


def test_cover_is_named_with_its_rules_where_it_is_the_only_change() -> None:
    app = open_page("editions")

    causes = app.dataframe[0].value
    assert causes["cause"].tolist() == ["Cover and Stealth"]
    assert causes["rules"].tolist() == ["R-SAV-06, R-HIT-09"]


def test_a_duel_of_a_link_is_compared_with_everything_set_in_it() -> None:
    data = {**FIRST_DUEL, "edition": "11e", "buffs": ["order/take-aim"]}
    app = open_page("editions", v="1", edition="11e", s=pack(read_scenario(data)))

    assert shown_errors(app) == []
    values = numbers(drawn(app, "editions_steps_duel")["data"][0]["x"]).tolist()
    assert values[-1] == pytest.approx(answer(data).result.damage.mean, abs=1e-9)
    assert any("The duel of the link" in caption.value for caption in app.caption)


def test_a_chosen_loadout_is_the_same_in_both_editions_though_its_weapons_have_other_ids() -> None:
    both = both_editions({**FIRST_DUEL, "edition": "11e"})

    carried = [{weapon.name: weapon.count for weapon in one.attacker.weapons} for one in (both.earlier, both.later)]
    assert both.notes == ()
    assert carried[0] == carried[1]
    assert sum(carried[0].values()) == 10


def test_numbers_written_out_differ_by_rules_alone_and_their_names_are_shown_letter_by_letter() -> None:
    app = open_page("editions", v="1", edition="11e", s=pack(read_scenario(INLINE)))

    assert shown_errors(app) == []
    assert app.dataframe[0].value["cause"].tolist() == ["Cover and Stealth"]
    assert not any("![x]" in element.value for element in (*app.subheader, *app.markdown))


def test_what_an_edition_does_not_have_is_left_out_and_said() -> None:
    data = {"edition": "11e", **duel("astra-militarum/kasrkin", "orks/boyz")}

    only_later = next(buff.id for buff in facts.buffs("11e") if buff.id not in facts.buffs("10e").names)

    both = both_editions({**data, "buffs": [only_later]})

    assert len(both.notes) == 1
    assert both.notes[0].startswith("10th edition, without the buffs")
    assert both.changes.later == answer({**data, "buffs": [only_later]}).result


@pytest.mark.parametrize(
    "broken", ["", "A" * 9000, "<script>", pack(read_scenario(INLINE))[:-9], *map(packed, BAD_SCENARIOS[::5])]
)
def test_a_broken_duel_in_a_link_leaves_a_sentence_and_the_lists(broken: str) -> None:
    app = open_page("editions", v="1", edition="11e", s=broken)

    assert not app.exception
    assert shown_errors(app) == []
    assert any("units of the lists" in warning.value for warning in app.warning)
    assert drawn(app, "editions_steps_duel")


def test_a_faction_is_ranked_by_the_change_of_its_means_with_a_cause_for_each() -> None:
    app = open_page(
        "editions", compare="A whole faction", faction="Imperial Knights", number="Points destroyed per 100 points"
    )

    assert shown_errors(app) == []
    table = app.dataframe[0].value
    change = table["difference"].abs()
    assert change.is_monotonic_decreasing
    assert (table["mean 11e"] - table["mean 10e"]).tolist() == pytest.approx(table["difference"].tolist())
    assert (table["main cause there"] != "").all()
    one = measure("points_per_100")
    changes = edition_faction.faction_changes("imperial-knights", "shooting", ("half_range", "cover"), one)
    unit = next(unit for unit in changes.units if unit.reference == table["id"].iloc[0])
    both = edition_faction.strongest(changes, unit, one)
    assert table["there 11e"].iloc[0] == pytest.approx(100 * both.changes.later.efficiency, abs=1e-9)
    assert sum(step.added for step in edition_view.steps(both, one)) == pytest.approx(
        table["there 11e"].iloc[0] - table["there 10e"].iloc[0], abs=1e-9
    )


def test_units_of_one_edition_are_named_and_not_compared() -> None:
    changes = edition_faction.faction_changes("orks", "fight", ("charged",), measure("damage"))
    old, new = ({sheet.reference for sheet in facts.sheets(edition, "orks")} for edition in ("10e", "11e"))
    compared = {unit.reference for unit in changes.units}

    assert compared <= old & new
    names = {sheet.reference: sheet.name for edition in ("10e", "11e") for sheet in facts.sheets(edition, "orks")}
    assert {names[reference] for reference in old ^ new} <= set(changes.apart)


def test_the_numbers_of_a_faction_are_those_of_single_duels() -> None:
    """What the matrix knows and what is asked of duels, for the same units."""
    told: list[tuple[int, int]] = []
    asked = ("world-eaters", "fight", ("charged",))

    of_matrix = edition_faction.faction_changes(*asked, measure("damage"))
    with listening(lambda done, of: told.append((done, of))):
        of_duels = edition_faction.faction_changes(*asked, measure("hits"))

    assert [unit.name for unit in of_matrix.units] == [unit.name for unit in of_duels.units]
    assert of_matrix.apart == of_duels.apart
    assert len(of_matrix.units) > 20
    for one, other in zip(of_matrix.units, of_duels.units, strict=True):
        assert {"damage", "slain", "destroyed", "wasted", "points_destroyed", "points_per_100"} == set(one.numbers)
        for key, known in one.numbers.items():
            np.testing.assert_allclose(known, other.numbers[key], rtol=0, atol=1e-9, err_msg=f"{one.name} {key}")
    assert told[0][0] == 0
    assert len(told) == told[0][1]


def test_facts_that_changed_are_told_by_cause() -> None:
    both = both_editions(duel("adeptus-astartes/terminator-squad", "orks/boyz", "fight"))

    told = changes_of_attack(both.earlier, both.later, both.offered)

    assert told["Target's datasheet"] == "Boss Nob: W 2 to 3"
    assert told["Attacker's datasheet"] == (
        "Power fist: number 3 to 5; Power weapon: assumed in the 10th only, offered by both"
    )
    assert told["Attacker's price"] == "points 175 to 160"


def test_a_weapon_that_both_editions_offer_is_neither_new_nor_gone() -> None:
    both = both_editions(duel("necrons/lokhust-heavy-destroyers", "astra-militarum/kasrkin"))

    offered = changes_of_attack(both.earlier, both.later, both.offered)["Attacker's datasheet"]
    unknown = changes_of_attack(both.earlier, both.later)["Attacker's datasheet"]

    assert offered == (
        "Enmitic exterminator: assumed in the 10th only, offered by both; "
        "Gauss destructor: assumed in the 11th only, offered by both"
    )
    assert unknown == "Enmitic exterminator: gone; Gauss destructor: new"


def test_weapons_in_another_order_are_told_too() -> None:
    both = both_editions(duel("necrons/the-silent-king", "adeptus-astartes/outrider-squad"))

    told = changes_of_attack(both.earlier, both.later)

    names = [weapon.name for weapon in both.later.attacker.weapons]
    assert names != [weapon.name for weapon in both.earlier.attacker.weapons]
    assert told["Attacker's datasheet"].lower() == f"attacks in the order {', '.join(names)}".lower()
