"""One correction: which fault of the sources it mends, and how."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from data.sources.bundle import Bundle, Row

__all__ = ["Correction", "keyword_records", "only"]


@dataclass(frozen=True, slots=True)
class Correction:
    """A fault and its mending.

    `apply` changes the rows of the bundle in place and raises when it does not
    find what it should change, so that a correction the source has overtaken
    is noticed. `evidence` says why we know better than the source.
    """

    fault: str
    edition: str
    mended: str
    evidence: str
    apply: Callable[[Bundle], None]


def only(rows: list[Row], **wanted: object) -> Row:
    """Return the one row with these values; LookupError for none or several."""
    found = [row for row in rows if all(row.get(name) == value for name, value in wanted.items())]
    if len(found) != 1:
        raise LookupError(f"{len(found)} rows with {wanted}, expected one")
    return found[0]


def keyword_records(words: list[str]) -> list[Row]:
    """Write plain weapon keywords as the source does.

    >>> keyword_records(["rapid fire 3", "lethal hits"])
    [{'keyword_id': 'rapid-fire', 'parameters': {'value': 3}}, {'keyword_id': 'lethal-hits'}]
    """
    records: list[Row] = []
    for word in words:
        name, _, last = word.rpartition(" ")
        if last.isdigit():
            records.append({"keyword_id": name.replace(" ", "-"), "parameters": {"value": int(last)}})
        else:
            records.append({"keyword_id": word.replace(" ", "-")})
    return records
