"""What a command is, and what it may ask for."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from analysis.buffs import Library
from analysis.datasheet import Catalogue

__all__ = ["Command", "Facts"]


class Facts(Protocol):
    """Facts of the game, loaded only when a command asks: inline scenarios need none."""

    def catalogue(self) -> Catalogue:
        """Units, weapons and points of both editions."""

    def library(self, edition: str) -> Library:
        """The buffs of an edition."""

    def revision(self, edition: str) -> str:
        """Which state of the catalogue answers."""


@dataclass(frozen=True, slots=True)
class Command:
    """One subcommand: its help line, the arguments it declares, and what it does with them."""

    help: str
    declare: Callable[[ArgumentParser], None]
    run: Callable[[Namespace, Facts], None]
