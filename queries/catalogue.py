"""The catalogue as `analysis` asks for it, and as pages list it: datasheets, factions, standard targets, revision."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from analysis.datasheet import Datasheet
from analysis.errors import InputError, nearest
from queries.database import Database, database
from queries.datasheets import read_datasheets

__all__ = ["EDITIONS", "DuckCatalogue", "Revision", "catalogue"]

EDITIONS = ("10e", "11e")
_MOST_CANDIDATES = 8


@dataclass(frozen=True, slots=True)
class Revision:
    """Which state of the catalogue answers: its own revision, the game's dataslate, and the sources with versions."""

    edition: str
    revision: str
    dataslate: str
    sources: str


@dataclass(frozen=True)
class DuckCatalogue:
    """Facts of the game, by edition; implements `analysis.datasheet.Catalogue`. Safe to share between threads."""

    database: Database

    def datasheet(self, edition: str, reference: str) -> Datasheet:
        """Find a unit by ``faction/unit``, bare id or name, whatever the case.

        Of units that share a name, one of the standard game goes before those of combat patrols.

        Raises:
            InputError: When it is unknown (the nearest ids are listed) or ambiguous (the candidates are).
        """
        key = self._unit_key(edition, reference)
        return _faction(self.database, key[: key.rindex("/") + 1])[key]

    def datasheets(self, edition: str, faction_id: str | None = None) -> tuple[Datasheet, ...]:
        """All datasheets of an edition or of one faction, ordered by key.

        Raises:
            InputError: For an unknown edition or faction, with the nearest ids.
        """
        self._check_edition(edition)
        known = sorted(row[0] for row in self.database.rows("factions", edition=edition))
        if faction_id is None:
            return tuple(sheet for known_id in known for sheet in self.datasheets(edition, known_id))
        if faction_id not in known:
            raise InputError("faction", faction_id, f"a faction of the {edition} such as {nearest(faction_id, known)}")
        return tuple(_faction(self.database, f"{edition}/{faction_id}/").values())

    def bodyguards(self, edition: str, leader_id: str) -> frozenset[str]:
        """The ids of the units that this leader or support unit may join."""
        return frozenset(row[0] for row in self.database.rows("bodyguards", edition=edition, leader_id=leader_id))

    def faction_keywords(self, edition: str, faction_id: str) -> frozenset[str]:
        """The keywords (upper case) that mark an army of this faction.

        Raises:
            InputError: For an unknown faction, with the nearest ids.
        """
        self._check_edition(edition)
        keywords = _faction_keywords(self.database, edition, faction_id)
        if not keywords:
            known = [row[0] for row in self.database.rows("faction_names", edition=edition)]
            raise InputError("army_faction", faction_id, f"a faction such as {nearest(faction_id, known)}")
        return keywords

    def revision(self, edition: str) -> Revision:
        """The state of the facts of an edition."""
        self._check_edition(edition)
        return Revision(*self.database.rows("revision", edition=edition)[0])

    def _unit_key(self, edition: str, reference: str) -> str:
        self._check_edition(edition)
        if reference in _references(self.database, edition):
            return f"{edition}/{reference}"
        found = _units_meant(self.database, edition, reference)
        standard = [row for row in found if row[2]]
        candidates = standard or found
        if not candidates:
            close = _near(reference, list(_references(self.database, edition)))
            hint = f"; the nearest are {close}" if close else ", by faction/id, id or name"
            raise InputError("unit", reference, f"a unit of the {edition} catalogue{hint}")
        if len(candidates) > 1:
            listed = ", ".join(row[1] for row in candidates[:_MOST_CANDIDATES])
            raise InputError("unit", reference, f"one unit, by faction and id: {listed}")
        return str(candidates[0][0])

    def _check_edition(self, edition: str) -> None:
        if edition not in EDITIONS:
            raise InputError("edition", edition, f"one of {' or '.join(EDITIONS)}")


def _near(reference: str, known: list[str]) -> str:
    """The known references closest to a mistyped one, which may be a bare id or a name."""
    wanted = reference[:100].lower().replace(" ", "-")
    if "/" in wanted:
        return nearest(wanted, known)
    by_id = {full.split("/")[1]: full for full in known}
    close = nearest(wanted, list(by_id)).split(", ")
    return ", ".join(by_id[name] for name in close if name in by_id)


@lru_cache(maxsize=8)
def _references(base: Database, edition: str) -> dict[str, None]:
    """Every unit as a scenario names it in full, in the order of the catalogue."""
    return dict.fromkeys(row[0] for row in base.rows("unit_references", edition=edition))


@lru_cache(maxsize=4096)
def _units_meant(base: Database, edition: str, reference: str) -> tuple[tuple[str, str, bool], ...]:
    """Key, reference and whether it is of the standard game, of every unit that a player may mean."""
    return tuple(base.rows("find_unit", edition=edition, reference=reference))


@lru_cache(maxsize=256)
def _faction_keywords(base: Database, edition: str, faction_id: str) -> frozenset[str]:
    rows = base.rows("faction_keywords", edition=edition, faction_id=faction_id)
    return frozenset(keyword for (keyword,) in rows)


@lru_cache(maxsize=64)
def _faction(base: Database, scope: str) -> dict[str, Datasheet]:
    """A faction's datasheets by key: read together, since one alone takes hardly less time."""
    return {sheet.key: sheet for sheet in read_datasheets(base, scope)}


def catalogue() -> DuckCatalogue:
    """The catalogue of this process."""
    return DuckCatalogue(database())
