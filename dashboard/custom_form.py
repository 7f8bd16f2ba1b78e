"""The form of one side of a duel in one's own numbers: weapons for an attacker, groups of models for a target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pandas as pd
import streamlit as st

from analysis.scenario import MOST_POINTS
from dashboard.custom_hints import group_hints, weapon_hints
from dashboard.field_labels import HEADINGS
from dashboard.plain import markdown_text

__all__ = ["EXAMPLE_ATTACKER", "EXAMPLE_TARGET", "attacker_form", "target_form"]

EXAMPLE_ATTACKER: Final[dict[str, Any]] = {
    "name": "My unit",
    "points": 100,
    "weapons": [
        {
            "name": "My weapon",
            "count": 5,
            "type": "ranged",
            "attacks": "2",
            "skill": 3,
            "strength": 4,
            "ap": -1,
            "damage": "1",
        }
    ],
}
EXAMPLE_TARGET: Final[dict[str, Any]] = {
    "name": "My target",
    "points": 100,
    "keywords": ["INFANTRY"],
    "groups": [{"name": "models", "count": 5, "toughness": 4, "save": 3, "wounds": 2}],
}

_WEAPON_COLUMNS: Final[dict[str, Any]] = {
    "name": "text",
    "count": "number",
    "attacks": "text",
    "skill": "number",
    "strength": "text",
    "ap": "number",
    "damage": "text",
    "abilities": "text",
    "range": "number",
}
_GROUP_COLUMNS: Final[dict[str, Any]] = {
    "name": "text",
    "count": "number",
    "toughness": "number",
    "save": "number",
    "invulnerable": "number",
    "wounds": "number",
    "feel_no_pain": "number",
    "character": "flag",
}
NARROW: Final = 52  # pixels: the whole profile fits beside the answer
_WIDTHS: Final = {
    "name": 84,
    "count": 58,
    "skill": 82,
    "invulnerable": 58,
    "feel_no_pain": 68,
    "range": 82,
    "abilities": 220,
}


def attacker_form(start: Mapping[str, Any], kind: str, edition: str, prefix: str) -> dict[str, Any]:
    """Name, points, keywords and weapons; `kind` is "ranged" or "melee". What nobody edits stays as `start` has it."""
    rows = [_weapon_cells(weapon) for weapon in start["weapons"]]
    side = _common(start, f"{prefix}.attacker")
    edited = _editor(rows, _WEAPON_COLUMNS, f"{prefix}.attacker.weapons", "Weapons of the attacker, one a row")
    kept = [_kept(start["weapons"], row) for row in edited]
    fields = (_weapon_fields(row.changed) for row in edited)
    side["weapons"] = [_given({**weapon, **more, "type": kind}) for weapon, more in zip(kept, fields, strict=True)]
    _hints(weapon_hints(side["weapons"], edition))
    st.caption("Abilities and range stand further right in the table; its corner opens it over the whole screen.")
    return side


def target_form(start: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """Name, points, keywords and groups of models. What nobody edits stays as `start` has it."""
    rows = [{**group, "feel_no_pain": _general_feel_no_pain(group)} for group in start["groups"]]
    side = _common(start, f"{prefix}.target")
    edited = _editor(rows, _GROUP_COLUMNS, f"{prefix}.target.groups", "Models of the target, one kind a row")
    kept = [_kept(start["groups"], row) for row in edited]
    fields = (_group_fields(row.changed, group) for group, row in zip(kept, edited, strict=True))
    side["groups"] = [_given({**group, **more}) for group, more in zip(kept, fields, strict=True)]
    _hints(group_hints(side["groups"]))
    side["stealth"] = st.toggle(
        "Stealth", value=bool(start.get("stealth")), key=f"{prefix}.target.stealth", help="Harder to shoot at."
    )
    return side


def _hints(sentences: Sequence[str]) -> None:
    for sentence in sentences:
        st.caption(f":material/warning: {markdown_text(sentence)}")


def _common(start: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """The side with name, points and keywords as they are edited; its other fields as they were."""
    name = _text("Name", start.get("name") or "", 60, f"{prefix}.name", "Shown with the numbers.")
    price = start.get("points")
    points = st.number_input(
        "Points",
        0.0,
        float(MOST_POINTS),
        value=None if price is None else float(price),
        step=5.0,
        format="%g",
        key=f"{prefix}.points",
        help="Empty for no price.",
    )
    written = ", ".join(start.get("keywords") or [])
    explained = "By commas, such as INFANTRY, CHARACTER; anti weapons ask for them."
    keywords = _text("Keywords", written, 400, f"{prefix}.keywords", explained)
    side = {**start, "name": name, "points": points}
    return side if keywords == written else {**side, "keywords": [word.upper() for word in _words(keywords)]}


def _text(label: str, start: str, most: int, key: str, explained: str) -> str:
    """A line of text; one that a link made longer than `most` stays whole."""
    return st.text_input(label, start, max_chars=max(most, len(start)), key=key, help=explained)


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of an edited table: its place among those it started from, None for a new one, and what was changed."""

    place: int | None
    changed: Mapping[str, Any]


