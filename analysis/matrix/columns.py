"""The columns of a matrix out of datasheets: units as targets, with all their groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.archetypes import ARCHETYPES
from analysis.buffs.table import SideFacts
from analysis.datasheet import Catalogue, Datasheet
from analysis.matrix.rows import KIND_OF_PHASE
from analysis.matrix.shelf import Shelf
from analysis.referring import Phase, UnitReference
from analysis.resolve.fielded import field_units
from analysis.resolve.side import facts_of, side_of, target_of
from analysis.scenario import Target

__all__ = ["TargetColumn", "archetype_columns", "target_column", "target_columns"]


@dataclass(frozen=True, slots=True)
class TargetColumn:
    """A unit under attack in one phase; an invulnerable save against other attacks is left out.

    Attributes:
        label: For people.
        reference: The unit as a Scenario names it, by its id whatever it was asked for by.
        target: Its groups, keywords and points.
        facts: What its abilities ask beyond these numbers.
    """

    label: str
    reference: UnitReference
    target: Target
    facts: SideFacts

    @property
    def models(self) -> int:
        """Models in all."""
        return sum(group.count for group in self.target.groups)


def target_column(
    reference: UnitReference, catalogue: Catalogue, edition: str, phase: Phase, label: str | None = None
) -> TargetColumn:
    """One unit as a column.

    Raises:
        InputError: For names the catalogue does not know.
    """
    units = field_units(reference, catalogue, edition, "target")
    side = side_of(reference, units, KIND_OF_PHASE[phase], "target")
    target = target_of(side)
    found = reference.model_copy(update={"unit": units[0].datasheet.reference})
    return TargetColumn(label or target.name, found, target, facts_of(side, ()))


def target_columns(
    datasheets: Sequence[Datasheet], catalogue: Catalogue, phase: Phase, models: int | None = None
) -> list[TargetColumn]:
    """Every datasheet as a target with its default loadout.

    Args:
        datasheets: Of one edition; those without models are left out.
        catalogue: For what a datasheet does not say.
        phase: Shooting or fight.
        models: The size where it is a legal one, else the nearest larger, else the largest; by default the smallest.
    """
    shelf = Shelf(datasheets, catalogue)
    columns = []
    for sheet in datasheets:
        if sheet.sizes:
            reference = UnitReference(unit=sheet.reference, models=_size(sheet, models))
            columns.append(target_column(reference, shelf, sheet.edition, phase))
    return columns


def _size(sheet: Datasheet, models: int | None) -> int | None:
    sizes = sorted(size.models for size in sheet.sizes)
    return None if models is None else next((size for size in sizes if size >= models), sizes[-1])


def archetype_columns(catalogue: Catalogue, edition: str, phase: Phase) -> list[TargetColumn]:
    """The twelve standard targets."""
    return [
        target_column(UnitReference(unit=a.unit, models=a.models), catalogue, edition, phase, a.label)
        for a in ARCHETYPES
    ]
