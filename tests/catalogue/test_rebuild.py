"""Rebuilding from the pinned sources gives the committed bytes; a failed build leaves them alone."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("wh40kdc", reason="wh40kdc 1.4.5 is not installed, so the catalogue cannot be rebuilt")

from data.build.catalogue import CATALOGUE_FOLDER, write_catalogue
from data.build.describe import DOCUMENT, faults_markdown, tables_markdown
from data.build.editions import read_corrected
from data.sources.bundle import Bundle
from data.sources.wh40kdc_package import SourceUnavailableError


@pytest.fixture(scope="module")
def bundles() -> list[Bundle]:
    try:
        return read_corrected()
    except SourceUnavailableError as error:
        pytest.skip(str(error))


def test_rebuilding_gives_the_committed_bytes(bundles: list[Bundle], tmp_path: Path) -> None:
    write_catalogue(bundles, tmp_path / "catalogue")
    built = {path.name: path.read_bytes() for path in (tmp_path / "catalogue").iterdir()}
    committed = {path.name: path.read_bytes() for path in CATALOGUE_FOLDER.glob("*.parquet")}
    assert sorted(built) == sorted(committed)
    assert [name for name in built if built[name] != committed[name]] == []


def test_a_failed_build_writes_nothing(bundles: list[Bundle], tmp_path: Path) -> None:
    folder = tmp_path / "catalogue"
    folder.mkdir()
    (folder / "unit.parquet").write_bytes(b"old")
    broken = [bundles[0], bundles[0]]  # every key of the 10th edition twice
    with pytest.raises(ValueError, match="stands twice"):
        write_catalogue(broken, folder)
    assert [path.read_bytes() for path in folder.iterdir()] == [b"old"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["catalogue"]


def test_the_document_lists_every_table_and_fault() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert tables_markdown() in text
    assert faults_markdown() in text
