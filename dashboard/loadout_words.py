"""What is wrong with the weapons chosen for a duel, said beside its numbers: a folded form would hide it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from analysis.legality import problems
from dashboard import facts
from dashboard.plain import markdown_text

__all__ = ["illegal_loadouts"]


def illegal_loadouts(data: Mapping[str, Any]) -> list[str]:
    """A sentence for each rule of a datasheet that a loadout breaks; the numbers count it all the same."""
    return [
        f"{markdown_text(name)}: {markdown_text(sentence)}"
        for side in ("attacker", "target")
        for unit in (data[side], *data[side].get("attached", []))
        for name, sentence in _problems(data["edition"], unit)
    ]


def _problems(edition: str, unit: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if not unit.get("loadout"):
        return
    sheet = facts.datasheet(edition, unit["unit"])
    names = facts.item_names(sheet)
    ids = {name.casefold(): item for item, name in names.items()}
    models = unit.get("models") or sheet.sizes[0].models
    counts = Counter[str]()
    for line in unit["loadout"]:
        counts[ids.get(line["weapon"].casefold(), line["weapon"])] += line.get("count", 1)
    allowed = facts.legal_items(edition, sheet.reference, models)
    for sentence in problems(allowed, counts, names):
        yield sheet.name, sentence
