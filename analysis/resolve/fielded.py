"""A unit of the catalogue put on the table: its size, what its models carry, and its price."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.datasheet import Catalogue, CompositionLine, Datasheet, UnitSize
from analysis.errors import InputError
from analysis.points import unit_price
from analysis.referring import UnitReference
from analysis.resolve.loadouts import Loadout, chosen_loadout, default_loadout

__all__ = ["FieldedUnit", "field_units"]


@dataclass(frozen=True, slots=True)
class FieldedUnit:
    """One datasheet on the table.

    Attributes:
        models: How many of each composition line stand in it.
        points: Price by size, copy and loadout; None without a price in the catalogue.
        attached: Whether it is a leader or support unit of the side's first unit.
        keywords: With those the army gives it, upper case.
        wounded: Wounds lost by its first model.
        damaged: Whether it suffers the penalty of its datasheet for few wounds remaining.
    """

    datasheet: Datasheet
    models: tuple[tuple[CompositionLine, int], ...]
    loadout: Loadout
    points: int | None
    attached: bool
    keywords: frozenset[str]
    wounded: int
    damaged: bool

    @property
    def size(self) -> int:
        """Models in all."""
        return sum(count for _, count in self.models)


def field_units(reference: UnitReference, catalogue: Catalogue, edition: str, field: str) -> tuple[FieldedUnit, ...]:
    """Put a unit and those attached to it on the table; the bodyguard comes first.

    Raises:
        InputError: For an unknown unit, weapon or size, naming the field.
    """
    army = reference.army_faction
    first = _field(reference, catalogue, edition, field, army, attached=False)
    army = army or first.datasheet.faction_id
    joined = [
        _field(other, catalogue, edition, f"{field}.attached[{place}]", other.army_faction or army, attached=True)
        for place, other in enumerate(reference.attached)
    ]
    return (first, *joined)


def _field(
    reference: UnitReference, catalogue: Catalogue, edition: str, field: str, army: str | None, *, attached: bool
) -> FieldedUnit:
    datasheet = _find(reference.unit, catalogue, edition, field)
    if attached and datasheet.attachment_role is None and not catalogue.bodyguards(edition, datasheet.unit_id):
        raise InputError(f"{field}.unit", reference.unit, "a leader or support unit")
    size = _size(datasheet, reference.models, field)
    if reference.loadout is None:
        loadout = default_loadout(datasheet, size)
    else:
        loadout = chosen_loadout(datasheet, size, reference.loadout, f"{field}.loadout")
    price = unit_price(datasheet.tiers, size.models, reference.copy_number)
    lines = {line.line: line for line in datasheet.composition}
    return FieldedUnit(
        datasheet=datasheet,
        models=tuple((lines[number], count) for number, count in size.counts),
        loadout=loadout,
        points=None if price is None else price + loadout.cost(datasheet),
        attached=attached,
        keywords=_keywords(datasheet, catalogue, army, field),
        wounded=reference.wounded,
        damaged=reference.damaged,
    )


def _find(unit: str, catalogue: Catalogue, edition: str, field: str) -> Datasheet:
    try:
        return catalogue.datasheet(edition, unit)
    except InputError as error:
        raise InputError(f"{field}.{error.field}", error.value, error.expected) from None


def _size(datasheet: Datasheet, models: int | None, field: str) -> UnitSize:
    """The size asked for; without one the smallest legal."""
    sizes = {size.models: size for size in datasheet.sizes}
    if not sizes:
        raise InputError(f"{field}.unit", datasheet.reference, "a unit whose models the catalogue lists")
    wanted = min(sizes) if models is None else models
    if wanted not in sizes:
        legal = ", ".join(_ranges(sorted(sizes)))
        raise InputError(f"{field}.models", models, f"a legal size of {datasheet.name}: {legal}")
    return sizes[wanted]


def _ranges(sizes: Sequence[int]) -> list[str]:
    """Sizes as ranges, for people.

    >>> _ranges([3, 5, 6, 7, 10])
    ['3', '5 to 7', '10']
    """
    runs: list[list[int]] = []
    for size in sizes:
        if runs and size == runs[-1][-1] + 1:
            runs[-1].append(size)
        else:
            runs.append([size])
    return [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]


def _keywords(datasheet: Datasheet, catalogue: Catalogue, army: str | None, field: str) -> frozenset[str]:
    """The printed keywords, and those the datasheet has in armies of the named faction."""
    own = frozenset((*datasheet.keywords, *datasheet.faction_keywords))
    if not army and not datasheet.conditional_keywords:
        return own
    try:
        of_army = catalogue.faction_keywords(datasheet.edition, army or datasheet.faction_id)
    except InputError as error:
        raise InputError(f"{field}.{error.field}", error.value, error.expected) from None
    return own | {c.keyword for c in datasheet.conditional_keywords if c.required_faction_keyword in of_army}
