"""What the change of edition did to one attack, as tables and sentences: the causes, and the facts that changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pandas as pd

from analysis.edition_changes import Cause
from analysis.result import Result
from dashboard.compare import Measure, compared
from dashboard.compare import measure as measure_of
from dashboard.csv_export import Origin
from dashboard.edition_charts import Pair, Step
from dashboard.edition_duels import EARLIER, LATER, BothEditions
from dashboard.edition_facts import changes_of_attack
from dashboard.frame import EDITION_NAMES
from dashboard.numbers import percent, signed
from dashboard.plain import markdown_text

__all__ = [
    "DATASHEETS",
    "HOW_COUNTED",
    "TOGETHER",
    "because",
    "causes",
    "difference",
    "ends",
    "headline",
    "in_edition",
    "numbers_of_both",
    "origin_of_both",
    "parts_in_words",
    "read",
    "slain_laws",
    "steps",
    "unit_duel",
    "units_in",
]

TOGETHER = "Together"
DATASHEETS = "datasheets"
NOTHING = 1e-9  # what rounding leaves of a difference that is none
HOW_COUNTED = (
    "Each cause is switched alone, on in the 10th edition and off in the 11th; what it adds is the mean of the two."
)


def unit_duel(attacker: str, target: str, phase: str, situation: Sequence[str]) -> dict[str, Any]:
    """A duel of two units; `situation` names the flags that hold."""
    return {
        "phase": phase,
        "attacker": {"unit": attacker},
        "target": {"unit": target},
        "situation": dict.fromkeys(situation, True),
    }


def units_in(data: Mapping[str, Any]) -> list[str]:
    """The units of a scenario by reference, attacker first; a side written out in numbers has none."""
    return list(dict.fromkeys(data[side]["unit"] for side in ("attacker", "target") if "unit" in data[side]))


def in_edition(both: BothEditions, data: Mapping[str, Any], edition: str) -> dict[str, Any]:
    """A scenario that this edition can answer: as given where it could, else as it was written out for it."""
    if both.notes and data.get("edition") != edition:
        scenario = both.earlier if edition == EARLIER else both.later
        return scenario.model_dump(mode="json")
    return {**data, "edition": edition}


def origin_of_both(origin: Origin) -> Origin:
    """Tables of the page hold numbers of both editions."""
    return replace(origin, edition=f"{EARLIER} and {LATER}")


def slain_laws(both: BothEditions) -> list[tuple[str, Sequence[float]]]:
    """How many models fall, in each edition."""
    results = (both.changes.earlier, both.changes.later)
    return [(EDITION_NAMES[name], result.slain.pmf) for name, result in zip((EARLIER, LATER), results, strict=True)]


def read(measure: Measure, result: Result) -> float | None:
    """A number of a result; "at least so many" asks for one model."""
    return measure.read(result, 1)


def difference(measure: Measure, value: float | None) -> str:
    """A difference in words: chances differ by percentage points."""
    if value is None:
        return "–"
    if abs(value) < NOTHING:
        return "0"
    return f"{signed(100 * value)} percentage points" if measure.write is percent else signed(value)


def ends(both: BothEditions, measure: Measure) -> Pair | None:
    """The number under both editions; None where one of them has none."""
    before, after = read(measure, both.changes.earlier), read(measure, both.changes.later)
    return None if before is None or after is None else Pair(both.later.attacker.name, before, after)


def headline(both: BothEditions, measure: Measure) -> str:
    """The answer first: the number under both editions."""
    found = ends(both, measure)
    who, whom = (f"**{markdown_text(name)}**" for name in (both.later.attacker.name, both.later.target.name))
    if found is None:
        return f"{who} against {whom}: one edition has no price for them, so this number cannot be compared."
    change = difference(measure, found.after - found.before)
    return (
        f"{who} against {whom}, {measure.label.lower()}: **{measure.write(found.before)}** in the 10th edition, "
        f"**{measure.write(found.after)}** in the 11th ({change})."
    )


def parts_in_words(both: BothEditions, measure: Measure) -> str:
    """How much of the difference is due to rules, and how much to datasheets and prices."""
    parts = both.changes.parts(partial(read, measure))
    if parts is None:
        return ""
    if not both.changes.contributions(partial(read, measure)):
        return "Nothing that changed between the editions touches this number."
    return f"Rules: {difference(measure, parts[0])}. Datasheets and prices: {difference(measure, parts[1])}."


def numbers_of_both(both: BothEditions) -> pd.DataFrame:
    """Every number under both editions; "at least so many" asks for one model."""
    table = compared(both.changes.earlier, both.changes.later, 1)
    at_least = measure_of("at_least").label
    table["number"] = table["number"].replace({at_least: "Chance of at least 1 slain"})
    return table.rename(columns={"A": EDITION_NAMES[EARLIER], "B": EDITION_NAMES[LATER]})


def steps(both: BothEditions, measure: Measure) -> list[Step]:
    """The causes of the difference, the largest first; they add up to it."""
    told = both.changes.contributions(partial(read, measure))
    return [Step(cause.name if cause else TOGETHER, added) for cause, added in told]


def causes(both: BothEditions, measure: Measure) -> pd.DataFrame:
    """The same as a table, with what each cause is and the ids of its rules."""
    rows = [
        (cause.name, because(both, cause), ", ".join(cause.rules) or DATASHEETS, added)
        if cause
        else (TOGETHER, "what three or more causes do to each other", "", added)
        for cause, added in both.changes.contributions(partial(read, measure))
    ]
    return pd.DataFrame(rows, columns=["cause", "what changed", "rules", "adds"])


def because(both: BothEditions, cause: Cause) -> str:
    """What a cause is here: the facts of the datasheets that changed, or what the rule now says."""
    changed = changes_of_attack(both.earlier, both.later, both.offered).get(cause.name)
    return changed or cause.sentence
