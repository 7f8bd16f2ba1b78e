"""Which loadouts are legal: how many of each item a unit of a size may carry, and what is wrong with a given count.

Datasheets offer swaps ("this item instead of that one") and cap them by lists of items ("at most four of these").
Bounds of single items follow from both; a whole loadout is checked by what the sources can tell, so a loadout without
a problem here may still break a rule that no source states in numbers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from analysis.datasheet import Datasheet, UnitSize

__all__ = ["Allowance", "Bounds", "WargearBudget", "WargearOption", "allowance", "problems"]


@dataclass(frozen=True, slots=True)
class WargearOption:
    """One swap: each model that takes it gives up `replaces` (nothing, for an addition) and gets `items`.

    Attributes:
        model_name: The models it is offered to; None for all.
        max_count: Most models that may take it; None for no such limit.
        per_models: One `max_count` (one, if there is none) for every so many models; None for no such limit.
    """

    replaces: tuple[str, ...]
    items: tuple[str, ...]
    model_name: str | None
    max_count: int | None
    per_models: int | None


@dataclass(frozen=True, slots=True)
class WargearBudget:
    """At most `count` of these items, for every `per_models` models (0: for the unit), each at most `duplicates`."""

    items: frozenset[str]
    count: int
    per_models: int
    duplicates: int | None

    def most(self, models: int) -> int:
        """The limit of a unit of so many models."""
        return self.count * (models // self.per_models if self.per_models else 1)

    def most_alike(self, models: int) -> int:
        """The limit of each single item."""
        if self.duplicates is None:
            return self.most(models)
        return self.duplicates * (models // self.per_models if self.per_models else 1)


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many of an item a unit may carry, ends included; `replaces` is what it takes the place of."""

    least: int
    most: int
    usual: int
    replaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Allowance:
    """All items a unit of one size may carry, and the budgets over several of them."""

    models: int
    bounds: Mapping[str, Bounds]
    budgets: tuple[WargearBudget, ...]


def allowance(
    sheet: Datasheet, size: UnitSize, options: Sequence[WargearOption], budgets: Sequence[WargearBudget]
) -> Allowance:
    """Bounds of every item of a unit at a size."""
    usual = Counter[str]()
    for item in size.items:
        usual[item.item_id] += item.count
    most, least = Counter(usual), Counter(usual)
    replaced: dict[str, tuple[str, ...]] = {}
    for (replaces, gained), takers in _takers(sheet, size, options).items():
        for name, each in Counter(gained).items():
            most[name] += takers * each
            replaced.setdefault(name, replaces)
        for name in set(replaces):
            least[name] -= takers
    for budget in budgets:
        for name in budget.items & most.keys():
            most[name] = min(most[name], max(usual[name], budget.most_alike(size.models)))
    bounds = {
        name: Bounds(max(0, min(least[name], usual[name])), most[name], usual[name], replaced.get(name, ()))
        for name in most
        if most[name] > 0
    }
    return Allowance(size.models, bounds, tuple(budgets))


def problems(allowed: Allowance, counts: Mapping[str, int], names: Mapping[str, str]) -> list[str]:
    """What is wrong with a loadout, a sentence each; `counts` and `names` are by item id."""
    return [
        *_out_of_bounds(allowed, counts, names),
        *_over_budget(allowed, counts, names),
        *_unpaid(allowed, counts, names),
    ]


Swap = tuple[tuple[str, ...], tuple[str, ...]]


def _takers(sheet: Datasheet, size: UnitSize, options: Iterable[WargearOption]) -> dict[Swap, int]:
    """How many models may make each swap; the same swap offered to several kinds of models adds up."""
    by_name: dict[str, int] = defaultdict(int)
    for line, count in size.counts:
        by_name[next((part.name for part in sheet.composition if part.line == line), "")] += count
    takers = Counter[Swap]()
    for option in options:
        models = by_name.get(option.model_name or "", size.models)
        if option.per_models:
            models = min(models, size.models // option.per_models * (option.max_count or 1))
        elif option.max_count is not None:
            models = min(models, option.max_count)
        swap = option.replaces, option.items
        takers[swap] = min(size.models, takers[swap] + models)
    return takers


def _out_of_bounds(allowed: Allowance, counts: Mapping[str, int], names: Mapping[str, str]) -> list[str]:
    sentences = []
    for item, count in counts.items():
        bounds = allowed.bounds.get(item)
        if count and bounds is None:
            sentences.append(f"{names.get(item, item)}: not among the options of this unit.")
        elif bounds is not None and count > bounds.most:
            sentences.append(f"{names.get(item, item)}: {count} are more than the {bounds.most} this unit may have.")
    return sentences


def _over_budget(allowed: Allowance, counts: Mapping[str, int], names: Mapping[str, str]) -> list[str]:
    sentences = []
    for budget in allowed.budgets:
        chosen = sum(counts.get(item, 0) for item in budget.items)
        usual = sum(bounds.usual for item, bounds in allowed.bounds.items() if item in budget.items)
        most = max(budget.most(allowed.models), usual)
        if chosen > most:
            listed = ", ".join(sorted(names.get(item, item) for item in budget.items if counts.get(item, 0)))
            sentences.append(f"{listed}: {chosen} together, at most {most} are allowed.")
    return sentences


def _unpaid(allowed: Allowance, counts: Mapping[str, int], names: Mapping[str, str]) -> list[str]:
    """Items that replace others need as many of those to be given up."""
    taken = Counter[str]()
    for item, bounds in allowed.bounds.items():
        if len(bounds.replaces) == 1:
            taken[bounds.replaces[0]] += max(0, counts.get(item, 0) - bounds.usual)
    sentences = []
    for item, needed in taken.items():
        given = allowed.bounds.get(item)
        if given is not None and given.usual and needed > given.usual - counts.get(item, 0):
            left = max(0, given.usual - needed)
            sentences.append(f"{names.get(item, item)}: {needed} are replaced, so at most {left} are left.")
    return sentences
