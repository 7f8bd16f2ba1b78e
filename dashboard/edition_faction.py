"""A whole faction against the standard targets under both editions: means, the largest changes, and their causes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from analysis.archetypes import ARCHETYPES, Archetype
from analysis.efficiency import MEASURES as OF_FIGURES
from analysis.errors import InputError
from analysis.referring import Phase
from dashboard import facts
from dashboard.answer import answer
from dashboard.compare import MEASURES, Measure
from dashboard.edition_charts import Pair
from dashboard.edition_duels import EARLIER, LATER, BothEditions, both_editions
from dashboard.edition_view import DATASHEETS, TOGETHER, because, difference, read
from dashboard.matrix_question import STANDARD, Question
from dashboard.matrix_view import view_of
from dashboard.plain import markdown_text
from dashboard.waiting import tell

__all__ = [
    "Changed",
    "FactionChanges",
    "faction_changes",
    "faction_table",
    "in_words",
    "not_compared",
    "pairs",
    "ranked",
    "strongest",
]


@dataclass(frozen=True, slots=True, eq=False)
class Changed:
    """One unit under both editions.

    Attributes:
        numbers: By measure key, shape (editions, targets); NaN where there is no answer.
    """

    reference: str
    name: str
    numbers: dict[str, NDArray[np.float64]]

    def known(self, measure: Measure) -> NDArray[np.bool_]:
        """Targets with an answer in both editions."""
        return np.isfinite(self.numbers[measure.key]).all(axis=0)

    def means(self, measure: Measure) -> tuple[float, float]:
        """Mean over the targets with an answer in both editions, before and after."""
        known = self.known(measure)
        if not known.any():
            return math.nan, math.nan
        before, after = self.numbers[measure.key][:, known].mean(axis=1).tolist()
        return before, after

    def most_changed(self, measure: Measure) -> Archetype:
        """The target against which the number changed most."""
        before, after = self.numbers[measure.key]
        return ARCHETYPES[int(np.argmax(np.where(self.known(measure), np.abs(after - before), -1.0)))]


@dataclass(frozen=True, slots=True, eq=False)
class FactionChanges:
    """A faction under both editions; `apart` are the units that attack in this phase in one of them only."""

    phase: Phase
    situation: tuple[str, ...]
    units: tuple[Changed, ...]
    apart: tuple[str, ...]


def faction_changes(faction: str, phase: Phase, situation: tuple[str, ...], measure: Measure) -> FactionChanges:
    """Every unit of a faction against the standard targets under both editions.

    Args:
        faction: Its id.
        phase: Shooting or fight.
        situation: Names of flags.
        measure: What will be read; the matrix knows most numbers of all units at once, duels the others.
    """
    old, new = (
        {sheet.reference: sheet.name for sheet in facts.sheets(edition, faction)} for edition in (EARLIER, LATER)
    )
    in_both = [reference for reference in new if reference in old]
    if measure.key in OF_FIGURES:
        numbers = _by_matrix(faction, phase, situation)
    else:
        numbers = {}
        for place, reference in enumerate(in_both):
            tell(place, len(in_both))
            numbers[reference] = _by_duels(reference, phase, situation)
    known = {reference: numbers.get(reference, []) for reference in in_both}
    apart = [name for reference, name in (old | new).items() if (reference in old) != (reference in new)]
    apart += [new[reference] for reference, editions in known.items() if len(editions) == 1]
    units = tuple(
        Changed(reference, new[reference], {key: np.stack([of[key] for of in editions]) for key in editions[0]})
        for reference, editions in known.items()
        if len(editions) == 2
    )
    return FactionChanges(phase, situation, units, tuple(sorted(apart)))


Numbers = dict[str, NDArray[np.float64]]
"""Of one unit under one edition: by measure, against each standard target."""


def _by_matrix(faction: str, phase: Phase, situation: tuple[str, ...]) -> dict[str, list[Numbers]]:
    """Numbers of every unit that attacks in this phase, out of the matrices that the other pages show as well."""
    flags = tuple((name, True) for name in sorted(situation))
    found: dict[str, list[Numbers]] = {}
    for edition in (EARLIER, LATER):
        view = view_of(Question(edition, faction, STANDARD, phase, situation=flags))
        read_off = {
            measure.key: OF_FIGURES[measure.key].of(view.figures) for measure in MEASURES if measure.key in OF_FIGURES
        }
        for place, row in enumerate(view.rows):
            found.setdefault(row.reference, []).append({key: numbers[place] for key, numbers in read_off.items()})
    return found


@lru_cache(maxsize=1024)
def _by_duels(reference: str, phase: Phase, situation: tuple[str, ...]) -> list[Numbers]:
    """Numbers of one unit, each cell a duel of its own; an edition in which it cannot attack is left out."""
    found = []
    for edition in (EARLIER, LATER):
        try:
            results = [answer(_data(reference, one, phase, situation, edition)).result for one in ARCHETYPES]
        except InputError:
            continue
        found.append({m.key: np.array([_number(m, result) for result in results]) for m in MEASURES})
    return found


def ranked(changes: FactionChanges, measure: Measure, most: int) -> list[Changed]:
    """The units whose mean changed most, at most so many; those without an answer are left out."""
    moved = {unit: abs(unit.means(measure)[1] - unit.means(measure)[0]) for unit in changes.units}
    known = [unit for unit in changes.units if not math.isnan(moved[unit])]
    return sorted(known, key=lambda unit: (-moved[unit], unit.name))[:most]


def strongest(changes: FactionChanges, unit: Changed, measure: Measure) -> BothEditions:
    """The duel of a unit that changed most, with its causes."""
    return both_editions(_data(unit.reference, unit.most_changed(measure), changes.phase, changes.situation))


def pairs(units: list[Changed], measure: Measure) -> list[Pair]:
    """The means before and after, for the picture."""
    return [Pair(unit.name, *unit.means(measure)) for unit in units]


def faction_table(changes: FactionChanges, units: list[Changed], measure: Measure) -> pd.DataFrame:
    """A row for each unit: means, the target with the largest change, and what caused it there."""
    rows = []
    for place, unit in enumerate(units):
        tell(place, len(units))
        before, after = unit.means(measure)
        both = strongest(changes, unit, measure)
        told = both.changes.contributions(partial(read, measure))
        main = told[0][0] if told else None
        rows.append(
            {
                "unit": unit.name,
                "id": unit.reference,
                "mean 10e": before,
                "mean 11e": after,
                "difference": after - before,
                "most against": unit.most_changed(measure).label,
                "there 10e": read(measure, both.changes.earlier),
                "there 11e": read(measure, both.changes.later),
                "main cause there": main.name if main else TOGETHER if told else "none",
                "what changed": because(both, main) if main else "",
                "rules": ", ".join(main.rules) or DATASHEETS if main else "",
                "other causes there": ", ".join(cause.name if cause else TOGETHER for cause, _ in told[1:]),
            }
        )
    return pd.DataFrame(rows)


def in_words(units: list[Changed], measure: Measure, faction: str) -> str:
    """The unit that changed most; `units` are ranked."""
    if not units:
        return f"No unit of {markdown_text(faction)} can be compared in this phase."
    first = units[0]
    before, after = first.means(measure)
    return (
        f"**{markdown_text(first.name)}** changed most: {measure.label.lower()} went from **{measure.write(before)}** "
        f"to **{measure.write(after)}** on average over the standard targets "
        f"({difference(measure, after - before)})."
    )


def not_compared(changes: FactionChanges) -> str:
    """Which units are missing, and why."""
    if not changes.apart:
        return "Every unit of the faction is in both editions."
    listed = ", ".join(markdown_text(name) for name in changes.apart)
    return f"Not compared, since only one edition has them or lets them attack in this phase: {listed}."


def _number(measure: Measure, result: Any) -> float:
    value = read(measure, result)
    return math.nan if value is None else value


def _data(
    reference: str, target: Archetype, phase: Phase, situation: tuple[str, ...], edition: str | None = None
) -> dict[str, Any]:
    data = {
        "phase": phase,
        "attacker": {"unit": reference},
        "target": {"unit": target.unit, "models": target.models},
        "situation": dict.fromkeys(situation, True),
    }
    return {**data, "edition": edition} if edition else data
