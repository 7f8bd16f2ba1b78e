"""The frame around every page: title, menu, edition, notes about the link, footer, and the guard against faults."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import streamlit as st

from analysis.errors import InputError
from analysis.links import FORMAT
from dashboard import address, choices, facts
from dashboard.browser_history import one_entry_a_view
from dashboard.copy_link import copy_link_button
from dashboard.csv_export import Origin
from dashboard.field_labels import in_labels
from dashboard.glossary import all_terms
from dashboard.menu import PAGES, PageEntry, entry
from dashboard.plain import markdown_text

__all__ = ["EDITION_NAMES", "Page", "page"]

EDITION_NAMES: Final = {"11e": "11th edition", "10e": "10th edition"}
_DEFAULT_EDITION: Final = "11e"
_ICON: Final = Path(__file__).with_name("icon.png")
_CHOSEN: Final = "edition chosen"
_LOG: Final = logging.getLogger("killcurve")

# Streamlit has no setting for the room beside the content, and a matrix needs it; nor for the height of a list of
# several choices, whose last ones would be cut on a phone.
_STYLE: Final = """<style>
[data-testid="stMultiSelect"] div:has(> [data-testid="stMultiSelectTagsContainer"]) { max-height: none; }
@media (min-width: 800px) { [data-testid="stMainBlockContainer"] { padding-left: 2.5rem; padding-right: 2.5rem; } }
</style>"""

UNOFFICIAL: Final = (
    "Killcurve is unofficial: Warhammer 40,000 and its names belong to Games Workshop, who neither made nor endorse "
    "it. Data: wh40kdc and the sources named in NOTICE. Nothing you enter leaves this server."
)


@dataclass(frozen=True, slots=True)
class Page:
    """What the frame hands to a page: the edition chosen, and the revision of the catalogue."""

    edition: str
    revision: str

    @property
    def edition_name(self) -> str:
        """The edition in words."""
        return EDITION_NAMES[self.edition]

    def origin(self) -> Origin:
        """Where a table of this page comes from, for its CSV."""
        return Origin(self.edition, self.revision, address.page_address())


@contextmanager
def page(key: str) -> Iterator[Page]:
    """Draw the frame of the page with this key; the page's own content is drawn inside.

    A fault in the content never shows a traceback: bad input is one sentence, anything else is logged.
    """
    current = entry(key)
    st.set_page_config(
        page_title=current.title if key == "home" else f"{current.title} · Killcurve",
        page_icon=str(_ICON),
        layout="wide",
    )
    address.begin(key)
    st.html(_STYLE)
    one_entry_a_view()
    _menu()
    notes = st.container()
    try:
        opened = _header(current)
        yield opened
    except InputError as error:
        st.error(markdown_text(f"{in_labels(error)}."), icon=":material/error:")
    except Exception:
        _LOG.exception("page %s failed", key)
        st.error(
            "This page met a fault of its own and stopped here; the server's log has the details. "
            "Opening the page from the menu starts it afresh.",
            icon=":material/error:",
        )
    address.write()
    with notes:
        for sentence in choices.take_notes():
            st.warning(markdown_text(sentence), icon=":material/link_off:")
    _footer()


def _menu() -> None:
    with st.sidebar:
        for entry_ in PAGES:
            st.page_link(entry_.file, label=entry_.title, icon=entry_.icon, help=entry_.question)
        st.divider()
        copy_link_button()


def _header(current: PageEntry) -> Page:
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.title(current.title, anchor=False, width="content")
        edition = _edition()
    revision = facts.revision(edition)
    state = f"dataslate {facts.dataslate(edition)}, catalogue {revision}"
    # No caption, which is drawn faintly, badges included.
    st.markdown(f":small[{current.question}] :orange-badge[{EDITION_NAMES[edition]}] :gray-badge[{state}]")
    for sentence in address.link_notes(address.unseen("v"), address.unseen("data"), revision):
        choices.note(sentence)
    address.keep("v", FORMAT)
    address.keep("edition", edition)
    address.keep("data", revision)
    return Page(edition, revision)


def _edition() -> str:
    """The edition: from the link if it names one, else as chosen on the page before."""
    asked = address.unseen("edition")
    if len(asked) == 1 and asked[0] in EDITION_NAMES:
        st.session_state["edition_switch"] = asked[0]
    # Written in every run: a value left over from the page before does not reach this page's switch by itself.
    before = st.session_state.get(_CHOSEN, _DEFAULT_EDITION)
    st.session_state["edition_switch"] = st.session_state.get("edition_switch", before)
    chosen = st.segmented_control(
        "Edition",
        list(EDITION_NAMES),
        required=True,
        format_func=EDITION_NAMES.__getitem__,
        key="edition_switch",
        label_visibility="collapsed",
        help="Whose rules, datasheets and points are used.",
    )
    edition = chosen if chosen in EDITION_NAMES else _DEFAULT_EDITION
    if asked:
        choices.note(address.bad_choice("edition", asked, list(EDITION_NAMES), EDITION_NAMES[edition]))
    st.session_state[_CHOSEN] = edition
    return edition


def _footer() -> None:
    st.divider()
    words = st.expander(
        "Words of the game and of the charts", icon=":material/menu_book:", key="words", on_change="rerun"
    )
    if words.open:
        words.table({markdown_text(term): markdown_text(sentence) for term, sentence in all_terms().items()})
    st.caption(UNOFFICIAL)
