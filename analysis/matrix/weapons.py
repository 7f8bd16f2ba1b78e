"""Every weapon against every target, one weapon line at a time.

The work goes in three steps. *Shots*: each weapon is prepared against each kind of target it can tell apart, and meets
a law of wounds there. *Tables*: what wounds do, each distinct thing once. *Cells*: laws and tables are multiplied, each
distinct pair once, and a cell looks up its product.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analysis.editions import EDITIONS
from analysis.matrix.arsenal import Arsenal, Punch
from analysis.matrix.distinct import Columns, distinct, keywords_asked
from analysis.matrix.duels import needs_duels
from analysis.matrix.garbage import no_garbage_collection
from analysis.matrix.lawbook import LawBook
from analysis.matrix.opposition import Opposition
from analysis.matrix.products import Products
from analysis.matrix.progress import Progress, untold
from analysis.matrix.salvos import Salvos
from analysis.matrix.shots import Shots
from analysis.matrix.tables import Size, Table, Tables
from analysis.matrix.walks import FIGURES, METRICS
from analysis.scenario import Modifiers, Situation, Target, Weapon

__all__ = ["METRICS", "WeaponMatrix", "weapon_matrix"]

_TOGETHER: Final = 48
"""Shots whose cells are worked out together, so that their products are still in the cache when they are looked up."""

_FEW_TARGETS: Final = 128
"""The same where only some of the targets are met."""


@dataclass(frozen=True, slots=True, eq=False)
class WeaponMatrix:
    """Exact figures of each weapon (row) against each target (column): mean wounds lost, mean models slain, P(the
    whole target is slain), and mean damage wasted on dying models or on nobody.
    """

    damage: NDArray[np.float64]
    slain: NDArray[np.float64]
    destroyed: NDArray[np.float64]
    wasted: NDArray[np.float64]


@no_garbage_collection()
def weapon_matrix(
    weapons: Sequence[Weapon],
    targets: Sequence[Target],
    edition: str,
    situation: Situation,
    modifiers: Modifiers,
    progress: Progress = untold,
) -> WeaponMatrix:
    """Every weapon line on its own against every target; the same numbers as `analysis.evaluate` gives.

    Args:
        weapons: Rows.
        targets: Columns, complete units with all their groups.
        edition: "10e" or "11e".
        situation: Common to all cells.
        modifiers: Common to all cells; named buffs folded in.
        progress: Told between blocks of cells, and may raise to stop.

    A line of several hundred attacks with devastating wounds is answered here where a duel is refused as too large.

    Raises:
        InputError: For lines and targets larger than what is computed, naming the limit.
    """
    read = keywords_asked(weapons, modifiers)
    if needs_duels(modifiers):
        return _one_by_one(weapons, Salvos(targets, read, edition, situation, modifiers), progress)
    columns = Columns.of(targets, read)
    arsenal = Arsenal(columns, modifiers, situation, EDITIONS[edition])
    of_row = np.array([arsenal.number(weapon, first=True) for weapon in weapons], dtype=np.intp)
    cells = _Cells(Opposition(columns, arsenal, modifiers, EDITIONS[edition]), arsenal, edition)
    return _spread(cells.figures(of_row, progress), columns.kinds)


def _one_by_one(weapons: Sequence[Weapon], salvos: Salvos, progress: Progress) -> WeaponMatrix:
    """The matrix under a rule that no two cells can share."""
    numbers, of_row = distinct([salvos.arsenal.number(weapon, first=True) for weapon in weapons], lambda number: number)
    figures = salvos.figures([salvos.everywhere(number) for number in numbers], progress)
    figures = figures[: len(FIGURES)]
    np.maximum(figures[3] - figures[0], 0.0, out=figures[3])  # what was let through becomes what was wasted
    return _spread(np.take(figures, of_row, axis=1), salvos.columns.kinds)


def _spread(figures: Iterable[NDArray[np.float64]], columns: NDArray[np.intp]) -> WeaponMatrix:
    """Give duplicates of columns their figures."""
    if not np.array_equal(columns, np.arange(len(columns))):
        figures = (np.take(figure, columns, axis=1) for figure in figures)
    return WeaponMatrix(*figures)


class _Cells:
    """The cells of one matrix; lives as long as its computation."""

    def __init__(self, field: Opposition, arsenal: Arsenal, edition: str) -> None:
        """Compute the laws and tables of all shots."""
        self._book = LawBook()
        self._shots = Shots(field, arsenal, self._book)
        self._targets = field.targets
        self._even: dict[int, list[int]] = defaultdict(list)
        self._uneven: dict[Punch, list[int]] = defaultdict(list)
        self._apart: dict[Punch, list[int]] = defaultdict(list)
        if field.targets:
            self._sort(field)
        plain, apart = (self._shots.most(told_apart) for told_apart in (False, True))
        sizes = self._sizes(self._even, plain), self._sizes(self._uneven, plain), self._sizes(self._apart, apart)
        self._tables = Tables(field, list(arsenal.strikes), EDITIONS[edition], *sizes)

    def _sort(self, field: Opposition) -> None:
        """Put shots together that deal their wounds alike, those with the same laws after each other."""
        plain, devastating = self._shots.plain.tolist(), self._shots.devastating.tolist()
        some_are_even, some_are_uneven = len(field.uneven) < field.targets, len(field.uneven) > 0
        for shot in np.argsort(self._shots.laws[:, 0]).tolist():
            punch = self._shots.punch[shot]
            if plain[shot] and some_are_even:
                self._even[punch.strike].append(shot)
            all_apart = devastating[shot] and field.apart(punch)[field.uneven].all()
            if plain[shot] and some_are_uneven and not all_apart:
                self._uneven[punch].append(shot)
            if shot in self._shots.apart:
                self._apart[punch].append(shot)

    def figures(self, rows: NDArray[np.intp], progress: Progress) -> list[NDArray[np.float64]]:
        """Each figure of all cells of rows, which are given by the numbers of their weapons: (rows, targets)."""
        figures = [np.empty((len(rows), self._targets)) for _ in METRICS]
        products = Products(self._book, figures, rows)
        # Targets with even saves first: the cells of the others are nothing until they are written after them.
        work = [(shots, partial(self._tables.even, strike)) for strike, shots in self._even.items()]
        work += [(shots, partial(self._tables.uneven, punch)) for punch, shots in self._uneven.items()]
        work += [(shots, partial(self._tables.apart, punch)) for punch, shots in self._apart.items()]
        for done, (shots, make) in enumerate(work):
            progress(done, len(work))
            self._write(shots, make(), products)
        return figures

    def _write(self, shots: list[int], table: Table, products: Products) -> None:
        """Write the cells of shots that deal their wounds alike."""
        within = self._shots.within
        whole = [shot for shot in shots if shot not in within] if within else shots
        together = _TOGETHER if table.targets is None else _FEW_TARGETS
        for start in range(0, len(whole), together):
            some = whole[start : start + together]
            products.write(self._shots.weapon[some], self._shots.read(some, table.apart), table)
        for shot in set(shots) - set(whole):
            part = table.at(within[shot])
            products.write(self._shots.weapon[[shot]], self._shots.read([shot], table.apart), part)

    def _sizes(self, together: Mapping[Any, list[int]], most: NDArray[np.intp]) -> dict[Punch, Size]:
        """The most unsaved and devastating wounds of shots that deal theirs alike, by the punch of the first."""
        sizes = {self._shots.punch[shots[0]]: most[:, shots].max(axis=1).tolist() for shots in together.values()}
        return {punch: (unsaved, devastating) for punch, (unsaved, devastating) in sizes.items()}
