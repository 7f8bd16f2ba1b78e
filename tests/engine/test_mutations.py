"""The faults of `tests.engine.mutations` still fit the code; one of them is put in and caught."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.engine.mutations import FAULTS, ROOT, Fault, caught_by, copy_tree, source


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.why)
def test_a_fault_changes_one_place(fault: Fault) -> None:
    assert source(fault).read_text(encoding="utf-8").count(fault.old) == 1
    assert fault.new != fault.old


def test_there_are_enough_of_them_and_no_two_alike() -> None:
    assert len({(fault.module, fault.old, fault.new) for fault in FAULTS}) == len(FAULTS) >= 30


def test_a_fault_is_caught(tmp_path: Path) -> None:
    assert caught_by(FAULTS[0], copy_tree(str(tmp_path))) is not None


def test_the_page_lists_them() -> None:
    page = (ROOT / "docs" / "mutations.md").read_text(encoding="utf-8")

    assert re.findall(r"^\| (.+?) \| `(.+?)` \|", page, flags=re.MULTILINE) == [(f.why, f.module) for f in FAULTS]
