"""What the tables of a page show on the screen is what their CSV holds, cell by cell, in a real Chromium."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator

from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

PAGES = {
    "buffs": "/Buffs",
    "editions": "/Editions",
    "units": "/Catalogue",
    "weapons": "/Catalogue?look=Weapons&q=melta",
    "rules": "/Catalogue?look=Army+rules&q=order",
    "durability": "/Durability?phase=Fight",
}


def rows_drawn(grid: Locator) -> list[dict[str, str]]:
    """The part of a table that the browser has drawn, by heading, as a screen reader finds it."""
    headings = grid.locator("th").all_text_contents()
    rows = grid.locator("tbody tr").all()
    return [dict(zip(headings, row.locator("td").all_text_contents(), strict=True)) for row in rows]


def alike(shown: str, written: str) -> bool:
    """Whether a cell of the screen is the cell of the CSV, rounded or written for reading."""
    if shown.strip("–") == written or shown.lower() == written.lower() or shown == written.removeprefix("'"):
        return True
    number = shown.rstrip("+").replace(",", "")
    try:
        return abs(float(number) - float(written)) <= 0.501 / 10 ** len(number.partition(".")[2])
    except ValueError:
        return False


@pytest.mark.parametrize("page", PAGES)
def test_the_screen_shows_what_the_csv_holds(page: str, visitor: Visitor) -> None:
    visitor.page.set_viewport_size({"width": 1600, "height": 1400})
    visitor.open(PAGES[page])
    table = visitor.page.get_by_test_id("stDataFrame").first
    table.scroll_into_view_if_needed()
    visitor.settle()
    visitor.page.wait_for_timeout(1000)  # the table is drawn after the page
    shown = rows_drawn(table.locator("table"))

    written = visitor.download("Download CSV")

    assert shown
    for row, line in zip(shown, written, strict=False):
        by_heading = {name.replace("_", " "): cell for name, cell in line.items()}
        for heading, cell in row.items():
            assert alike(cell, by_heading[heading]), (heading, cell, by_heading[heading])
