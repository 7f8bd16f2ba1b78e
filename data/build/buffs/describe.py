"""docs/buffs.md out of the library: the hand-written rows, how much of the game is modelled, what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from analysis.buffs.model import Buff
from analysis.buffs.wording import effects_in_words, needs_in_words
from data.build.buffs.reasons import NO_DATA
from data.build.buffs.written import read_written

__all__ = ["DOCUMENT", "document", "update_document"]

DOCUMENT: Final = Path(__file__).resolve().parents[3] / "docs" / "buffs.md"

_STATUSES: Final = ("modelled", "no effect on an attack", "not modelled")

_OPENING: Final = """\
# Buffs

Orders, army rules, detachment rules, stratagems, enhancements and abilities that change an attack. This page is
written by the build (`make catalogue`) from the library in the catalogue; a test checks that it is current.

A buff is data: who has it and which side it serves, conditions that the product checks (keywords, weapons, phase, the
situation), *toggles* for facts that only the player knows, *choices*, and effects, which are the modifiers of a
scenario. Its status is one of

- **modelled**: its effects are counted exactly; a part that is left out is named;
- **no effect on an attack**: it moves units, wins objectives, heals or gives command points;
- **not modelled**: the reason says what is missing. Nothing is left out in silence.

The whole library as a table: `python -m analysis buffs --edition 11e [--unit ID] [--status modelled]`.

The rows below are written by hand in `data/buffs/*.toml`. The rest of the 11th edition is compiled from the ability
data of the catalogue (`data/build/buffs`), with the corrections of `data/buffs/mends/*.toml`; of the 10th edition
there is data for datasheet abilities and little else, so most of its stratagems and enhancements are *not modelled*:
set the sliders by hand for them.
"""


def update_document(buffs: Iterable[Buff]) -> None:
    """Write docs/buffs.md."""
    DOCUMENT.write_text(document(list(buffs)), encoding="utf-8")


def document(buffs: Sequence[Buff]) -> str:
    """The text of docs/buffs.md."""
    parts = [_OPENING, _counts(buffs), _written(buffs), _missing(buffs), _without_data(buffs)]
    return "\n".join(parts)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [f"| {' | '.join(head)} |", "|" + " --- |" * len(head)]
    lines += [f"| {' | '.join(_cell(cell) for cell in row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "/").replace("\n", " ")


def _counts(buffs: Sequence[Buff]) -> str:
    counted = Counter((buff.edition, buff.kind, buff.status) for buff in buffs)
    kinds = sorted({(buff.edition, buff.kind) for buff in buffs})
    rows = [(edition, kind, *(str(counted[edition, kind, status]) for status in _STATUSES)) for edition, kind in kinds]
    return "## How much is there\n\n" + _table(("edition", "kind", *_STATUSES), rows)


def _written(buffs: Sequence[Buff]) -> str:
    """The hand-written rows, both editions of a row together where they are alike."""
    ids = {(buff.edition, buff.id) for buff in read_written()}
    rows: dict[tuple[str, ...], list[str]] = {}
    for buff in buffs:
        if (buff.edition, buff.id) in ids:
            cp = "" if buff.cp is None else str(buff.cp)
            does = effects_in_words(buff) or f"{buff.status}: {buff.reason}"
            rows.setdefault((f"`{buff.id}`", buff.side, cp, needs_in_words(buff), does), []).append(buff.edition)
    listed = sorted((row[0], ", ".join(editions), *row[1:]) for row, editions in rows.items())
    return "## Rows written by hand\n\n" + _table(("id", "ed.", "side", "CP", "needs", "does"), listed)


def _missing(buffs: Sequence[Buff]) -> str:
    rows = [
        (f"`{buff.id}`", buff.edition, buff.owner, buff.reason or "")
        for buff in buffs
        if buff.status == "not modelled" and buff.reason != NO_DATA
    ]
    return "## Not modelled, and what is missing\n\n" + _table(("id", "ed.", "owner", "missing"), rows)


def _without_data(buffs: Sequence[Buff]) -> str:
    counted = Counter(
        (buff.edition, buff.faction or "core and combat patrols", buff.kind) for buff in buffs if buff.reason == NO_DATA
    )
    rows = [(edition, faction, kind, str(number)) for (edition, faction, kind), number in sorted(counted.items())]
    return "## Rules without data\n\n" + _table(("edition", "faction", "kind", "rules"), rows)
