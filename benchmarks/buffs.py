"""What the Buffs page computes for a unit, beside importing pandas, in the same run.

For each of a hundred random units: its attack on the twelve standard targets written out, and every way to use every
buff of its army, its detachments and its datasheet valued against each of them. Imports of pandas are timed in between,
so that both meet the same machine; the library and the catalogue are at hand, as they are for a page.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

from analysis.archetypes import ARCHETYPES
from analysis.errors import InputError
from dashboard import facts
from dashboard.buff_plan import Plan, Valued, value

ROOT = Path(__file__).resolve().parent.parent
EDITION = "11e"
UNITS = 100
SEED = 11
EVERY = 10
"""Units between two imports of pandas."""
_PANDAS = "import time\nstart = time.perf_counter()\nimport pandas\nprint(time.perf_counter() - start)"


def valued(unit: str) -> Valued | None:
    """The page's numbers; None for a unit without weapons."""
    for phase, situation in (("shooting", ("half_range",)), ("fight", ())):
        try:
            return value(Plan(EDITION, unit, phase, "attacker", granted=True, situation=situation))
        except InputError:
            continue
    return None


def import_of_pandas() -> float:
    """Seconds it takes in a fresh process."""
    command = [sys.executable, "-c", _PANDAS]
    return float(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)


def main() -> None:
    """Print both medians."""
    units = [
        sheet.reference for sheet in facts.source().datasheets(EDITION) if sheet.game_mode == "standard" and sheet.sizes
    ]
    sample = random.Random(SEED).sample(units, UNITS)
    valued(sample[0])
    import_of_pandas()
    timed: list[tuple[float, int, str]] = []
    imports: list[float] = []
    for place, unit in enumerate(sample):
        if place % EVERY == 0:
            imports.append(import_of_pandas())
        start = time.perf_counter()
        found = valued(unit)
        seconds = time.perf_counter() - start
        if found is not None:
            timed.append((seconds, len(found.uses), unit))
    pandas = statistics.median(imports)
    median = statistics.median(seconds for seconds, _, _ in timed)
    slowest = max(timed)
    ways = statistics.median(count for _, count, _ in timed)
    print(f"buffs: median unit, {ways:.0f} uses of buffs x {len(ARCHETYPES)} targets  {median * 1000:7.1f} ms")
    print(f"buffs: importing pandas                          {pandas * 1000:7.1f} ms")
    print(f"buffs: ratio                                     {median / pandas:7.2f}   (below 1)")
    print(f"buffs: slowest of the sample ({slowest[2]}) {slowest[0] * 1000:7.1f} ms")


if __name__ == "__main__":
    main()
