"""What whoever answers scenarios may ask for beyond the scenario itself."""

from __future__ import annotations

from typing import Protocol

from analysis.buffs import Library
from analysis.datasheet import Catalogue

__all__ = ["Facts"]


class Facts(Protocol):
    """Facts of the game, loaded only when somebody asks: inline scenarios need none."""

    def catalogue(self) -> Catalogue:
        """Units, weapons and points of both editions."""

    def library(self, edition: str) -> Library:
        """The buffs of an edition."""

    def revision(self, edition: str) -> str:
        """Which state of the catalogue answers."""
