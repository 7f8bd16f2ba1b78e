"""Facts of the catalogue for the pages, kept between reruns; every question goes through `queries`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from analysis.buffs import Buff, Library
from analysis.buffs.armies import Force
from analysis.datasheet import Datasheet
from analysis.legality import Allowance, WargearBudget, WargearOption, allowance
from queries.buffs import library
from queries.catalogue import DuckCatalogue, catalogue

__all__ = [
    "PageFacts",
    "armies_of",
    "buff",
    "buffs",
    "datasheet",
    "dataslate",
    "detachment_names",
    "faction_names",
    "force",
    "item_names",
    "leaders",
    "legal_items",
    "library_in_words",
    "revision",
    "sheets",
    "sheets_of",
    "source",
]


def source() -> DuckCatalogue:
    """The catalogue itself, for what resolves scenarios."""
    return catalogue()


@lru_cache(maxsize=4)
def revision(edition: str) -> str:
    """The revision of the catalogue, as links and exports name it."""
    return source().revision(edition).revision


@lru_cache(maxsize=4)
def dataslate(edition: str) -> str:
    """The game's own state that the facts are of, such as a quarter of a year or the last codex."""
    return source().revision(edition).dataslate


@lru_cache(maxsize=4)
def faction_names(edition: str) -> dict[str, str]:
    """Faction ids to names, in the order of names."""
    rows = source().database.rows("factions", edition=edition)
    return {faction_id: name for faction_id, name, *_ in rows}


@lru_cache(maxsize=128)
def sheets(edition: str, faction_id: str) -> tuple[Datasheet, ...]:
    """A faction's datasheets in use, by name: no Legends, no combat patrols."""
    found = source().datasheets(edition, faction_id)
    return tuple(
        sorted(
            (sheet for sheet in found if not sheet.is_legends and sheet.game_mode == "standard" and sheet.sizes),
            key=lambda sheet: (sheet.name, sheet.unit_id),
        )
    )


@lru_cache(maxsize=128)
def sheets_of(edition: str, faction_id: str | None) -> tuple[Datasheet, ...]:
    """The datasheets in use of a faction, or of all factions."""
    wanted = [faction_id] if faction_id else list(faction_names(edition))
    return tuple(sheet for faction in wanted for sheet in sheets(edition, faction))


def armies_of(sheet: Datasheet) -> list[str]:
    """The factions whose army a unit may be in by its own faction, first the usual: its chapter, if it has one."""
    return library(sheet.edition).armies.open_to(sheet)


def force(edition: str, side: Mapping[str, Any]) -> Force:
    """A side of a duel in the army that it names, else in its usual one; a side in numbers has none."""
    units = [side, *(side.get("attached") or [])]
    together = [datasheet(edition, unit["unit"]) for unit in units if "unit" in unit]
    return Force.fielding(together, side.get("army_faction") or library(edition).armies.usual(together))


def datasheet(edition: str, reference: str) -> Datasheet:
    """One datasheet, by ``faction/unit``."""
    return source().datasheet(edition, reference)


@lru_cache(maxsize=512)
def leaders(edition: str, faction_id: str, unit_id: str) -> dict[str, str]:
    """Who may join a unit: references to names."""
    rows = source().database.rows("leaders", edition=edition, faction_id=faction_id, unit_id=unit_id)
    return dict(rows)


@lru_cache(maxsize=512)
def legal_items(edition: str, reference: str, models: int) -> Allowance:
    """What a unit of a size may carry."""
    sheet = datasheet(edition, reference)
    size = next((size for size in sheet.sizes if size.models == models), sheet.sizes[0])
    database = source().database
    options = [
        WargearOption(tuple(replaces), tuple(items), model_name, max_count, per_models)
        for replaces, items, model_name, _, max_count, per_models in database.rows(
            "wargear_options", unit_key=sheet.key
        )
    ]
    budgets = [
        WargearBudget(frozenset(items), count, per_models, duplicates)
        for items, count, per_models, duplicates in database.rows("wargear_budgets", unit_key=sheet.key)
    ]
    return allowance(sheet, size, options, budgets)


def item_names(sheet: Datasheet) -> dict[str, str]:
    """Item ids of a datasheet to the names players use; two items of one name carry their id as well."""
    names = {weapon.weapon_id: weapon.name for weapon in sheet.weapons}
    names |= {wargear.item_id: wargear.name for wargear in sheet.wargear}
    seen = list(names.values())
    return {item: name if seen.count(name) == 1 else f"{name} ({item})" for item, name in names.items()}


def buffs(edition: str) -> Library:
    """The library of buffs of an edition."""
    return library(edition)


def buff(edition: str, name: str) -> Buff:
    """One buff by id or alias."""
    return library(edition).find(name)


@lru_cache(maxsize=4)
def detachment_names(edition: str) -> dict[str, str]:
    """Detachment ids to names."""
    return dict(source().database.rows("detachment_names", edition=edition))


def library_in_words(edition: str, side: Mapping[str, Any]) -> str:
    """How much of what a side of a duel may use the library holds, in one sentence."""
    found, user = library(edition), force(edition, side)
    counts = Counter(one.status for one in found if found.armies.has(user, one))
    return (
        f"Rules for this unit in the library: {counts['modelled']} modelled, "
        f"{counts['no effect on an attack']} without an effect on an attack, "
        f"{counts['not modelled']} not modelled (no data tells what they do; set the sliders of a duel by hand)."
    )


class PageFacts:
    """The facts that scenarios are resolved against, as `analysis` asks for them."""

    def catalogue(self) -> DuckCatalogue:
        """Units, weapons and points."""
        return catalogue()

    def library(self, edition: str) -> Library:
        """The buffs of an edition."""
        return library(edition)

    def revision(self, edition: str) -> str:
        """Which state of the catalogue answers."""
        return catalogue().revision(edition).revision
