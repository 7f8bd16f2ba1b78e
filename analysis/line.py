"""One weapon line ready to attack one target: every number that does not depend on the target's wounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from analysis.damage import DamageRoll
from analysis.scenario import Target
from analysis.volley import ToWound, Volley

__all__ = ["Line", "TargetFacts"]


class Line(NamedTuple):
    """One weapon line, ready to attack.

    Attributes:
        lethal: Whether critical hits may wound automatically; `lethal_choice` says when they do (R-HIT-07).
        damage: What one unsaved wound does before the target's changes.
        cover: Whether the saving throws of the target may have the bonus of cover.
        psychic: Whether its wounds are those of a psychic attack (R-DMG-18).
        aims_at_character: Whether wounds go to the first living character first (R-ALC-08).
        hazard_tests: Hazard tests after the attack, one for each weapon that attacked (R-HAZ-01).
    """

    name: str
    volley: Volley
    to_wound: ToWound
    lethal: bool
    lethal_choice: str
    ap: int
    cover: bool
    damage: DamageRoll
    psychic: bool
    aims_at_character: bool
    hazard_tests: int


@dataclass(frozen=True, slots=True)
class TargetFacts:
    """What a line reads of its target before any die is rolled (R-SEQ-06): keywords, stealth, models when complete."""

    keywords: frozenset[str]
    stealth: bool
    models: int

    @classmethod
    def of(cls, target: Target) -> TargetFacts:
        """The facts of a complete target unit."""
        return cls(frozenset(target.keywords), target.stealth, sum(group.count for group in target.groups))
