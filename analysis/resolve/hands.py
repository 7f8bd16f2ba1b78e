"""Who in a unit carries what a written loadout names.

A loadout gives totals; who carries what is read off the printed one. Every model keeps what it carries as printed while
the totals have it, the leader and small parts of the unit first, and those who gave something up take what is new: guns
for guns, pistols for pistols, blades for blades.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from analysis.datasheet import Weapon, WeaponProfile

__all__ = ["Bearers", "Carried", "deal"]


@dataclass(frozen=True, slots=True)
class Carried:
    """So many weapons of one kind.

    Attributes:
        profile: The one the player picked; None leaves the choice.
        place: In the written loadout, whose order is the order of attacking; all 0 as printed.
    """

    weapon: Weapon
    count: int
    profile: WeaponProfile | None = None
    place: int = 0


@dataclass(frozen=True, slots=True)
class Bearers:
    """Models and the weapons they carry between them.

    `alike` says that each model carries the same; otherwise only the totals are known.
    """

    models: int
    carried: tuple[Carried, ...]
    alike: bool


_LIKEST: Final = {
    "gun": (("gun",), ("pistol",), ("melee",)),
    "pistol": (("pistol",), ("gun",), ("melee",)),
    "melee": (("melee",), ("gun", "pistol")),
}
"""For each sort of weapon what a model may have given up for it, the likeliest first."""


def _sort(weapon: Weapon) -> str:
    ranged = [profile for profile in weapon.profiles if profile.kind == "ranged"]
    if not ranged:
        return "melee"
    return "pistol" if all(profile.is_pistol for profile in ranged) else "gun"


@dataclass(slots=True)
class _Hands:
    """Models that carry the same as printed, while weapons are dealt to them."""

    printed: Bearers
    is_leader: bool
    kept: list[Carried] = field(default_factory=list)
    taken: list[Carried] = field(default_factory=list)
    short: int = 0
    given_up: Counter[str] = field(default_factory=Counter)

    def keep(self, stock: _Stock) -> None:
        """Keep what is printed as far as the stock has it."""
        for printed in self.printed.carried:
            kept = list(stock.take(printed.weapon, printed.count))
            lost = printed.count - sum(carried.count for carried in kept)
            each = printed.count // self.printed.models
            self.kept += kept
            self.short = max(self.short, -(-lost // each))
            self.given_up[_sort(printed.weapon)] += lost

    def bearers(self) -> Iterator[Bearers]:
        """The models that kept all they had, and the others, of whom only the totals are known."""
        models = self.printed.models
        short = min(models, max(self.short, sum(carried.count for carried in self.taken)))
        rest = _Stock(self.kept)
        whole = [
            part
            for printed in self.printed.carried
            for part in rest.take(printed.weapon, printed.count // models * (models - short))
        ]
        if short < models:
            yield Bearers(models - short, tuple(whole), alike=True)
        if short:
            yield Bearers(short, (*rest.left(), *self.taken), alike=short == 1)


class _Stock:
    """Weapons that nobody carries yet."""

    def __init__(self, carried: Sequence[Carried]) -> None:
        self._carried = list(carried)

    def take(self, weapon: Weapon, count: int) -> Iterator[Carried]:
        """Hand out so many of a weapon, or all there are, in their order."""
        for place, carried in enumerate(self._carried):
            here = min(count, carried.count) if carried.weapon == weapon else 0
            if here:
                self._carried[place] = replace(carried, count=carried.count - here)
                count -= here
                yield replace(carried, count=here)

    def left(self) -> list[Carried]:
        """What is still there."""
        return [carried for carried in self._carried if carried.count]


def deal(printed: Sequence[tuple[Bearers, bool]], written: Sequence[Carried]) -> tuple[Bearers, ...]:
    """Deal a written loadout to the models.

    Args:
        printed: Models that carry the same as printed, and whether they lead the unit.
        written: The weapons of the whole unit.
    """
    hands = [_Hands(bearers, is_leader) for bearers, is_leader in printed]
    stock = _Stock(written)
    for one in sorted(hands, key=lambda hand: (not hand.is_leader, hand.printed.models)):
        one.keep(stock)
    squad_first = sorted(hands, key=lambda hand: (hand.is_leader, -hand.printed.models))
    for carried in stock.left():
        _hand_over(carried, squad_first)
    return tuple(bearers for one in hands for bearers in one.bearers())


def _hand_over(carried: Carried, hands: Sequence[_Hands]) -> None:
    """Give weapons that are not printed to those who gave up the likest; what is left over goes to the squad."""
    left = carried.count
    for sorts in _LIKEST[_sort(carried.weapon)]:
        for one in hands:
            for given_up in sorts:
                here = min(left, one.given_up[given_up])
                if here:
                    one.given_up[given_up] -= here
                    one.taken.append(replace(carried, count=here))
                    left -= here
    if left:
        hands[0].taken.append(replace(carried, count=left))
