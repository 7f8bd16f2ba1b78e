"""``python -m analysis resolve FILE``: referring scenarios in, the same written out inline."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from analysis.commands.scenarios import print_json, read_json, with_each
from analysis.facts import Facts
from analysis.inline import inline

__all__ = ["declare", "run"]


def declare(parser: ArgumentParser) -> None:
    """Declare the file argument."""
    parser.add_argument("file", metavar="FILE", help="a scenario or a list of them as JSON; '-' for standard input")


def run(arguments: Namespace, facts: Facts) -> None:
    """Print each scenario in numbers, its buffs folded in; `evaluate` of either gives the same result."""

    def written_out(data: Any) -> dict[str, Any]:
        return inline(data, facts).model_dump(mode="json")

    print_json(with_each(read_json(arguments.file), written_out))
