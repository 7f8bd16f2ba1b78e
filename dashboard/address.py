"""The page's address: what it asks for, checked before a widget silently replaces a bad value by its default.

Two kinds of parameters exist. *Bound* ones belong to a widget, which Streamlit keeps in the address itself and leaves
out while it shows its default. *Kept* ones (format, edition, data revision, packed scenario) are written by the page
in every view, default or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlencode

import streamlit as st

from analysis.errors import InputError, nearest
from analysis.links import FORMAT

__all__ = [
    "bad_choice",
    "bad_flag",
    "bad_number",
    "begin",
    "drop",
    "keep",
    "link_notes",
    "only",
    "page_address",
    "raw",
    "unseen",
    "write",
]

TRUE_WORDS: Final = frozenset({"true", "1", "yes", "t", "on"})
FALSE_WORDS: Final = frozenset({"false", "0", "no", "f", "off"})
_MOST_LISTED: Final = 8
_WRITTEN: Final = "address written"
_PENDING: Final = "address to be written"
_PAGE: Final = "address of page"


def raw(name: str) -> list[str]:
    """Every value the address gives this parameter, unchecked."""
    return list(st.query_params.get_all(name))


def only(field: str, values: Sequence[str]) -> str:
    """The value of a parameter that is given once.

    Raises:
        InputError: When it is given several times, or not at all.
    """
    if len(values) != 1:
        raise InputError(field, f"{len(values)} values", "one value")
    return values[0]


def bad_choice(
    name: str, values: Sequence[str], labels: Sequence[str], shown: str = "", many: bool = False
) -> str | None:
    """The sentence about values that are no option; `shown` is what the page shows where it is given several.

    >>> bad_choice("metric", ["dmg"], ["Damage", "Models slain"])
    "Link, metric: 'dmg' is not accepted; expected one of Damage, Models slain"
    """
    if len(values) > 1 and not many:
        return _given_often(name, values, shown)
    wrong = next((value for value in values if value not in labels), None)
    if wrong is None:
        return None
    if len(labels) <= _MOST_LISTED:
        return _sentence(name, wrong, f"one of {', '.join(labels)}")
    close = nearest(wrong[:80], labels)
    return _sentence(name, wrong, f"one of the list's names such as {close or ', '.join(labels[:3])}")


def bad_number(name: str, values: Sequence[str], low: int, high: int, shown: str = "") -> str | None:
    """The sentence about a value that is no whole number within the bounds.

    >>> bad_number("models", ["999"], 1, 20)
    "Link, models: '999' is not accepted; expected a whole number from 1 to 20"
    >>> bad_number("models", ["7"], 1, 20)
    """
    if not values:
        return None
    expected = f"a whole number from {low} to {high}"
    if len(values) > 1:
        return _given_often(name, values, shown)
    text = values[0].strip()
    digits = text.removeprefix("-")
    if len(digits) <= 9 and digits.isascii() and digits.isdigit() and low <= int(text) <= high:
        return None
    return _sentence(name, values[0], expected)


def bad_flag(name: str, values: Sequence[str], shown: str = "") -> str | None:
    """The sentence about a value that is neither true nor false.

    >>> bad_flag("cover", ["maybe"])
    "Link, cover: 'maybe' is not accepted; expected true or false"
    """
    if not values or (len(values) == 1 and values[0].lower() in TRUE_WORDS | FALSE_WORDS):
        return None
    return _given_often(name, values, shown) if len(values) > 1 else _sentence(name, values[0], "true or false")


def link_notes(version: Sequence[str], revision: Sequence[str], current: str) -> list[str]:
    """What to say about a link of another format or another catalogue.

    >>> link_notes(["1"], ["2025-01-01"], "2026-09-22")
    ['This link was made with catalogue 2025-01-01; the numbers below are those of catalogue 2026-09-22.']
    """
    notes = []
    if version and list(version) != [FORMAT]:
        made = f"format {version[0][:40]}" if len(version) == 1 else f"{len(version)} formats"
        notes.append(
            f"This link is of another version of Killcurve ({made}, not {FORMAT}); "
            "what this version understands of it is shown."
        )
    if revision and list(revision) != [current]:
        made = revision[0][:40] if len(revision) == 1 else f"{len(revision)} revisions"
        notes.append(f"This link was made with catalogue {made}; the numbers below are those of catalogue {current}.")
    return notes


def begin(page: str) -> None:
    """Notice that a visit of a page begins: whatever its address says holds, also what another page wrote before."""
    st.session_state[_PENDING] = {}  # also what a run that was cut short had meant to write
    if st.session_state.get(_PAGE) != page:
        st.session_state[_PAGE] = page
        st.session_state[_WRITTEN] = {}


def unseen(name: str) -> list[str]:
    """The values of a kept parameter when they came from outside: a link, or the browser's history."""
    values = raw(name)
    return [] if values == [st.session_state.get(_WRITTEN, {}).get(name)] else values


def keep(name: str, value: str) -> None:
    """Let the address hold a parameter from the end of this run on."""
    st.session_state[_PENDING] = {**st.session_state.get(_PENDING, {}), name: [value]}


def drop(name: str) -> None:
    """Take a kept parameter out of the address at the end of this run."""
    st.session_state[_PENDING] = {**st.session_state.get(_PENDING, {}), name: []}


def write() -> None:
    """Put all that this run keeps into the address, in one step: the browser's Back then undoes one change whole.

    What was written is remembered, so that a later change from outside is noticed.
    """
    pending: dict[str, list[str]] = st.session_state.pop(_PENDING, {})
    # A parameter without values is left out of an address.
    changed = {name: values[0] if values else [] for name, values in pending.items() if raw(name) != values}
    if changed:
        st.query_params.update(changed)
    written = st.session_state.get(_WRITTEN, {}) | {name: next(iter(values), None) for name, values in pending.items()}
    st.session_state[_WRITTEN] = written


def page_address() -> str:
    """The address of this view, as good as the server knows it."""
    base = (st.context.url or "").partition("?")[0]
    pending: dict[str, list[str]] = st.session_state.get(_PENDING, {})
    names = [*st.query_params, *(name for name in pending if name not in st.query_params)]
    pairs = [(name, value) for name in names for value in pending.get(name, raw(name))]
    return f"{base}?{urlencode(pairs)}" if pairs else base


def _sentence(name: str, value: str, expected: str) -> str:
    return f"Link, {InputError(name, value, expected)}"


def _given_often(name: str, values: Sequence[str], shown: str) -> str:
    return f"Link, {name}: it is given {len(values)} times; expected one value" + (
        f"; {shown} is shown" if shown else ""
    )
