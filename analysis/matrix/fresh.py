"""What n wounds of a strike do to fresh units of one group: one walk serves all sizes and all kinds of damage.

A unit of one group is a walk along its wounds, and a smaller unit of the same models is the same walk stopped earlier.
Kinds of damage walk side by side in one array, those that deal similarly many wounds together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.matrix.defences import ThroughTables
from analysis.matrix.walks import METRICS
from analysis.scenario import Group

__all__ = ["FreshUnits"]


_OVER: Final = 1.0 - 1e-15
"""A walk is over when this is the chance that nobody is left."""


@dataclass(frozen=True, slots=True, eq=False)
class _Models:
    """Units of the same models, smaller and larger.

    Attributes:
        wounds: Of each model.
        wounded: Wounds that the first one has lost already.
        sizes: The distinct numbers of models.
        size: Per unit the place of its number of models among them.
    """

    wounds: int
    wounded: int
    sizes: NDArray[np.intp]
    size: NDArray[np.intp]

    @classmethod
    def of(cls, units: Sequence[Group], numbers: list[int]) -> _Models:
        """Some of the units, whose models have equally many wounds and wounds lost already."""
        first = units[numbers[0]]
        sizes, size = np.unique([units[number].count for number in numbers], return_inverse=True)
        return cls(first.wounds, first.wounded, sizes, size)

    def rows(self) -> NDArray[np.float64]:
        """Wounds lost, models slain, P(all slain) of each size, read off the wounds that the largest has lost."""
        lost = np.arange(self.sizes[-1] * self.wounds + 1)
        slain = lost // self.wounds
        rows = [
            (np.minimum(lost, size * self.wounds) - self.wounded, np.minimum(slain, size), slain >= size)
            for size in self.sizes.tolist()
        ]
        return np.array(rows, dtype=np.float64).reshape(-1, len(lost))


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
        alike: dict[tuple[int, int], list[int]] = defaultdict(list)
        for number, unit in enumerate(units):
            alike[unit.wounds, unit.wounded].append(number)
        self._strikes = {strike: place for place, strike in enumerate(most)}
        self._places = np.empty((len(most), len(units)), dtype=np.intp)
        parts, width = [], 0
        for numbers in alike.values() if most else ():
            models = _Models.of(units, numbers)
            law = through.unsaved[list(most)][:, hides[numbers]]
            own = np.unique(law)
            parts.append(self._columns(models, own, max(most.values())))
            self._places[:, numbers] = width + np.searchsorted(own, law) * len(models.sizes) + models.size
            width += len(parts[-1])
        self._values = np.concatenate(parts) if parts else np.zeros((0, 0, len(METRICS)))

    def columns(self, strike: int) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """``values[column, n, figure]`` after n wounds of a strike, and the column of every unit."""
        own, column = np.unique(self._places[self._strikes[strike]], return_inverse=True)
        return self._values[own, : self._most[strike] + 1], column

    def _columns(self, models: _Models, laws: NDArray[np.intp], most: int) -> NDArray[np.float64]:
        """The columns of some laws, size by size: (laws * sizes, n, figures)."""
        kinds, kind = np.unique(self._through.cut(models.wounds)[laws], return_inverse=True)
        walk = np.matmul(_walk(models, self._through.up_to(models.wounds)[kinds], most), models.rows().T)
        columns = np.empty((len(laws), len(models.sizes), most + 1, len(METRICS)))
        columns[..., :3] = walk.reshape(len(kinds), most + 1, -1, 3)[kind].transpose(0, 2, 1, 3)
        wasted = np.outer(self._through.mean[laws], np.arange(most + 1))[:, None] - columns[..., 0]
        columns[..., 3] = np.maximum(wasted, 0.0)
        return columns.reshape(-1, most + 1, len(METRICS))


def _walk(models: _Models, chances: NDArray[np.float64], most: int) -> NDArray[np.float64]:
    """P(wounds the largest unit has lost) after n wounds: (laws, n, wounds lost).

    A wound is lost by the model that has lost some already, and costs no more than that model.

    Args:
        models: The units.
        chances: P(a wound puts so many through) by law, the last column for all that a model has, and more.
        most: The most wounds.
    """
    wounds, count = models.wounds, int(models.sizes[-1])
    moves = np.zeros((len(chances), wounds, wounds + 1))  # of the wounds that one model has lost; the last: it is slain
    for lost in range(wounds):
        moves[:, lost, lost:wounds] = chances[:, : wounds - lost]
        moves[:, lost, wounds] = chances[:, wounds - lost :].sum(axis=1)
    walk = np.zeros((len(chances), most + 1, count * wounds + 1))
    walk[:, 0, models.wounded] = 1.0
    for number in range(most):
        before, after = walk[:, number], walk[:, number + 1]
        moved = np.matmul(before[:, :-1].reshape(-1, count, wounds), moves)
        after[:, :-1] = moved[..., :-1].reshape(len(chances), -1)
        after[:, wounds::wounds] += moved[..., -1]
        after[:, -1] += before[:, -1]
        if after[:, -1].min() > _OVER:
            walk[:, number + 2 :] = after[:, None]
            break
    return walk
