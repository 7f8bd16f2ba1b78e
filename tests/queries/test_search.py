"""The search of the catalogue: words in any order, apostrophes either way, and text that is no question at all."""

from __future__ import annotations

import pytest

from queries.database import database
from queries.search import SUBJECTS, Subject, search, unit_abilities

HOSTILE = [
    "'; DROP TABLE unit; --",
    "%",
    "_",
    "\\",
    "' OR '1'='1",
    "$words",
    "{{7*7}}",
    "<script>alert(1)</script>",
    "\x00\u202e",
    "x" * 10_000,
    "Ł" * 60,
]


@pytest.mark.parametrize("text", ["intercessor squad", "SQUAD  Intercessor", "intercess squa", " Intércessor-Squad! "])
def test_words_are_found_in_any_order_case_and_accent(text: str) -> None:
    found = search("units", "11e", text, "adeptus-astartes")["id"].tolist()

    assert {
        "adeptus-astartes/intercessor-squad",
        "adeptus-astartes/assault-intercessor-squad",
        "adeptus-astartes/heavy-intercessor-squad",
    } <= set(found)


def test_a_name_that_starts_with_the_words_comes_first() -> None:
    assert search("units", "11e", "intercessor squad")["unit"].iloc[0] == "Intercessor Squad"


@pytest.mark.parametrize("text", ["c'tan shard", "C’tan Shard", "ctan shard"])
def test_apostrophes_do_not_matter(text: str) -> None:
    assert "necrons/ctan-shard-of-the-nightbringer" in search("units", "11e", text)["id"].tolist()


@pytest.mark.parametrize("text", ["Hot\u2010shot long\u2010las", "hot-shot long-las", "hot shot long las"])
def test_hyphens_do_not_matter(text: str) -> None:
    """The name is printed with hyphens of its own, which a player copies or writes plainly."""
    assert search("weapons", "11e", text)["weapon"].tolist() == ["Hot\u2010shot long\u2010las"]


def test_an_empty_text_finds_every_unit_of_the_standard_game_once() -> None:
    found = search("units", "11e")["id"]
    rows = (
        database()
        .connection.cursor()
        .execute("SELECT faction_id || '/' || unit_id FROM unit WHERE edition = '11e' AND game_mode = 'standard'")
    )

    assert found.is_unique
    assert set(found) == {reference for (reference,) in rows.fetchall()}


def test_weapons_are_found_by_ability_and_by_bearer() -> None:
    plasma = search("weapons", "11e", "kasrkin plasma gun hazardous")

    assert plasma["profile"].tolist() == ["Supercharge"]
    assert plasma[["A", "skill", "S", "AP", "D"]].values.tolist() == [["1", 3, "8", -3, "2"]]
    assert "Kasrkin" in plasma["carried_by"].iloc[0]


def test_abilities_and_army_rules_are_apart_and_together_the_whole_library() -> None:
    abilities, rules = (search(subject, "11e") for subject in ("abilities", "rules"))
    (count,) = database().connection.cursor().execute("SELECT count(*) FROM buff WHERE edition = '11e'").fetchone()

    assert set(abilities["kind"]) == {"datasheet ability", "core ability"}
    assert set(abilities["kind"]).isdisjoint(rules["kind"])
    assert len(abilities) + len(rules) == count
    assert search("rules", "11e", "take aim order")["id"].tolist() == ["order/take-aim"]


def test_every_ability_of_a_unit_says_whether_it_is_counted() -> None:
    found = unit_abilities("11e", "astra-militarum/kasrkin").set_index("ability")

    assert found.loc["Warrior Elite", "status"] == "modelled"
    assert found.loc["Vox-caster", ["status", "note"]].tolist() == [
        "no effect on an attack",
        "command points and tokens",
    ]
    assert not found["status"].isna().any()


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_hostile_text_is_only_text(subject: Subject, text: str) -> None:
    before = len(search(subject, "11e"))

    found = search(subject, "11e", text, faction_id=text)

    assert found.empty or text[:60].strip().startswith(("%", "_", "\\", "\x00", "Ł"))  # no words: nothing is ruled out
    assert len(search(subject, "11e")) == before


def test_an_unknown_edition_finds_nothing_and_an_unknown_subject_is_a_fault_of_the_code() -> None:
    assert search("units", "9e").empty
    with pytest.raises(KeyError):
        search("lore", "11e")  # type: ignore[arg-type]
    with pytest.raises(KeyError):
        unit_abilities("9e", "orks/boyz")
