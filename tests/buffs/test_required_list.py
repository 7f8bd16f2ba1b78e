"""The rows that must be there: id, edition, side, command points, status, and a number for each modelled one.

`required_rows.csv` is their list; a quiet row's cost is not asked.
"""

from __future__ import annotations

import csv
from pathlib import Path
from typing import NamedTuple

import pytest

from queries.buffs import library
from tests.buffs.test_required_rows import POOLS, QUIET, ROWS

LIST = Path(__file__).with_name("required_rows.csv")


class Required(NamedTuple):
    """A row of the list in one of its editions."""

    id: str
    edition: str
    side: str
    cp: int | None
    status: str


def required() -> list[Required]:
    with LIST.open(encoding="utf-8", newline="") as lines:
        return [
            Required(row["id"], edition, row["side"], int(row["cp"]) if row["cp"] else None, row["status"])
            for row in csv.DictReader(lines)
            for edition in (("10e", "11e") if row["edition"] == "both" else (row["edition"],))
        ]


def test_the_list_is_whole() -> None:
    assert len(required()) == 107
    assert len({row.id for row in required()}) == 67


@pytest.mark.parametrize("row", required(), ids=lambda row: f"{row.edition}-{row.id}")
def test_a_row_stands_in_the_library_under_its_own_id(row: Required) -> None:
    buff = library(row.edition).buffs[row.id]

    assert buff.status == row.status
    assert row.side in (buff.side, "any")
    if row.status != "no effect on an attack":
        assert buff.cp == row.cp
    assert bool(buff.effects or buff.pools) == (row.status == "modelled")
    assert (buff.reason is None) == (row.status == "modelled")


def test_each_modelled_row_has_a_test_with_a_number_and_each_other_one_says_why() -> None:
    numbers = {(row.id, edition) for row in ROWS for edition in row.editions}
    numbers |= {(name, edition) for name, editions in POOLS.items() for edition in editions}
    quiet = {(name, edition) for name, editions in QUIET.items() for edition in editions}

    wanted = {status: {(row.id, row.edition) for row in required() if row.status == status} for status in STATUSES}

    assert numbers == wanted["modelled"]
    assert quiet == wanted["no effect on an attack"]
    assert wanted["not modelled"] == {("stratagem/hexwarp-thrallband/wrath-of-the-doomed", "10e")}


STATUSES = ("modelled", "no effect on an attack", "not modelled")
