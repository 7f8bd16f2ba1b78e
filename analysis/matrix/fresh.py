"""What n wounds of a strike do to fresh units of one group: one walk serves all sizes and all kinds of damage.

A unit of one group is a walk along its wounds, and a smaller unit of the same models is the same walk stopped earlier.
Kinds of damage walk side by side in one array, those that deal similarly many wounds together.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.allocation import GroupShape, unit_states
from analysis.matrix.defences import ThroughTables
from analysis.matrix.walks import METRICS, figures, in_one_stage
from analysis.scenario import Group
from analysis.transitions import Matrix, transitions

__all__ = ["FreshUnits"]


@dataclass(frozen=True, slots=True, eq=False)
class _Models:
    """Units of the same models, smaller and larger.

    Attributes:
        units: Their numbers.
        wounds: Of each model.
        sizes: The distinct numbers of models.
        size: Per unit the place of its number of models among them.
        matrices: Of one wound, for each law of `laws`.
        laws: Numbers of the laws of what gets through, of those that cost such models the same the first.
        rows: What is read: (sizes * 3, states).
    """

    units: NDArray[np.intp]
    wounds: int
    sizes: list[int]
    size: NDArray[np.intp]
    laws: NDArray[np.intp]
    matrices: Matrix
    rows: Matrix


class FreshUnits:
    """Tables of single strikes against all units of one group."""

    def __init__(
        self,
        units: Sequence[Group],
        hides: NDArray[np.intp],
        through: ThroughTables,
        strikes: Mapping[int, Sequence[int]],
    ) -> None:
        """Walk through all units.

        Args:
            units: The only group of each.
            hides: Per unit the number of its hide.
            through: What wounds put through.
            strikes: By the most wounds asked for, the strikes that may deal so many.
        """
        self._hides = hides
        self._through = through
        used = np.unique(through.unsaved[[strike for own in strikes.values() for strike in own]])
        self._models = [self._alike(units, numbers, used) for numbers in _same_models(units)] if len(used) else []
        self._bucket: dict[int, tuple[NDArray[np.float64], NDArray[np.intp]]] = {}
        for most, own in strikes.items():
            table, places = self._walked(most, own, len(units))
            self._bucket.update({strike: (table, place) for strike, place in zip(own, places, strict=True)})

    def columns(self, strike: int) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
        """``values[column, n, figure]`` after n wounds of a strike, and the column of every unit."""
        values, places = self._bucket[strike]
        own, column = np.unique(places, return_inverse=True)
        return values[own], column

    def _alike(self, units: Sequence[Group], numbers: NDArray[np.intp], used: NDArray[np.intp]) -> _Models:
        first = units[int(numbers[0])]
        counts = [units[number].count for number in numbers.tolist()]
        sizes = sorted(set(counts))
        unit = unit_states((GroupShape(sizes[-1], first.wounds, first.wounded, False),), True, (False,))
        laws = np.intersect1d(used, self._through.unsaved[:, self._hides[numbers]])
        laws = np.unique(self._through.cut(first.wounds)[laws])
        steps = unit.steps(aims_at_character=False)
        moves = transitions(steps, [[self._through.laws[law]] for law in laws.tolist()], [1.0])
        matrices = moves[:, :-1, :-1].copy()
        rows = np.concatenate([figures(unit, count)[:3, :-1] for count in sizes])
        size = np.array([sizes.index(count) for count in counts], dtype=np.intp)
        return _Models(numbers, first.wounds, sizes, size, laws, matrices, rows)

    def _walked(
        self, most: int, strikes: Sequence[int], units: int
    ) -> tuple[NDArray[np.float64], list[NDArray[np.intp]]]:
        """All columns that these strikes need, and per strike the column of each unit."""
        parts = [np.zeros((0, most + 1, len(METRICS)))]  # there may be no such units at all
        places = np.empty((len(strikes), units), dtype=np.intp)
        width = 0
        unsaved = self._through.unsaved[list(strikes)]
        for models in self._models:
            law = unsaved[:, self._hides[models.units]]
            own = np.unique(law)
            parts.append(self._columns(models, own, most))
            places[:, models.units] = width + np.searchsorted(own, law) * len(models.sizes) + models.size
            width += len(parts[-1])
        return np.concatenate(parts), list(places)

    def _columns(self, models: _Models, laws: NDArray[np.intp], most: int) -> NDArray[np.float64]:
        """The columns of some laws, size by size: (laws * sizes, n, figures)."""
        kinds, kind = np.unique(self._through.cut(models.wounds)[laws], return_inverse=True)
        walk = in_one_stage(models.matrices[np.searchsorted(models.laws, kinds)], models.rows, most)
        columns = np.empty((len(laws), len(models.sizes), most + 1, len(METRICS)))
        columns[..., :3] = walk.reshape(len(kinds), most + 1, -1, 3)[kind].transpose(0, 2, 1, 3)
        wasted = np.outer(self._through.mean[laws], np.arange(most + 1))[:, None] - columns[..., 0]
        columns[..., 3] = np.maximum(wasted, 0.0)
        return columns.reshape(-1, most + 1, len(METRICS))


def _same_models(units: Sequence[Group]) -> list[NDArray[np.intp]]:
    alike: dict[Hashable, list[int]] = defaultdict(list)
    for number, group in enumerate(units):
        alike[group.wounds, group.wounded].append(number)
    return [np.array(numbers, dtype=np.intp) for numbers in alike.values()]
