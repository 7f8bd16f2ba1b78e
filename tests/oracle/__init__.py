"""A second, independent answer to every scenario: each die enumerated with fractions, slow and obvious.

Written from the rules alone, without the kernel. Where the words of the scenario leave room, this is how they are read:

- Figures: attacks, hits and wounds are those against the unit as it starts; a critical hit counts itself and its
  sustained extras as hits; saveable, automatic and devastating wounds all count as wounds.
- Strength in dice is rolled once per attack; its sustained extra hits share it.
- ``lethal_choice: best`` is one decision per line, taken when the line starts, Strength in dice averaged.
- Two damage reductions add up; of two damages set the lower holds; two halvings are one.
- Under precision the first character is the first declared of the living, wounded or not: the attacker chooses
  (R-ALC-08). In 11e only that one jumps the order for saves; devastating wounds look for the first of their moment.
- Negative ``hit`` and ``skill`` of scenario and weapon are summed before 11e psychic weapons drop them.
- ``command_reroll`` helps the first die of the first line that failed and was rolled once. For attacks and damage the
  printed expression is rolled again as a whole when it fell below its mean. Where 11e forbids to re-roll
  hits (snap and indirect shooting) it is forbidden too. Damage is rolled only for wounds that fall on somebody.
- Blast and cleave with dice are rolled for every full five models, melta with dice for every damage roll.
- Abilities scoped by keyword, ``anti-non-X`` among them, exist in 11e alone.
"""

from __future__ import annotations

from tests.oracle.enumerator import enumerate_scenario

__all__ = ["enumerate_scenario"]
