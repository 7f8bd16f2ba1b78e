"""Selected buffs applied to one attack: the target and the situation first, then each weapon line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.buffs.defence import Defence, defences, defended
from analysis.buffs.pool_rolls import rolled
from analysis.buffs.select import Selected
from analysis.buffs.table import Table
from analysis.buffs.weapons import Granted, grants, modified
from analysis.modifiers import join_modifiers
from analysis.scenario import MortalWounds, Scenario, Weapon

__all__ = ["Applied"]


@dataclass(frozen=True, slots=True)
class Applied:
    """What buffs do to one attack; build it with `Applied.of`.

    Attributes:
        sides: What reaches the target and the situation.
        lines: What reaches each weapon line, asked after the target has changed.
        pools: The mortal wounds beside the attacks.
        unknown: For each buff whose pool cannot be rolled what is not known.
        defended: The scenario with the target's and the situation's changes folded in.
    """

    sides: tuple[Defence, ...]
    lines: tuple[tuple[Granted, ...], ...]
    pools: tuple[MortalWounds, ...]
    unknown: dict[str, str]
    defended: Scenario

    @classmethod
    def of(cls, selected: Sequence[Selected], table: Table) -> Applied:
        """Ask what each of the tested buffs reaches."""
        sides = defences(selected, table)
        scenario = defended(table.scenario, sides)
        after = table.with_scenario(scenario)
        lines = tuple(tuple(grants(selected, after, place)) for place in range(len(scenario.attacker.weapons)))
        pools, unknown = rolled(selected, table)
        return cls(tuple(sides), lines, tuple(pools), unknown, scenario)

    @property
    def touched(self) -> frozenset[str]:
        """The ids of the buffs that reach something."""
        tests = any(pool.leadership for pool in self.pools)
        found = {pool.id for pool in self.pools} | {one.selected.buff.id for line in self.lines for one in line}
        found |= {one.selected.buff.id for one in self.sides if tests or one.effect.change != "leadership_rerolled"}
        return frozenset(found)

    @property
    def key(self) -> object:
        """What tells one outcome from another: the effects and what they reach, whoever they are of."""
        return (
            tuple(sorted((one.effect.change, str(one.effect.value), tuple(sorted(one.places))) for one in self.sides)),
            tuple(_values(line) for line in self.lines),
            tuple(pool.model_dump_json(exclude={"id"}) for pool in self.pools),
        )

    def scenario(self) -> Scenario:
        """The scenario with everything folded in but the outcome of the named buffs."""
        stealth = self.defended.target.stealth
        weapons = self.defended.attacker.weapons
        lines = [
            modified(weapon, granted, self.defended, stealth)
            for weapon, granted in zip(weapons, self.lines, strict=True)
        ]
        return _with_lines(self.defended, lines, self.pools)


def _values(granted: Iterable[Granted]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted((one.effect.change, str(one.effect.value)) for one in granted))


def _with_lines(scenario: Scenario, lines: list[Weapon], pools: Sequence[MortalWounds]) -> Scenario:
    """The scenario with its new weapon lines; what all of them gained alike goes to the scenario's modifiers."""
    before = scenario.attacker.weapons
    changes: dict[str, Any] = {"buffs": []}
    gained = lines[0].modifiers if lines else None
    alike = all(line.modifiers == gained and not weapon.modifiers for line, weapon in zip(lines, before, strict=True))
    if gained is not None and alike:
        changes |= join_modifiers(lines[0], scenario.modifiers, ignore_penalties=False)._asdict()
        changes["abilities"] = [*scenario.modifiers.abilities, *gained.abilities]
        lines = [line.model_copy(update={"modifiers": None}) for line in lines]
    return scenario.model_copy(
        update={
            "attacker": scenario.attacker.model_copy(update={"weapons": lines}),
            "modifiers": scenario.modifiers.model_copy(update=changes),
            "pools": [*scenario.pools, *pools],
        }
    )
