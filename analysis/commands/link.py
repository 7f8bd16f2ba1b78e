"""``python -m analysis link FILE``: the query string of the duel page that shows a scenario."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from analysis.commands.scenarios import read_json, with_each
from analysis.facts import Facts
from analysis.inline import inline
from analysis.links import encode
from analysis.referring import read_scenario

__all__ = ["declare", "run"]


def declare(parser: ArgumentParser) -> None:
    """Declare the file argument."""
    parser.add_argument("file", metavar="FILE", help="a scenario or a list of them as JSON; '-' for standard input")


def run(arguments: Namespace, facts: Facts) -> None:
    """Print one query string a line; a scenario that could not be answered gets no link."""

    def link(data: Any) -> str:
        scenario = read_scenario(data)
        inline(data, facts)
        return encode(scenario, scenario.edition, facts.revision(scenario.edition))

    links = with_each(read_json(arguments.file), link)
    print(*([links] if isinstance(links, str) else links), sep="\n")
