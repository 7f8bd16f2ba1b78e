"""What a cell of the matrix costs, beside the cruncher of wh40kdc (means only) and beside its bare arithmetic.

All figures come from one run of one process and one thread, on the same weapons, units and targets, one after another,
in processor seconds, so that other programs on the machine count little. The bare arithmetic is, for each cell and
metric, one scalar product over the wounds its weapon can score, on ready arrays, the wounds first and the pairs last,
in blocks that fit the cache.
"""

from __future__ import annotations

import random
import resource
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import Any, Final

import benchmarks._one_thread  # noqa: F401 - comes before numpy

# isort: split
import numpy as np
from numpy.typing import NDArray

from analysis.buffs import Library
from analysis.datasheet import Kind
from analysis.editions import EDITIONS
from analysis.kit import prepare_line
from analysis.line import TargetFacts
from analysis.matrix import METRICS, weapon_matrix
from analysis.matrix.bearers import bearer_matrix
from analysis.matrix.columns import TargetColumn, target_columns
from analysis.matrix.distinct import distinct, keywords_asked, weapon_key
from analysis.matrix.rows import UnitRow, WeaponRow, unit_rows, weapon_rows
from analysis.matrix.terms import Terms
from analysis.matrix.units import unit_matrix
from analysis.referring import Phase
from analysis.scenario import Modifiers, Situation
from benchmarks._cruncher import Cruncher
from queries.buffs import library
from queries.catalogue import catalogue

EDITION: Final = "11e"
FACTION: Final = "astra-militarum"
PAIRS: Final = 4000
UNIT_CELLS: Final = 1500
PAIRS_PER_BLOCK: Final = 1024
PHASES: Final[tuple[tuple[Phase, Kind], ...]] = (("shooting", "ranged"), ("fight", "melee"))
NEAR: Final = Situation(half_range=True)
PLAIN: Final = Modifiers()
SLIDER: Final = Modifiers(hit=1)
PRINTED: Final = Library.of(EDITION, [])
"""No ability acts."""


def seconds(work: Callable[[], object], rounds: int = 3) -> float:
    """The shortest of some runs: the others were disturbed."""
    return in_turns(work, rounds=rounds)[0]


def in_turns(*works: Callable[[], object], rounds: int = 9) -> list[float]:
    """The shortest run of each, all having their turn in every round, so that a slow minute is slow for all.

    The first run of each is not counted: what lives as long as the process, such as single dice, is there then. The
    quicker ones are repeated in each turn: other programs find their way into a long turn more easily.
    """
    once = [_timed(work, 1) for work in works]
    repeats = [max(1, round(max(once) / own)) for own in once]
    times = [[_timed(work, own) for work, own in zip(works, repeats, strict=True)] for _ in range(rounds)]
    return [min(own) for own in zip(*times, strict=True)]


def _timed(work: Callable[[], object], repeats: int) -> float:
    start = time.process_time()
    for _ in range(repeats):
        work()
    return (time.process_time() - start) / repeats


class Game:
    """Everything of the edition, phase by phase: weapons and units as rows, units as columns."""

    def __init__(self) -> None:
        self.sheets = catalogue().datasheets(EDITION)
        self.weapons = [row for _, kind in PHASES for row in weapon_rows(self.sheets, kind, NEAR)]
        self.units = {phase: unit_rows(self.sheets, catalogue(), phase) for phase, _ in PHASES}
        self.columns = {phase: target_columns(self.sheets, catalogue(), phase) for phase, _ in PHASES}
        self._asked = keywords_asked((row.weapon for row in self.weapons), PLAIN)
        self.distinct = {phase: self._distinct(phase) for phase, _ in PHASES}
        self.distinct_weapons = distinct(self.weapons, lambda row: weapon_key(row.weapon, by_distance=False))[0]

    def _distinct(self, phase: Phase) -> list[TargetColumn]:
        """One column of each kind that any weapon can tell apart."""

        def key(column: TargetColumn) -> Hashable:
            target = column.target
            groups = tuple(group.model_dump_json(exclude={"name", "points"}) for group in target.groups)
            return groups, target.stealth, self._asked.intersection(target.keywords)

        return distinct(self.columns[phase], key)[0]


