"""How large a scenario may be; beyond that it is refused by name instead of being answered late or wrongly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analysis.dice import parse_dice
from analysis.errors import InputError
from analysis.line import Line
from analysis.scenario import Scenario
from analysis.volley import Volley

__all__ = ["Effort", "check_size", "check_volley"]

MOST_ATTACKS: Final = 900
"""Attack dice of one weapon line; binomial coefficients stay within floats below 1,000."""
MOST_WOUNDS: Final = 900
"""Wounds one weapon line can score, extra hits included."""
MOST_ATTACKS_OF_ALL: Final = 3_000
"""Attack dice of all weapon lines together."""
MOST_MORTAL_WOUNDS: Final = 1_000
"""Mortal wounds one pool can deal."""
MOST_EFFORT: Final = 3_000_000_000
"""Multiplications of one engagement: about a second. Real units stay a thousand times below."""
MOST_ROOM: Final = 8_000_000
"""Numbers held at once: states of the target times what has to be told apart, such as waiting devastating wounds."""


def check_size(scenario: Scenario, lines: Sequence[Line]) -> None:
    """Refuse more dice than the limits above, before any of them is rolled.

    Raises:
        InputError: Naming the weapon line or the pool, and the limit.
    """
    attacks_of_all = 0
    for number, line in enumerate(lines):
        check_volley(line.volley, f"attacker.weapons[{number}]")
        attacks_of_all += line.volley.most_attacks
    if attacks_of_all > MOST_ATTACKS_OF_ALL:
        raise InputError("attacker.weapons", attacks_of_all, f"at most {MOST_ATTACKS_OF_ALL} attacks in all lines")
    for number, pool in enumerate(scenario.pools):
        mortal_wounds = pool.rolls * parse_dice(pool.mortals).high
        if mortal_wounds > MOST_MORTAL_WOUNDS:
            expected = f"at most {MOST_MORTAL_WOUNDS} mortal wounds from one pool"
            raise InputError(f"pools[{number}]", mortal_wounds, expected)


def check_volley(volley: Volley, field: str) -> None:
    """Refuse more dice than one line may have.

    Raises:
        InputError: Naming the field.
    """
    attacks, wounds = volley.most_attacks, volley.most_wounds
    if attacks > MOST_ATTACKS:
        raise InputError(field, attacks, f"at most {MOST_ATTACKS} attacks in one line")
    if wounds > MOST_WOUNDS:
        raise InputError(field, wounds, f"at most {MOST_WOUNDS} possible hits in one line")


class Effort:
    """Adds up the multiplications of an engagement and refuses what would take too long or too much room."""

    def __init__(self) -> None:
        """Nothing done yet."""
        self.spent = 0

    def spend(self, line: int, multiplications: int, room: int = 0) -> None:
        """Announce work on a weapon line before it is done.

        Args:
            line: Number of the weapon line.
            multiplications: How many numbers have to be multiplied.
            room: How many numbers are held at once.

        Raises:
            InputError: Naming the weapon line and the limit.
        """
        self.spent += multiplications
        field = f"attacker.weapons[{line}]"
        if self.spent > MOST_EFFORT:
            raise InputError(field, self.spent, f"at most {MOST_EFFORT} multiplications: {_SMALLER}")
        if room > MOST_ROOM:
            raise InputError(field, room, f"at most {MOST_ROOM} chances at once: {_SMALLER}")


_SMALLER: Final = "fewer attacks, models or lines with devastating wounds"
