"""Own numbers typed into the duel's tables in a real Chromium: what is wrong is said, what was typed stays."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser


def type_into(visitor: Visitor, column: int, text: str) -> None:
    """Write into a cell of the first row of the table of weapons, all of whose profile must be in view."""
    grid = visitor.page.get_by_test_id("stDataFrame").first
    grid.scroll_into_view_if_needed()
    box = grid.bounding_box()
    marker, widths = 33, [84, 58, 52, 82, 52, 52, 52]
    assert box["width"] >= marker + sum(widths)
    x, y = box["x"] + marker + sum(widths[:column]) + widths[column] / 2, box["y"] + 35 + 18
    visitor.page.mouse.click(x, y)
    visitor.page.mouse.dblclick(x, y)
    visitor.page.locator("#portal .gdg-input").fill(text)
    visitor.page.keyboard.press("Enter")


def test_a_wrong_cell_is_named_by_its_column_and_mended_in_place(visitor: Visitor) -> None:
    visitor.open("/Duel")
    visitor.page.get_by_text("Attacker in my own numbers", exact=True).click()
    expect(visitor.page.get_by_role("heading", name=re.compile("My unit"))).to_be_visible()
    visitor.settle()
    answer = visitor.page.get_by_role("heading", name=re.compile("destroyed in")).inner_text()

    type_into(visitor, 2, "99D99")

    expect(visitor.page.get_by_text("Attacker's weapons, row 1, A: '99D99' is not accepted")).to_be_visible()
    visitor.settle()
    type_into(visitor, 2, "2")
    expect(visitor.page.get_by_role("heading", name=answer)).to_be_visible()


def test_half_a_weapon_is_refused_and_not_read_as_twenty_five(visitor: Visitor) -> None:
    visitor.open("/Duel")
    visitor.page.get_by_text("Attacker in my own numbers", exact=True).click()
    expect(visitor.page.get_by_role("heading", name=re.compile("My unit"))).to_be_visible()
    visitor.settle()

    type_into(visitor, 1, "2.5")

    expect(visitor.page.get_by_text("Attacker's weapons, row 1, No.: 2.5 is not accepted")).to_be_visible()
