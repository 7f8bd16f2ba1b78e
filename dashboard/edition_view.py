"""The editions side by side: one duel with what caused the difference, or a whole faction, largest changes first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd

from analysis.datasheet import Datasheet, WeaponProfile
from analysis.edition_change import EditionChange, edition_change
from analysis.errors import InputError
from analysis.referring import Phase
from dashboard import facts
from dashboard.answer import answer
from dashboard.compare import Measure
from dashboard.matrix_view import STANDARD, Question, cell_scenario, view_of
from dashboard.metrics import Metric
from dashboard.numbers import signed

__all__ = [
    "both_editions",
    "causes",
    "difference_in_words",
    "duel_change",
    "faction_changes",
    "sheet_changes",
    "units_of_both",
]

EARLIER, LATER = "10e", "11e"


@lru_cache(maxsize=1)
def units_of_both() -> dict[str, str]:
    """Units that both editions have: references to names with the faction's."""
    kept = {}
    factions = facts.faction_names(LATER)
    for faction in factions:
        if faction in facts.faction_names(EARLIER):
            old = {sheet.unit_id for sheet in facts.sheets(EARLIER, faction)}
            for sheet in facts.sheets(LATER, faction):
                if sheet.unit_id in old:
                    kept[sheet.reference] = f"{sheet.name} ({factions[faction]})"
    return kept


def both_editions(data: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The same attack as a scenario of each edition, the earlier first."""
    return {**data, "edition": EARLIER}, {**data, "edition": LATER}


def duel_change(data: Mapping[str, Any]) -> EditionChange:
    """What the change of edition did to one attack, each side with its edition's own default loadout."""
    earlier, later = (answer(one).scenario for one in both_editions(data))
    return edition_change(earlier, later)


def difference_in_words(change: EditionChange) -> str:
    """What the change of edition did to an attack, in one sentence."""
    before, after = change.earlier, change.later
    return (
        f"The 11th edition slays {signed(after.slain.mean - before.slain.mean)} models and takes "
        f"{signed(after.damage.mean - before.damage.mean)} wounds against the 10th, "
        f"of which the datasheets alone {signed(change.new_sheets.damage.mean - before.damage.mean)} wounds."
    )


def causes(change: EditionChange, measure: Measure, threshold: int) -> pd.DataFrame:
    """The causes of a difference, the strongest first: the datasheets together, then single rules."""
    later = measure.read(change.later, threshold)
    before, sheets = measure.read(change.earlier, threshold), measure.read(change.new_sheets, threshold)
    rows: list[tuple[str, str, float | None, float | None]] = [
        ("new datasheets, prices and default weapons", "", sheets, _difference(before, sheets))
    ]
    for effect in change.effects:
        without = measure.read(effect.result, threshold)
        rows.append((effect.setting.sentence, effect.setting.rules, without, _difference(without, later)))
    rows = [row for row in rows if row[3] is not None and abs(row[3]) > 1e-9]
    rows.sort(key=lambda row: -abs(row[3] or 0.0))
    return pd.DataFrame(rows, columns=["cause", "rules", "without_it", "difference"])


def _difference(before: float | None, after: float | None) -> float | None:
    return None if before is None or after is None else after - before


def sheet_changes(reference: str) -> pd.DataFrame:
    """What changed on a unit's datasheet, fact by fact."""
    old, new = facts.datasheet(EARLIER, reference), facts.datasheet(LATER, reference)
    before, after = dict(_facts_of(old)), dict(_facts_of(new))
    rows = [
        (name, before.get(name, "–"), after.get(name, "–"))
        for name in dict.fromkeys([*before, *after])
        if before.get(name) != after.get(name)
    ]
    return pd.DataFrame(rows, columns=["fact", "10th edition", "11th edition"])


def _facts_of(sheet: Datasheet) -> Iterator[tuple[str, str]]:
    for tier in sheet.tiers:
        if tier.host_faction is None and tier.copies_min == 1:
            yield f"points of {tier.models_max} models", str(tier.cost)
    for profile in sheet.profiles:
        saves = (profile.invulnerable_against("ranged"), profile.invulnerable_against("melee"))
        numbers = f"T{profile.toughness} Sv{profile.save}+ W{profile.wounds} inv {saves[0] or '–'}/{saves[1] or '–'}"
        yield f"models: {profile.name}", numbers
    for weapon in sheet.weapons:
        for number, line in enumerate(weapon.profiles):
            yield (
                f"{weapon.name}{f' – {line.name}' if line.name else ''}{f' ({number + 1})' if number else ''}",
                _line(line),
            )


def _line(profile: WeaponProfile) -> str:
    skill = "auto" if profile.skill is None else f"{profile.skill}+"
    abilities = f" [{', '.join(sorted(profile.abilities))}]" if profile.abilities else ""
    return f"A{profile.attacks} {skill} S{profile.strength} AP{profile.ap} D{profile.damage}{abilities}"


@lru_cache(maxsize=32)
def _faction_changes(faction: str, phase: Phase, situation: tuple[str, ...], key: str) -> pd.DataFrame:
    flags = tuple((name, True) for name in situation)
    views = {
        edition: view_of(Question(edition, faction, STANDARD, phase, situation=flags)) for edition in (EARLIER, LATER)
    }
    places = {edition: {row.reference: place for place, row in enumerate(view.rows)} for edition, view in views.items()}
    rows = []
    for row in views[LATER].rows:
        if row.reference not in places[EARLIER]:
            continue
        old = views[EARLIER].values[key][places[EARLIER][row.reference]]
        new = views[LATER].values[key][places[LATER][row.reference]]
        known = np.isfinite(old) & np.isfinite(new)
        if not known.any():
            continue
        most = int(np.argmax(np.where(known, np.abs(new - old), -1.0)))
        place = places[LATER][row.reference]
        data = cell_scenario(views[LATER], (place, most))
        rows.append((row.reference, row.name, float(old[known].mean()), float(new[known].mean()),
                     views[LATER].columns[most].label, float(old[most]), float(new[most]), _reason(data)))  # fmt: skip
    table = pd.DataFrame(
        rows,
        columns=[
            "id",
            "unit",
            "mean 10e",
            "mean 11e",
            "most changed against",
            "there 10e",
            "there 11e",
            "causes there",
        ],
    )
    table.insert(4, "difference", table["mean 11e"] - table["mean 10e"])
    return table.sort_values("difference", key=lambda column: -column.abs(), kind="stable", ignore_index=True)


def faction_changes(faction: str, phase: Phase, situation: tuple[str, ...], metric: Metric) -> pd.DataFrame:
    """Every unit of a faction that both editions have, the largest change of its mean over the targets first."""
    return _faction_changes(faction, phase, situation, metric.key).copy()


def _reason(data: Mapping[str, Any]) -> str:
    """What changed one attack: datasheets, and the rules that matter, by their ids."""
    try:
        change = duel_change(data)
    except InputError:
        return "the datasheets: the attack is possible in one edition only"
    parts = []
    if abs(change.new_sheets.damage.mean - change.earlier.damage.mean) > 1e-9:
        parts.append(f"datasheets ({change.earlier.damage.mean:.2f} to {change.new_sheets.damage.mean:.2f} damage)")
    parts += [f"{effect.setting.sentence} ({effect.setting.rules})" for effect in change.effects]
    return "; ".join(parts) or "points"
