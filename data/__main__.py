"""`python -m data query "SELECT ..."`: ask the catalogue; the answer is CSV.

Exit status 0; 2 for bad SQL and for anything but one SELECT, with one line on stderr and nothing on stdout.
"""

from __future__ import annotations

import argparse
import io
import os
import sys

from queries.database import CatalogueError, database
from queries.select import SelectError, select, write_csv

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> int:
    """Answer one query."""
    parser = argparse.ArgumentParser(prog="python -m data", description="Ask the catalogue of units and weapons.")
    commands = parser.add_subparsers(dest="command", required=True)
    query = commands.add_parser("query", help="run one SELECT and print CSV; the tables are listed in docs/data.md")
    query.add_argument("sql", help="one SELECT, or WITH ... SELECT")
    options = parser.parse_args(arguments)
    answer = io.StringIO()  # printed when complete, so that a failing query prints nothing
    try:
        write_csv(*select(database(), options.sql), answer)
    except (SelectError, CatalogueError) as error:
        print(f"data query: {error}", file=sys.stderr)
        return 2
    try:
        sys.stdout.write(answer.getvalue())
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, such as head, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main())