def cross_weapons(rows: Sequence[WeaponRow], columns: Sequence[TargetColumn], modifiers: Modifiers = PLAIN) -> None:
    targets = [column.target for column in columns]
    weapon_matrix([row.weapon for row in rows], targets, EDITION, NEAR, modifiers)


def cross_units(game: Game, rows: dict[Phase, list[UnitRow]], rules: Library = PRINTED) -> None:
    for phase, own in rows.items():
        unit_matrix(own, game.columns[phase], Terms(rules, phase, NEAR, PLAIN))


def bare_arithmetic(game: Game) -> Callable[[], None]:
    """All scalar products of the weapons' cells, on arrays that are ready."""
    lengths: Counter[int] = Counter()
    fives = Counter(5 * (column.models // 5) for column in game.distinct["shooting"])
    for row in game.distinct_weapons:
        for models, cells in fives.items():
            facts = TargetFacts(frozenset(), False, models)
            line = prepare_line(row.weapon, PLAIN, NEAR, EDITIONS[EDITION], facts)
            lengths[line.volley.most_wounds + 1] += cells
    generator = np.random.default_rng(1)
    ready = []
    for length, cells in sorted(lengths.items()):
        law = generator.random((length, PAIRS_PER_BLOCK))
        tables = [generator.random((length, PAIRS_PER_BLOCK)) for _ in METRICS]
        ready.append((law, tables, cells))
    return partial(_products, ready)


def _products(ready: Sequence[tuple[NDArray[Any], Sequence[NDArray[Any]], int]]) -> None:
    """For each length and metric the scalar products of as many pairs as there are cells, block by block."""
    out = np.empty(PAIRS_PER_BLOCK)
    for law, tables, cells in ready:
        full, rest = divmod(cells, PAIRS_PER_BLOCK)
        for _ in range(full):
            for table in tables:
                np.einsum("np,np->p", law, table, out=out)
        for table in tables:
            np.einsum("np,np->p", law[:, :rest], table[:, :rest], out=out[:rest])


def weapons(game: Game, cruncher: Cruncher) -> Iterator[str]:
    """All weapons, one at a time, against all targets."""
    rows, columns = game.distinct_weapons, game.distinct["shooting"]
    cells = len(rows) * len(columns)
    ours, bare = (taken / cells for taken in in_turns(lambda: cross_weapons(rows, columns), bare_arithmetic(game)))
    draw = random.Random(1)
    asked: list[list[dict[str, Any]]] = []
    while len(asked) < PAIRS:
        row, column = draw.choice(game.weapons), draw.choice(game.columns["shooting"])
        asked += [question] if (question := cruncher.weapon(row, column)) else []
    theirs = cruncher.seconds(asked)
    yield f"weapons: {len(rows):,} x {len(columns):,} = {cells:,} distinct cells of the {EDITION}"
    yield f"weapons: (a) ours, all four metrics, tables included  {ours * 1e6:8.3f} µs a cell"
    yield f"weapons: (b) wh40kdc cruncher, means, {PAIRS} pairs      {theirs * 1e6:8.3f} µs a cell"
    yield f"weapons: (c) bare arithmetic                          {bare * 1e6:8.3f} µs a cell"
    yield f"weapons: (b) / (a) = {theirs / ours:.1f}   (at least 60)"
    yield f"weapons: (a) / (c) = {ours / bare:.1f}   (at most 10)"


def units(game: Game, cruncher: Cruncher) -> Iterator[str]:
    """All units against all targets; the cruncher is asked once for each weapon line of a unit."""
    cells = sum(len(game.units[phase]) * len(game.distinct[phase]) for phase, _ in PHASES)
    ours = seconds(lambda: cross_units(game, game.units), rounds=2) / cells
    draw = random.Random(2)
    asked: list[list[dict[str, Any]]] = []
    while len(asked) < UNIT_CELLS:
        phase, _ = draw.choices(PHASES, weights=[len(game.units[phase]) for phase, _ in PHASES])[0]
        questions = cruncher.unit(draw.choice(game.units[phase]), draw.choice(game.columns[phase]))
        asked += [questions] if questions else []
    theirs = cruncher.seconds(asked)
    lines = statistics.mean(map(len, asked))
    faction = {phase: unit_rows(_faction(game), catalogue(), phase) for phase, _ in PHASES}
    yield f"units: {cells:,} distinct cells of the {EDITION}, shooting and fight"
    yield f"units: ours, all five figures, choices included       {ours * 1e6:8.3f} µs a cell"
    yield f"units: wh40kdc cruncher, {lines:.1f} lines, {UNIT_CELLS} cells       {theirs * 1e6:8.3f} µs a cell"
    yield f"units: ratio {theirs / ours:.1f}   (at least 10)"
    for phase, own in faction.items():
        taken = seconds(lambda phase=phase, own=own: cross_units(game, {phase: own}))
        yield f"units: {len(own)} of {FACTION}, {phase}, x {len(game.columns[phase])} targets  {taken:6.2f} s"


def acting(game: Game) -> Iterator[str]:
    """Tables with all abilities that always act beside the same tables of printed numbers."""
    rules = library(EDITION)
    for name, sheets in ((FACTION, _faction(game)), ("all", list(game.sheets))):
        for phase, _ in PHASES:
            columns = game.columns[phase]
            rows = {phase: unit_rows(sheets, catalogue(), phase)}
            printed, counted = (
                seconds(lambda rows=rows, own=own: cross_units(game, rows, own), rounds=2) for own in (PRINTED, rules)
            )
            yield f"acting: units of {name}, {phase}, x {len(columns)}: {counted:6.2f} s, printed {printed:6.2f} s"
            asked = [(sheets, catalogue(), columns, Terms(own, phase, NEAR, PLAIN)) for own in (PRINTED, rules)]
            printed, counted = (seconds(lambda own=own: bearer_matrix(*own), rounds=2) for own in asked)
            yield f"acting: weapons of {name}, {phase}, x {len(columns)}: {counted:6.2f} s, printed {printed:6.2f} s"
    yield f"acting: peak of this process so far {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB"


def growth(game: Game) -> Iterator[str]:
    """The same targets, and twice as many rows: others, or the same again."""
    draw = random.Random(3)
    shooting = game.units["shooting"]
    cases: tuple[tuple[str, list[Any], Callable[[list[Any]], None]], ...] = (
        ("weapons", game.weapons, lambda rows: cross_weapons(rows, game.columns["shooting"])),
        ("units", shooting, lambda rows: cross_units(game, {"shooting": rows})),
    )
    for name, rows, cross in cases:
        mixed = draw.sample(rows, len(rows))
        half = mixed[: len(mixed) // 2]
        one, both, again = (
            seconds(lambda own=own, cross=cross: cross(own), rounds=2) for own in (half, mixed, half * 2)
        )
        yield f"growth: twice as many {name}: {both / one:.2f} times (about 2)"
        yield f"growth: the same {name} twice: {again / one:.2f} times (below 1.2)"


def slider(game: Game) -> Iterator[str]:
    """One faction of weapons against all targets under another modifier, beside importing pandas in a fresh process."""
    rows = [row for _, kind in PHASES for row in weapon_rows(_faction(game), kind, NEAR)]
    script = "import time; start = time.process_time(); import pandas; print(time.process_time() - start)"
    runs = [
        subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True) for _ in range(5)
    ]
    pandas = statistics.median(float(run.stdout) for run in runs)
    taken = seconds(lambda: cross_weapons(rows, game.columns["shooting"], SLIDER), rounds=5)
    yield f"slider: {len(rows)} weapons of {FACTION} x {len(game.columns['shooting'])} targets {taken * 1000:6.1f} ms"
    yield f"slider: importing pandas {pandas * 1000:6.1f} ms; ratio {taken / pandas:.2f} (below 1)"


def _faction(game: Game) -> list[Any]:
    return [sheet for sheet in game.sheets if sheet.faction_id == FACTION]


def main() -> None:
    """Print what was measured."""
    game, cruncher = Game(), Cruncher()
    for section in (weapons(game, cruncher), units(game, cruncher), acting(game), growth(game), slider(game)):
        for sentence in section:
            print(sentence, flush=True)


if __name__ == "__main__":
    main()
