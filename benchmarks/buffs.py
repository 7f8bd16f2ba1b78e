"""What every legal buff of a unit is worth against the twelve targets, beside importing pandas, in the same run.

For each of a hundred random units: its attack resolved, every way to use every buff of its army, its detachments and
its datasheet, valued against all targets. The library and the targets are at hand, as they are for a page.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from pathlib import Path

from analysis.archetypes import ARCHETYPES
from analysis.buffs.candidates import candidates
from analysis.buffs.ranking import against, ranked
from analysis.buffs.table import SideFacts
from analysis.errors import InputError
from analysis.referring import ReferringScenario
from analysis.resolve import Resolution, resolve
from analysis.scenario import Target
from queries.buffs import army_factions, library
from queries.catalogue import catalogue

ROOT = Path(__file__).resolve().parent.parent
EDITION = "11e"
UNITS = 100
SEED = 11
_PANDAS = "import time\nstart = time.perf_counter()\nimport pandas\nprint(time.perf_counter() - start)"


def resolved(unit: str, target: str, models: int, phase: str | None = None) -> Resolution:
    data = {
        "edition": EDITION,
        "attacker": {"unit": unit},
        "target": {"unit": target, "models": models},
        **({"phase": phase} if phase else {}),
    }
    return resolve(ReferringScenario.from_json(data), catalogue())


def targets() -> list[tuple[Target, SideFacts]]:
    found = [resolved("orks/boyz", one.unit, one.models, "fight") for one in ARCHETYPES]
    return [(one.scenario.target, one.context.target) for one in found]


def attack(unit: str) -> Resolution | None:
    first = ARCHETYPES[2]
    for phase in ("shooting", "fight"):
        try:
            return resolved(unit, first.unit, first.models, phase)
        except InputError:
            continue
    return None


def value(unit: str, columns: list[tuple[Target, SideFacts]]) -> tuple[float, int]:
    """Seconds, and how many ways to use a buff were valued; 0 for a unit without weapons."""
    start = time.perf_counter()
    found = attack(unit)
    if found is None:
        return 0.0, 0
    attacks = against(found.scenario, found.context, columns, library(EDITION))
    factions = army_factions(EDITION, unit.split("/")[0])
    uses = candidates(library(EDITION), attacks[0].table, "attacker", factions)
    ranked(attacks, uses)
    return time.perf_counter() - start, len(uses)


def main() -> None:
    """Print both medians."""
    units = [
        sheet.reference for sheet in catalogue().datasheets(EDITION) if sheet.game_mode == "standard" and sheet.sizes
    ]
    columns = targets()
    sample = random.Random(SEED).sample(units, UNITS)
    value(sample[0], columns)
    timed = [(*value(unit, columns), unit) for unit in sample]
    timed = [one for one in timed if one[1]]
    command = [sys.executable, "-c", _PANDAS]
    pandas = statistics.median(
        float(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout) for _ in range(9)
    )
    median = statistics.median(seconds for seconds, _, _ in timed)
    slowest = max(timed)
    ways = statistics.median(count for _, count, _ in timed)
    print(f"buffs: median unit, {ways:.0f} uses of buffs x {len(columns)} targets  {median * 1000:7.1f} ms")
    print(f"buffs: importing pandas                          {pandas * 1000:7.1f} ms")
    print(f"buffs: ratio                                     {median / pandas:7.2f}   (below 1)")
    print(f"buffs: slowest of the sample ({slowest[2]}) {slowest[0] * 1000:7.1f} ms")


if __name__ == "__main__":
    main()
