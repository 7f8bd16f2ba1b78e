"""docs/buffs.md is what the library says, and the command prints the library."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from pathlib import Path

import pytest

from analysis.commands.buffs import COLUMNS
from data.build.buffs.describe import DOCUMENT, document
from queries.buffs import library

ROOT = Path(__file__).resolve().parents[2]


def test_the_document_is_current() -> None:
    """`make catalogue` writes it."""
    buffs = [buff for edition in ("10e", "11e") for buff in library(edition)]
    assert DOCUMENT.read_text(encoding="utf-8") == document(buffs)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "analysis", "buffs", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_the_command_prints_the_library() -> None:
    done = run("--edition", "11e")
    found = rows(done.stdout)
    assert done.returncode == 0
    assert tuple(found[0]) == COLUMNS
    assert [row["id"] for row in found] == [buff.id for buff in library("11e")]
    by_id = {row["id"]: row for row in found}
    assert by_id["order/take-cover"]["effects"] == "'+1 Save, no better than 3+ by it"
    assert by_id["stratagem/core/counteroffensive"]["cp"] == "2"


@pytest.mark.parametrize("status", ["modelled", "no effect on an attack", "not modelled"])
def test_the_command_filters_by_unit_and_status(status: str) -> None:
    found = rows(run("--edition", "11e", "--unit", "astra-militarum/kasrkin", "--status", status).stdout)
    assert found
    assert {row["status"] for row in found} == {status}
    ids = {row["id"] for row in found}
    assert ("ability/kasrkin/melta-mine" in ids) == (status == "modelled")
    assert not any(name.startswith("ability/the-red-terror/") for name in ids)


def test_the_command_lists_the_rules_of_the_units_chapter_and_no_other_units_abilities() -> None:
    knights = "adeptus-astartes/deathwing-knights"
    found = rows(run("--edition", "11e", "--unit", knights).stdout)
    buffs = [library("11e").find(row["id"]) for row in found]
    assert {buff.faction for buff in buffs} == {"dark-angels", "adeptus-astartes", None}
    assert all(buff.has_owner for buff in buffs)
    assert all(knights in buff.datasheets or buff.elsewhere for buff in buffs if buff.datasheets)


def test_a_wrong_unit_is_one_line_on_stderr() -> None:
    done = run("--edition", "11e", "--unit", "kasrkn")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("--unit: 'kasrkn' is not accepted; expected ")
    assert len(done.stderr.splitlines()) == 1
