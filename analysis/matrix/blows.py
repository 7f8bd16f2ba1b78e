"""What wounds do within one formation, in tables that many cells share: one table for each *blow*.

A blow is what one wound of a line does there: its damage after Feel No Pain, and, of several groups, where it is saved
and who is hit. It is a number that says which: wounds that roll a save (`PLAIN`), the same with devastating wounds
after them, counted in a second number (`APART`), or devastating wounds alone (`ALONE`). What stands behind a number is
told by `OneGroup` and `SeveralGroups`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.matrix.meetings import Meeting
from analysis.matrix.operators import Stages, after_dice, read_after_dice
from analysis.transitions import Matrix

__all__ = ["ALONE", "APART", "KINDS", "PLAIN", "Blow", "Blows"]

PLAIN: Final = 0
APART: Final = 1
ALONE: Final = 2
KINDS: Final = 3
"""A blow's number leaves its kind when divided by this."""


@dataclass(frozen=True, slots=True, eq=False)
class Blow:
    """Matrices of one wound: by stages of the save, and of a devastating wound that is counted apart."""

    stages: Sequence[tuple[float, Matrix]]
    devastating: Matrix | None


class Blows(ABC):
    """The blows of all lines in one part of a formation's states.

    Attributes:
        width: Entries of a state: one for each state of the unit, and one that adds up wounds let through.
    """

    def __init__(self, width: int) -> None:
        """Start without matrices."""
        self.width = width
        self._known: dict[int, Blow] = {}

    @abstractmethod
    def of(self, meeting: Meeting, apart: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Numbers of the blows of a meeting, with devastating wounds counted in a second number where `apart`."""

    @abstractmethod
    def alone(self, meeting: Meeting) -> NDArray[np.intp]:
        """Numbers of the blows of its devastating wounds alone."""

    @abstractmethod
    def _pattern(self, blow: NDArray[np.intp]) -> NDArray[np.intp]:
        """Numbers of the ways in which blows are saved; blows of the same one share their stages."""

    def saved_alike(self, blow: NDArray[np.intp]) -> NDArray[np.intp]:
        """Numbers of the ways in which blows are saved, those with devastating wounds apart from the others."""
        return self._pattern(blow) * KINDS + blow % KINDS

    @abstractmethod
    def _stages(self, blows: Sequence[int], pattern: int) -> Stages:
        """Matrices of the unsaved wounds of some blows that share their stages."""

    @abstractmethod
    def _devastating(self, blows: Sequence[int]) -> Matrix:
        """Matrices of their devastating wounds."""

    def from_start(self, blows: Sequence[int], wounds: int) -> dict[int, Matrix]:
        """Columns after n dice, for n below `wounds`, from the fresh unit: (n, states)."""
        start = np.zeros((self.width, 1))
        start[0] = 1.0
        tables: dict[int, Matrix] = {}
        for same, stages in self._together(blows):
            columns = after_dice(stages, start, wounds)
            tables.update({blow: columns[:, place, :, 0] for place, blow in enumerate(same)})
        return tables

    def read(self, blows: Sequence[int], rows: Matrix, wounds: int) -> dict[int, Matrix]:
        """What `rows` read after n dice, from each state: (n, rows, states)."""
        tables: dict[int, Matrix] = {}
        for same, stages in self._together(blows):
            values = read_after_dice(stages, rows, wounds)
            tables.update({blow: values[:, place] for place, blow in enumerate(same)})
        return tables

    def one(self, blow: int) -> Blow:
        """The matrices of one blow that has been prepared."""
        return self._known[blow]

    def prepare(self, blows: Iterable[int]) -> None:
        """Make the matrices of some blows, those that are saved alike side by side."""
        for (pattern, kind), same in self._sorted(blow for blow in blows if blow not in self._known).items():
            if kind == ALONE:
                alone = self._devastating(same)
                self._known.update({blow: Blow([(1.0, own)], None) for blow, own in zip(same, alone, strict=True)})
                continue
            stages = self._stages(same, pattern)
            devastating = self._devastating(same) if kind == APART else None
            for place, blow in enumerate(same):
                own = [(chance, matrices[place]) for chance, matrices in stages]
                self._known[blow] = Blow(own, None if devastating is None else devastating[place])

    def _together(self, blows: Sequence[int]) -> Iterator[tuple[list[int], Stages]]:
        """Blows that share their stages side by side."""
        for same in self._sorted(blows).values():
            each = [self.one(blow).stages for blow in same]
            yield same, [(share, np.array([own[place][1] for own in each])) for place, (share, _) in enumerate(each[0])]

    def _sorted(self, blows: Iterable[int]) -> dict[tuple[int, int], list[int]]:
        alike: dict[tuple[int, int], list[int]] = defaultdict(list)
        numbers = list(blows)
        for blow, kind in zip(numbers, self.saved_alike(np.array(numbers, dtype=np.intp)).tolist(), strict=True):
            alike[divmod(kind, KINDS)].append(blow)
        return alike
