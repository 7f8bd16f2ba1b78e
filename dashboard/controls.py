"""Draws the what-if controls and collects what they are set to; the packed scenario of the link holds the values."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import streamlit as st

from dashboard.what_if import Control, changed

__all__ = ["control_grid"]


def control_grid(
    controls: tuple[Control, ...], start: Mapping[str, Any], phase: str, prefix: str, idle: Collection[str] = ()
) -> dict[str, Any]:
    """Draw the controls of a phase in two columns.

    Args:
        controls: The rows to draw; those of the other phase keep what `start` says.
        start: What they are set to when first drawn; fields without a control are passed on.
        phase: "shooting" or "fight".
        prefix: Of the widget keys; a new one starts afresh.
        idle: Fields whose switch does nothing at present: it is drawn off, and the field stays as it was.

    Returns:
        The fields that differ from neutral, and those without a control.
    """
    values = dict(start)
    columns = st.columns(2)
    shown = [control for control in controls if phase in control.phases]
    for number, control in enumerate(shown):
        with columns[number % 2]:
            if control.field in idle:
                st.toggle(control.label, value=False, key=f"{prefix}.{control.field}.idle", disabled=True)
                continue
            values[control.field] = _draw(
                control, start.get(control.field, control.neutral), f"{prefix}.{control.field}"
            )
    known = {control.field for control in controls}
    return {**{field: value for field, value in start.items() if field not in known}, **changed(controls, values)}


def _draw(control: Control, start: Any, key: str) -> Any:
    if control.is_switch:
        return st.toggle(control.label, value=bool(start), key=key, help=control.help)
    if start not in control.values:  # a link may set more than the slider reaches
        return st.selectbox(
            control.label,
            [*control.values, start],
            len(control.values),
            format_func=control.write,
            key=key,
            help=control.help,
        )
    return st.select_slider(
        control.label, control.values, value=start, format_func=control.write, key=key, help=control.help
    )
