"""Salvos against targets: weapon lines in order, each target's state carried from line to line.

The work goes in three steps. *Prepare*: targets are sorted into formations and weapon lines into what they meet there.
*Laws*: every law of wounds that occurs is computed once. *Fields*: formation by formation, the cells of all salvos go
through it together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.editions import EDITIONS
from analysis.matrix.arsenal import Arsenal
from analysis.matrix.defences import Defences
from analysis.matrix.distinct import Columns
from analysis.matrix.duels import duel_figures, needs_duels
from analysis.matrix.formations import formations_of
from analysis.matrix.fronts import Plan
from analysis.matrix.walks import FIGURES
from analysis.scenario import Attacker, Modifiers, Scenario, Situation, Target, Weapon

__all__ = ["Salvo", "Salvos", "groups_priced"]

Write = Callable[[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64]], None]


@dataclass(frozen=True, slots=True)
class Salvo:
    """Weapon lines, by their numbers in the arsenal, in the order they attack; and the targets they are fired at."""

    weapons: tuple[int, ...]
    targets: NDArray[np.bool_]


def groups_priced(targets: Sequence[Target]) -> int:
    """How many groups of models need figures of their own, since some of them have points of their own."""
    priced = any(group.points is not None for target in targets for group in target.groups[1:])
    return max(len(target.groups) for target in targets) if priced else 0


class Salvos:
    """All that is distinct among the targets of a matrix, and the arsenal that meets them."""

    def __init__(
        self,
        targets: Sequence[Target],
        read: frozenset[str],
        edition: str,
        situation: Situation,
        modifiers: Modifiers,
    ) -> None:
        """Sort the targets; `read` are the keywords that weapons and salvos may ask for."""
        self.edition = EDITIONS[edition]
        self.situation = situation
        self.modifiers = modifiers
        self.columns = Columns.of(targets, read)
        self.arsenal = Arsenal(self.columns, modifiers, situation, self.edition)
        self.aiming = situation.precision_on_character
        self.defences = Defences(self.columns.targets, modifiers, self.edition)
        self.formations = formations_of(self.columns.targets, modifiers, self.edition, self.aiming)
        self.toughnesses = sorted(
            {
                int(value)
                for formation in self.formations
                for parts in formation.parts.values()
                for part in parts
                for value in part.toughness
            }
        )
        self.figures_by_group = groups_priced(targets)

    def figures(self, salvos: Sequence[Salvo], progress: Callable[[int, int], None]) -> NDArray[np.float64]:
        """Figures of every salvo against every target it is fired at, 0 elsewhere: (figures, salvos, targets)."""
        result = np.zeros((len(FIGURES) + self.figures_by_group, len(salvos), len(self.columns.targets)))

        def write(salvo: NDArray[np.intp], target: NDArray[np.intp], cells: NDArray[np.float64]) -> None:
            result[: len(cells), salvo, target] = cells

        self.fire(salvos, write, progress)
        return result

    def fire(self, salvos: Sequence[Salvo], write: Write, progress: Callable[[int, int], None]) -> None:
        """Hand over the figures of every salvo against every target it is fired at, some cells at a time.

        The figures are those of `analysis.matrix.walks.FIGURES`, followed by the models slain of each group where
        groups have points of their own.

        Args:
            salvos: Rows.
            write: Given salvos, targets, and the figures of these cells.
            progress: Told (parts of the targets done, parts in all) between them; it may raise to stop.
        """
        weapons = sorted({weapon for salvo in salvos for weapon in salvo.weapons})
        place = {weapon: number for number, weapon in enumerate(weapons)}
        lines = [[place[weapon] for weapon in salvo.weapons] for salvo in salvos]
        if not weapons or not len(self.columns.targets):
            return
        if needs_duels(self.modifiers):
            self._one_by_one(salvos, write, progress)
            return
        covered = np.array([salvo.targets for salvo in salvos], dtype=np.bool_)
        fronts, total = Plan(self, np.array(weapons, dtype=np.intp), lines).fronts()
        for done, front in enumerate(fronts):
            progress(done, total)
            salvo, target = np.nonzero(covered[:, front.targets])
            write(salvo, front.targets[target], front.figures(salvo, target))

    def everywhere(self, *weapons: int) -> Salvo:
        """A salvo at all targets."""
        return Salvo(weapons, np.ones(len(self.columns.targets), dtype=np.bool_))

    def _one_by_one(self, salvos: Sequence[Salvo], write: Write, progress: Callable[[int, int], None]) -> None:
        """Answer every cell by a duel."""
        for place, salvo in enumerate(salvos):
            progress(place, len(salvos))
            weapons = [self.arsenal.weapons[weapon] for weapon in salvo.weapons]
            for target in np.flatnonzero(salvo.targets) if weapons else ():
                own = duel_figures(self._duel(weapons, self.columns.targets[target]))
                own = own[: len(FIGURES) + self.figures_by_group]
                write(np.array([place], dtype=np.intp), np.array([target], dtype=np.intp), own[:, None])

    def _duel(self, weapons: list[Weapon], target: Target) -> Scenario:
        parts = {"target": target, "situation": self.situation, "modifiers": self.modifiers}
        return Scenario.model_validate({"edition": self.edition.name, "attacker": Attacker(weapons=weapons), **parts})
