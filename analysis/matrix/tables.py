"""What wounds do to every fresh target, punch by punch: the tables that laws of wounds are multiplied with."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from analysis.editions import Edition
from analysis.matrix.arsenal import Punch, Strike
from analysis.matrix.fresh import FreshUnits
from analysis.matrix.ranks import Stand
from analysis.matrix.saved import SavedUnits
from analysis.matrix.shots import Opposition
from analysis.matrix.walks import FIGURES

__all__ = ["Size", "Tables"]

Numbers = NDArray[np.intp]
Thing = TypeVar("Thing", bound=Hashable)

Size = tuple[int, int]
"""The most unsaved wounds asked for, and the most devastating ones."""

_BUCKETS: Final = (8, 14, 26, 50, 100, 200, 400)
"""What deals at most so many wounds is walked together."""


class Tables:
    """Tables of punches against all targets."""

    def __init__(
        self,
        field: Opposition,
        strikes: Sequence[Strike],
        edition: Edition,
        single: Mapping[int, int],
        several: Mapping[Punch, Size],
        apart: Mapping[Punch, Size],
    ) -> None:
        """Walk through all targets.

        Args:
            field: The targets.
            strikes: Those of the arsenal.
            edition: Whether saves are read from the lowest die up.
            single: Strikes at units of one group, with the most wounds asked for.
            several: Punches at units of several groups whose devastating wounds, if any, are not counted apart.
            apart: Punches whose devastating wounds are counted apart.
        """
        self._field = field
        self._edition = edition
        self._aims = [strike.aims_at_character for strike in strikes]
        of_strikes = _together({strike: (most, 0) for strike, most in single.items()})
        self._fresh = FreshUnits(
            [field.groups[number] for number in field.singles],
            field.hides[field.singles],
            field.through,
            {most: own for (most, _), own in of_strikes.items()},
        )
        self._punches = set(several)
        self._several = self._saved(field.stands(field.several), several, apart=False)
        told_apart = [field.counted_apart(punch.strike) for punch in apart]
        stands = field.stands(np.unique(np.concatenate(told_apart))) if told_apart else []
        self._apart = self._saved(stands, apart, apart=True)
        self._laid: tuple[int, NDArray[np.float64]] = (-1, np.zeros((0, 0, 0)))

    def plain(self, punch: Punch, targets: Numbers | None) -> NDArray[np.float64]:
        """``table[n, 0, figure, target]`` of a punch at some targets (None for all), until the next is asked for."""
        if self._laid[0] != punch.strike:
            table = self._fresh.table(punch.strike)
            laid = np.zeros((len(table), len(FIGURES), self._field.targets))
            laid[..., self._field.singles] = table
            self._laid = punch.strike, laid
        table = self._laid[1]
        if punch in self._punches and len(self._field.several):
            several = self._several[self._aims[punch.strike]]
            own = several.table(punch)[: len(table), 0]
            table[: len(own), :, several.units] = own
        return (table if targets is None else np.take(table, targets, axis=2))[:, None]

    def apart(self, punch: Punch, targets: Numbers) -> NDArray[np.float64]:
        """``table[n, m, figure, target]`` of a punch at some of the targets where devastating wounds are apart."""
        return self._apart[self._aims[punch.strike]].table(punch, targets)

    def _saved(self, stands: Sequence[Stand], punches: Mapping[Punch, Size], apart: bool) -> dict[bool, SavedUnits]:
        """By whether the strikes aim at a character."""
        field = self._field
        found = {}
        for aims in (False, True):
            own = _together({punch: most for punch, most in punches.items() if self._aims[punch.strike] == aims})
            found[aims] = SavedUnits(stands, field.through, field.failing, self._edition, aims, own, apart)
        return found


def _together(sizes: Mapping[Thing, Size]) -> dict[Size, list[Thing]]:
    """Things that deal similarly many wounds at most, by the most that any of them deals."""
    buckets: dict[Size, list[Thing]] = defaultdict(list)
    for thing, (most, devastating) in sizes.items():
        buckets[bisect_left(_BUCKETS, most), bisect_left(_BUCKETS, devastating)].append(thing)
    return {
        (max(sizes[thing][0] for thing in own), max(sizes[thing][1] for thing in own)): own for own in buckets.values()
    }
