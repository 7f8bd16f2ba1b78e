"""Targets in the guises that abilities give them: a unit with a better save, or in cover, against some attackers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analysis.scenario import FeelNoPain, Group, Modifiers, Scenario, Situation, Target

__all__ = ["Guises", "moved_to_groups"]

_SUMMED: Final = ("toughness", "save", "damage_reduction")
_LEAST: Final = ("invulnerable", "damage_set")
_OF_GROUPS: Final = (*_SUMMED, *_LEAST, "feel_no_pain", "halve_damage")
"""Modifiers that a group of models may have instead, with the same outcome."""


class Guises:
    """All guises of the columns of a matrix, numbered; the first are the columns as they are.

    Attributes:
        targets: Of each guise the target.
        tables: The distinct tables, each situation and modifiers; the first is that of the matrix.
    """

    def __init__(self, targets: Sequence[Target], situation: Situation, modifiers: Modifiers) -> None:
        """Start with the columns as they are."""
        self.targets = list(targets)
        self.tables = [(situation, modifiers)]
        self._table_of = [0] * len(self.targets)
        self._by_guise = np.zeros(len(self.targets), dtype=np.intp)
        self._numbers = {_written(situation, modifiers): 0}
        self._known: dict[object, NDArray[np.intp]] = {}

    def of(
        self, columns: NDArray[np.intp], against: object, changed: NDArray[np.bool_], folded: Callable[[int], Scenario]
    ) -> NDArray[np.intp]:
        """The guises of some columns.

        Args:
            columns: Their numbers.
            against: What tells attackers apart by whom a column changes.
            changed: Per column of the matrix whether it may change at all.
            folded: Folds what reaches a column into a scenario of the matrix's table.
        """
        known = self._known.get(against)
        if known is None:
            known = self._known[against] = np.where(changed, -1, np.arange(len(changed), dtype=np.intp))
        for column in columns[known[columns] < 0].tolist():
            known[column] = self._number(folded(column), column)
        return known[columns]

    def tables_of(self, guises: NDArray[np.intp]) -> NDArray[np.intp]:
        """The number of each guise's table."""
        if len(self._by_guise) < len(self._table_of):
            self._by_guise = np.array(self._table_of, dtype=np.intp)
        return self._by_guise[guises]

    def _number(self, folded: Scenario, column: int) -> int:
        target, left = moved_to_groups(folded.target, folded.modifiers, self.tables[0][1])
        written = _written(folded.situation, left)
        table = self._numbers.setdefault(written, len(self.tables))
        if table == len(self.tables):
            self.tables.append((folded.situation, left))
        if table == 0 and target == self.targets[column]:
            return column
        self.targets.append(target)
        self._table_of.append(table)
        return len(self.targets) - 1


def _written(situation: Situation, modifiers: Modifiers) -> str:
    return situation.model_dump_json() + modifiers.model_dump_json()


def moved_to_groups(target: Target, now: Modifiers, before: Modifiers) -> tuple[Target, Modifiers]:
    """Give what was added to the modifiers of a scenario to the groups of its target, where that is the same.

    Returns:
        The target, and the modifiers with what no group can have.
    """
    moving = [name for name in _OF_GROUPS if getattr(now, name) != getattr(before, name)]
    if not moving:
        return target, now
    groups = [group.model_copy(update=_own(group, moving, now, before)) for group in target.groups]
    left = now.model_copy(update={name: getattr(before, name) for name in moving})
    return target.model_copy(update={"groups": groups}), left


def _own(group: Group, moving: Sequence[str], now: Modifiers, before: Modifiers) -> dict[str, Any]:
    """What changes of a group; its numbers may leave their bounds, since they are bounded where they are read."""
    changes: dict[str, Any] = {}
    for name in moving:
        value, own = getattr(now, name), getattr(group, name)
        if name in _SUMMED:
            added = value - getattr(before, name)
            changes[name] = own - added if name == "save" else own + added  # a Save is better the lower it is
        elif name in _LEAST:
            changes[name] = value if own is None else min(own, value)
        elif name == "halve_damage":
            changes[name] = own or value
        elif all(entry.against != "all" or entry.threshold > value for entry in own or ()):
            changes[name] = [*(own or ()), FeelNoPain(threshold=value)]
    return changes
