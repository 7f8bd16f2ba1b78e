"""``python -m analysis matrix``: every attacker against every target, as CSV."""

from __future__ import annotations

import csv
import math
import os
import sys
import tempfile
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pandas as pd

from analysis.commands.crossing import crossings, target_columns_of
from analysis.crossing import Crossing
from analysis.efficiency import MEASURES, long_frame, wide_frame
from analysis.errors import InputError, nearest
from analysis.facts import Facts
from analysis.matrix.columns import TargetColumn
from analysis.matrix.rows import UnitRow, WeaponRow
from analysis.names import told_apart
from analysis.scenario import FARTHEST
from analysis.spreadsheets import harmless, harmless_column

__all__ = ["declare", "run"]

_PAUSE: Final = 0.2
"""Seconds between two lines about the progress."""


def declare(parser: ArgumentParser) -> None:
    """Declare what to cross, which number, and where to write it."""
    parser.add_argument("--edition", required=True, metavar="EDITION", help="10e or 11e")
    parser.add_argument("--faction", nargs="+", action="extend", metavar="ID", help="attacking factions; all without")
    parser.add_argument(
        "--targets",
        nargs="+",
        action="extend",
        metavar="ID",
        help="'archetypes' (the twelve standard targets, the default), 'all', or units such as orks/boyz",
    )
    parser.add_argument(
        "--metric", metavar="NAME", help=f"one number as a wide table: {', '.join(MEASURES)}; all without"
    )
    parser.add_argument("--rows", default="units", metavar="ROWS", help="units (the default) or weapons")
    parser.add_argument("--phase", default="shooting", metavar="PHASE", help="shooting (the default) or fight")
    parser.add_argument("--half-range", action="store_true", help="within half range")
    parser.add_argument(
        "--distance", metavar="INCHES", help="between the units: each weapon decides whether it reaches, and half range"
    )
    parser.add_argument("--out", required=True, metavar="FILE", help="the CSV file to write")


def run(arguments: Namespace, facts: Facts) -> None:
    """Compute and write the table; an interrupted run leaves no file behind."""
    _check(arguments)
    columns = target_columns_of(arguments, facts)
    out = Path(arguments.out)
    try:
        handle, part = tempfile.mkstemp(prefix=f".{out.name}.", dir=out.parent)
        os.close(handle)
    except OSError as error:
        raise InputError("--out", arguments.out, f"a file that can be written ({error.strerror})") from None
    try:
        _write(Path(part), arguments, facts, columns)
        Path(part).replace(out)
    except OSError as error:
        raise InputError("--out", arguments.out, f"a file that can be written ({error.strerror})") from None
    finally:
        Path(part).unlink(missing_ok=True)


def _check(arguments: Namespace) -> None:
    choices = {"edition": ("10e", "11e"), "rows": ("units", "weapons"), "phase": ("shooting", "fight")}
    for name, legal in choices.items():
        if getattr(arguments, name) not in legal:
            raise InputError(f"--{name}", getattr(arguments, name), f"one of {', '.join(legal)}")
    arguments.distance = _inches(arguments.distance)
    if arguments.metric is not None and arguments.metric not in MEASURES:
        close = nearest(arguments.metric, list(MEASURES)) or "points_per_100"
        raise InputError("--metric", arguments.metric, f"one of {', '.join(MEASURES)}; the nearest is {close}")


def _inches(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        inches = float(text)
    except ValueError:
        inches = math.nan
    if not 0 <= inches <= FARTHEST:  # no number at all is none either
        raise InputError("--distance", text, f"a number of inches from 0 to {FARTHEST}")
    return inches


def _write(part: Path, arguments: Namespace, facts: Facts, columns: list[TargetColumn]) -> None:
    revision = facts.revision(arguments.edition)
    with part.open("w", encoding="utf-8", newline="") as stream:
        found = crossings(arguments, facts, columns, _Teller())
        for number, frame in enumerate(_frames(found, arguments, columns)):
            frame["edition"], frame["data_revision"] = arguments.edition, revision
            frame = frame.apply(harmless_column).rename(columns=harmless)
            frame.to_csv(stream, index=False, header=number == 0, lineterminator="\n", quoting=csv.QUOTE_MINIMAL)
    print(file=sys.stderr)


class _Teller:
    """Writes to stderr how far the faction at work is: on a screen in place, elsewhere its name once."""

    def __init__(self) -> None:
        self.faction, self.next_time = "", 0.0

    def __call__(self, faction: str, done: int, of: int) -> None:
        now = time.monotonic()
        if faction != self.faction:
            self.faction, self.next_time = faction, now
            print("" if sys.stderr.isatty() else faction, end=" ", file=sys.stderr, flush=True)
        if sys.stderr.isatty() and now >= self.next_time:
            self.next_time = now + _PAUSE
            print(f"\r{faction}: {done:,} of {of:,}", end="\033[K", file=sys.stderr, flush=True)


def _frames(
    found: Iterator[Crossing[UnitRow] | Crossing[WeaponRow]], arguments: Namespace, columns: list[TargetColumn]
) -> Iterator[pd.DataFrame]:
    """One chunk for each faction."""
    ids = [column.reference.unit for column in columns]
    labels = told_apart([column.label for column in columns], [unit.partition("/")[0] for unit in ids], ids)
    names = [f"{label} x{column.models}" for label, column in zip(labels, columns, strict=True)]
    targets = pd.DataFrame(
        {
            "target": [column.label for column in columns],
            "target_id": ids,
            "target_models": [column.models for column in columns],
            "target_points": [column.target.points for column in columns],
        }
    )
    for crossing in found:
        if arguments.metric is None:
            yield long_frame(crossing.figures, crossing.attackers, targets)
        else:
            wide = wide_frame(crossing.figures, MEASURES[arguments.metric], crossing.attackers, names)
            wide.insert(0, "metric", arguments.metric)
            yield wide
