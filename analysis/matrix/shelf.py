"""Datasheets at hand, as a catalogue: a whole edition is fielded without asking for each unit again."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from analysis.datasheet import Catalogue, Datasheet

__all__ = ["Shelf"]


class Shelf:
    """The datasheets of one edition by reference, in front of the catalogue they came from."""

    def __init__(self, datasheets: Iterable[Datasheet], catalogue: Catalogue) -> None:
        """Put the datasheets on the shelf."""
        self._sheets = {(sheet.edition, sheet.reference): sheet for sheet in datasheets}
        self._catalogue = catalogue
        self.faction_keywords = cache(catalogue.faction_keywords)
        self.bodyguards = cache(catalogue.bodyguards)
        self.datasheets = catalogue.datasheets

    def datasheet(self, edition: str, reference: str) -> Datasheet:
        """Find a unit by ``faction/unit`` on the shelf, by any other name in the catalogue.

        Raises:
            InputError: From the catalogue, for an unknown unit.
        """
        sheet = self._sheets.get((edition, reference))
        return sheet if sheet is not None else self._catalogue.datasheet(edition, reference)
