"""Single weapons in the hands of the units that carry them: each alone, with the abilities of its bearer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import replace

import numpy as np

from analysis.datasheet import Catalogue, Datasheet
from analysis.matrix.columns import TargetColumn
from analysis.matrix.distinct import distinct, weapon_key
from analysis.matrix.garbage import no_garbage_collection
from analysis.matrix.progress import Progress, portion, untold
from analysis.matrix.rows import KIND_OF_PHASE, Bearer, UnitRow, WeaponRow, forbidden, weapon_rows
from analysis.matrix.shelf import Shelf
from analysis.matrix.stances import Stance, Stances
from analysis.matrix.terms import Terms
from analysis.matrix.weapons import METRICS, WeaponMatrix, weapon_matrix
from analysis.referring import LoadoutLine, UnitReference
from analysis.resolve.attacks import AttackLine
from analysis.resolve.fielded import FieldedUnit, field_units
from analysis.resolve.hands import Bearers, Carried
from analysis.resolve.loadouts import Loadout
from analysis.resolve.weapons import scenario_weapon
from analysis.scenario import Weapon

__all__ = ["bearer_matrix"]


@no_garbage_collection()
def bearer_matrix(
    datasheets: Sequence[Datasheet],
    catalogue: Catalogue,
    columns: Sequence[TargetColumn],
    terms: Terms,
    progress: Progress = untold,
) -> tuple[list[WeaponRow], WeaponMatrix]:
    """Every weapon of some datasheets against every target; the same numbers as a duel of its bearer with it alone.

    Bearers of one row have the same numbers against all targets: where their abilities, or what targets ask of them,
    make a difference to the weapon, they have rows of their own. What a weapon may not attack it does nothing to.

    Args:
        datasheets: Of one edition.
        catalogue: For what a datasheet does not say.
        columns: Targets of the same phase.
        terms: Common to all cells.
        progress: Told how many cells are done, of how many; it may raise to stop.
    """
    stances = Stances(columns, terms)
    hands = _Hands(datasheets, catalogue, stances)
    rows = weapon_rows(datasheets, KIND_OF_PHASE[terms.phase], terms.situation, hands.fares)
    found = []
    for row in rows:
        progress(0, len(rows) * len(columns))
        found.append(stances.of(hands.attacker(row.bearers[0], row.line)))
    return rows, _matrix(rows, found, columns, stances, progress)


class _Hands:
    """The units of some datasheets, each with one weapon at a time."""

    def __init__(self, datasheets: Sequence[Datasheet], catalogue: Catalogue, stances: Stances) -> None:
        self._terms = stances.defenders.terms
        self._stances = stances
        shelf = Shelf(datasheets, catalogue)
        self._units: dict[str, FieldedUnit] = {}
        for sheet in datasheets:
            reference = UnitReference(unit=sheet.reference)
            (self._units[sheet.reference],) = field_units(reference, shelf, sheet.edition, "attacker")

    def attacker(self, bearer: Bearer, line: AttackLine) -> UnitRow:
        """A bearer that has one weapon and nothing else."""
        unit = self._units[bearer.unit]
        picked = line.profile if len(line.weapon.profiles) > 1 else None
        hands = Bearers(unit.size, (Carried(line.weapon, 1, picked),), alike=unit.size == 1)
        carried = LoadoutLine(weapon=line.weapon.weapon_id, profile=bearer.profile)
        reference = UnitReference(unit=bearer.unit, loadout=[carried])
        return UnitRow(reference, (replace(unit, loadout=Loadout((hands,))),), self._terms.phase)

    def fares(self, bearer: Bearer, line: AttackLine) -> Hashable:
        """What tells bearers of weapons of the same numbers apart."""
        weapon = scenario_weapon(line, self._terms.situation, damaged=False)
        return self._stances.fares(self.attacker(bearer, line), weapon)


def _matrix(
    rows: Sequence[WeaponRow],
    found: Sequence[Sequence[Stance]],
    columns: Sequence[TargetColumn],
    stances: Stances,
    progress: Progress,
) -> WeaponMatrix:
    """The stances of all rows, block by block."""
    blocks: dict[tuple[int, int], list[tuple[int, Stance]]] = defaultdict(list)
    for place, of_row in enumerate(found):
        for stance in of_row:
            blocks[stance.block].append((place, stance))
    figures = np.zeros((len(METRICS), len(rows), len(columns)))
    cells, done = figures[0].size, 0
    edition = stances.defenders.terms.library.edition
    for (table, _), block in blocks.items():
        own = sum(len(stance.columns) for _, stance in block)
        part = portion(progress, done, own, cells)
        guises = np.unique(np.concatenate([stance.guises for _, stance in block]))
        targets = [stances.guises.targets[guise] for guise in guises.tolist()]
        weapons, number = distinct(
            [_armed(rows[row], stance) for row, stance in block], lambda weapon: weapon_key(weapon, by_distance=True)
        )
        answer = weapon_matrix(weapons, targets, edition, *stances.guises.tables[table], part)
        for (row, stance), weapon in zip(block, number.tolist(), strict=True):
            at = np.searchsorted(guises, stance.guises)
            for place, metric in enumerate(METRICS):
                figures[place, row, stance.columns] = getattr(answer, metric)[weapon, at]
        done += own
    figures[:, forbidden(rows, [column.target for column in columns])] = 0.0
    return WeaponMatrix(*figures)


def _armed(row: WeaponRow, stance: Stance) -> Weapon:
    """The weapon of a row as a stance has it."""
    return next(iter(stance.arms.weapons.values()), row.weapon)
