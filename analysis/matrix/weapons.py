"""Every weapon against every target, one weapon line at a time.

The work goes in three steps. *Shots*: each weapon is prepared against each kind of target it can tell apart, and what
it meets there is told by the code of a law of wounds. *Tables*: the laws of wounds and what wounds do, each distinct
one once. *Cells*: a cell is the scalar product of a law and a table column, shot by shot.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.abilities import keywords_read
from analysis.editions import EDITIONS
from analysis.matrix.arsenal import Arsenal, Punch
from analysis.matrix.distinct import Columns, distinct, weapon_keywords
from analysis.matrix.duels import needs_duels
from analysis.matrix.garbage import no_garbage_collection
from analysis.matrix.lawbook import LawBook
from analysis.matrix.progress import Progress, untold
from analysis.matrix.salvos import Salvos
from analysis.matrix.shots import Opposition, Shot
from analysis.matrix.tables import Size, Tables
from analysis.matrix.walks import FIGURES
from analysis.scenario import Modifiers, Situation, Target, Weapon

__all__ = ["METRICS", "WeaponMatrix", "weapon_matrix"]

METRICS = ("damage", "slain", "destroyed", "wasted")


@dataclass(frozen=True, slots=True, eq=False)
class WeaponMatrix:
    """Exact figures of each weapon (row) against each target (column): mean wounds lost, mean models slain, P(the
    whole target is slain), and mean damage wasted on dying models or on nobody.
    """

    damage: NDArray[np.float64]
    slain: NDArray[np.float64]
    destroyed: NDArray[np.float64]
    wasted: NDArray[np.float64]


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
    """
    with no_garbage_collection():
        read = keywords_read(modifiers.abilities).union(*(weapon_keywords(weapon, modifiers) for weapon in weapons))
        if needs_duels(modifiers):
            return _one_by_one(weapons, Salvos(targets, read, edition, situation, modifiers), progress)
        columns = Columns.of(targets, read)
        arsenal = Arsenal(columns, modifiers, situation, EDITIONS[edition])
        of_row = np.array([arsenal.number(weapon, first=True) for weapon in weapons], dtype=np.intp)
        cells = _Cells(Opposition(columns, arsenal, modifiers, EDITIONS[edition]), arsenal, edition)
        return _spread(cells.figures(progress), of_row, columns.kinds)


def _one_by_one(weapons: Sequence[Weapon], salvos: Salvos, progress: Progress) -> WeaponMatrix:
    """The matrix under a rule that no two cells can share."""
    numbers, of_row = distinct([salvos.arsenal.number(weapon, first=True) for weapon in weapons], lambda number: number)
    figures = salvos.figures([salvos.everywhere(number) for number in numbers], progress)
    return _spread(figures[: len(FIGURES)], of_row, salvos.columns.kinds)


def _spread(figures: NDArray[np.float64], rows: NDArray[np.intp], columns: NDArray[np.intp]) -> WeaponMatrix:
    """Give duplicates of rows and columns their figures, and turn what was let through into what was wasted."""
    np.maximum(figures[3] - figures[0], 0.0, out=figures[3])
    if not np.array_equal(columns, np.arange(figures.shape[2])):
        figures = np.take(figures, columns, axis=2)
    if not np.array_equal(rows, np.arange(figures.shape[1])):
        figures = np.take(figures, rows, axis=1)
    return WeaponMatrix(*figures)


class _Cells:
    """The cells of one matrix; lives as long as its computation."""

    def __init__(self, field: Opposition, arsenal: Arsenal, edition: str) -> None:
        """Compute the laws and tables of all shots."""
        self._shape = len(FIGURES), len(arsenal), field.targets
        self._book = LawBook(rounded=False)
        shots = field.shots()
        field.codes.compute(self._book)
        self._codes = field.codes
        self._blocks: dict[tuple[Punch, bool, int], list[Shot]] = defaultdict(list)
        single: dict[int, int] = defaultdict(int)
        several: dict[Punch, Size] = {}
        apart: dict[Punch, Size] = {}
        for shot in sorted(shots, key=lambda shot: shot.punch):
            self._blocks[shot.punch, shot.apart, id(shot.targets)].append(shot)
            size = self._size(shot)
            if shot.apart:
                apart[shot.punch] = _larger(apart.get(shot.punch), size)
                continue
            single[shot.punch.strike] = max(single[shot.punch.strike], size[0])
            if shot.targets is None or len(np.intersect1d(shot.targets, field.several, assume_unique=True)):
                several[shot.punch] = _larger(several.get(shot.punch), size)
        self._tables = Tables(field, list(arsenal.strikes), EDITIONS[edition], single, several, apart)

    def figures(self, progress: Progress) -> NDArray[np.float64]:
        """All cells, let through by Feel No Pain as the last figure: (figures, weapons, targets)."""
        figures = np.zeros(self._shape)
        for done, ((punch, apart, _), shots) in enumerate(self._blocks.items()):
            progress(done, len(self._blocks))
            targets = shots[0].targets
            if apart and targets is not None:
                table = self._tables.apart(punch, targets)
            else:
                table = self._tables.plain(punch, targets)
            for shot in shots:
                laws = self._laws(shot)
                known = table[: laws.shape[0], : laws.shape[1]]
                if targets is None:
                    np.einsum("kmu,kmfu->fu", laws, known, out=figures[:, shot.weapon])
                else:
                    figures[:, shot.weapon, targets] = np.einsum("kmu,kmfu->fu", laws, known)
        return figures

    def _size(self, shot: Shot) -> Size:
        """The most unsaved and devastating wounds that the laws of a shot know."""
        sizes = [self._book.sizes[book] for book in self._codes.books(shot.families, shot.apart)]
        return max([k for k, _ in sizes]) - 1, max([m for _, m in sizes]) - 1

    def _laws(self, shot: Shot) -> NDArray[np.float64]:
        """The law of every cell of a shot: (k, m, targets)."""
        books = self._codes.books(shot.families, shot.apart)
        if len(books) == 1:
            return self._book.at(books.pop(), self._codes.places(shot.codes))
        numbers = self._codes.numbers(shot.codes)
        most, devastating = self._size(shot)
        joined = np.zeros((most + 1, devastating + 1, len(numbers)))
        book_of = self._book.book[numbers]
        for book in books:
            own = np.flatnonzero(book_of == book)
            k, m = self._book.sizes[book]
            joined[:k, :m, own] = self._book.read(book, numbers[own])
        return joined


def _larger(known: Size | None, size: Size) -> Size:
    """The larger of two sizes, each way."""
    return (max(known[0], size[0]), max(known[1], size[1])) if known else size
