"""The form of one side of a duel that is a catalogue unit: which one, how many models, who joins, what they carry."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import streamlit as st

from analysis.datasheet import Datasheet, UnitSize
from analysis.legality import Allowance
from analysis.resolve.loadouts import item_id
from dashboard import facts
from dashboard.loadout_words import rules_broken
from dashboard.plain import markdown_text

__all__ = ["Picked", "pick_unit", "unit_details", "usual_details"]

Side = Literal["attacker", "target"]
MOST_LEADERS = 3
MOST_COPIES = 6


@dataclass(frozen=True, slots=True)
class Picked:
    """The unit a side has picked, and what the form starts from: the link's words if they are about this unit."""

    side: Side
    sheet: Datasheet
    start: Mapping[str, Any]
    prefix: str


def pick_unit(side: Side, start: Mapping[str, Any], edition: str, prefix: str) -> Picked:
    """Choose a faction and one of its units; `start` is the side as a referring scenario has it."""
    wanted = facts.datasheet(edition, start["unit"])
    factions = facts.faction_names(edition)
    title = side.capitalize()
    faction = st.selectbox(
        f"{title}: faction",
        list(factions),
        index=list(factions).index(wanted.faction_id),
        format_func=factions.__getitem__,
        key=f"{prefix}.{side}.faction",
        help="Whose unit it is.",
    )
    sheets = {sheet.reference: sheet for sheet in facts.sheets(edition, faction)}
    if faction == wanted.faction_id:
        sheets.setdefault(wanted.reference, wanted)  # a link may name a unit that the list leaves out
    references = list(sheets)
    reference = st.selectbox(
        f"{title}: unit",
        references,
        index=references.index(wanted.reference) if wanted.reference in sheets else 0,
        format_func=lambda unit: sheets[unit].name,
        key=f"{prefix}.{side}.unit.{faction}",
        help="Type to search.",
    )
    picked = sheets[reference]
    about_it = start if picked.reference == wanted.reference else {}
    return Picked(side, picked, about_it, f"{prefix}.{side}.{reference}")


def usual_details(picked: Picked) -> dict[str, Any]:
    """The side as long as nobody touches its details: as the link says, the rest as usual; written in full."""
    sizes = [size.models for size in picked.sheet.sizes]
    usual = {"models": sizes[0], "copy": 1, "attached": [], "loadout": None}
    given = {name: value for name, value in picked.start.items() if value is not None}
    side = {**usual, **given, "unit": picked.sheet.reference}
    return side if side["models"] in sizes else {**side, "models": sizes[0], "loadout": None}


def unit_details(picked: Picked, start: Mapping[str, Any]) -> dict[str, Any]:
    """Draw size, copy, leaders, wounds lost and loadout; what has no widget stays as it was."""
    size = _size(picked, start)
    copy = st.number_input(
        "Which copy in the army",
        1,
        max(MOST_COPIES, start["copy"]),
        value=start["copy"],
        key=f"{picked.prefix}.copy",
        help="Later copies of some datasheets cost more.",
    )
    side = {**start, "models": size.models, "copy": copy, "attached": _leaders(picked, start)}
    if picked.side == "target":
        side["wounded"] = _wounded(picked, start)
    elif not {"MONSTER", "VEHICLE"}.isdisjoint(picked.sheet.keywords):
        side["damaged"] = st.toggle(
            "Damaged",
            value=bool(start.get("damaged")),
            key=f"{picked.prefix}.damaged",
            help="So few wounds are left that its datasheet takes 1 off its hit rolls.",
        )
    side["loadout"] = _loadout(picked, start, size)
    return side


def _size(picked: Picked, start: Mapping[str, Any]) -> UnitSize:
    sizes = {size.models: size for size in picked.sheet.sizes}
    index = list(sizes).index(start["models"])
    models = st.selectbox(
        "Models", list(sizes), index=index, key=f"{picked.prefix}.models", help="The sizes its datasheet allows."
    )
    return sizes[models]


def _leaders(picked: Picked, start: Mapping[str, Any]) -> list[dict[str, Any]]:
    sheet = picked.sheet
    names = facts.leaders(sheet.edition, sheet.faction_id, sheet.unit_id)
    given = {unit["unit"]: unit for unit in start["attached"]}
    names = {**names, **{unit: facts.datasheet(sheet.edition, unit).name for unit in given if unit not in names}}
    if not names:
        return []
    chosen = st.multiselect(
        "Joined by",
        list(names),
        default=list(given),
        format_func=names.__getitem__,
        max_selections=max(MOST_LEADERS, len(given)),
        select_all=False,
        key=f"{picked.prefix}.attached",
        help="Leaders and support units attached to it: their weapons, their models and their price count.",
    )
    kept = [unit for unit in start["attached"] if unit["unit"] in chosen]
    return [*kept, *({"unit": unit} for unit in chosen if unit not in given)]


def _wounded(picked: Picked, start: Mapping[str, Any]) -> int:
    most = max(profile.wounds for profile in picked.sheet.profiles) - 1
    if most < 1:
        return 0
    return st.number_input(
        "Wounds already lost",
        0,
        most,
        value=min(most, start.get("wounded", 0)),
        key=f"{picked.prefix}.wounded",
        help="By one of its models, before this attack.",
    )


