"""Conditions of a buff: what must be true of the attacker, the target, a weapon or the table, in a small notation.

A condition is a list of clauses that must all hold; a clause is atoms joined by ``or``, one of which must hold::

    attacker ASTRA MILITARUM          a keyword of the attacking unit
    not target VEHICLE                ... or the lack of one
    weapon ranged, weapon melee       the kind of weapon
    weapon with rapid fire            one of its abilities, printed or granted by another buff
    weapon named gaping maw           part of its name, whatever its quotes and hyphens
    weapon skilled                    it has a Ballistic or Weapon Skill
    weapon stronger, weapon weaker    its Strength against the target's Toughness
    weapon damage 1                   its printed Damage
    situation charged                 a flag of the situation
    army astra-militarum              the army faction of the side that has the buff
    attached                          the bearer leads, or is attached to, the unit
    size 10                           at least so many models in the unit that has the buff
    toggle target-marked              a fact of the table that only the player knows
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

__all__ = ["Atom", "Clause", "parse_clause"]

_PLAIN: Final = ("skilled", "stronger", "weaker", "ranged", "melee")
_SITUATIONS: Final = ("charged", "stationary", "half range", "cover", "indirect", "snap shooting")
_FORMS: Final = (
    "attacker KEYWORD, target KEYWORD, weapon ranged | melee | skilled | stronger | weaker, weapon with ABILITY, "
    "weapon named NAME, weapon damage N, situation charged | stationary | half range | cover | indirect | "
    "snap shooting, army FACTION, attached, size N or toggle ID"
)


@dataclass(frozen=True, slots=True)
class Atom:
    """One test: of whom, what it asks, with which value, and whether it must fail."""

    subject: str
    asks: str
    value: str
    negated: bool = False

    def __str__(self) -> str:
        """In the notation of the module."""
        parts = ("not" if self.negated else "", self.subject, self.asks, self.value)
        return " ".join(part for part in parts if part)

    @property
    def about_weapon(self) -> bool:
        """Whether the answer differs from weapon line to weapon line."""
        return (self.subject == "weapon" and self.asks not in ("ranged", "melee")) or self.value == "half range"


Clause = tuple[Atom, ...]


@lru_cache(maxsize=8192)
def parse_clause(text: str) -> Clause:
    """Read one clause.

    Raises:
        ValueError: With the accepted forms.

    >>> [str(atom) for atom in parse_clause("target MONSTER or target VEHICLE")]
    ['target MONSTER', 'target VEHICLE']
    """
    return tuple(_atom(part.strip()) for part in text.split(" or "))


def _atom(text: str) -> Atom:
    negated = text.startswith("not ")
    subject, _, rest = text.removeprefix("not ").partition(" ")
    rest = rest.strip()
    if subject in ("attacker", "target") and rest and rest == rest.upper():
        return Atom(subject, "", rest, negated)
    if subject == "weapon" and rest in _PLAIN:
        return Atom(subject, rest, "", negated)
    if subject == "weapon":
        asks, _, value = rest.partition(" ")
        if value and (asks in ("with", "named") or (asks == "damage" and value.isdigit())):
            return Atom(subject, asks, value.lower(), negated)
    if subject == "situation" and rest in _SITUATIONS:
        return Atom(subject, "", rest, negated)
    if subject in ("army", "toggle") and rest:
        return Atom(subject, "", rest, negated)
    if subject == "size" and rest.isdigit():
        return Atom(subject, "", rest, negated)
    if subject == "attached" and not rest:
        return Atom(subject, "", "", negated)
    raise ValueError(f"a condition such as {_FORMS}")