def _kept(start: Sequence[Mapping[str, Any]], row: _Row) -> Mapping[str, Any]:
    return {} if row.place is None else start[row.place]


def _editor(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, str], key: str, alt: str) -> list[_Row]:
    table = pd.DataFrame(
        {
            name: pd.array([_cell(row.get(name), kind) for row in rows], dtype=_DTYPES[kind])
            for name, kind in columns.items()
        }
    )
    before = _records(table)
    table[_PLACE] = pd.array(range(len(rows)), dtype="Int64")  # not drawn: rows of one name are told apart by it
    config = {
        name: {
            "text": st.column_config.TextColumn(
                HEADINGS[name], max_chars=_LONGEST.get(name, 200), width=_WIDTHS.get(name, NARROW)
            ),
            "number": st.column_config.NumberColumn(HEADINGS[name], format="%g", width=_WIDTHS.get(name, NARROW)),
            "flag": st.column_config.CheckboxColumn(HEADINGS[name], width=_WIDTHS.get(name, NARROW)),
        }[kind]
        for name, kind in columns.items()
    }
    edited = st.data_editor(
        table, column_config=config, column_order=list(columns), num_rows="dynamic", hide_index=True, key=key, alt=alt
    )
    return [
        row
        for record in _records(edited)
        if (row := _row(record, before)).place is not None or any(row.changed.values())
    ]


_PLACE: Final = "place"
# Not whole numbers: their cells would swallow the point of a 2.5 and keep 25.
_DTYPES: Final = {"text": "string", "number": "Float64", "flag": "boolean"}
_LONGEST: Final = {"abilities": 2_000}


def _records(table: pd.DataFrame) -> list[dict[str, Any]]:
    records = table.astype(object).where(table.notna(), None).to_dict("records")
    return [
        {name: value if isinstance(value, str | bool | None) else _number(value) for name, value in record.items()}
        for record in records
    ]


def _number(value: float) -> int | float:
    """A whole number as one; any other is left for the scenario to refuse by its column."""
    return int(value) if float(value).is_integer() else float(value)


def _row(record: Mapping[str, Any], before: Sequence[Mapping[str, Any]]) -> _Row:
    cells = {name: value for name, value in record.items() if name != _PLACE}
    place = record[_PLACE]
    if place is None:
        return _Row(None, {name: value for name, value in cells.items() if value is not None})
    return _Row(place, {name: value for name, value in cells.items() if value != before[place][name]})


def _cell(value: Any, kind: str) -> Any:
    return str(value) if kind == "text" and value is not None else value


def _weapon_cells(weapon: Mapping[str, Any]) -> dict[str, Any]:
    return {**weapon, "abilities": ", ".join(weapon.get("abilities") or [])}


def _weapon_fields(changed: Mapping[str, Any]) -> dict[str, Any]:
    """Edited cells as fields of a scenario's weapon."""
    fields = dict(changed)
    if "abilities" in changed:
        fields["abilities"] = _words(changed["abilities"] or "")
    if "strength" in changed:
        strength = changed["strength"] or ""
        fields["strength"] = (
            int(strength) if strength.isascii() and strength.isdigit() and len(strength) < 4 else strength
        )
    return fields


def _group_fields(changed: Mapping[str, Any], kept: Mapping[str, Any]) -> dict[str, Any]:
    """Edited cells as fields of a scenario's group; a Feel No Pain against some wounds only has no cell and stays."""
    fields = dict(changed)
    if "character" in changed:
        fields["character"] = bool(changed["character"])
    if "feel_no_pain" in changed:
        special = [one for one in kept.get("feel_no_pain") or [] if one.get("against", "all") != "all"]
        threshold = changed["feel_no_pain"]
        general = [] if threshold is None else [{"threshold": threshold, "against": "all"}]
        fields["feel_no_pain"] = [*general, *special] or None
    return fields


def _given(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Without what is empty: a cleared cell stands for the usual value."""
    return {name: value for name, value in fields.items() if value is not None}


def _general_feel_no_pain(group: Mapping[str, Any]) -> int | None:
    thresholds = [one["threshold"] for one in group.get("feel_no_pain") or [] if one.get("against", "all") == "all"]
    return min(thresholds, default=None)


def _words(text: str) -> list[str]:
    return [word for part in text.replace(";", ",").split(",") if (word := part.strip())]
