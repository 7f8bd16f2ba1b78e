"""How large a scenario may be; beyond that it is refused by name instead of being answered late or wrongly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from analysis.errors import InputError
from analysis.line import Line
from analysis.scenario import Scenario

__all__ = ["MOST_ATTACKS", "MOST_WOUNDS", "check_size"]

MOST_ATTACKS: Final = 900
"""Attack dice of one weapon line; binomial coefficients stay within floats below 1,000."""
MOST_WOUNDS: Final = 900
"""Wounds one weapon line can score, extra hits included."""


def check_size(scenario: Scenario, lines: Sequence[Line]) -> None:
    """Refuse lines with more dice than `MOST_ATTACKS` or more possible wounds than `MOST_WOUNDS`.

    Raises:
        InputError: Naming the weapon line and the limit.
    """
    for number, line in enumerate(lines):
        attacks = line.volley.most_attacks
        if attacks > MOST_ATTACKS:
            raise InputError(f"attacker.weapons[{number}]", attacks, f"at most {MOST_ATTACKS} attacks in one line")
        if line.volley.most_wounds > MOST_WOUNDS:
            raise InputError(
                f"attacker.weapons[{number}]",
                line.volley.most_wounds,
                f"at most {MOST_WOUNDS} possible hits in one line",
            )
