"""``python -m analysis buffs``: the library of buffs as CSV."""

from __future__ import annotations

import csv
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable
from typing import Final, TextIO

from analysis.buffs import Buff, Library
from analysis.buffs.armies import Force
from analysis.buffs.wording import effects_in_words, needs_in_words
from analysis.errors import InputError
from analysis.facts import Facts
from analysis.spreadsheets import harmless

__all__ = ["COLUMNS", "declare", "row", "run"]

COLUMNS: Final = (
    "id",
    "name",
    "edition",
    "kind",
    "owner",
    "side",
    "phase",
    "cp",
    "points",
    "status",
    "effects",
    "needs",
    "toggles",
    "choices",
    "reason",
    "aliases",
)
STATUSES: Final = ("modelled", "no effect on an attack", "not modelled")


def declare(parser: ArgumentParser) -> None:
    """Declare edition, unit and status."""
    parser.add_argument("--edition", required=True, choices=("10e", "11e"), help="whose rules")
    parser.add_argument("--unit", metavar="ID", help="only buffs of this datasheet and of its faction")
    parser.add_argument("--status", choices=STATUSES, help="only buffs of this status")


def run(arguments: Namespace, facts: Facts) -> None:
    """Print the library; a unit limits it to what its army could use."""
    library = facts.library(arguments.edition)
    found: Iterable[Buff] = library
    if arguments.unit is not None:
        found = _of_unit(library, arguments, facts)
    if arguments.status is not None:
        found = [buff for buff in found if buff.status == arguments.status]
    _write(found, sys.stdout)


def _of_unit(library: Library, arguments: Namespace, facts: Facts) -> list[Buff]:
    try:
        sheet = facts.catalogue().datasheet(arguments.edition, arguments.unit)
    except InputError as error:
        raise InputError("--unit", error.value, error.expected) from None
    armies = library.armies
    force = Force.fielding([sheet], armies.usual([sheet]))
    return [buff for buff in library if armies.has(force, buff)]


def row(buff: Buff) -> tuple[str, ...]:
    """One buff in the order of `COLUMNS`."""
    return (
        buff.id,
        buff.name,
        buff.edition,
        buff.kind,
        buff.owner,
        buff.side,
        buff.phase,
        "" if buff.cp is None else str(buff.cp),
        "" if buff.points is None else str(buff.points),
        buff.status,
        effects_in_words(buff),
        needs_in_words(buff),
        "; ".join(f"{toggle.id} ({toggle.label})" for toggle in buff.toggles),
        "; ".join(buff.choices),
        buff.reason or buff.missing or "",
        "; ".join(buff.aliases),
    )


def _write(buffs: Iterable[Buff], stream: TextIO) -> None:
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for buff in buffs:
        writer.writerow([harmless(cell) for cell in row(buff)])
