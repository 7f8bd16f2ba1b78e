"""Widgets whose value is part of the address: checked first, then bound, each with one line of help.

A label is what the address shows (`?metric=Models+slain`), so it is public: changing one breaks old links, and so
does changing a default.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from dashboard import address

__all__ = [
    "Choice",
    "flag",
    "note",
    "number",
    "page_across",
    "page_number",
    "panels",
    "segments",
    "select",
    "several",
    "take_notes",
    "text",
]

LONGEST_TEXT = 60
_NOTES = "address notes"


@dataclass(frozen=True, slots=True)
class Choice:
    """One choice of a page.

    Attributes:
        key: Name in the address.
        label: Above the widget.
        options: Ids to labels, in the order shown.
        default: Id; never to be changed once published.
        help: One line in players' words.
    """

    key: str
    label: str
    options: Mapping[str, str]
    default: str
    help: str


def take_notes() -> list[str]:
    """The sentences about bad values since the last call."""
    return st.session_state.pop(_NOTES, [])


def select(choice: Choice) -> str:
    """A drop-down list; returns the id."""
    values, options = _prepare(choice)
    picked = st.selectbox(
        choice.label,
        options,
        index=options.index(choice.default),
        format_func=choice.options.__getitem__,
        key=choice.key,
        bind="query-params",
        help=choice.help,
    )
    return _shown(choice, picked, values)


def segments(choice: Choice) -> str:
    """A row of buttons, one of them pressed; returns the id."""
    values, options = _prepare(choice)
    picked = st.segmented_control(
        choice.label,
        options,
        default=choice.default,
        required=True,
        format_func=choice.options.__getitem__,
        key=choice.key,
        bind="query-params",
        help=choice.help,
    )
    return _shown(choice, picked, values)


def several(key: str, label: str, options: Mapping[str, str], explanation: str) -> list[str]:
    """Some of a list, all of it by default and when nothing is left; `options` maps ids to labels; returns ids."""
    note(address.bad_choice(key, address.raw(key), list(options.values()), many=True))
    picked = st.multiselect(
        label,
        list(options),
        default=list(options),
        select_all=False,
        format_func=options.__getitem__,
        key=key,
        bind="query-params",
        help=explanation,
    )
    return [option for option in options if option in picked] or list(options)


def panels(key: str, titles: Sequence[str]) -> Sequence[DeltaGenerator]:
    """Tabs whose open one is part of the address; only the open one's `open` is true, so only it need be drawn."""
    values = address.raw(key)
    tabs = st.tabs(list(titles), default=titles[0], on_change="rerun", key=key, bind="query-params")
    shown = next((title for title, tab in zip(titles, tabs, strict=True) if tab.open), "")
    note(address.bad_choice(key, values, titles, shown))
    return tabs


def flag(key: str, label: str, explanation: str, default: bool = False) -> bool:
    """A switch."""
    values = address.raw(key)
    on = bool(st.toggle(label, value=default, key=key, bind="query-params", help=explanation))
    note(address.bad_flag(key, values, "on" if on else "off"))
    return on


def page_number(rows: int, size: int) -> int:
    """Which page of a long list, from 1; nothing is drawn when all fit on one.

    A slider and no field for a number: Streamlit stumbles over a link that puts 1e999 into such a field.
    """
    return _page("page", "Page", -(-rows // size), f"{rows:,} rows in all, the best on page 1.")


def page_across(columns: int, size: int) -> int:
    """Which page of a wide table, from 1; the same for its columns."""
    return _page("across", "Page of targets", -(-columns // size), f"{columns:,} targets, {size} a page.")


def text(key: str, label: str, explanation: str) -> str:
    """A line of text, empty by default; at most 60 characters of a link are read."""
    values = address.raw(key)
    if len(values) > 1 or any(len(value) > LONGEST_TEXT for value in values):
        note(f"Link, {key}: too much text; expected one value of at most {LONGEST_TEXT} characters")
    typed = st.text_input(label, max_chars=LONGEST_TEXT, key=key, bind="query-params", help=explanation)
    return (typed or "")[:LONGEST_TEXT]


def number(key: str, label: str, bounds: tuple[int, int], default: int, explanation: str) -> int:
    """A slider over whole numbers, ends included."""
    low, high = bounds
    values = address.raw(key)
    value = st.slider(label, low, high, default, key=key, bind="query-params", help=explanation)
    shown = max(low, min(high, int(value)))
    note(address.bad_number(key, values, low, high, str(shown)))
    return shown


def _page(key: str, label: str, pages: int, explanation: str) -> int:
    if pages > 1:
        return number(key, f"{label} ({pages} in all)", (1, pages), 1, explanation)
    note(address.bad_number(key, address.raw(key), 1, 1))
    return 1


def _prepare(choice: Choice) -> tuple[list[str], list[str]]:
    """What the address says before the widget corrects it, and the ids to choose from."""
    values = address.raw(choice.key)
    if st.session_state.get(choice.key, choice.default) not in choice.options:
        del st.session_state[choice.key]  # chosen under an edition that has other options
    return values, list(choice.options)


def _shown(choice: Choice, picked: str | None, values: Sequence[str]) -> str:
    """The id shown, with a note where the address says something else."""
    shown = picked if picked is not None and picked in choice.options else choice.default
    note(address.bad_choice(choice.key, values, list(choice.options.values()), choice.options[shown]))
    return shown


def note(sentence: str | None) -> None:
    """Remember a sentence about the link, if there is one, for the frame to show above the page."""
    if sentence:
        st.session_state[_NOTES] = [*st.session_state.get(_NOTES, []), sentence]
