"""What is wrong with the weapons chosen for a duel, said beside its numbers: a folded form would hide it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from analysis.datasheet import Datasheet
from analysis.legality import Bounds, problems
from analysis.resolve.loadouts import item_id
from dashboard import facts
from dashboard.plain import markdown_text

__all__ = ["illegal_loadouts", "rules_broken"]


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
    models = unit.get("models") or sheet.sizes[0].models
    counts = Counter[str]()
    for line in unit["loadout"]:
        counts[item_id(sheet, line["weapon"]) or line["weapon"]] += line.get("count", 1)
    for sentence in rules_broken(sheet, models, counts):
        yield sheet.name, sentence


def rules_broken(sheet: Datasheet, models: int, counts: Mapping[str, int]) -> list[str]:
    """What the options of a datasheet do not allow a unit of a size, a sentence each; `counts` is by item id.

    A weapon of the datasheet that the options of no size name is left alone: the source forgot it.
    """
    names = facts.item_names(sheet)
    allowed = facts.legal_items(sheet.edition, sheet.reference, models)
    elsewhere = [item for item, count in counts.items() if count and item in names and item not in allowed.bounds]
    sentences = []
    for item in elsewhere:
        sizes = [size.models for size in sheet.sizes if item in _bounds(sheet, size.models)]
        if sizes:
            sentences.append(f"{names[item]}: only in units of {min(sizes)} models or more.")
    named = {item: count for item, count in counts.items() if item not in elsewhere}
    return [*sentences, *problems(allowed, named, names)]


def _bounds(sheet: Datasheet, models: int) -> Mapping[str, Bounds]:
    return facts.legal_items(sheet.edition, sheet.reference, models).bounds
