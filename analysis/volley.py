"""The attacks of a weapon line as numbers: how many, how they hit, how they wound, whatever the target has as saves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from analysis.attacks import AttackLaw
from analysis.dice import Dice
from analysis.rolls import RollOdds, wound_need, wound_roll

__all__ = ["ToWound", "Volley", "WoundRules"]


@dataclass(frozen=True, slots=True, eq=False)
class WoundRules:
    """What a wound roll reads except Strength and Toughness; compared by identity, since each is made once."""

    modifier: int
    critical_from: int
    anti: int
    reroll: str

    def needing(self, need: int) -> RollOdds:
        """Chances of a wound roll that needs this result."""
        return wound_roll(need, self.modifier, self.critical_from, self.anti, self.reroll)


class ToWound(NamedTuple):
    """Everything a wound roll reads except the target's Toughness."""

    strengths: tuple[tuple[float, int], ...]
    rules: WoundRules

    def against(self, toughness: int) -> tuple[tuple[float, RollOdds], ...]:
        """Chances of the wound roll, one entry for each result that a Strength may need."""
        if len(self.strengths) == 1:
            return ((1.0, self.rules.needing(self.need(toughness))),)
        chances: dict[int, float] = {}
        for chance, strength in self.strengths:
            need = wound_need(strength, toughness)
            chances[need] = chances.get(need, 0.0) + chance
        return tuple((chance, self.rules.needing(need)) for need, chance in chances.items())

    def need(self, toughness: int) -> int:
        """The result needed by a weapon of one fixed Strength."""
        return wound_need(self.strengths[0][1], toughness)


class Volley(NamedTuple):
    """The attacks of a line up to the wound roll: nothing here depends on the target's statline.

    Attributes:
        attacks: How many attacks each weapon makes; `weapons` is how many of them reach the target.
        hit: Chances of one hit roll.
        extra_hits: Additional hits of one critical hit (R-HIT-06); 0 without sustained hits.
        devastating: Whether critical wounds go past every save (R-DMG-08).
        command_reroll: The kind of roll of which one may be rolled again in this line.
    """

    attacks: AttackLaw
    weapons: int
    hit: RollOdds
    extra_hits: Dice
    devastating: bool
    command_reroll: str | None

    @property
    def most_attacks(self) -> int:
        """The most attacks the line can make."""
        return self.attacks.most() * self.weapons

    @property
    def most_wounds(self) -> int:
        """The most wounds the line can score."""
        return self.most_attacks * (self.extra_hits.high + 1)

    def with_hit(self, hit: RollOdds) -> Volley:
        """The same volley with another hit roll."""
        return self._replace(hit=hit)
