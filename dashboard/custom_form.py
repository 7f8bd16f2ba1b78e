"""The form of one side of a duel in one's own numbers: weapons for an attacker, groups of models for a target."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pandas as pd
import streamlit as st

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
NARROW: Final = 64  # pixels: the whole profile fits beside the answer
_WIDTHS: Final = {"name": 120, "abilities": 220}
_HEADINGS: Final = {
    "name": "Name",
    "count": "No.",
    "range": 'Range "',
    "attacks": "A",
    "skill": "BS/WS",
    "strength": "S",
    "ap": "AP",
    "damage": "D",
    "abilities": "Abilities, by commas",
    "toughness": "T",
    "save": "Sv",
    "invulnerable": "Inv",
    "wounds": "W",
    "feel_no_pain": "FNP",
    "character": "Character",
}


def attacker_form(start: Mapping[str, Any], kind: str, prefix: str) -> dict[str, Any]:
    """Name, points, keywords and weapons; `kind` is "ranged" or "melee"."""
    side = _common(start, f"{prefix}.attacker")
    rows = [{**weapon, "abilities": ", ".join(weapon.get("abilities", []))} for weapon in start["weapons"]]
    edited = _editor(rows, _WEAPON_COLUMNS, f"{prefix}.attacker.weapons", "Weapons of the attacker, one a row")
    kept = {weapon["name"]: weapon for weapon in start["weapons"] if "name" in weapon}
    side["weapons"] = [_weapon(row, kind, kept.get(row["name"], {})) for row in edited]
    return side


def target_form(start: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    """Name, points, keywords and groups of models."""
    side = _common(start, f"{prefix}.target")
    rows = [{**group, "feel_no_pain": _general_feel_no_pain(group)} for group in start["groups"]]
    edited = _editor(rows, _GROUP_COLUMNS, f"{prefix}.target.groups", "Models of the target, one kind a row")
    kept = {group["name"]: group for group in start["groups"] if "name" in group}
    side["groups"] = [_group(row, kept.get(row["name"], {})) for row in edited]
    side["stealth"] = st.toggle(
        "Stealth", value=bool(start.get("stealth")), key=f"{prefix}.target.stealth", help="Harder to shoot at."
    )
    return side


def _common(start: Mapping[str, Any], prefix: str) -> dict[str, Any]:
    name = st.text_input(
        "Name", start.get("name", ""), max_chars=60, key=f"{prefix}.name", help="Shown with the numbers."
    )
    points = st.number_input(
        "Points", 0, 10_000, value=_whole(start.get("points")), key=f"{prefix}.points", help="Empty for no price."
    )
    keywords = st.text_input(
        "Keywords",
        ", ".join(start.get("keywords", [])),
        max_chars=400,
        key=f"{prefix}.keywords",
        help="By commas, such as INFANTRY, CHARACTER; anti weapons ask for them.",
    )
    return {"name": name, "points": points, "keywords": [word.upper() for word in _words(keywords)]}


def _editor(rows: Sequence[Mapping[str, Any]], columns: Mapping[str, str], key: str, alt: str) -> list[dict[str, Any]]:
    table = pd.DataFrame(
        {
            name: pd.array([_cell(row.get(name), kind) for row in rows], dtype=_DTYPES[kind])
            for name, kind in columns.items()
        }
    )
    config = {
        name: {
            "text": st.column_config.TextColumn(_HEADINGS[name], max_chars=200, width=_WIDTHS.get(name, NARROW)),
            "number": st.column_config.NumberColumn(_HEADINGS[name], step=1, width=NARROW),
            "flag": st.column_config.CheckboxColumn(_HEADINGS[name]),
        }[kind]
        for name, kind in columns.items()
    }
    edited = st.data_editor(table, column_config=config, num_rows="dynamic", hide_index=True, key=key, alt=alt)
    records = edited.astype(object).where(edited.notna(), None).to_dict("records")
    return [dict(record) for record in records if any(value not in (None, "", False) for value in record.values())]


_DTYPES: Final = {"text": "string", "number": "Int64", "flag": "boolean"}


def _cell(value: Any, kind: str) -> Any:
    return str(value) if kind == "text" and value is not None else value


def _weapon(row: Mapping[str, Any], kind: str, kept: Mapping[str, Any]) -> dict[str, Any]:
    """A row as a scenario's weapon; what the table does not show stays as the link had it."""
    weapon = {**kept, **_given(row), "type": kind, "abilities": _words(row["abilities"] or "")}
    weapon |= {"skill": _whole(row["skill"]), "range": _whole(row["range"])}
    strength = str(row["strength"] or "")
    return weapon | {"strength": int(strength) if strength.isdigit() and len(strength) < 4 else strength}


def _group(row: Mapping[str, Any], kept: Mapping[str, Any]) -> dict[str, Any]:
    group = {**kept, **_given(row), "invulnerable": _whole(row["invulnerable"]), "character": bool(row["character"])}
    special = [fnp for fnp in kept.get("feel_no_pain") or [] if fnp["against"] != "all"]
    general = [{"threshold": int(row["feel_no_pain"]), "against": "all"}] if row["feel_no_pain"] is not None else []
    return group | {"feel_no_pain": [*general, *special] or None}


def _given(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: _whole(value) if not isinstance(value, str | bool) else value
        for name, value in row.items()
        if value is not None
    }


def _general_feel_no_pain(group: Mapping[str, Any]) -> int | None:
    thresholds = [fnp["threshold"] for fnp in group.get("feel_no_pain") or [] if fnp.get("against", "all") == "all"]
    return min(thresholds, default=None)


def _whole(value: Any) -> int | None:
    return None if value is None else int(value)


def _words(text: str) -> list[str]:
    return [word for part in text.split(",") if (word := part.strip())]
