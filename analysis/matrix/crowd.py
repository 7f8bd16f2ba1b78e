"""Targets of several groups: few cells share a blow there, so each cell brings its own matrices.

Formations with similarly many states make one field. Cells whose dice fall in equally many stages and whose laws stand
in one book go together, whatever their formation: their matrices lie side by side, (after, before, cells), and one
product a die moves all of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.matrix.advance import alike, pieces
from analysis.matrix.beside import beside, devastated, unsaved
from analysis.matrix.blows import Blow, Blows
from analysis.matrix.fields import Field
from analysis.matrix.lawbook import LawBook
from analysis.matrix.stages import Stage
from analysis.transitions import Matrix
from analysis.wounds import NEGLIGIBLE

__all__ = ["Crowd"]

_ROOM: Final = 60_000
"""Entries of matrices that lie side by side; they should stay in the processor's cache."""

State = NDArray[np.float64]
Stages = dict[bool, list[Stage]]
"""For lines that do not aim at a character and for those that do: a stage for each part of the states."""


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """The n-th part of the states of every formation, for lines that aim at a character or for the others.

    Attributes:
        aims: Which lines it is for.
        first: Whether it is the part of the fresh unit, which also carries what was let through.
        blows: Per formation its blows.
        law: Number of the law of each item against each target: (items, targets).
        blow: Number of the blow, told apart by formation.
        states: Which entries belong to the part: (entries, targets).
        known: The blows that have been looked up, each with the number of its kind; one kind may go together.
    """

    aims: bool
    first: bool
    blows: list[Blows]
    law: NDArray[np.intp]
    blow: NDArray[np.intp]
    states: NDArray[np.bool_]
    known: dict[int, tuple[int, Blow]] = field(default_factory=dict)


class Crowd(Field):
    """Formations of several groups as one field; their targets stand one after another."""

    def __init__(self, formations: Sequence[Stages], rows: Sequence[Matrix], book: LawBook) -> None:
        """Lay out the field.

        Args:
            formations: Stages of each formation.
            rows: What is read off the final state of each: (figures, entries).
            book: The laws.
        """
        super().__init__(max(own.shape[1] for own in rows), max(map(len, rows)))
        self._book = book
        self._kinds: dict[Hashable, int] = {}
        self._parts = [
            _part([stages[aim] for stages in formations], place, aim, self.width)
            for aim in formations[0]
            for place in range(max(len(stages[aim]) for stages in formations))
        ]
        sizes = [stages[False][0].law.shape[1] for stages in formations]
        self._rows = np.zeros((self.figures_read, self.width, len(rows)))
        for number, own in enumerate(rows):
            self._rows[: len(own), : own.shape[1], number] = own
        self._formation = np.repeat(np.arange(len(sizes)), sizes)
        self._aims = np.concatenate([stages[False][0].aims for stages in formations], axis=1)

    def line(self, items: NDArray[np.intp], targets: NDArray[np.intp], state: State | None, last: bool) -> State:
        """One line into cells."""
        fresh = state is None
        if state is None:
            state = np.zeros((self.width, len(items)))
            state[0] = 1.0
        after = np.zeros_like(state)
        aims = self._aims[items, targets]
        for part in self._parts:
            if fresh and not part.first:
                continue
            before = np.where(part.states[:, targets], state, 0.0)
            here = np.flatnonzero((aims == part.aims) & (part.first | (before.sum(axis=0) > NEGLIGIBLE)))
            if len(here):
                after[:, here] += self._through(part, items[here], targets[here], before[:, here])
        if not last:
            return after
        figures: State = np.einsum("rsc,sc->rc", self._rows[:, :, self._formation[targets]], after)
        return figures

    def _through(self, part: _Part, items: NDArray[np.intp], targets: NDArray[np.intp], state: State) -> State:
        """One line into cells that are in one part of their states."""
        book, law = self._book, part.law[items, targets]
        blows, blow = np.unique(part.blow[items, targets], return_inverse=True)
        known = self._look_up(part, blows.tolist())
        kinds = np.array([kind for kind, _ in known], dtype=np.intp)[blow]
        order, runs = alike(kinds, book.book[law])
        after = np.empty_like(state)
        for run in runs:
            for piece in pieces(run.cells, self.width**2, _ROOM):
                cells = order[piece]
                laws = book.read(run.book, law[cells]).reshape(*book.sizes[run.book], -1)
                own, kind = np.unique(blow[cells], return_inverse=True)
                after[:, cells] = _struck([known[number][1] for number in own], kind, laws, state[:, cells])
        return after

    def _look_up(self, part: _Part, numbers: Sequence[int]) -> list[tuple[int, Blow]]:
        """The kind of each blow, and its matrices."""
        missing: dict[int, list[int]] = defaultdict(list)
        for number in numbers:
            if number not in part.known:
                missing[number % len(part.blows)].append(number)
        for formation, own in missing.items():
            blows = part.blows[formation]
            blows.prepare(number // len(part.blows) for number in own)
            for number in own:
                blow = _widened(blows.one(number // len(part.blows)), self.width)
                key = (len(blow.stages), blow.devastating is not None)
                part.known[number] = self._kinds.setdefault(key, len(self._kinds)), blow
        return [part.known[number] for number in numbers]


def _part(formations: Sequence[Sequence[Stage]], place: int, aims: bool, width: int) -> _Part:
    laws, numbers, states = [], [], []
    # A formation without so many parts takes part with its last one, but with no states in it.
    own = [stages[min(place, len(stages) - 1)] for stages in formations]
    for number, (stage, stages) in enumerate(zip(own, formations, strict=True)):
        entries = np.zeros((width, stage.law.shape[1]), dtype=np.bool_)
        if place < len(stages):
            entries[stage.states] = True
        laws.append(stage.law)
        numbers.append(stage.blow.astype(np.int64) * len(formations) + number)
        states.append(entries)
    return _Part(
        aims=aims,
        first=place == 0,
        blows=[stage.blows for stage in own],
        law=np.concatenate(laws, axis=1),
        blow=np.concatenate(numbers, axis=1),
        states=np.concatenate(states, axis=1),
    )


def _widened(blow: Blow, width: int) -> Blow:
    """The same with entries of 0 behind its own."""
    if len(blow.stages[0][1]) == width:
        return blow

    def wide(matrix: Matrix) -> Matrix:
        wider = np.zeros((width, width))
        wider[: len(matrix), : len(matrix)] = matrix
        return wider

    stages = [(share, wide(matrix)) for share, matrix in blow.stages]
    return Blow(stages, None if blow.devastating is None else wide(blow.devastating))


def _struck(blows: Sequence[Blow], kind: NDArray[np.intp], laws: NDArray[np.float64], state: State) -> State:
    """All wounds of a line into cells, its devastating ones last; `kind` is the number of each cell's blow."""
    stages = [
        (
            np.array([blow.stages[number][0] for blow in blows])[kind],
            beside([blow.stages[number][1] for blow in blows], kind),
        )
        for number in range(len(blows[0].stages))
    ]
    after = unsaved(stages, laws, state)
    devastating = [blow.devastating for blow in blows if blow.devastating is not None]
    return devastated(beside(devastating, kind), after) if devastating else after[:, -1]
