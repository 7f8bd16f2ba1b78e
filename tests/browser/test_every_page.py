"""Every page in a real browser: its table travels as CSV, its link restores it elsewhere, a phone can read it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from dashboard.answer import answer
from dashboard.csv_export import Origin
from dashboard.duel_state import FIRST_DUEL
from dashboard.menu import PAGES, entry
from dashboard.printable import printable
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser


def path_of(key: str) -> str:
    """The address of a page, which Streamlit makes of its file's name."""
    file = entry(key).file
    return "/" if key == "home" else "/" + file.split("_", 1)[1].removesuffix(".py")


def pick(label: str, option: str) -> Callable[[Visitor], None]:
    """Choose from a drop-down list."""

    def change(visitor: Visitor) -> None:
        box = visitor.page.get_by_role("combobox", name=label, exact=True)
        box.click()
        box.fill(option)
        expect(visitor.page.get_by_role("option", name=option, exact=True)).to_be_visible()
        box.press("Enter")

    return change


def press(label: str) -> Callable[[Visitor], None]:
    """Press one of a row of buttons."""
    return lambda visitor: visitor.page.get_by_role("radio", name=label).click()


def nudge(expander: str, slider: str) -> Callable[[Visitor], None]:
    """Open an expander and move a slider by one step."""

    def change(visitor: Visitor) -> None:
        visitor.page.get_by_text(expander, exact=True).click()
        visitor.page.get_by_role("slider", name=slider).press("ArrowRight")

    return change


TRIES = 30
WIDE = ("matrix", "buffs", "durability")
"""Pages with a chart that a phone scrolls."""
CHANGES: dict[str, Callable[[Visitor], None]] = {
    "home": press("Fight"),
    "matrix": pick("Number in the cells", "Wasted damage"),
    "duel": nudge("What if", "To wound"),
    "buffs": pick("Number", "Points destroyed"),
    "editions": press("In the open"),
    "durability": press("Fight"),
    "catalogue": press("Weapons"),
}


def test_every_page_has_its_change() -> None:
    assert set(CHANGES) == {page.key for page in PAGES}


@pytest.mark.parametrize("key", CHANGES)
def test_a_change_reaches_the_table_and_its_link_restores_it_in_another_browser(
    key: str, visitor: Visitor, browser: Browser
) -> None:
    visitor.open(path_of(key))
    expect(visitor.page.get_by_role("heading", name=entry(key).title, exact=True)).to_be_visible()
    before = visitor.download("Download CSV")

    CHANGES[key](visitor)
    after = changed(visitor, before)

    assert all("11e" in row["edition"] and row["data_revision"] for row in after)
    context = browser.new_context(accept_downloads=True, viewport={"width": 1280, "height": 1400})
    friend = Visitor(context.new_page(), visitor.server)
    friend.open(visitor.page.url)
    assert strip(changed(friend, [])) == strip(after)
    friend.check_nothing_went_wrong()
    context.close()


def changed(visitor: Visitor, before: list[dict[str, str]]) -> list[dict[str, str]]:
    """The table once it differs and stays: the browser moves before the server has answered, and part by part."""
    last = before
    for _ in range(TRIES):
        visitor.settle()
        after = visitor.download("Download CSV")
        if strip(after) != strip(before) and after == last:
            return after
        last = after
        visitor.page.wait_for_timeout(300)
    pytest.fail("the change did not reach the table")


def strip(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """A table without its links, which name the port and the moment."""
    return [{name: cell for name, cell in row.items() if name != "link"} for row in rows]


@pytest.mark.parametrize("key", CHANGES)
def test_a_phone_reads_the_page_without_scrolling_sideways(key: str, visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 390, "height": 844})
    visitor.open(path_of(key))
    expect(visitor.page.get_by_role("button", name="Download CSV").first).to_be_attached()

    assert not visitor.scrolls_sideways()
    if key in WIDE:
        expect(visitor.page.get_by_text("The chart goes on to the right")).to_be_visible()
        visitor.page.set_viewport_size({"width": 1280, "height": 844})
        expect(visitor.page.get_by_text("The chart goes on to the right")).to_be_hidden()


def test_a_phone_reads_the_printable_page_without_scrolling_sideways(browser: Browser) -> None:
    data = {**FIRST_DUEL, "edition": "11e"}
    paper = printable(data, answer(data), 3, Origin("11e", "revision", f"http://localhost/?s={'A' * 600}"))
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.set_content(paper.decode())

    assert page.evaluate("document.documentElement.scrollWidth") == 390
    context.close()
