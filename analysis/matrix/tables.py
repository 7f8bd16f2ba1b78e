"""What wounds do to every fresh target, punch by punch: the tables that laws of wounds are multiplied with."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from analysis.editions import Edition
from analysis.matrix.arsenal import Punch, Strike
from analysis.matrix.fresh import FreshUnits
from analysis.matrix.opposition import Opposition
from analysis.matrix.ranks import Stand
from analysis.matrix.saved import SavedUnits

__all__ = ["Size", "Table", "Tables"]

Numbers = NDArray[np.intp]
Thing = TypeVar("Thing", bound=Hashable)

Size = tuple[int, int]
"""The most unsaved wounds asked for, and the most devastating ones."""

_BUCKETS: Final = (8, 14, 26, 50, 100, 200, 400)
"""What deals at most so many wounds is walked together."""


class Table(NamedTuple):
    """What wounds do to some targets.

    Attributes:
        values: After n unsaved and m devastating wounds: (n, m, columns, figures).
        column: The column of each target.
        targets: Their numbers; None for all.
        apart: Whether devastating wounds are counted apart.
    """

    values: NDArray[np.float64]
    column: Numbers
    targets: Numbers | None
    apart: bool = False

    def at(self, targets: Numbers) -> Table:
        """The same at those of the targets alone."""
        if self.targets is None:
            return self._replace(column=self.column[targets], targets=targets)
        kept = np.isin(self.targets, targets, assume_unique=True)
        return self._replace(column=self.column[kept], targets=self.targets[kept])


class Tables:
    """Tables of punches against all targets."""

    def __init__(
        self,
        field: Opposition,
        strikes: Sequence[Strike],
        edition: Edition,
        even: Mapping[Punch, Size],
        uneven: Mapping[Punch, Size],
        apart: Mapping[Punch, Size],
    ) -> None:
        """Walk through all targets.

        Args:
            field: The targets.
            strikes: Those of the arsenal.
            edition: Whether saves are read from the lowest die up.
            even: A punch of each strike at targets with even saves, where its guard does not matter.
            uneven: Punches at targets with uneven saves whose devastating wounds, if any, are not counted apart.
            apart: Punches whose devastating wounds are counted apart.

        Each comes with the most wounds asked for.
        """
        self._field = field
        self._edition = edition
        self._aims = [strike.aims_at_character for strike in strikes]
        self._fresh = FreshUnits(
            [field.groups[number] for number in field.singles],
            field.hides[field.singles],
            field.through,
            {punch.strike: most for punch, (most, _) in even.items()},
        )
        self._punches = {punch.strike: punch for punch in even}
        self._even = self._saved(field.stands(field.even), even, apart=False)
        self._uneven = self._saved(field.stands(field.uneven), uneven, apart=False)
        told_apart = np.any([field.apart(punch) for punch in apart], axis=0) if apart else ()
        self._apart = self._saved(field.stands(np.flatnonzero(told_apart)), apart, apart=True)

    def even(self, strike: int) -> Table:
        """What a strike does to all targets with even saves; cells of other targets are any."""
        field, column = self._field, np.zeros(self._field.targets, dtype=np.intp)
        values, column[field.singles] = self._fresh.columns(strike)
        if len(field.even):
            several, place = self._even[self._aims[strike]].columns(self._punches[strike], field.even)
            column[field.even] = len(values) + place
            values = np.concatenate([values, several[:, : values.shape[1], 0]])
        return Table(_wounds_first(values[:, :, None]), column, None)

    def uneven(self, punch: Punch) -> Table:
        """What a punch does to targets with uneven saves; devastating wounds are not counted apart."""
        targets = self._field.uneven
        values, column = self._uneven[self._aims[punch.strike]].columns(punch, targets)
        return Table(_wounds_first(values), column, targets)

    def apart(self, punch: Punch) -> Table:
        """What a punch does to all targets where its devastating wounds are counted apart."""
        targets = np.flatnonzero(self._field.apart(punch))
        values, column = self._apart[self._aims[punch.strike]].columns(punch, targets)
        return Table(_wounds_first(values), column, targets, apart=True)

    def _saved(self, stands: Sequence[Stand], punches: Mapping[Punch, Size], apart: bool) -> dict[bool, SavedUnits]:
        """By whether the strikes aim at a character."""
        field = self._field
        found = {}
        for aims in (False, True):
            own = _together({punch: most for punch, most in punches.items() if self._aims[punch.strike] == aims})
            found[aims] = SavedUnits(stands, field.through, field.failing, self._edition, aims, own, apart)
        return found


def _wounds_first(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """``values[n, m, column, figure]`` from ``values[column, n, m, figure]``, laid out for products."""
    return np.ascontiguousarray(values.transpose(1, 2, 0, 3))


def _together(sizes: Mapping[Thing, Size]) -> dict[Size, list[Thing]]:
    """Things that deal similarly many wounds at most, by the most that any of them deals."""
    buckets: dict[Size, list[Thing]] = defaultdict(list)
    for thing, (most, devastating) in sizes.items():
        buckets[bisect_left(_BUCKETS, most), bisect_left(_BUCKETS, devastating)].append(thing)
    return {
        (max(sizes[thing][0] for thing in own), max(sizes[thing][1] for thing in own)): own for own in buckets.values()
    }