def _loadout(picked: Picked, start: Mapping[str, Any], size: UnitSize) -> list[dict[str, Any]] | None:
    """What the unit carries; None for the usual loadout, of which the catalogue knows which model carries what."""
    allowed = facts.legal_items(picked.sheet.edition, picked.sheet.reference, size.models)
    names = facts.item_names(picked.sheet)
    counts, profiles = _starting_counts(picked, start, size, allowed)
    untouched = dict(counts), dict(profiles)
    shown = [
        item for item in sorted(counts, key=lambda item: (counts[item] == 0, names.get(item, item))) if item in names
    ]
    if picked.side == "target":
        shields = {wargear.item_id for wargear in picked.sheet.wargear if wargear.effects}
        shown = [item for item in shown if item in shields]
    columns = st.columns(2)
    prefix = f"{picked.prefix}.{size.models}"
    for number, item in enumerate(shown):
        with columns[number % 2]:
            counts[item] = _count(item, counts[item], allowed, names[item], prefix)
            if chosen := _profile(picked.sheet, item, profiles.get(item), counts[item], prefix):
                profiles[item] = chosen
            elif item in profiles:
                profiles[item] = None
    for sentence in rules_broken(picked.sheet, size.models, counts):
        st.caption(f":material/warning: {markdown_text(sentence)}")
    if start["models"] == size.models and (counts, profiles) == untouched:
        given: list[dict[str, Any]] | None = start["loadout"]
        return given
    if not any(profiles.values()) and all(count == _usual(allowed, item) for item, count in counts.items()):
        return None
    return [
        {"weapon": item, "profile": profiles.get(item), "count": count} for item, count in counts.items() if count > 0
    ]


def _usual(allowed: Allowance, item: str) -> int:
    bounds = allowed.bounds.get(item)
    return bounds.usual if bounds else 0


def _starting_counts(
    picked: Picked, start: Mapping[str, Any], size: UnitSize, allowed: Allowance
) -> tuple[dict[str, int], dict[str, str | None]]:
    """Counts and profiles by item id: those of the link for this size, else the usual ones."""
    given = start["loadout"] if start["models"] == size.models else None
    if given is None:
        return {item: bounds.usual for item, bounds in allowed.bounds.items()}, {}
    counts = dict.fromkeys(allowed.bounds, 0)
    profiles = {}
    for line in given:
        item = item_id(picked.sheet, line["weapon"]) or line["weapon"]
        counts[item] = counts.get(item, 0) + line["count"]
        profiles[item] = _spelt(picked.sheet, item, line.get("profile"))
    return counts, profiles


def _spelt(sheet: Datasheet, item: str, profile: str | None) -> str | None:
    """A profile as its datasheet spells it."""
    known = (one.name for weapon in sheet.weapons if weapon.weapon_id == item for one in weapon.profiles)
    spelt = {name.casefold(): name for name in known if name}
    return profile if profile is None else spelt.get(profile.casefold(), profile)


def _count(item: str, start: int, allowed: Allowance, name: str, prefix: str) -> int:
    bounds = allowed.bounds.get(item)
    most = max(start, bounds.most if bounds else start)
    key = f"{prefix}.{item}"
    replaced = [(f"{prefix}.{other}", allowed.bounds[other].most) for other in _replaced(item, allowed)]
    # The value is put into the state and not given to the widget, since the callback of another one may change it.
    st.session_state.setdefault(key, start)
    return st.number_input(
        markdown_text(name[:1].upper() + name[1:]),
        0,
        most,
        key=key,
        on_change=_give_up,
        args=(key, start, replaced),
        help=f"0 to {most}; usually {_usual(allowed, item)}.",
    )


def _replaced(item: str, allowed: Allowance) -> list[str]:
    bounds = allowed.bounds.get(item)
    return [other for other in bounds.replaces if other in allowed.bounds and other != item] if bounds else []


def _give_up(key: str, start: int, replaced: Sequence[tuple[str, int]]) -> None:
    """Taking one more of an item gives up one of what it replaces, and the other way round."""
    remembered = f"{key} before"
    more = st.session_state[key] - st.session_state.get(remembered, start)
    st.session_state[remembered] = st.session_state[key]
    for other, most in replaced:
        if other in st.session_state:
            st.session_state[other] = max(0, min(most, st.session_state[other] - more))


def _profile(sheet: Datasheet, item: str, start: str | None, count: int, prefix: str) -> str | None:
    weapon = next((weapon for weapon in sheet.weapons if weapon.weapon_id == item), None)
    if weapon is None or len(weapon.profiles) < 2 or not count:
        return start
    names = [None, *(weapon.name_of(profile) for profile in weapon.profiles)]
    return st.selectbox(
        f"{markdown_text(weapon.name)}: profile",
        names,
        index=names.index(start) if start in names else 0,
        format_func=lambda name: name or "the better one",
        key=f"{prefix}.{item}.profile",
        help="Which way of using the weapon; by default the one that does more damage to this target.",
    )
