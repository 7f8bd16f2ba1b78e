"""Units found by what players type, and datasheets equal to the printed ones."""

from __future__ import annotations

import re

import pytest

from analysis.datasheet import Item, ModelProfile
from analysis.errors import InputError
from analysis.points import PointsTier
from queries.catalogue import catalogue
from queries.database import database
from queries.statements import statement


@pytest.mark.parametrize(
    "reference",
    ["astra-militarum/kasrkin", "Astra-Militarum/Kasrkin", "kasrkin", "Kasrkin", "KASRKIN", " kasrkin "],
)
def test_a_unit_is_found_by_id_or_name(reference: str) -> None:
    assert catalogue().datasheet("11e", reference).key == "11e/astra-militarum/kasrkin"


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("C'tan Shard of the Nightbringer", "11e/necrons/ctan-shard-of-the-nightbringer"),
        ("C’tan Shard of the Nightbringer", "11e/necrons/ctan-shard-of-the-nightbringer"),
        ("blood-angels/intercessor-squad", "11e/adeptus-astartes/intercessor-squad"),
    ],
)
def test_apostrophes_and_chapters_are_understood(name: str, key: str) -> None:
    assert catalogue().datasheet("11e", name).key == key


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_every_unit_is_found_by_its_own_name(edition: str) -> None:
    """The comparison written in SQL is the one the catalogue's names were normalised with; all names at once."""
    found = statement("find_unit").replace("$reference", "named.name")
    cursor = database().connection.cursor()
    units = cursor.execute("SELECT unit_key FROM unit WHERE edition = ?", [edition]).fetchall()
    answers = f"SELECT named.unit_key, found.unit_key FROM unit AS named, LATERAL ({found}) AS found"  # noqa: S608
    pairs = cursor.execute(f"{answers} WHERE named.edition = $edition", {"edition": edition}).fetchall()

    lost = {key for (key,) in units} - {key for key, other in pairs if key == other}

    assert len(units) > 1000
    assert lost == set()


def test_an_ambiguous_name_lists_the_candidates() -> None:
    with pytest.raises(InputError) as raised:
        catalogue().datasheet("11e", "Rhino")

    assert str(raised.value) == (
        "unit: 'Rhino' is not accepted; "
        "expected one unit, by faction and id: adeptus-astartes/rhino, grey-knights/rhino"
    )


@pytest.mark.parametrize("reference", ["kasrkim", "Kasrkim", "astra-militarum/kasrkim"])
def test_an_unknown_unit_names_the_nearest(reference: str) -> None:
    with pytest.raises(InputError, match="astra-militarum/kasrkin"):
        catalogue().datasheet("11e", reference)


@pytest.mark.parametrize(
    "reference", ["", "'; DROP TABLE unit; --", "%", "../../etc/passwd", "\x00", "日本", "k" * 10_000]
)
def test_hostile_text_is_an_unknown_unit(reference: str) -> None:
    with pytest.raises(InputError) as raised:
        catalogue().datasheet("11e", reference)

    assert len(str(raised.value)) < 400
    assert catalogue().datasheet("11e", "kasrkin").name == "Kasrkin"


def test_unknown_editions_and_factions_are_refused() -> None:
    with pytest.raises(InputError, match=re.escape("edition: '9e' is not accepted; expected one of 10e or 11e")):
        catalogue().datasheet("9e", "kasrkin")
    with pytest.raises(InputError, match="faction: 'orkz' is not accepted; expected a faction of the 11e such as orks"):
        catalogue().datasheets("11e", "orkz")


def test_the_kasrkin_datasheet() -> None:
    sheet = catalogue().datasheet("11e", "astra-militarum/kasrkin")

    assert (sheet.min_models, sheet.max_models) == (10, 10)
    assert sheet.profiles == (ModelProfile(1, "Kasrkin", 6, 3, 4, 1, 7, 1),)
    assert [(line.name, line.minimum, line.maximum) for line in sheet.composition] == [
        ("Kasrkin Sergeant", 1, 1),
        ("Kasrkin Trooper", 9, 9),
    ]
    assert sheet.tiers == (PointsTier(10, 10, 1, 2, 105), PointsTier(10, 10, 3, None, 120))
    assert Item("hot-shot-lasgun", "11e/astra-militarum/hot-shot-lasgun", 9) in sheet.sizes[0].items
    plasma = next(weapon for weapon in sheet.weapons if weapon.name == "Plasma gun")
    supercharge = next(profile for profile in plasma.profiles if profile.name == "Supercharge")
    assert (supercharge.range, supercharge.attacks, supercharge.skill, supercharge.strength) == (24, "1", 3, "8")
    assert (supercharge.ap, supercharge.damage) == (-3, "2")
    assert set(supercharge.abilities) == {"hazardous", "rapid fire 1"}
    assert {item.item_id for item in sheet.wargear} >= {"melta-mine", "vox-caster"}


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_one_pass_gives_the_same_datasheets_as_one_by_one(edition: str) -> None:
    everything = catalogue().datasheets(edition)

    assert len(everything) > 1000
    assert [sheet.key for sheet in everything] == sorted(sheet.key for sheet in everything)
    for sheet in everything[::97]:
        assert catalogue().datasheet(edition, sheet.reference) == sheet


def test_a_faction_is_its_part_of_the_edition() -> None:
    orks = catalogue().datasheets("11e", "orks")

    assert orks == tuple(sheet for sheet in catalogue().datasheets("11e") if sheet.faction_id == "orks")
    assert len(orks) > 20


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_every_size_has_its_models(edition: str) -> None:
    for sheet in catalogue().datasheets(edition):
        lines = {line.line for line in sheet.composition}
        for size in sheet.sizes:
            assert sum(count for _, count in size.counts) == size.models, sheet.key
            assert {line for line, _ in size.counts} <= lines, sheet.key
        assert {line.profile_line for line in sheet.composition} <= {p.line for p in sheet.profiles}, sheet.key


def test_who_may_lead_whom() -> None:
    assert "kasrkin" in catalogue().bodyguards("11e", "ursula-creed")
    assert catalogue().bodyguards("11e", "kasrkin") == frozenset()


def test_an_army_of_a_chapter_has_the_keywords_of_its_codex() -> None:
    assert catalogue().faction_keywords("11e", "blood-angels") >= {"BLOOD ANGELS", "ADEPTUS ASTARTES", "IMPERIUM"}


def test_the_revision_names_the_sources() -> None:
    revision = catalogue().revision("11e")

    assert re.fullmatch(r"[0-9a-f]{10}", revision.revision)
    assert "1.4.5" in revision.sources


def test_lists_leave_out_legends_and_combat_patrols_unless_asked() -> None:
    def listed(combat_patrol: bool, legends: bool) -> set[str]:
        rows = database().rows("units", edition="11e", faction_id=None, combat_patrol=combat_patrol, legends=legends)
        return {row[2] for row in rows}

    usual = listed(combat_patrol=False, legends=False)
    assert usual < listed(combat_patrol=True, legends=False) < listed(combat_patrol=True, legends=True)
    assert len(usual & listed(combat_patrol=True, legends=True)) == len(usual)
