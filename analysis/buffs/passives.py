"""Where abilities that always act may change a table of attackers against targets.

Only what is certain before an attack is written out is decided here: keywords, the phase, the situation, and toggles,
which nobody has named. Everything else may hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.buffs.conditions import Atom, Clause
from analysis.buffs.library import Library
from analysis.buffs.model import Buff
from analysis.scenario import Situation

__all__ = ["Side", "cells_that_may_change"]

Answers = NDArray[np.bool_]
"""For one row or column of the table, whether something may hold: one answer a cell, or one for all."""

_YES: Final = np.array(True)
_NO: Final = np.array(False)

_OF_TABLE: Final = ("charged", "stationary", "cover", "indirect", "snap shooting")


@dataclass(frozen=True, slots=True)
class Side:
    """One attacker or target of the table: ``faction/unit`` and its keywords, in upper case."""

    datasheet: str
    keywords: frozenset[str]


def cells_that_may_change(
    library: Library, phase: str, situation: Situation, attackers: Sequence[Side], targets: Sequence[Side]
) -> NDArray[np.bool_]:
    """Whether an ability of either side may act without anybody's doing, for each attacker (row) and target."""
    grid = np.zeros((len(attackers), len(targets)), dtype=bool)
    rows, columns = _Words(attackers), _Words(targets)
    for place, attacker in enumerate(attackers):
        for buff in _passives(library, attacker.datasheet, phase, "attacker"):
            grid[place] |= _Cells(phase, situation, attacker.keywords, columns).may_act(buff)
    for place, target in enumerate(targets):
        for buff in _passives(library, target.datasheet, phase, "defender"):
            grid[:, place] |= _Cells(phase, situation, rows, target.keywords).may_act(buff)
    return grid


def _passives(library: Library, datasheet: str, phase: str, side: str) -> list[Buff]:
    return [
        buff
        for buff in library.by_datasheet.get(datasheet, ())
        if buff.passive
        and buff.status == "modelled"
        and buff.side == side
        and buff.phase in ("any", phase)
        and not buff.choices
        and not buff.counted
    ]


class _Words:
    """Which of many sides have a keyword; each asked for once."""

    def __init__(self, sides: Sequence[Side]) -> None:
        self._sides = sides
        self._known: dict[str, NDArray[np.bool_]] = {}

    def having(self, word: str) -> NDArray[np.bool_]:
        if word not in self._known:
            self._known[word] = np.array([word in side.keywords for side in self._sides], dtype=bool)
        return self._known[word]


@dataclass(frozen=True, slots=True)
class _Cells:
    """One row or column: of one side the keywords are the same in all cells, of the other they differ."""

    phase: str
    situation: Situation
    attacker: frozenset[str] | _Words
    target: frozenset[str] | _Words

    def may_act(self, buff: Buff) -> Answers:
        """Whether some effect may reach an attack."""
        reached = _NO
        for effect in buff.effects:
            if effect.choice is None:
                reached = reached | self._all_hold(effect.when)
        return reached & self._all_hold(buff.when)

    def _all_hold(self, clauses: Sequence[Clause]) -> Answers:
        held = _YES
        for clause in clauses:
            some = _NO
            for atom in clause:
                some = some | self._may_hold(atom)
            held = held & some
        return held

    def _may_hold(self, atom: Atom) -> Answers:
        known = self._known(atom)
        return _YES if known is None else known ^ atom.negated

    def _known(self, atom: Atom) -> Answers | None:
        """Whether the atom without its negation is true; None when the attack itself must be asked."""
        if atom.subject in ("attacker", "target"):
            side = self.attacker if atom.subject == "attacker" else self.target
            return side.having(atom.value) if isinstance(side, _Words) else np.array(atom.value in side)
        if atom.subject == "toggle":
            return _NO
        if atom.subject == "weapon" and atom.asks in ("ranged", "melee"):
            return np.array((self.phase == "shooting") == (atom.asks == "ranged"))
        if atom.subject == "situation" and atom.value in _OF_TABLE:
            return np.array(bool(getattr(self.situation, atom.value.replace(" ", "_"))))
        return None
