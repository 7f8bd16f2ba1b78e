"""Facts of the catalogue for the pages, kept between reruns; every question goes through `queries`."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from analysis.buffs import Buff, Library
from analysis.datasheet import Datasheet
from analysis.legality import Allowance, WargearBudget, WargearOption, allowance
from queries.buffs import army_factions, library
from queries.catalogue import DuckCatalogue, catalogue

__all__ = [
    "PageFacts",
    "armies_of",
    "army_factions",
    "buff",
    "buffs",
    "datasheet",
    "dataslate",
    "detachment_names",
    "faction_names",
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
    armies = library(sheet.edition).armies
    words = {*sheet.keywords, *sheet.faction_keywords}
    chapters = sorted(faction for faction, parents in armies.parents.items() if sheet.faction_id in parents)
    own = [chapter for chapter in chapters if armies.name(chapter).upper() in words]
    return [*own, sheet.faction_id] if own else [sheet.faction_id, *chapters]


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


def library_in_words(edition: str, reference: str) -> str:
    """How much of a unit's rules the library holds, in one sentence."""
    army = army_factions(edition, reference.partition("/")[0])
    own = [one for one in library(edition) if one.faction in army or reference in one.datasheets]
    counts = Counter(one.status for one in own)
    return (
        f"Rules of this army in the library: {counts['modelled']} modelled, "
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
