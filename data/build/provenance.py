"""Tables source and revision: where the facts come from, and which state of them this is."""

from __future__ import annotations

import datetime

from data.build.schema import DATE, TEXT, TEXTS, Column, Table
from data.sources.bundle import Row
from data.sources.facts import fact_sha256
from data.sources.wh40kdc_package import read_package_10e, read_package_11e

__all__ = ["REVISION", "SOURCE", "revision_rows", "source_rows"]

RETRIEVED = datetime.date(2026, 11, 30)
"""The day the pinned sources were read; fixed, so that rebuilding gives the same bytes."""

SOURCE = Table(
    "source",
    "The sources, with licence and checksum.",
    ("source_id",),
    (
        Column("source_id", TEXT, "id that other tables use"),
        Column("name", TEXT, "name"),
        Column("version", TEXT, "version or commit"),
        Column("url", TEXT, "address", null="none"),
        Column("licence", TEXT, "as its authors state it"),
        Column("sha256", TEXT, "checksum of the file that was read", null="several pages"),
        Column("retrieved", DATE, "day it was read"),
        Column("edition", TEXT, "10e, 11e or both"),
    ),
)

REVISION = Table(
    "revision",
    "Which state of the catalogue this is: one row for each edition, the same revision in both.",
    ("edition",),
    (
        Column("edition", TEXT, "10e or 11e"),
        Column("revision", TEXT, "ten hex digits of a hash over all other tables"),
        Column("dataslate", TEXT, "newest state of the game's data in it"),
        Column("dataslates", TEXTS, "all states of the game's data in it"),
    ),
)


def source_rows() -> list[Row]:
    """Build source."""
    _, sha_11e = read_package_11e()
    _, sha_10e = read_package_10e(download=False)
    pypi, bsdata = "https://pypi.org/project/wh40kdc/", "https://github.com/BSData/wh40k-"
    data_licence = "CC BY 4.0 (c) Alpaca Software and contributors; core facts unlicensed"
    open_words = "no licence file; maintainers allow any use (issues 853, 918)"
    rows = [
        ("wh40kdc-1.4.5", "40kdc-data, 11th edition", "1.4.5", f"{pypi}1.4.5/", data_licence, sha_11e, "11e"),
        ("wh40kdc-0.5.0", "40kdc-data, 10th edition", "0.5.0", f"{pypi}0.5.0/", data_licence, sha_10e, "10e"),
        (
            "bsdata-10e",
            "BSData wh40k-10e",
            "801555bb",
            f"{bsdata}10e",
            open_words,
            fact_sha256("overlay_10e.json"),
            "10e",
        ),
        ("bsdata-11e", "BSData wh40k-11e", "54c189f4", f"{bsdata}11e", open_words, None, "11e"),
        ("corrections-11e", "Checked corrections", "1", None, "facts", fact_sha256("corrections_11e.json"), "11e"),
        (
            "mfm-11e",
            "BSData wh40k-11e-mfm",
            "88352b26",
            f"{bsdata}11e-mfm",
            "MIT (c) BSData",
            fact_sha256("legends_11e.json"),
            "11e",
        ),
        ("seed", "Five published datasheets", "1", None, "facts", fact_sha256("seed_datasheets.json"), "both"),
        ("manual", "Rows entered by hand", "1", None, "facts", None, "both"),
    ]
    names = ("source_id", "name", "version", "url", "licence", "sha256", "edition")
    return [{**dict(zip(names, row, strict=True)), "retrieved": RETRIEVED} for row in rows]


def revision_rows(revision: str, dataslates: dict[str, tuple[str, list[str]]]) -> list[Row]:
    """Build revision; `dataslates` gives for each edition its newest and all its states."""
    return [
        {"edition": edition, "revision": revision, "dataslate": newest, "dataslates": sorted(found)}
        for edition, (newest, found) in dataslates.items()
    ]
