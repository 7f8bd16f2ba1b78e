"""What all cells of a matrix have in common."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.buffs import Library
from analysis.referring import Phase
from analysis.scenario import Modifiers, Situation

__all__ = ["Terms"]


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms on which every attacker of a matrix meets every target.

    Attributes:
        library: Of the edition, for the abilities that always act; an empty one leaves the printed numbers.
        phase: Shooting or fight.
        situation: Before any ability.
        modifiers: Before any ability; named buffs folded in.
    """

    library: Library
    phase: Phase
    situation: Situation
    modifiers: Modifiers
