"""The whole form of the duel page: both sides, the situation and the what-if controls; returns a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import streamlit as st

from analysis.errors import InputError
from dashboard import facts
from dashboard.buff_form import buff_form
from dashboard.controls import control_grid
from dashboard.custom_form import EXAMPLE_ATTACKER, EXAMPLE_TARGET, attacker_form, target_form
from dashboard.duel_state import FIRST_DUEL, Draft, restart, swapped
from dashboard.plain import markdown_text
from dashboard.unit_form import Side, pick_unit, unit_details
from dashboard.what_if import MODIFIERS, SITUATION

__all__ = ["duel_form"]

PHASES: Final = {"shooting": "Shooting", "fight": "Fight"}
_KINDS: Final = {"shooting": "ranged", "fight": "melee"}
_EXAMPLES: Final = {"attacker": EXAMPLE_ATTACKER, "target": EXAMPLE_TARGET}


def duel_form(draft: Draft, edition: str) -> dict[str, Any]:
    """Draw the form; the returned scenario has every value written out."""
    phase = _phase(draft)
    sides = {side: _side(side, draft, edition, phase) for side in ("attacker", "target")}
    with st.expander("Situation", icon=":material/landscape:"):
        distance = _distance(draft, phase)
        situation = control_grid(SITUATION, draft.data.get("situation", {}), phase, f"{draft.prefix}.situation")
    with st.expander("Orders, stratagems, abilities", icon=":material/military_tech:"):
        buffs = _buffs(draft, edition, phase, sides)
    with st.expander("What if", icon=":material/tune:"):
        modifiers = control_grid(MODIFIERS, draft.data.get("modifiers", {}), phase, f"{draft.prefix}.modifiers")
    data = {
        "edition": edition,
        "phase": phase,
        **sides,
        "situation": {**situation, **distance},
        "modifiers": {**_unseen_modifiers(draft), **modifiers},
        "buffs": buffs,
    }
    if "unit" not in sides["attacker"] and "unit" not in sides["target"]:
        data.pop("phase")
        data["modifiers"]["buffs"] = data.pop("buffs")
        data["situation"].pop("plunging_fire", None)
    _swap_button(data)
    return data


def _phase(draft: Draft) -> str:
    weapons = draft.data["attacker"].get("weapons") or [{}]
    by_weapons = "fight" if weapons[0].get("type") == "melee" else "shooting"
    return st.segmented_control(
        "Phase",
        list(PHASES),
        default=draft.data.get("phase") or by_weapons,
        required=True,
        format_func=PHASES.__getitem__,
        key=f"{draft.prefix}.phase",
        help="Shooting uses the ranged weapons, the fight the melee weapons.",
    )


def _side(side: Side, draft: Draft, edition: str, phase: str) -> dict[str, Any]:
    start: Mapping[str, Any] = draft.data[side]
    with st.container(border=True):
        own = st.toggle(
            f"{side.capitalize()} in my own numbers",
            value="unit" not in start,
            key=f"{draft.prefix}.{side}.own",
            help="For homebrew, or to try out a profile: write the numbers instead of picking a unit.",
        )
        if own:
            numbers = start if "unit" not in start else _EXAMPLES[side]
            if side == "attacker":
                return attacker_form(numbers, _KINDS[phase], draft.prefix)
            return target_form(numbers, draft.prefix)
        picked = pick_unit(side, start if "unit" in start else FIRST_DUEL[side], edition, draft.prefix)
        with st.expander("Models, leaders, weapons" if side == "attacker" else "Models, leaders, wounds"):
            return unit_details(picked)


def _distance(draft: Draft, phase: str) -> dict[str, Any]:
    start = draft.data.get("situation", {}).get("distance")
    if phase != "shooting":
        return {"distance": start}
    distance = st.number_input(
        "Distance in inches",
        0.0,
        200.0,
        value=start,
        step=1.0,
        key=f"{draft.prefix}.distance",
        help="When given, each weapon decides by its own range whether it reaches and whether half range holds.",
    )
    return {"distance": distance}


def _buffs(draft: Draft, edition: str, phase: str, sides: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]]:
    given = [*draft.data.get("buffs", []), *draft.data.get("modifiers", {}).get("buffs", [])]
    named = []
    for side, of_side in (("attacker", "attacker"), ("defender", "target")):
        units = [sides[of_side], *sides[of_side].get("attached", [])]
        sheets = tuple(facts.datasheet(edition, unit["unit"]) for unit in units if "unit" in unit)
        own = [buff for buff in given if facts.buff(edition, buff["id"]).side == side]
        named += buff_form(side, sheets, own, (edition, phase), draft.prefix)
    return named


def _unseen_modifiers(draft: Draft) -> dict[str, Any]:
    """What a link may set in `modifiers` and no control shows."""
    shown = {control.field for control in MODIFIERS} | {"buffs"}
    return {name: value for name, value in draft.data.get("modifiers", {}).items() if name not in shown}


def _swap_button(data: dict[str, Any]) -> None:
    try:
        turned = swapped(data)
    except InputError as error:
        st.button("Swap sides", disabled=True, icon=":material/swap_vert:", help=markdown_text(str(error)))
        return
    st.button(
        "Swap sides",
        on_click=restart,
        args=(turned,),
        icon=":material/swap_vert:",
        help="Let the target strike back.",
    )
