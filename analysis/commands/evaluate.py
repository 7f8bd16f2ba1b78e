"""``python -m analysis evaluate FILE``: scenarios in, results out."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from analysis.commands.scenarios import print_json, read_json, with_each
from analysis.evaluate import evaluate
from analysis.facts import Facts
from analysis.inline import inline

__all__ = ["declare", "run"]


def declare(parser: ArgumentParser) -> None:
    """Declare the file argument."""
    parser.add_argument("file", metavar="FILE", help="a scenario or a list of them as JSON; '-' for standard input")


def run(arguments: Namespace, facts: Facts) -> None:
    """Print the Result of each scenario."""

    def answer(data: Any) -> dict[str, Any]:
        return evaluate(inline(data, facts)).to_json()

    print_json(with_each(read_json(arguments.file), answer))
