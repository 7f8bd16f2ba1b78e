"""The browser's Back in a real Chromium: one press, and the view before stands there whole."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser


def answer(visitor: Visitor) -> str:
    """The sentence that answers the duel."""
    visitor.settle()
    return visitor.page.get_by_role("heading", name=re.compile("destroyed in")).inner_text()


def test_back_after_a_change_of_edition_shows_the_duel_of_the_edition_before(visitor: Visitor) -> None:
    visitor.open("/Duel")
    before, address = answer(visitor), visitor.page.url
    visitor.page.get_by_role("radio", name="10th edition").click()
    visitor.page.wait_for_url(re.compile("edition=10e"))
    visitor.settle()

    visitor.page.go_back()

    visitor.page.wait_for_url(address)
    expect(visitor.page.get_by_role("heading", name=before)).to_be_visible()
    expect(visitor.page.get_by_test_id("stAlert")).to_have_count(0)


def test_back_undoes_one_step_of_a_slider(visitor: Visitor) -> None:
    visitor.open("/Duel")
    before = answer(visitor)
    visitor.page.get_by_text("What if", exact=True).click()
    visitor.page.get_by_role("slider", name="To wound").press("ArrowRight")
    expect(visitor.page.get_by_role("heading", name=before)).to_have_count(0)
    visitor.settle()

    visitor.page.go_back()

    expect(visitor.page.get_by_role("heading", name=before)).to_be_visible()


def test_back_from_a_cell_shows_the_matrix_as_it_was_filtered(visitor: Visitor) -> None:
    visitor.open("/Matrix?word=leman&phase=Fight")
    address = visitor.page.url
    x, y = visitor.heat_cell("matrix_heat", (0, 4), (8, 12))
    visitor.page.mouse.move(x, y)
    expect(visitor.page.locator(".st-key-matrix_heat .hoverlayer")).to_contain_text("Leman")
    visitor.page.mouse.click(x, y)
    expect(visitor.page.get_by_role("heading", name="Duel", exact=True)).to_be_visible()
    expect(visitor.page.get_by_role("heading", name=re.compile("Leman Russ"))).to_be_visible()
    visitor.settle()

    visitor.page.go_back()

    expect(visitor.page.get_by_role("heading", name="Matrix", exact=True)).to_be_visible()
    visitor.page.wait_for_url(address)
    visitor.settle()
    assert all("Leman" in row["attacker"] for row in visitor.download("Download CSV"))
    visitor.page.get_by_role("link", name="Killcurve", exact=True).first.click()
    expect(visitor.page.get_by_role("heading", name="How sure is a kill?")).to_be_visible()
    visitor.settle()
    assert "s=" not in visitor.page.url


def test_back_from_a_unit_shows_the_durability_it_was_chosen_from(visitor: Visitor) -> None:
    visitor.open("/Durability?faction=Orks&phase=Fight")
    address = visitor.page.url
    marker = visitor.page.locator(".st-key-durability_chart .scatterlayer .trace").last.locator("path.point").last
    expect(marker).to_be_visible()
    visitor.settle()
    box = marker.bounding_box()
    for _ in range(40):  # until the picture has stopped moving
        visitor.page.wait_for_timeout(300)
        before, box = box, marker.bounding_box()
        if box == before:
            break
    visitor.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(visitor.page.locator(".st-key-durability_chart .hoverlayer")).to_contain_text("Stompa")
    visitor.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(visitor.page.get_by_role("heading", name="Duel", exact=True)).to_be_visible()
    expect(visitor.page.get_by_test_id("stAlert").first).to_contain_text("Stompa")
    visitor.settle()

    visitor.page.go_back()

    expect(visitor.page.get_by_role("heading", name="Durability", exact=True)).to_be_visible()
    visitor.page.wait_for_url(address)


def test_a_page_of_the_menu_is_left_by_one_press(visitor: Visitor) -> None:
    visitor.open("/Catalogue?q=boyz")
    for name in ("Duel", "Editions"):
        visitor.page.get_by_role("link", name=name, exact=True).first.click()
        expect(visitor.page.get_by_role("heading", name=name, exact=True)).to_be_visible()
        visitor.page.wait_for_url(re.compile(f"/{name}.*edition=11e"))
        visitor.settle()

    for name in ("Duel", "Catalogue"):
        visitor.page.go_back()
        expect(visitor.page.get_by_role("heading", name=name, exact=True)).to_be_visible()
        visitor.settle()
    expect(visitor.page.get_by_role("textbox", name="Search")).to_have_value("boyz")
