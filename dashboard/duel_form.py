"""The whole form of the duel page: both sides, the situation and the what-if controls; returns a scenario."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import streamlit as st

from analysis.errors import InputError
from analysis.referring import KIND_OF_PHASE
from analysis.scenario import FARTHEST
from dashboard import facts
from dashboard.buff_form import buff_form
from dashboard.controls import control_grid
from dashboard.custom_form import EXAMPLE_ATTACKER, EXAMPLE_TARGET, attacker_form, target_form
from dashboard.duel_data import named_rules, phase_of
from dashboard.duel_state import FIRST_DUEL, Draft, swap
from dashboard.folding import folded
from dashboard.page_choices import PHASE
from dashboard.plain import markdown_text
from dashboard.sides import refuse_numbers
from dashboard.unit_form import Side, pick_unit, unit_details, usual_details
from dashboard.what_if import MODIFIERS, SITUATION

__all__ = ["duel_form", "in_own_numbers"]

_NEEDS_A_UNIT: Final = "plunging_fire"
_BESIDE: Final = ("pools", "named_buffs", "uncounted")
_EXAMPLES: Final = {"attacker": EXAMPLE_ATTACKER, "target": EXAMPLE_TARGET}


def duel_form(draft: Draft, edition: str) -> dict[str, Any]:
    """Draw the form; the returned scenario has every value written out."""
    phase = _phase(draft)
    sides = {side: _side(side, draft, edition, phase) for side in ("attacker", "target")}
    start = draft.data
    situation = folded(
        "Situation",
        f"{draft.prefix}.situation",
        start.get("situation", {}),
        lambda values: _situation(values, phase, sides, f"{draft.prefix}.situation"),
        ":material/landscape:",
    )
    buffs = folded(
        "Orders, stratagems, abilities",
        f"{draft.prefix}.buffs",
        named_rules(start),
        lambda named: _buffs(named, (edition, phase), sides, draft.prefix),
        ":material/military_tech:",
    )
    modifiers = folded(
        "What if",
        f"{draft.prefix}.modifiers",
        {name: value for name, value in start.get("modifiers", {}).items() if name != "buffs"},
        lambda values: control_grid(MODIFIERS, values, phase, f"{draft.prefix}.modifiers"),
        ":material/tune:",
    )
    data = {
        "edition": edition,
        "phase": phase,
        **sides,
        "situation": dict(situation),
        "modifiers": dict(modifiers),
        "buffs": buffs,
    }
    if "unit" not in sides["attacker"] and "unit" not in sides["target"]:
        data = _in_numbers(data, start)
    _swap_button(data)
    return data


def in_own_numbers(draft: Draft) -> bool:
    """Whether a side is written in own numbers, whose table needs room."""
    return any(st.session_state.get(_own_key(draft, side), "unit" not in draft.data[side]) for side in _EXAMPLES)


def _own_key(draft: Draft, side: str) -> str:
    return f"{draft.prefix}.{side}.own"


def _in_numbers(data: dict[str, Any], start: Mapping[str, Any]) -> dict[str, Any]:
    """The scenario of two sides in numbers; what earlier rules left beside the attacks stays as the link had it."""
    situation = {name: value for name, value in data["situation"].items() if name != _NEEDS_A_UNIT}
    return {
        "edition": data["edition"],
        "attacker": data["attacker"],
        "target": data["target"],
        "situation": situation,
        "modifiers": {**data["modifiers"], "buffs": data["buffs"]},
        **{name: start[name] for name in _BESIDE if name in start},
    }


def _phase(draft: Draft) -> str:
    return st.segmented_control(
        PHASE.label,
        list(PHASE.options),
        default=phase_of(draft.data),
        required=True,
        format_func=PHASE.options.__getitem__,
        key=f"{draft.prefix}.phase",
        help=PHASE.help,
    )


def _side(side: Side, draft: Draft, edition: str, phase: str) -> dict[str, Any]:
    start: Mapping[str, Any] = draft.data[side]
    with st.container(border=True):
        own = st.toggle(
            f"{side.capitalize()} in my own numbers",
            value="unit" not in start,
            key=_own_key(draft, side),
            help="For homebrew, or to try out a profile: write the numbers instead of picking a unit.",
        )
        if own:
            numbers = start if "unit" not in start else _EXAMPLES[side]
            if side == "attacker":
                return attacker_form(numbers, KIND_OF_PHASE[phase], edition, draft.prefix)
            return target_form(numbers, draft.prefix)
        picked = pick_unit(side, start if "unit" in start else FIRST_DUEL[side], edition, draft.prefix)
        return folded(
            "Models, leaders, weapons" if side == "attacker" else "Models, leaders, wounds",
            f"{picked.prefix}.details",
            usual_details(picked),
            lambda details: unit_details(picked, details),
        )


def _situation(
    values: Mapping[str, Any], phase: str, sides: Mapping[str, Mapping[str, Any]], prefix: str
) -> dict[str, Any]:
    """Draw the situation, without plunging fire for two sides in numbers, which write it into their own."""
    in_numbers = all("unit" not in side for side in sides.values())
    controls = tuple(one for one in SITUATION if not (in_numbers and one.field == _NEEDS_A_UNIT))
    if phase != "shooting":
        return control_grid(controls, values, phase, prefix)
    distance = st.number_input(
        "Distance in inches",
        0.0,
        float(FARTHEST),
        value=values.get("distance"),
        step=1.0,
        key=f"{prefix}.distance",
        help="When given, each weapon decides by its own range whether it reaches and whether half range holds.",
    )
    # Every weapon of a unit has a range, so that a distance decides about half of it.
    decided = ("half_range",) if distance is not None and "unit" in sides["attacker"] else ()
    return {**control_grid(controls, values, phase, prefix, decided), "distance": distance}


def _buffs(
    named: Sequence[Mapping[str, Any]], scene: tuple[str, str], sides: Mapping[str, Mapping[str, Any]], prefix: str
) -> list[dict[str, Any]]:
    found = []
    for side, of_side in (("attacker", "attacker"), ("defender", "target")):
        own = [buff for buff in named if facts.buff(scene[0], buff["id"]).side == side]
        found += buff_form(side, sides[of_side], own, scene, prefix)
    return found


def _swap_button(data: dict[str, Any]) -> None:
    try:
        refuse_numbers(data)
    except InputError as error:
        st.button("Swap sides", disabled=True, icon=":material/swap_vert:", help=markdown_text(str(error)))
        return
    st.button(
        "Swap sides",
        on_click=swap,
        args=(data,),
        icon=":material/swap_vert:",
        help="Let the target strike back, from the same distance; swapped twice is as before.",
    )
