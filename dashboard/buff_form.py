"""The form of named buffs: those that the two units of a duel may use, with the choices and facts they ask for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from analysis.buffs import Buff
from analysis.buffs.select import looked_up
from analysis.scenario import BuffChoice
from dashboard import facts
from dashboard.plain import markdown_text

__all__ = ["buff_form", "offered"]

MOST_BUFFS = 20


def offered(edition: str, side: str, own: Mapping[str, Any], phase: str) -> dict[str, Buff]:
    """The modelled buffs that a side may name, by id, in the order of their names; `own` is the side of the duel.

    Abilities of the unit that are always on are not among them: they act without being named.
    """
    library, force = facts.buffs(edition), facts.force(edition, own)
    found = [
        buff
        for buff in library
        if buff.status == "modelled" and buff.side == side and buff.phase in ("any", phase)
        if library.armies.may_name(force, buff)
    ]
    return {buff.id: buff for buff in sorted(found, key=lambda buff: (buff.name, buff.id))}


def buff_form(
    side: str, own: Mapping[str, Any], given: Sequence[Mapping[str, Any]], scene: tuple[str, str], prefix: str
) -> list[dict[str, Any]]:
    """Draw the choice of one side's buffs.

    Args:
        side: "attacker" or "defender".
        own: That side of the duel.
        given: What the link named for it.
        scene: Edition and phase.
        prefix: Of the widgets' keys.
    """
    options = offered(scene[0], side, own, scene[1])
    named = {buff["id"]: buff for buff in given}
    options |= {name: facts.buff(scene[0], name) for name in named if name not in options}
    chosen = st.multiselect(
        "Attacker's rules" if side == "attacker" else "Target's rules",
        list(options),
        default=list(named),
        format_func=lambda name: _title(options[name]),
        max_selections=max(MOST_BUFFS, len(named)),
        select_all=False,  # else Enter chooses every match of what was typed
        key=f"{prefix}.buffs.{side}",
        help="Orders, army and detachment rules, stratagems, enhancements and abilities that somebody has to use.",
    )
    return [_details(options[name], named.get(name, {}), f"{prefix}.buff.{name}") for name in chosen]


def _details(buff: Buff, start: Mapping[str, Any], key: str) -> dict[str, Any]:
    """Draw what the rule asks for; `start` names its choice and toggles by id or in words."""
    given = looked_up(BuffChoice.model_validate({**start, "id": buff.id}), facts.buffs(buff.edition))
    name = markdown_text(buff.name)
    detail: dict[str, Any] = {"id": buff.id, "choice": None, "toggles": []}
    if buff.choices:
        options = list(buff.choices)
        index = options.index(given.choice) if given.choice else 0
        detail["choice"] = st.selectbox(
            f"{name}: which", options, index, key=f"{key}.choice", help="The rule lets its player choose one."
        )
    labels = {toggle.id: toggle.label for toggle in buff.toggles}
    if labels:
        detail["toggles"] = st.multiselect(
            f"{name}: what holds",
            list(labels),
            default=[toggle for toggle in labels if toggle in given.toggles],
            format_func=labels.__getitem__,
            key=f"{key}.toggles",
            select_all=False,
            help="Facts of the table that only you know.",
        )
    return detail


def _title(buff: Buff) -> str:
    parts = [buff.kind] + ([f"{buff.cp} CP"] if buff.cp else []) + ([buff.owner] if buff.owner else [])
    return f"{buff.name} ({', '.join(parts)})"
