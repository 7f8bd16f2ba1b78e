"""Items of a salvo within a formation: which law and which blow each has against each target.

An item is a weapon line, or, against a single group, several adjacent lines of the same strike: wounds that do the same
may be counted together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from analysis.matrix.blows import Blows
from analysis.matrix.codes import LawCodes
from analysis.matrix.lawbook import LawBook, Numbers
from analysis.matrix.meetings import Meeting

__all__ = ["Stage"]


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """Items (rows) and targets of a formation (columns), in one part of its states.

    Attributes:
        blows: The tables.
        states: Which entries of the state the part reads.
        law: Number of the law of wounds when the line's devastating wounds follow at once.
        blow: Number of the blow that goes with it.
        waiting_law: Number of the law when devastating wounds wait for the lines that follow.
        waiting_blow: The blow of its wounds that allow a save.
        alone: The blow of its devastating wounds alone.
        devastating: Whether it has devastating wounds.
        aims: Whether it aims at a character.
    """

    blows: Blows
    states: NDArray[np.intp]
    law: Numbers
    blow: Numbers
    waiting_law: Numbers
    waiting_blow: Numbers
    alone: Numbers
    devastating: NDArray[np.bool_]
    aims: NDArray[np.bool_]

    @classmethod
    def drafted(cls, blows: Blows, states: NDArray[np.intp], meetings: Iterable[Meeting]) -> Stage:
        """A stage of single lines whose laws are still codes; the meetings are those of some lines each."""
        parts = [_draft(blows, meeting) for meeting in meetings]
        return cls(blows, states, *(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))

    def looked_up(self, codes: LawCodes) -> Stage:
        """The stage with numbers of laws for their codes, once they are computed."""
        law = codes.numbers(self.law).astype(np.int32)
        waiting = law if self.waiting_law is self.law else codes.numbers(self.waiting_law).astype(np.int32)
        return replace(self, law=law, waiting_law=waiting)

    def at(self, blows: Blows, states: NDArray[np.intp], targets: slice) -> Stage:
        """Some of the targets, in another formation."""
        return Stage(blows, states, *(getattr(self, name)[:, targets] for name in _ARRAYS))

    def with_runs(self, runs: Sequence[tuple[int, ...]], book: LawBook) -> Stage:
        """The stage with one more item for each run of lines; they share a strike and have no devastating wounds."""
        if not runs:
            return self
        law = np.array([self.law[run[0]] for run in runs], dtype=np.int32)
        for place in range(1, max(map(len, runs))):
            longer = np.array([number for number, run in enumerate(runs) if len(run) > place], dtype=np.intp)
            law[longer] = book.joined(law[longer], self.law[[runs[number][place] for number in longer]])
        first = [run[0] for run in runs]
        added = {name: getattr(self, name)[first] for name in _ARRAYS} | {"law": law, "waiting_law": law}
        grown = [np.concatenate([getattr(self, name), added[name]]) for name in _ARRAYS]
        return Stage(self.blows, self.states, *grown)


_ARRAYS: Final = ("law", "blow", "waiting_law", "waiting_blow", "alone", "devastating", "aims")


def _draft(blows: Blows, meeting: Meeting) -> tuple[NDArray[Any], ...]:
    small = np.int32
    blow = blows.of(meeting, meeting.apart).astype(small)
    code = meeting.code.astype(small)
    if meeting.waiting is meeting.code:
        return code, blow, code, blow, blow, meeting.devastating, meeting.aims
    nowhere = np.zeros_like(meeting.apart)
    waiting_blow, alone = blows.of(meeting, nowhere).astype(small), blows.alone(meeting).astype(small)
    return code, blow, meeting.waiting.astype(small), waiting_blow, alone, meeting.devastating, meeting.aims
