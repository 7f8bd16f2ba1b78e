"""What a search of the catalogue shows, and where one can go from a datasheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import pandas as pd

from analysis.datasheet import Datasheet
from analysis.links import FORMAT
from analysis.names import comparable
from dashboard import facts
from dashboard.choices import LONGEST_TEXT
from dashboard.duel_link import duel_parameters
from dashboard.edition_duels import units_of_both
from dashboard.first_duel import first_duel_of
from dashboard.menu import entry
from dashboard.page_choices import PHASE
from queries.search import Subject, search

__all__ = [
    "SheetLink",
    "found_in_words",
    "found_units",
    "hidden_columns",
    "kinds_carried_by_default",
    "links_of",
    "lookup",
    "unsearchable",
]

_NOUNS: Final[dict[Subject, tuple[str, str]]] = {
    "units": ("unit", "units"),
    "weapons": ("weapon profile", "weapon profiles"),
    "abilities": ("ability", "abilities"),
    "rules": ("rule", "rules"),
}
_HIDDEN: Final[dict[Subject, tuple[str, ...]]] = {
    "units": ("id", "keywords", "legends", "source", "dataslate", "provenance"),
    "weapons": ("source", "dataslate", "provenance"),
    "abilities": ("id", "cp", "points"),
    "rules": ("id",),
}


@dataclass(frozen=True, slots=True)
class SheetLink:
    """A way from a datasheet to a page that then shows the unit."""

    file: str
    icon: str
    label: str
    parameters: Mapping[str, str]


def lookup(subject: Subject, edition: str, words: str, faction: str) -> pd.DataFrame:
    """What the words find; an empty faction stands for all."""
    return _lookup(subject, edition, words, faction).copy()


@lru_cache(maxsize=64)
def _lookup(subject: Subject, edition: str, words: str, faction: str) -> pd.DataFrame:
    return search(subject, edition, words, faction or None)


def hidden_columns(subject: Subject) -> tuple[str, ...]:
    """Columns that are in the CSV only."""
    return _HIDDEN[subject]


def found_in_words(subject: Subject, number: int) -> str:
    """How many were found.

    >>> found_in_words("units", 1), found_in_words("weapons", 3608), found_in_words("rules", 0)
    ('1 unit found.', '3,608 weapon profiles found.', 'No rules found.')
    """
    one, many = _NOUNS[subject]
    return f"No {many} found." if number == 0 else f"{number:,} {one if number == 1 else many} found."


def unsearchable(words: str) -> str:
    """What to say of words in which there is nothing to search for; empty for all others.

    >>> unsearchable("%"), unsearchable("boyz"), unsearchable("")
    ("'%' holds no letter or digit to search for, so everything is listed.", '', '')
    """
    if not words.strip() or comparable(words):
        return ""
    return f"{words!r} holds no letter or digit to search for, so everything is listed."


@lru_cache(maxsize=64)
def found_units(edition: str, words: str, faction: str) -> dict[str, str]:
    """References to names of the units that fit the words, or of all of them where none does."""
    for sought in ((words, faction), ("", faction), ("", "")):
        found = _lookup("units", edition, *sought)
        if len(found):
            break
    return dict(zip(found["id"].tolist(), (found["unit"] + " (" + found["faction"] + ")").tolist(), strict=True))


def links_of(sheet: Datasheet, revision: str) -> list[SheetLink]:
    """The pages that can show this unit, as attacker, as target, or among its faction."""
    common = {"edition": sheet.edition, "v": FORMAT, "data": revision}
    faction = facts.faction_names(sheet.edition).get(sheet.faction_id, "")
    kinds = kinds_carried_by_default(sheet)
    attacking = first_duel_of(sheet)
    of_faction = {**common, "faction": faction, "phase": PHASE.options[attacking["phase"]]}
    links = []
    if kinds:
        links.append(_link("duel", "Let it attack", duel_parameters(attacking, revision)))
    if sheet.sizes:
        attacked = first_duel_of(facts.datasheet(sheet.edition, _SHOOTER)) | {"target": {"unit": sheet.reference}}
        links.append(_link("duel", "Attack it", duel_parameters(attacked, revision)))
        links.append(_link("durability", "How tough its faction is", {**common, "faction": faction}))
    if kinds:
        links.append(_link("matrix", "Its row in the matrix", {**of_faction, "word": sheet.name[:LONGEST_TEXT]}))
        links.append(_link("buffs", "What strengthens it", {**of_faction, "unit": sheet.reference}))
    both = units_of_both().get(sheet.reference)
    if both and kinds:
        links.append(_link("editions", "What the 11th edition changed", {**of_faction, "who": both}))
    return links


def kinds_carried_by_default(sheet: Datasheet) -> set[str]:
    """Whether the smallest unit shoots, fights, or both."""
    carried = {item.weapon_key for item in sheet.sizes[0].items} if sheet.sizes else set()
    return {profile.kind for weapon in sheet.weapons if weapon.key in carried for profile in weapon.profiles}


_SHOOTER: Final = "astra-militarum/kasrkin"


def _link(page: str, label: str, parameters: Mapping[str, str]) -> SheetLink:
    shown = entry(page)
    return SheetLink(shown.file, shown.icon, label, parameters)
