"""Points: what a unit costs, by its models and by which copy it is in the army, and what its slain models are worth."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from analysis.scenario import Target

__all__ = ["PointsTier", "points_of_models", "points_slain", "total_price", "unit_price"]


@dataclass(frozen=True, slots=True)
class PointsTier:
    """One line of a price list: what a unit of so many models costs as one of these copies.

    Attributes:
        models_min: Smallest size the price is for.
        models_max: Largest size of the band; equal to `models_min` for a single size.
        copies_min: First copy in the army that pays it ("3rd+" is 3).
        copies_max: Last such copy; None for all later ones.
        cost: Points.
        host_faction: None for the unit's own price, else the faction that pays it for the unit as an ally.
    """

    models_min: int
    models_max: int
    copies_min: int
    copies_max: int | None
    cost: int
    host_faction: str | None = None

    def covers_copy(self, copy: int) -> bool:
        """Whether the `copy`-th unit of this datasheet pays by this tier."""
        return self.copies_min <= copy and (self.copies_max is None or copy <= self.copies_max)


def unit_price(tiers: Iterable[PointsTier], models: int, copy: int = 1) -> int | None:
    """Points of one unit of `models` models, the `copy`-th of its datasheet in the army, at its own price.

    A size between two bands pays for the next larger one. Allied prices do not count.

    Returns:
        None where the price list says nothing: for no size and copy, for this copy, or for so many models.

    >>> kasrkin = [PointsTier(10, 10, 1, 2, 105), PointsTier(10, 10, 3, None, 120)]
    >>> [unit_price(kasrkin, 10, copy) for copy in (1, 2, 3, 4)]
    [105, 105, 120, 120]
    >>> witchseekers = [PointsTier(size, size, 1, None, cost) for size, cost in ((4, 50), (5, 65), (9, 115))]
    >>> unit_price(witchseekers, 6)
    115
    """
    own = [tier for tier in tiers if tier.host_faction is None and tier.covers_copy(copy)]
    large_enough = [tier for tier in own if tier.models_max >= models]
    # Of overlapping bands the narrower one, which ends first, is the more specific.
    tier = min(large_enough, key=lambda tier: (tier.models_max, tier.cost), default=None)
    return None if tier is None else tier.cost


def total_price(tiers: Iterable[PointsTier], models: int, copies: int) -> int | None:
    """Points of `copies` units of `models` models each, the first to the last copy in the army.

    >>> kasrkin = [PointsTier(10, 10, 1, 2, 105), PointsTier(10, 10, 3, None, 120)]
    >>> [total_price(kasrkin, 10, copies) for copies in (1, 2, 3, 4)]
    [105, 210, 330, 450]
    """
    price_list = list(tiers)
    prices = [unit_price(price_list, models, copy) for copy in range(1, copies + 1)]
    known = [price for price in prices if price is not None]
    return sum(known) if len(known) == len(prices) else None


def points_of_models(target: Target) -> list[float] | None:
    """Points of one model of each group of a target: the group's own, else its share of the unit's; None if unknown."""
    points = [group.points for group in target.groups]
    known = [own / group.count for own, group in zip(points, target.groups, strict=True) if own is not None]
    if len(known) == len(points):
        return known
    if target.points is None:
        return None
    return [target.points / sum(group.count for group in target.groups)] * len(points)


def points_slain(target: Target, slain: Iterable[float]) -> float | None:
    """Points of the models slain, given by group; None where the target has no price."""
    each = points_of_models(target)
    return None if each is None else sum(own * models for own, models in zip(each, slain, strict=True))
