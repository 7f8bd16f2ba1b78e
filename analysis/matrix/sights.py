"""How the targets of a matrix meet a line: the wound roll it needs, the faces of the save that fail, what then happens.

Of 800 targets many meet a line in the same way: those make one *case*, computed once.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from analysis.defence import failing_of
from analysis.editions import Edition
from analysis.line import Line
from analysis.matrix.distinct import Columns, Parting, Shape, wounds_key
from analysis.matrix.families import FACES, case_code
from analysis.matrix.tables import Walk
from analysis.scenario import Modifiers

__all__ = ["Sight", "Sights"]


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """Some targets and the cases in which they meet the lines of a weapon, one line for each part of the targets.

    Attributes:
        targets: Numbers of the targets.
        case: Per target the number of its case.
        of_part: Per part the numbers of its cases.
        code: Per case its code among those of a family (`case_code`).
        code_of_part: The codes of the cases of each part.
        need: Per case the number of the wound roll (`Families.needs`).
        failing: Per case the faces of the save that fail in at least one group.
        walk: Per case the number of the walk of the target's wounds.
    """

    targets: NDArray[np.intp]
    case: NDArray[np.intp]
    of_part: list[NDArray[np.intp]]
    code: NDArray[np.intp]
    code_of_part: list[NDArray[np.intp]]
    need: NDArray[np.intp]
    failing: NDArray[np.intp]
    walk: NDArray[np.intp]


class Sights:
    """All sights of a matrix, each distinct one found once."""

    def __init__(
        self, columns: Columns, modifiers: Modifiers, edition: Edition, met: Iterable[tuple[int, bool]]
    ) -> None:
        """Number the walks of the targets' wounds at every AP, with and without cover, that is `met`."""
        self._columns = columns
        self._modifiers = modifiers
        self._edition = edition
        self._numbers: dict[Hashable, int] = {}
        self.walks: list[Walk] = []
        self._known: dict[Hashable, list[tuple[Sight, bool]]] = {}
        self._saves = {(ap, cover): self._saved(ap, cover) for ap, cover in sorted(met)}

    def of(
        self,
        parting: Parting,
        line: Line,
        needs: NDArray[np.intp],
        apart: NDArray[np.bool_] | None = None,
    ) -> list[tuple[Sight, bool]]:
        """The cases in which targets meet a weapon, and whether devastating wounds are counted apart in them.

        Args:
            parting: The targets in parts; this and the arrays are known by identity.
            line: The weapon's line against any part, for its AP and cover.
            needs: Per Toughness the wound roll the line needs.
            apart: Per walk whether devastating wounds do something else than unsaved ones; None for lines without.
        """
        key = (id(parting), id(needs), line.ap, line.cover, id(apart))
        if key not in self._known:
            failing, walk = self._saves[line.ap, line.cover]
            shapes = self._columns.shape[parting.targets]
            differs = apart[walk[shapes]] if apart is not None else np.zeros(len(shapes), dtype=np.bool_)
            sights = []
            for kind in (False, True):
                chosen = np.flatnonzero(differs == kind)
                if len(chosen):
                    sights.append((self._seen(parting, chosen, needs, failing, walk), kind))
            self._known[key] = sights
        return self._known[key]

    def _seen(
        self,
        parting: Parting,
        chosen: NDArray[np.intp],
        needs: NDArray[np.intp],
        failing: NDArray[np.intp],
        walk: NDArray[np.intp],
    ) -> Sight:
        targets, part = parting.targets[chosen], parting.part[chosen]
        shapes = self._columns.shape[targets]
        need = needs[self._columns.toughness[targets]]
        code = (walk[shapes] * FACES + failing[shapes]) * (int(needs.max()) + 1) + need
        code = part * (int(code.max()) + 1) + code
        _, first, case = np.unique(code, return_index=True, return_inverse=True)
        of_part = [np.flatnonzero(part[first] == number) for number in range(len(parting.facts))]
        need, faces = need[first], failing[shapes][first]
        codes = case_code(need, faces)
        parts = [codes[cases] for cases in of_part]
        return Sight(targets, case, of_part, codes, parts, need, faces, walk[shapes][first])

    def _saved(self, ap: int, cover: bool) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Per shape the faces of the save that fail in some group, and the number of its walk."""
        by_class = [
            tuple(failing_of(group, self._modifiers, ap, cover, self._edition) for group in groups)
            for groups in self._columns.save_classes
        ]
        failing = [by_class[kind] for kind in self._columns.saves]
        walks = [self._walk(groups, faces) for groups, faces in zip(self._columns.shapes, failing, strict=True)]
        return np.array([max(faces) for faces in failing], dtype=np.intp), np.array(walks, dtype=np.intp)

    def _walk(self, groups: Shape, failing: tuple[int, ...]) -> int:
        """Number of a walk; of a unit of one group its saves do not matter."""
        several = failing if len(groups) > 1 else ()
        key = (tuple((wounds_key(group), group.character) for group in groups), several)
        number = self._numbers.setdefault(key, len(self.walks))
        if number == len(self.walks):
            self.walks.append(Walk(groups, several))
        return number
