"""Going from page to page in a real browser: what was chosen comes along, and a click leads to what was clicked."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser


def test_the_edition_chosen_holds_on_every_page_that_follows(visitor: Visitor) -> None:
    visitor.open("/Durability")
    visitor.page.get_by_role("radio", name="10th edition").click()
    visitor.page.wait_for_url(re.compile("edition=10e"))

    for name in ("Catalogue", "Editions", "Durability"):
        visitor.page.get_by_role("link", name=name, exact=True).first.click()
        expect(visitor.page.get_by_role("heading", name=name, exact=True)).to_be_visible()
        visitor.page.wait_for_url(re.compile(f"/{name}.*edition=10e"))
        visitor.settle()


def test_a_click_on_a_unit_opens_the_duel_it_is_destroyed_in(visitor: Visitor) -> None:
    visitor.open("/Durability?faction=Orks&phase=Fight")
    markers = visitor.page.locator(".st-key-durability_chart .scatterlayer .trace").last.locator("path.point")
    expect(markers.first).to_be_visible()
    visitor.settle()
    box, before = markers.last.bounding_box(), None
    while box != before:  # the picture has stopped moving
        visitor.page.wait_for_timeout(300)
        box, before = markers.last.bounding_box(), box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    visitor.page.mouse.move(x, y)
    expect(visitor.page.locator(".st-key-durability_chart .hoverlayer")).to_contain_text("Stompa")
    visitor.page.mouse.click(x, y)

    expect(visitor.page.get_by_role("heading", name="Duel", exact=True)).to_be_visible()
    expect(visitor.page.get_by_role("heading", name=re.compile("Stompa"))).to_be_visible()


def test_a_duel_is_compared_under_both_editions_with_its_loadout_and_a_friend_sees_the_same(visitor: Visitor) -> None:
    visitor.open("/Duel")
    visitor.page.get_by_role("link", name="What did the change of edition do to it?").click()
    expect(visitor.page.get_by_text("The duel of the link")).to_be_visible()
    answer = visitor.page.get_by_role("heading", name=re.compile("Kasrkin against Terminator Squad, wounds lost"))
    expect(answer).to_be_visible()
    visitor.settle()
    sentence = answer.inner_text()

    visitor.open(visitor.page.url)

    expect(visitor.page.get_by_role("heading", name=sentence)).to_be_visible()


def test_a_search_leads_to_a_datasheet_and_on_to_the_pages_of_its_unit(visitor: Visitor) -> None:
    visitor.open("/Catalogue")
    box = visitor.page.get_by_role("textbox", name="Search")
    box.fill("genestealers")
    box.press("Enter")
    expect(visitor.page.get_by_text("By default 5 models carry 5 × Genestealers claws and talons.")).to_be_visible()
    visitor.settle()  # the links stand below, and are drawn last

    visitor.page.get_by_role("link", name="What the 11th edition changed").click()

    expect(
        visitor.page.get_by_role("heading", name=re.compile("Genestealers against Intercessor Squad"))
    ).to_be_visible()
    visitor.page.get_by_role("link", name="Catalogue", exact=True).first.click()
    expect(visitor.page.get_by_role("textbox", name="Search")).to_have_value("genestealers")
    visitor.settle()
    visitor.page.get_by_role("link", name="What strengthens it").click()
    visitor.page.wait_for_url(re.compile("/Buffs.*unit=tyranids%2Fgenestealers"))
    visitor.settle()
