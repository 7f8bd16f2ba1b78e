"""The form of a unit's setup on the Buffs page; the address holds it as one packed scenario, unless it is the usual."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import streamlit as st

from analysis.errors import InputError
from analysis.links import pack, unpack
from dashboard import address, choices, facts
from dashboard.answer import answer, read_scenario
from dashboard.buff_form import buff_form
from dashboard.controls import control_grid
from dashboard.field_labels import in_labels
from dashboard.folding import folded
from dashboard.setup import USUAL, Setup
from dashboard.unit_form import Picked, unit_details, usual_details
from dashboard.what_if import SITUATION

__all__ = ["keep_setup", "setup_form"]

PARAMETER: Final = "setup"
_STARTS: Final = "setups"
"""For each unit and side: how often a link set it up, and how."""
_OWN: Final = {"attacker": "attacker", "defender": "target"}
_CONTROLS: Final = tuple(control for control in SITUATION if control.field != "half_range")
"""Half range has a switch of its own on the page."""


def setup_form(edition: str, unit: str, phase: str, side: str) -> Setup:
    """Draw the folds; closed ones cost nothing."""
    generation, start = _start(edition, unit, phase, side)
    prefix = f"setup {edition} {unit} {side} {generation}"
    own: Any = _OWN[side]
    picked = Picked(own, facts.datasheet(edition, unit), start.details, prefix)
    first, second, third = st.columns(3)
    with first:
        details = folded(
            "Army, models, leaders, weapons",
            f"{prefix} details",
            usual_details(picked),
            lambda values: _details(picked, values),
        )
    with second:
        situation = folded(
            "Situation",
            f"{prefix} situation",
            start.situation,
            lambda values: control_grid(_CONTROLS, values, phase, f"{prefix} situation"),
        )
    with third:
        buffs = folded(
            "Rules that are on already",
            f"{prefix} {phase} buffs",
            start.buffs,
            lambda values: buff_form(side, details, values, (edition, phase), f"{prefix} {phase}"),
        )
    usual = usual_details(Picked(own, picked.sheet, {}, prefix))
    changed = {name: value for name, value in details.items() if value != usual.get(name) and name != "unit"}
    return Setup.of(changed, situation, buffs)


def keep_setup(setup: Setup, scenario: Mapping[str, Any]) -> None:
    """Let the address hold the setup; `scenario` is a duel of the unit in it."""
    if setup == USUAL:
        address.drop(PARAMETER)
    else:
        address.keep(PARAMETER, pack(read_scenario(scenario)))


def _start(edition: str, unit: str, phase: str, side: str) -> tuple[int, Setup]:
    starts: dict[tuple[str, str, str], tuple[int, Setup]] = st.session_state.setdefault(_STARTS, {})
    scope = (edition, unit, side)
    asked = address.unseen(PARAMETER)
    if asked:
        try:
            generation, _ = starts.get(scope, (0, USUAL))
            starts[scope] = (generation + 1, _read(asked, edition, unit, phase, side))
        except InputError as error:
            choices.note(f"Link, {in_labels(error)}; the unit is shown as usual")
    return starts.get(scope, (0, USUAL))


def _read(asked: list[str], edition: str, unit: str, phase: str, side: str) -> Setup:
    packed = address.only(PARAMETER, asked)
    try:
        data = unpack(packed)
    except InputError as error:
        raise InputError(PARAMETER, error.value, error.expected) from None
    own = data.get(_OWN[side])
    if data.get("edition") != edition or not isinstance(own, dict) or own.get("unit") != unit:
        raise InputError(PARAMETER, "a scenario of another unit", f"one of {unit} in the {edition}")
    answer({**data, "phase": phase})  # refuses what the catalogue does not know
    whole = read_scenario(data).model_dump(mode="json", by_alias=True)
    controlled = {control.field for control in _CONTROLS}
    situation = {name: value for name, value in whole["situation"].items() if name in controlled and value}
    details = {
        name: value for name, value in whole[_OWN[side]].items() if value not in (None, [], 0) and name != "unit"
    }
    own_buffs = [buff for buff in whole["buffs"] if facts.buff(edition, buff["id"]).side == side]
    return Setup.of(details, situation, own_buffs)


def _details(picked: Picked, values: dict[str, Any]) -> dict[str, Any]:
    armies = facts.armies_of(picked.sheet)
    names = facts.faction_names(picked.sheet.edition)
    army = values.get("army_faction") or armies[0]
    if len(armies) > 1:
        army = st.selectbox(
            "Army",
            armies,
            index=armies.index(army) if army in armies else 0,
            format_func=lambda faction: names.get(faction, facts.buffs(picked.sheet.edition).armies.name(faction)),
            key=f"{picked.prefix}.army",
            help="Whose army and detachment rules are tried.",
        )
    details = unit_details(picked, values)
    return {**details, "army_faction": army if army != armies[0] else None}
