"""The command line: ``python -m analysis evaluate|resolve|matrix|buffs|link``.

This module alone puts the mathematics and the catalogue together. Exit status 2 means bad input: one line on stderr
names the field, the value and what was expected, and nothing is printed on stdout.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from analysis.buffs import Library
from analysis.commands import COMMANDS
from analysis.datasheet import Catalogue
from analysis.errors import InputError

__all__ = ["LoadedFacts", "main"]


class LoadedFacts:
    """The catalogue and the library of buffs, loaded when first asked for: inline scenarios need neither."""

    def catalogue(self) -> Catalogue:
        """Units, weapons and points of both editions."""
        from queries.catalogue import catalogue

        return catalogue()

    def library(self, edition: str) -> Library:
        """The buffs of an edition."""
        from queries.buffs import library

        return library(edition)

    def revision(self, edition: str) -> str:
        """Which state of the catalogue answers."""
        from queries.catalogue import catalogue

        return catalogue().revision(edition).revision


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise InputError("command line", " ".join(sys.argv[1:]), message)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    parser = _Parser(prog="python -m analysis", description="Exact answers about attacks in Warhammer 40,000.")
    subparsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, command in COMMANDS.items():
        subparser = subparsers.add_parser(name, help=command.help, description=command.help)
        if given[:1] == [name]:
            command.load().declare(subparser)
    try:
        parsed = parser.parse_args(given)
        COMMANDS[parsed.command].load().run(parsed, LoadedFacts())
    except InputError as error:
        print(error, file=sys.stderr)
        return 2
    except BrokenPipeError:
        return 0
    except Exception as error:  # a fault of ours; a player gets a sentence all the same
        print(f"unexpected fault, please report it: {type(error).__name__}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
