"""The catalogue page: what is searched is found, the datasheet is that of the link, and its ways lead to its unit."""

from __future__ import annotations

import pytest

from analysis.links import decode, unpack
from dashboard import facts
from dashboard.answer import answer
from dashboard.catalogue_view import kinds_carried_by_default, links_of
from dashboard.datasheet_view import carried_in_words, defence_in_words, model_table, modelled_in_words, weapon_table
from dashboard.first_duel import first_duel_of
from queries.search import unit_abilities
from tests.pages.visits import open_page, shown_errors


def test_the_first_screen_has_all_units_and_a_datasheet() -> None:
    app = open_page("catalogue")

    assert shown_errors(app) == []
    found, models, weapons, prices, abilities = (element.value for element in app.dataframe)
    assert len(found) == 998
    assert models["T"].tolist() == [3, 3]
    assert {"Hot-shot lasgun", "Plasma gun"} <= set(weapons["weapon"])
    assert prices["points"].tolist() == [105, 120]
    assert "modelled" in abilities["status"].tolist()
    assert app.query_params["sheet"] == "astra-militarum/kasrkin"


def test_a_link_opens_its_search_and_its_datasheet() -> None:
    app = open_page("catalogue", q="intercessor squad", sheet="adeptus-astartes/heavy-intercessor-squad", edition="10e")

    found, models, *_ = (element.value for element in app.dataframe)
    assert len(found) == 3
    assert models[["T", "Sv", "W"]].values.tolist() == [[6, "3+", 3]]
    assert app.warning == []


@pytest.mark.parametrize("sheet", ["", "nobody/nothing", "'; DROP TABLE unit; --", "x" * 5000])
def test_an_unknown_unit_in_a_link_leaves_a_sentence(sheet: str) -> None:
    app = open_page("catalogue", v="1", edition="11e", sheet=sheet)

    assert not app.exception
    assert any(warning.value.startswith("Link, sheet") for warning in app.warning)
    assert app.query_params["sheet"] == "astra-militarum/kasrkin"


@pytest.mark.parametrize("words", ["'; DROP TABLE unit; --", "<script>alert(1)</script>", "zzzz", "![x](http://a.b)"])
def test_a_search_that_finds_nothing_says_so_and_keeps_a_datasheet(words: str) -> None:
    app = open_page("catalogue", q=words)

    assert not app.exception
    assert shown_errors(app) == []
    assert any(caption.value == "No units found." for caption in app.caption)
    assert app.dataframe[0].value["T"].tolist()


@pytest.mark.parametrize(("look", "words", "column", "first"), [
    ("Weapons", "hot-shot lasgun", "weapon", "Hot-shot lasgun"),
    ("Abilities", "warrior elite", "rule", "Warrior Elite"),
    ("Army rules", "take aim", "rule", "Take Aim!"),
])  # fmt: skip
def test_weapons_abilities_and_rules_are_searched_too(look: str, words: str, column: str, first: str) -> None:
    app = open_page("catalogue", look=look, q=words)

    assert app.dataframe[0].value[column].iloc[0] == first


def test_a_datasheet_is_the_catalogues_in_every_number() -> None:
    sheet = facts.datasheet("11e", "imperial-knights/knight-paladin")

    weapons = weapon_table(sheet)
    assert len(weapons) == sum(len(weapon.profiles) for weapon in sheet.weapons)
    strike = weapons[(weapons["weapon"] == "Reaper chainsword") & (weapons["profile"] == "Strike")].iloc[0]
    assert [strike[name] for name in ("range", "A", "skill", "S", "AP", "D")] == ["melee", "4", "3+", "14", -4, "6"]
    assert model_table(sheet)["invulnerable"].tolist() == ["5+ against ranged"]
    assert "1 × Reaper chainsword" in carried_in_words(sheet).replace("\\", "")
    avatar, deceiver = (
        facts.datasheet("11e", unit) for unit in ("aeldari/avatar-of-khaine", "necrons/ctan-shard-of-the-deceiver")
    )
    assert "damage halved" in defence_in_words(avatar)
    assert defence_in_words(deceiver).startswith("Always on when it is attacked: Feel No Pain 5+, Stealth")
    assert defence_in_words(facts.datasheet("11e", "astra-militarum/kasrkin")) == ""
    counted = modelled_in_words(unit_abilities("11e", "astra-militarum/kasrkin"))
    assert counted.startswith("4 abilities: 2 modelled")


def test_the_ways_on_lead_to_the_unit() -> None:
    sheet = facts.datasheet("11e", "orks/boyz")

    links = {link.label: link for link in links_of(sheet, "rev")}

    assert unpack(links["Let it attack"].parameters["s"])["attacker"]["unit"] == "orks/boyz"
    assert unpack(links["Attack it"].parameters["s"])["target"]["unit"] == "orks/boyz"
    assert links["Its row in the matrix"].parameters["word"] == "Boyz"
    assert links["What the 11th edition changed"].parameters["who"] == "Boyz (Orks)"
    for key, label in (("matrix", "Its row in the matrix"), ("durability", "How tough its faction is")):
        app = open_page(key, **links[label].parameters)
        assert "orks/boyz" in app.dataframe[0].value["id"].tolist()
    assert open_page("buffs", **links["What strengthens it"].parameters).query_params["unit"] == "orks/boyz"


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_a_unit_opens_in_the_phase_in_which_it_does_more(edition: str) -> None:
    """Every ninth unit; one that carries weapons of one kind only, or none, never opens in the other phase."""
    answered = set()
    for sheet in facts.sheets_of(edition, None)[::9]:
        first = first_duel_of(sheet)
        kinds = kinds_carried_by_default(sheet)
        means = {}
        for phase, kind in (("shooting", "ranged"), ("fight", "melee")):
            if kind in kinds:
                means[phase] = answer({**first, "phase": phase}).result.damage.mean
        if means:
            assert means[first["phase"]] == max(means.values()), sheet.reference
            answered.add(first["phase"])
            own = next(link for link in links_of(sheet, "r") if link.label == "Let it attack")
            assert decode({name: [value] for name, value in own.parameters.items()}).data["phase"] == first["phase"]
    assert answered == {"shooting", "fight"}
