"""Every weapon against every target, one weapon line at a time.

The work goes in three steps. *Plan*: each weapon is prepared against each kind of target it can tell apart, and lines
alike in Strength, AP and damage are put in one block, since the targets fall into the same cases for all of them.
*Compute*: the laws of wounds and the tables of what wounds do, each distinct one once. *Cells*: a cell is the scalar
product of a law and a table column, block by block.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from analysis.abilities import parse_ability
from analysis.allocation import order_of
from analysis.defence import Defence
from analysis.editions import EDITIONS
from analysis.engagement import takes_automatic_wound_at
from analysis.line import Line, prepare_line
from analysis.matrix.distinct import Columns, Parting, distinct, keywords_read, weapon_key, weapon_keywords
from analysis.matrix.duels import needs_duels
from analysis.matrix.families import Families, Family
from analysis.matrix.garbage import no_garbage_collection
from analysis.matrix.salvos import Salvos
from analysis.matrix.sights import Sight, Sights
from analysis.matrix.tables import Strike, Tables
from analysis.matrix.walks import FIGURES
from analysis.scenario import Modifiers, Situation, Target, Weapon

__all__ = ["METRICS", "Progress", "WeaponMatrix", "weapon_matrix"]

METRICS = ("damage", "slain", "destroyed", "wasted")
Progress = Callable[[int, int], None]
"""Told (blocks done, blocks in all) between blocks; it may raise to stop."""


@dataclass(frozen=True, slots=True, eq=False)
class WeaponMatrix:
    """Exact figures of each weapon (row) against each target (column): mean wounds lost, mean models slain, P(the
    whole target is slain), and mean damage wasted on dying models or on nobody.
    """

    damage: NDArray[np.float64]
    slain: NDArray[np.float64]
    destroyed: NDArray[np.float64]
    wasted: NDArray[np.float64]


def weapon_matrix(
    weapons: Sequence[Weapon],
    targets: Sequence[Target],
    edition: str,
    situation: Situation,
    modifiers: Modifiers,
    progress: Progress = lambda done, total: None,
) -> WeaponMatrix:
    """Every weapon line on its own against every target; the same numbers as `analysis.evaluate` gives.

    Args:
        weapons: Rows.
        targets: Columns, complete units with all their groups.
        edition: "10e" or "11e".
        situation: Common to all cells.
        modifiers: Common to all cells; named buffs folded in.
        progress: Told between blocks of cells, and may raise to stop.
    """
    with no_garbage_collection():
        if needs_duels(modifiers):
            return _one_by_one(weapons, targets, edition, situation, modifiers, progress)
        return _Plan(weapons, targets, edition, situation, modifiers).computed(progress)


def _one_by_one(
    weapons: Sequence[Weapon],
    targets: Sequence[Target],
    edition: str,
    situation: Situation,
    modifiers: Modifiers,
    progress: Progress,
) -> WeaponMatrix:
    """The matrix under a rule that no two cells can share."""
    read = keywords_read(modifiers.abilities).union(*(weapon_keywords(weapon, modifiers) for weapon in weapons))
    salvos = Salvos(targets, read, edition, situation, modifiers)
    lines, of_row = distinct(weapons, lambda weapon: salvos.arsenal.number(weapon, first=True))
    fired = [salvos.everywhere(salvos.arsenal.number(weapon, first=True)) for weapon in lines]
    figures = salvos.figures(fired, progress)[:, of_row][:, :, salvos.columns.kinds]
    lost, slain, destroyed, let_through = figures[: len(FIGURES)]
    return WeaponMatrix(lost, slain, destroyed, np.maximum(let_through - lost, 0.0))


@dataclass(slots=True, eq=False)
class _Block:
    """Weapons alike in Strength, AP and damage, against targets they see alike; a line for each part of them."""

    sight: Sight
    strike: Strike
    apart: bool
    lines: list[tuple[int, list[Line]]] = field(default_factory=list)


class _Plan:
    """One matrix; lives as long as its computation."""

    def __init__(
        self,
        weapons: Sequence[Weapon],
        targets: Sequence[Target],
        edition: str,
        situation: Situation,
        modifiers: Modifiers,
    ) -> None:
        self.edition = EDITIONS[edition]
        self.situation, self.modifiers = situation, modifiers
        by_distance = situation.distance is not None
        self.weapons, self.kinds = distinct(weapons, lambda weapon: weapon_key(weapon, by_distance))
        read = keywords_read(modifiers.abilities).union(*(weapon_keywords(w, modifiers) for w in self.weapons))
        self.columns = Columns.of(targets, read, self._toughness)
        self.families = Families(self.columns.toughnesses)
        self._partings: dict[Hashable, Parting] = {}
        lines = self._lines()
        met = {(line.ap, line.cover) for _, _, (line, *_) in lines}
        self.sights = Sights(self.columns, modifiers, self.edition, met)
        self.tables = Tables(modifiers, self.edition, self.sights.walks)
        self.blocks = self._blocks(lines)

    def _toughness(self, target: Target) -> int:
        return Defence(tuple(target.groups), self.modifiers, self.edition).toughness(range(len(target.groups)))

    def computed(self, progress: Progress) -> WeaponMatrix:
        parts = [_Part(self, block) for block in self.blocks]
        self.families.compute()
        for part in parts:
            part.reach()
        self.tables.compute()
        figures = np.zeros((len(METRICS), len(self.weapons), len(self.columns.targets)))
        for number, part in enumerate(parts):
            progress(number, len(parts))
            part.fill(figures)
        figures[3] = np.maximum(figures[3] - figures[0], 0.0)
        return WeaponMatrix(*(self._spread(figure) for figure in figures))

    def _spread(self, figure: NDArray[np.float64]) -> NDArray[np.float64]:
        """Give duplicates of rows and columns their figures."""
        if len(self.columns.kinds) != figure.shape[1]:
            figure = np.take(figure, self.columns.kinds, axis=1)
        return figure if len(self.kinds) == len(figure) else np.take(figure, self.kinds, axis=0)

    def _lines(self) -> list[tuple[int, Parting, list[Line]]]:
        """Each weapon prepared against each part of the targets; parts it strikes differently stand by themselves."""
        prepared = []
        for number, weapon in enumerate(self.weapons):
            parting = self._parted(weapon)
            alike: dict[Hashable, list[int]] = {}
            lines = []
            for part, facts in enumerate(parting.facts):
                line = prepare_line(weapon, self.modifiers, self.situation, self.edition, facts)
                lines.append(line)
                key = (line.to_wound.strengths, line.ap, line.cover, line.damage, line.psychic)
                alike.setdefault((*key, line.aims_at_character, line.volley.devastating), []).append(part)
            if len(alike) == 1:
                prepared.append((number, parting, lines))
                continue
            for parts in alike.values():
                same = (id(parting), *parts)
                if same not in self._partings:
                    self._partings[same] = parting.only(parts)
                prepared.append((number, self._partings[same], [lines[part] for part in parts]))
        return prepared

    def _blocks(self, prepared: Sequence[tuple[int, Parting, list[Line]]]) -> list[_Block]:
        blocks: dict[Hashable, _Block] = {}
        for number, parting, lines in prepared:
            line = lines[0]
            strike = Strike(line.damage, line.psychic, line.aims_at_character)
            apart = self.tables.apart(strike) if line.volley.devastating else None
            for sight, kind in self.sights.of(parting, line, self.families.needs(line), apart):
                key = (id(sight), strike)
                if key not in blocks:
                    blocks[key] = _Block(sight, strike, kind)
                blocks[key].lines.append((number, lines))
        return list(blocks.values())

    def _parted(self, weapon: Weapon) -> Parting:
        """The targets parted into those the weapon cannot tell apart."""
        read = weapon_keywords(weapon, self.modifiers)
        own = weapon.modifiers.abilities if weapon.modifiers else []
        texts = (*weapon.abilities, *own, *self.modifiers.abilities)
        counts_models = any(parse_ability(text).name in ("blast", "cleave") for text in texts)
        key = (read, weapon.type == "ranged" and weapon.skill is not None, counts_models)
        if key not in self._partings:
            self._partings[key] = self.columns.parted(*key)
        return self._partings[key]


class _Part:
    """The cells of one block."""

    def __init__(self, plan: _Plan, block: _Block) -> None:
        self.sight = block.sight
        self.table = plan.tables.of(block.strike, block.apart)
        self.table.used[block.sight.walk] = True
        self.lines = [(number, self._families(plan, lines)) for number, lines in block.lines]

    def _families(self, plan: _Plan, lines: Sequence[Line]) -> list[_Met]:
        """The families of the lines with the cases they meet."""
        sight = self.sight
        met = []
        for cases, codes, line in zip(sight.of_part, sight.code_of_part, lines, strict=True):
            if len(cases):
                family = plan.families.of(line, self.table.apart)
                taken = codes + self._automatic(plan, line, family, cases) if line.lethal else codes
                family.used[taken] = True
                met.append(_Met(cases, taken, family))
        return met

    def _automatic(self, plan: _Plan, line: Line, family: Family, cases: NDArray[np.intp]) -> NDArray[np.intp] | bool:
        if line.lethal_choice != "best" or not line.volley.devastating:
            return line.lethal_choice != "never"
        sight = self.sight
        choices = np.zeros(len(cases), dtype=np.intp)
        for place, case in enumerate(cases):
            walk = int(sight.walk[case])
            groups, several = plan.tables.walks[walk]
            first = order_of(groups, line.aims_at_character)[0]
            unsaved = (several[first] if several else int(sight.failing[case])) / 6
            odds = plan.families.odds(family.to_wound, int(sight.need[case]))
            choices[place] = takes_automatic_wound_at(line, odds, unsaved, plan.tables.laws(walk, self.table)[first])
        return choices

    def reach(self) -> None:
        """Tell the table how many wounds the laws of the lines know."""
        for _, met in self.lines:
            for one in met:
                self.table.reach(one.family.laws)

    def fill(self, figures: NDArray[np.float64]) -> None:
        """Scalar products of laws and table columns, written to every target they stand for."""
        sight = self.sight
        values = np.take(self.table.values, self.table.place[sight.walk], axis=3)
        cells = np.empty((len(self.lines), len(FIGURES), len(sight.need)))
        for place, (_, met) in enumerate(self.lines):
            laws = self._laws(met)
            known = values[: laws.shape[0], : laws.shape[1]]
            np.einsum("kmu,kmfu->fu", laws, known, out=cells[place])
        spread = np.take(cells, sight.case, axis=2)
        everywhere = len(sight.targets) == figures.shape[2]
        for place, (number, _) in enumerate(self.lines):
            figures[:, number, slice(None) if everywhere else sight.targets] = spread[place]

    def _laws(self, met: Sequence[_Met]) -> NDArray[np.float64]:
        """The law of every case."""
        if len(met) == 1:
            return met[0].laws()
        found = [one.laws() for one in met]
        wounds, devastating = (max(laws.shape[axis] for laws in found) for axis in (0, 1))
        joined = np.zeros((wounds, devastating, len(self.sight.need)))
        for one, laws in zip(met, found, strict=True):
            joined[: laws.shape[0], : laws.shape[1], one.cases] = laws
        return joined


class _Met(NamedTuple):
    """The cases that a family meets in one sight, by their numbers there and by their codes."""

    cases: NDArray[np.intp]
    codes: NDArray[np.intp]
    family: Family

    def laws(self) -> NDArray[np.float64]:
        """The laws of these cases."""
        laws: NDArray[np.float64] = np.take(self.family.laws, self.family.place[self.codes], axis=2)
        return laws
