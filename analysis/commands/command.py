"""What a command is."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

from analysis.facts import Facts

__all__ = ["Command", "CommandModule"]


class CommandModule(Protocol):
    """What the module of a command offers."""

    def declare(self, parser: ArgumentParser) -> None:
        """Declare the arguments of the command."""

    def run(self, arguments: Namespace, facts: Facts) -> None:
        """Do what the command is for."""


@dataclass(frozen=True, slots=True)
class Command:
    """One subcommand: its help line, and the module that declares its arguments and runs it.

    The module is loaded only for the command that was given, since some of them need pandas and scipy and
    `evaluate` does not.
    """

    help: str
    module: str

    def load(self) -> CommandModule:
        """The module of the command."""
        return cast(CommandModule, import_module(self.module))
