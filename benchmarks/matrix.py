"""What a cell of the matrix costs, beside the cruncher of wh40kdc (means only) and beside its bare arithmetic.

All three run one after another in this process, on the same weapons and targets.
"""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from wh40kdc.cruncher import crunch
from wh40kdc.data.dataset import Dataset

from analysis.editions import EDITIONS
from analysis.line import TargetFacts, prepare_line
from analysis.matrix import METRICS, weapon_matrix
from analysis.matrix.columns import TargetColumn, target_columns
from analysis.matrix.distinct import distinct
from analysis.matrix.rows import WeaponRow, weapon_rows
from analysis.referring import Phase
from analysis.scenario import Modifiers, Situation
from queries.catalogue import catalogue

EDITION = "11e"
SAMPLE = 4000
PAIRS_PER_BLOCK = 1024
PHASES: tuple[tuple[Phase, Any], ...] = (("shooting", "ranged"), ("fight", "melee"))
NEAR = Situation(half_range=True)
PLAIN = Modifiers()


def seconds(work: Callable[[], object], rounds: int = 3) -> float:
    """The shortest of some runs: the others were disturbed."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


class Game:
    """All weapons and targets of the edition, phase by phase."""

    def __init__(self) -> None:
        sheets = catalogue().datasheets(EDITION)
        self.rows = {phase: weapon_rows(sheets, kind, NEAR) for phase, kind in PHASES}
        self.columns = {phase: target_columns(sheets, catalogue(), phase) for phase, _ in PHASES}

    def distinct_columns(self, phase: Phase) -> list[TargetColumn]:
        def key(column: TargetColumn) -> object:
            target = column.target
            groups = tuple(group.model_dump_json(exclude={"name", "points"}) for group in target.groups)
            return groups, target.stealth, tuple(_words(target.keywords))

        return distinct(self.columns[phase], key)[0]


def _words(keywords: Sequence[str]) -> list[str]:
    """The keywords that weapons of the game ask for."""
    return sorted(set(keywords) & _ASKED)


_ASKED: set[str] = set()


def all_cells(game: Game) -> Callable[[], None]:
    def work() -> None:
        for phase, _ in PHASES:
            weapons = [row.weapon for row in game.rows[phase]]
            targets = [column.target for column in game.columns[phase]]
            weapon_matrix(weapons, targets, EDITION, NEAR, PLAIN)

    return work


def bare_arithmetic(game: Game) -> float:
    """Seconds of one scalar product for each cell and metric, over the possible wounds of its weapon."""
    lengths: Counter[int] = Counter()
    for phase, _ in PHASES:
        columns = game.distinct_columns(phase)
        fives = Counter(5 * (column.models // 5) for column in columns)
        for row in game.rows[phase]:
            for models, cells in fives.items():
                facts = TargetFacts(frozenset(), False, models)
                line = prepare_line(row.weapon, PLAIN, NEAR, EDITIONS[EDITION], facts)
                lengths[line.volley.most_wounds + 1] += cells
    generator = np.random.default_rng(1)
    total = 0.0
    for length, cells in sorted(lengths.items()):
        law = generator.random((length, PAIRS_PER_BLOCK))
        tables = [generator.random((length, PAIRS_PER_BLOCK)) for _ in METRICS]
        blocks = min(max(1, round(cells / PAIRS_PER_BLOCK)), 50)
        block = _products(law, tables, blocks)
        total += seconds(block) * cells / (blocks * PAIRS_PER_BLOCK)
    return total


def _products(law: NDArray[Any], tables: Sequence[NDArray[Any]], blocks: int) -> Callable[[], None]:
    """For each metric the scalar products of a block of pairs, so many times."""
    out = np.empty(PAIRS_PER_BLOCK)

    def work() -> None:
        for _ in range(blocks):
            for table in tables:
                np.einsum("np,np->p", law, table, out=out)

    return work


def crunched(game: Game) -> tuple[float, int]:
    """Seconds that the cruncher takes for one cell, on a sample of the same pairs."""
    data = Dataset.embedded()
    sample = random.Random(1)
    inputs = []
    while len(inputs) < SAMPLE:
        phase, _ = sample.choice(PHASES)
        row, column = sample.choice(game.rows[phase]), sample.choice(game.columns[phase])
        pair = _input(data, row, column, phase)
        if pair is not None:
            inputs.append(pair)
    done = 0
    start = time.process_time()
    for pair in inputs:
        crunch(pair, data)
        done += 1
    return (time.process_time() - start) / done, done


def _input(data: Dataset, row: WeaponRow, column: TargetColumn, phase: Phase) -> dict[str, Any] | None:
    _, faction, weapon_id = row.bearers[0].weapon_key.split("/")[:3]
    weapon = data.weapons.get_in_faction(weapon_id, faction)
    target_faction, unit_id = column.reference.unit.split("/")
    unit = data.units.get_in_faction(unit_id, target_faction)
    if weapon is None or unit is None:
        return None
    names = [profile.get("name") for profile in weapon.raw["profiles"]]
    index = names.index(row.bearers[0].profile) if row.bearers[0].profile in names else 0
    pair = {
        "attacker": {"weapon": weapon.raw, "profileIndex": index},
        "target": {"unit": unit.raw, "profileIndex": 0, "modelCount": column.models},
        "modelsFiring": 1,
        "buffs": [],
        "context": {"phase": phase, "withinHalfRange": True},
    }
    try:
        crunch(pair, data)
    except ValueError:
        return None
    return pair


def main() -> None:
    """Print what was measured."""
    game = Game()
    for phase, _ in PHASES:
        for row in game.rows[phase]:
            from analysis.matrix.distinct import weapon_keywords

            _ASKED.update(weapon_keywords(row.weapon, PLAIN))
    cells = sum(len(game.rows[phase]) * len(game.distinct_columns(phase)) for phase, _ in PHASES)
    rows = {phase: (len(game.rows[phase]), len(game.distinct_columns(phase))) for phase, _ in PHASES}
    print(f"matrix: distinct weapons x targets {rows}, {cells:,} cells")
    ours = seconds(all_cells(game)) / cells
    bare = bare_arithmetic(game) / cells
    theirs, done = crunched(game)
    print(f"matrix: (a) ours, all four metrics, tables included  {ours * 1e6:8.3f} µs a cell")
    print(f"matrix: (b) wh40kdc cruncher, means, {done} pairs      {theirs * 1e6:8.3f} µs a cell")
    print(f"matrix: (c) bare arithmetic                          {bare * 1e6:8.3f} µs a cell")
    print(f"matrix: (b) / (a) = {theirs / ours:.1f}   (at least 60)")
    print(f"matrix: (a) / (c) = {ours / bare:.2f}   (at most 10)")


if __name__ == "__main__":
    main()
