"""What n wounds of a strike do to fresh units of one group: one walk serves all sizes and all kinds of damage.

A unit of one group is a walk along its wounds, and a smaller unit of the same models is the same walk stopped earlier.
Kinds of damage walk side by side in one array, those asked for the most wounds first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.allocation import check_wounds
from analysis.matrix.defences import ThroughTables
from analysis.matrix.walks import METRICS
from analysis.scenario import Group

__all__ = ["FreshUnits"]

_ROOM: Final = 4_000_000
"""Numbers that the walks of one piece of work may take up."""

_SHORT: Final = 10
"""Most laws are asked for fewer wounds; the others are read on."""

_OVER: Final = 1.0 - 1e-15
"""A walk is over when this is the chance that nobody is left."""


@dataclass(frozen=True, slots=True, eq=False)
class _Walk:
    """Units that are the same walk, stopped earlier or later.

    Attributes:
        count: Models of the largest unit.
        wounds: Of each model.
        wounded: Wounds that the first one has lost already.
        rows: Wounds lost, models slain, P(all slain) of each size, read off the wounds that the largest has lost.
        size: Per unit the number of its size.
    """

    count: int
    wounds: int
    wounded: int
    rows: NDArray[np.float64]
    size: NDArray[np.intp]

    @classmethod
    def of_models(cls, units: Sequence[Group]) -> _Walk:
        """Units whose models have equally many wounds and wounds lost already: their sizes are numbers of models."""
        wounds, wounded = units[0].wounds, units[0].wounded
        sizes, size = np.unique([unit.count for unit in units], return_inverse=True)
        lost = np.arange(sizes[-1] * wounds + 1)
        slain = lost // wounds
        rows = [(np.minimum(lost, own * wounds) - wounded, np.minimum(slain, own), slain >= own) for own in sizes]
        return cls(int(sizes[-1]), wounds, wounded, np.array(rows, dtype=np.float64).reshape(-1, len(lost)), size)

    @classmethod
    def of_single_models(cls, units: Sequence[Group]) -> _Walk:
        """Units of one model, whose sizes are the wounds they have left."""
        sizes, size = np.unique([unit.wounds - unit.wounded for unit in units], return_inverse=True)
        lost = np.arange(sizes[-1] + 1)
        rows = [(np.minimum(lost, own), lost >= own, lost >= own) for own in sizes]
        return cls(1, int(sizes[-1]), 0, np.array(rows, dtype=np.float64).reshape(-1, len(lost)), size)


class FreshUnits:
    """Tables of single strikes against all units of one group."""

    def __init__(
        self,
        units: Sequence[Group],
        hides: NDArray[np.intp],
        through: ThroughTables,
        most: Mapping[int, int],
    ) -> None:
        """Walk through all units.

        Args:
            units: The only group of each.
            hides: Per unit the number of its hide.
            through: What wounds put through.
            most: Per strike the most wounds asked for.
        """
        self._through = through
        self._most = most
        self._strikes = {strike: place for place, strike in enumerate(most)}
        unsaved = through.unsaved[list(most)]
        self._need = np.zeros(len(through.laws), dtype=np.intp)
        np.maximum.at(self._need, unsaved[:, hides], np.array(list(most.values()), dtype=np.intp)[:, None])
        self._places = np.empty((len(most), len(units)), dtype=np.intp)
        parts, width = [], 0
        for numbers, walk in _walks(units) if most else ():
            law = unsaved[:, hides[numbers]]
            own = np.unique(law)
            each = (max(most.values()) + 1) * walk.rows.shape[1]
            pieces = np.array_split(own, min(len(own), 1 + len(own) * each // _ROOM))
            parts += [self._columns(walk, some, max(most.values())) for some in pieces]
            sizes = len(walk.rows) // 3
            self._places[:, numbers] = width + np.searchsorted(own, law) * sizes + walk.size
            width += len(own) * sizes
        empty = np.zeros((0, max(most.values(), default=0) + 1, len(METRICS)))
        self._values = np.concatenate(parts) if parts else empty

    def columns(self, strike: int) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """``values[column, n, figure]`` after n wounds of a strike, and the column of every unit."""
        own, column = np.unique(self._places[self._strikes[strike]], return_inverse=True)
        return self._values[own, : self._most[strike] + 1], column

    def _columns(self, walk: _Walk, laws: NDArray[np.intp], most: int) -> NDArray[np.float64]:
        """The columns of some laws, size by size: (laws * sizes, n, figures).

        Behind the wounds that a law is asked for, nothing is written.
        """
        kinds, kind = np.unique(self._through.cut(walk.wounds)[laws], return_inverse=True)
        need = np.zeros(len(kinds), dtype=np.intp)
        np.maximum.at(need, kind, self._need[laws])
        longest_first = np.argsort(-need, kind="stable")
        place = np.argsort(longest_first)[kind]
        states = _walked(walk, self._through.up_to(walk.wounds)[kinds[longest_first]], need[longest_first])
        columns = np.empty((len(laws), len(walk.rows) // 3, most + 1, len(METRICS)))
        for start, stop in ((0, _SHORT), (_SHORT, states.shape[1])):
            own = np.flatnonzero(self._need[laws] >= start)
            walked = states[: np.count_nonzero(need >= start), start:stop]
            read = np.matmul(walked, walk.rows.T).reshape(*walked.shape[:2], len(walk.rows) // 3, 3)
            read = read[place[own]].transpose(0, 2, 1, 3)
            wounds = np.arange(start, start + read.shape[2])
            wasted = np.outer(self._through.mean[laws[own]], wounds)[:, None] - read[..., 0]
            columns[own, :, start : start + len(wounds), :3] = read
            columns[own, :, start : start + len(wounds), 3] = np.maximum(wasted, 0.0)
        return columns.reshape(-1, most + 1, len(METRICS))


def _walks(units: Sequence[Group]) -> Iterator[tuple[list[int], _Walk]]:
    """The numbers of units that are the same walk, and the walk; of single models those of similar size."""
    alike: dict[tuple[bool, int, int], list[int]] = defaultdict(list)
    for number, unit in enumerate(units):
        check_wounds(unit.count * unit.wounds - unit.wounded)
        single = unit.count == 1
        alike[single, unit.wounds.bit_length() if single else unit.wounds, 0 if single else unit.wounded].append(number)
    for (single, _, _), numbers in alike.items():
        own = [units[number] for number in numbers]
        yield numbers, _Walk.of_single_models(own) if single else _Walk.of_models(own)


def _walked(walk: _Walk, chances: NDArray[np.float64], need: NDArray[np.intp]) -> NDArray[np.float64]:
    """P(wounds the largest unit has lost) after n wounds: (laws, n, wounds lost).

    A wound is lost by the model that has lost some already, and costs no more than that model.

    Args:
        walk: The units.
        chances: P(a wound puts so many through) by law, the last column for all that a model has, and more.
        need: The most wounds asked for, by law; the highest first.
    """
    wounds, count, most = walk.wounds, walk.count, int(need.max(initial=0))
    moves = np.zeros((len(chances), wounds, wounds + 1))  # of the wounds that one model has lost; the last: it is slain
    for lost in range(wounds):
        moves[:, lost, lost:wounds] = chances[:, : wounds - lost]
        moves[:, lost, wounds] = chances[:, wounds - lost :].sum(axis=1)
    states = np.zeros((len(chances), most + 1, count * wounds + 1))
    states[:, 0, walk.wounded] = 1.0
    for number in range(most):
        laws = np.count_nonzero(need > number)
        before, after = states[:laws, number], states[:laws, number + 1]
        moved = np.matmul(before[:, :-1].reshape(-1, count, wounds), moves[:laws])
        after[:, :-1] = moved[..., :-1].reshape(laws, -1)
        after[:, wounds::wounds] += moved[..., -1]
        after[:, -1] += before[:, -1]
        if after[:, -1].min() > _OVER:
            states[:laws, number + 2 :] = after[:, None]
            break
    return states
