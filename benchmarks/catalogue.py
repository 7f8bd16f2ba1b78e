"""What it costs to have the catalogue at hand, beside importing pandas: each in fresh processes, one after another.

The catalogue's time is importing duckdb, loading and locking all tables, and answering the first query.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 9
LIMIT = 2.0

_TIMED = "import time\nstart = time.perf_counter()\n{work}\nprint(time.perf_counter() - start)"
_CATALOGUE = (
    "from queries.database import database\n"
    "database().rows('units', edition='11e', faction_id='orks', combat_patrol=False, legends=False)"
)
_EDITION = (
    "from queries.catalogue import catalogue\ncatalogue()\nstart = time.perf_counter()\ncatalogue().datasheets('11e')"
)


def seconds(work: str) -> float:
    """Run the work in a fresh interpreter and return the time it took, the interpreter's own start apart."""
    command = [sys.executable, "-c", _TIMED.format(work=work)]
    return float(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)


def main() -> None:
    """Print the medians and their ratio."""
    seconds(_CATALOGUE), seconds("import pandas")  # the first runs fill the file cache
    rounds = [(seconds(_CATALOGUE), seconds("import pandas"), seconds(_EDITION)) for _ in range(ROUNDS)]
    catalogue, pandas, edition = (statistics.median(column) for column in zip(*rounds, strict=True))
    print(f"catalogue: duckdb imported, loaded, locked, first query  {catalogue * 1000:7.1f} ms")
    print(f"catalogue: importing pandas                              {pandas * 1000:7.1f} ms")
    print(f"catalogue: ratio                                         {catalogue / pandas:7.2f}   (below {LIMIT})")
    print(f"catalogue: all datasheets of an edition, once loaded     {edition * 1000:7.1f} ms")


if __name__ == "__main__":
    main()
