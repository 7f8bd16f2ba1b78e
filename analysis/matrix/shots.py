"""Single weapons at all targets: which law of wounds each meets where, told by its code.

A *shot* is a weapon at the targets where its wounds are dealt with alike, which is at all targets for most weapons. Its
lines there differ in their families only.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from analysis.matrix.arsenal import BEST, TAKEN, Arsenal, Facts, Punch
from analysis.matrix.distinct import kinds_of
from analysis.matrix.lawbook import LawBook
from analysis.matrix.opposition import Opposition

__all__ = ["Shots"]

Numbers = NDArray[np.intp]

_TOGETHER: Final = 64
"""Shots whose codes are worked out together, so that they stay in the cache."""


class Shots:
    """The shots of all weapons of an arsenal.

    Attributes:
        weapon: Per shot the number of its weapon.
        punch: Per shot what its wounds do.
        devastating: Per shot whether it has devastating wounds.
        within: The numbers of the targets, of shots at some targets only.
        plain: Per shot whether there are targets where devastating wounds are not counted apart.
        laws: The number of the law of wounds where devastating ones are not counted apart: (shots, targets).
        apart: Per target the number of the law where they are, for shots of which some are.

    Where a shot does not ask for a law there stands another one that it asks for, if there is any.
    """

    def __init__(self, field: Opposition, arsenal: Arsenal, book: LawBook) -> None:
        """Work out the codes of all laws that are met, and compute them into the book."""
        self._field = field
        self._facts = arsenal.facts_by_line()
        self._arsenal = arsenal
        weapon_by_line = arsenal.weapon_by_line()
        facts = self._facts
        same = facts.guard, facts.strength, facts.lethal, facts.devastating, facts.strike
        first, self._shot = kinds_of(weapon_by_line, *same)
        self.weapon = weapon_by_line[first]
        self._of_shot = Facts(*(own[first] for own in self._facts))
        strikes = field.same[self._of_shot.strike].tolist()
        self.punch = [Punch(*numbers) for numbers in zip(strikes, self._of_shot.guard.tolist(), strict=True)]
        self.devastating = self._of_shot.devastating.astype(np.bool_)
        own = self._of_shot
        first_case, self._case = kinds_of(own.strength, own.guard, own.lethal == TAKEN)
        need, failing = field.needs[own.strength[first_case]], field.worst[own.guard[first_case]]
        self._cases = field.codes.case(need, failing) + (own.lethal[first_case] == TAKEN)[:, None]
        self._first_code = field.codes.first(self._facts.family)
        self._parted = np.bincount(self.weapon, minlength=1)[self.weapon] > 1
        self.within = {
            own: np.flatnonzero(self._shot[arsenal.line_of(self.weapon[[own]], slice(None))[0]] == own)
            for own in np.flatnonzero(self._parted).tolist()
        }
        self.plain = np.ones(len(first), dtype=np.bool_)
        self._apart_codes: dict[int, Numbers] = {}
        self.laws = np.empty((len(first), field.targets), dtype=np.intp)  # of codes, until these are computed
        for start in range(0, len(first), _TOGETHER):
            self._encode(slice(start, start + _TOGETHER))
        field.codes.compute(book)
        self.apart = {shot: field.codes.numbers(code) for shot, code in self._apart_codes.items()}
        for start in range(0, len(first), _TOGETHER):
            some = slice(start, start + _TOGETHER)
            self.laws[some] = field.codes.numbers(self.laws[some])

    def read(self, shots: Sequence[int], apart: bool) -> Numbers:
        """The laws of some shots, devastating wounds counted apart or not: (shots, targets)."""
        return np.array([self.apart[shot] for shot in shots]) if apart else self.laws[shots]

    def most(self, apart: bool) -> NDArray[np.intp]:
        """The most unsaved and devastating wounds of every shot: (2, shots)."""
        most = np.zeros((2, len(self.weapon)), dtype=np.intp)
        for of_shots, of_lines in zip(most, self._field.codes.most(self._facts.family, apart), strict=True):
            np.maximum.at(of_shots, self._shot, of_lines)
        return most

    def _encode(self, shots: slice) -> None:
        """Codes of some shots."""
        codes, field, own = self._field.codes, self._field, Facts(*(numbers[shots] for numbers in self._of_shot))
        lines = self._arsenal.line_of(self.weapon[shots], slice(None))
        code: Numbers = self._first_code.take(lines)
        code += self._cases.take(self._case[shots], axis=0)
        for aims in (0, 1):
            best = np.flatnonzero((own.lethal == BEST) & (own.aims == aims))
            if len(best):
                shot = (own.strength[best], own.guard[best], own.strike[best])
                code[best] += field.automatic_is_best(self._facts.family[lines[best]], *shot, aims=bool(aims))
        some = np.flatnonzero(own.devastating | self._parted[shots])
        if len(some):
            code[some] = self._parted_codes((some + shots.start).tolist(), code[some])
        plain = self.plain[shots]
        codes.mark(code if plain.all() else code[plain])
        self.laws[shots] = code

    def _parted_codes(self, shots: Sequence[int], code: Numbers) -> Numbers:
        """Codes of shots with devastating wounds or at some targets only; those that count them apart are kept."""
        fired = np.ones(code.shape, dtype=np.bool_)
        apart = np.zeros(code.shape, dtype=np.bool_)
        for place, shot in enumerate(shots):
            if shot in self.within:
                fired[place] = False
                fired[place, self.within[shot]] = True
            if self.devastating[shot]:
                apart[place] = self._field.apart(self.punch[shot])
        told_apart, plain = fired & apart, fired & ~apart
        counted = np.flatnonzero(told_apart.any(axis=1))
        rows = _filled(self._field.codes.apart(code[counted]), told_apart[counted])
        self._field.codes.mark(rows)
        self._apart_codes.update((shots[place], row) for place, row in zip(counted.tolist(), rows, strict=True))
        self.plain[shots] = plain.any(axis=1)
        return _filled(code, plain)


def _filled(code: Numbers, there: NDArray[np.bool_]) -> Numbers:
    """Codes with those of the first target there instead of those elsewhere, row by row."""
    first = code[np.arange(len(code)), there.argmax(axis=1)]
    return np.where(there, code, first[:, None])
