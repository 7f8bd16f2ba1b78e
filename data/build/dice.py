"""Dice expressions of the game, as (n, sides, k): the sum of n dice of so many sides, plus k."""

from __future__ import annotations

import re

__all__ = ["DiceParts", "dice_text", "parse_dice"]

DiceParts = tuple[int, int, int]
"""Number of dice, their sides (0 when there are none), and the constant."""

_DICE = re.compile(r"(?:(?P<n>\d*)D(?P<sides>[36])(?:\+(?P<k>\d+))?|(?P<fixed>\d+))", re.IGNORECASE)


def parse_dice(value: object) -> DiceParts:
    """Read `4`, `D6`, `2D3`, `D6+3`; ValueError for anything else.

    >>> parse_dice("2D6+3"), parse_dice(4), parse_dice("d3")
    ((2, 6, 3), (0, 0, 4), (1, 3, 0))
    """
    match = _DICE.fullmatch(str(value).strip())
    if match is None:
        raise ValueError(f"dice: {value!r}, expected a number or [n]D3|D6[+k]")
    if match["fixed"] is not None:
        return (0, 0, int(match["fixed"]))
    return (int(match["n"] or 1), int(match["sides"]), int(match["k"] or 0))


def dice_text(parts: DiceParts) -> str:
    """Write the expression as the game prints it.

    >>> dice_text((1, 6, 1)), dice_text((0, 0, 4)), dice_text((2, 3, 0))
    ('D6+1', '4', '2D3')
    """
    n, sides, k = parts
    if n == 0:
        return str(k)
    return f"{n if n > 1 else ''}D{sides}" + (f"+{k}" if k else "")
