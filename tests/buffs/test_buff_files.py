"""Hand-written buffs and mends: a wrong field names file, row, field and what was expected; nothing is half built."""

from __future__ import annotations

from pathlib import Path

import pytest

from data.build.buffs.mends import read_mends
from data.build.buffs.written import BuffFileError, read_written, written_buffs

GOOD = """
[[buff]]
id = "order/stand"
name = "Stand!"
editions = ["11e"]
kind = "order"
side = "attacker"
owner = "Somebody"
effects = [{ hit = 1, when = ["weapon ranged"] }]
"""


def test_a_good_row_is_read() -> None:
    (buff,) = written_buffs("x.toml", GOOD)
    assert (buff.id, buff.edition, buff.status) == ("order/stand", "11e", "modelled")
    assert [str(atom) for clause in buff.effects[0].when for atom in clause] == ["weapon ranged"]


@pytest.mark.parametrize(
    ("wrong", "right", "said"),
    [
        ('kind = "order"', 'kind = "edict"', "kind: 'edict' is not accepted; expected one of 'order'"),
        ("hit = 1", "hit = 99", "effects[0].hit: 99 is not accepted; expected a whole number from -12 to 12"),
        ("hit = 1", 'ability = "sustain"', "effects[0].ability: 'sustain' is not accepted; expected a weapon ability"),
        ("hit = 1", "hits = 1", "effects[0]: has ['hits', 'when']; expected one change of hit"),
        ("weapon ranged", "weapon purple", "effects[0].when: 'weapon purple' is not accepted; expected a condition"),
        ("weapon ranged", "toggle marked", "toggles: ['marked'] is declared or used alone; expected both"),
        ('owner = "Somebody"', "", "owner: is missing; expected this field"),
        ('editions = ["11e"]', 'editions = ["9e"]', "editions[0]: '9e' is not accepted; expected one of"),
        ('id = "order/stand"', 'id = "Order Stand"', "id: 'Order Stand' is not accepted"),
        ("effects =", "cost = 3\neffects =", "cost: 3 is not accepted; expected no field of this name"),
    ],
)
def test_a_wrong_field_is_named(wrong: str, right: str, said: str) -> None:
    with pytest.raises(BuffFileError) as refused:
        written_buffs("orders.toml", GOOD.replace(wrong, right))
    sentence = str(refused.value)
    assert sentence.startswith("orders.toml: row 1 (")
    assert said in sentence


def test_effects_and_reasons_exclude_each_other() -> None:
    with pytest.raises(BuffFileError, match="expected effects or pools, or a reason"):
        written_buffs("x.toml", GOOD + 'no_effect = "nothing"\n')


def test_broken_toml_and_repeated_ids_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BuffFileError, match=r"x\.toml: the file: is no TOML"):
        written_buffs("x.toml", "[[buff]\n")
    (tmp_path / "a.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "b.toml").write_text(GOOD, encoding="utf-8")
    with pytest.raises(BuffFileError, match="order/stand: the id stands twice in the 11e"):
        read_written(tmp_path)


def test_a_wrong_mend_names_its_row(tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text('[[mend]]\nof = ["orks/waaagh"]\neffects = [{ hit = 1 }]\n', encoding="utf-8")
    with pytest.raises(BuffFileError, match=r"m\.toml: row 1 \(orks/waaagh\): side: None is not accepted"):
        read_mends(tmp_path)


def test_every_mend_is_of_an_ability_that_exists() -> None:
    """One for the 10th edition alone may be of an ability that only that edition's datasheets have."""
    from queries.buffs import library
    from queries.database import database

    newer = {f"{faction}/{name}" for faction, name in database().rows("ability_ids", edition="11e")}
    older = {
        f"{sheet.split('/')[0]}/{source.split('/')[-1].split('~')[0]}"
        for buff in library("10e")
        for source in buff.sources
        for sheet in buff.datasheets
    }
    mends = read_mends()
    assert {name for name, own in mends.items() if any(mend.edition != "10e" for mend in own)} <= newer
    assert set(mends) <= newer | older


def test_a_mend_may_hold_in_one_edition_only(tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text(
        '[[mend]]\nof = ["orks/waaagh"]\nedition = "10e"\nwhen = ["weapon melee"]\n\n[[mend]]\nof = ["orks/waaagh"]\n',
        encoding="utf-8",
    )

    assert [mend.edition for mend in read_mends(tmp_path)["orks/waaagh"]] == ["10e", None]
