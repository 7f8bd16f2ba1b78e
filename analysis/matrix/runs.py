"""Adjacent lines of a salvo whose wounds do the same: against a single group they count as one line."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["Runs"]


class Runs:
    """The runs of lines in some salvos, numbered behind the lines themselves.

    Attributes:
        runs: The lines of each run, in ascending order.
    """

    def __init__(self, strike: NDArray[np.intp], devastating: NDArray[np.bool_]) -> None:
        """Sort the lines.

        Args:
            strike: Number of the strike of each line against each target: (lines, targets).
            devastating: Whether it has devastating wounds there; such lines stand alone.
        """
        _, kinds = np.unique(strike, axis=0, return_inverse=True)
        self._kind = np.where(devastating.any(axis=1), -1, kinds.ravel()).tolist()
        self._numbers: dict[tuple[int, ...], int] = {}

    @property
    def runs(self) -> list[tuple[int, ...]]:
        """The lines of each run."""
        return list(self._numbers)

    def merged(self, lines: Sequence[int]) -> list[int]:
        """The items of a salvo: its lines, those of a run replaced by the number of the run."""
        parts: list[list[int]] = []
        for line in lines:
            if parts and self._kind[line] >= 0 and self._kind[line] == self._kind[parts[-1][-1]]:
                parts[-1].append(line)
            else:
                parts.append([line])
        return [part[0] if len(part) == 1 else self._number(part) for part in parts]

    def _number(self, lines: list[int]) -> int:
        return len(self._kind) + self._numbers.setdefault(tuple(sorted(lines)), len(self._numbers))
