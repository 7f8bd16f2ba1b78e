"""Homebrew in a real browser: a number typed into the table of weapons changes the answer; its link restores both."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, expect

from analysis.links import decode, parse_query
from dashboard.answer import answer
from dashboard.duel_words import headline
from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

HEADER = 35  # pixels; a row is as high
MARKER = 36  # pixels of the column that selects rows
ATTACKS = 2  # columns to the right of the name


def weapons_table(visitor: Visitor) -> Locator:
    """The editable table, once it stands still."""
    table = visitor.page.locator(".st-key-duel0-attacker-weapons [data-testid=stDataFrame]").first
    table.scroll_into_view_if_needed()
    expect(table.locator("canvas").first).to_be_visible()
    visitor.settle()
    visitor.page.wait_for_timeout(500)
    return table


def type_into(visitor: Visitor, table: Locator, column: int, text: str) -> None:
    """Write into a cell of the first row, as a player would: click, move with the arrows, type, Enter."""
    table.click(position={"x": MARKER + 40, "y": HEADER * 1.5})
    for _ in range(column):
        visitor.page.keyboard.press("ArrowRight")
    visitor.page.keyboard.type(text, delay=40)
    visitor.page.keyboard.press("Enter")


def told(visitor: Visitor) -> Locator:
    """The sentence that answers first."""
    return visitor.page.get_by_role("heading", name=re.compile("destroyed in"))


def expected(url: str) -> str:
    """The sentence the engine gives for the link of a page, without the marks of bold letters."""
    query = parse_query(url.partition("?")[2])
    found = answer(decode(query).data)
    names = (found.scenario.attacker.name, found.scenario.target.name)
    return headline(*names, found.result, int(query["k"][0])).replace("**", "")


def test_typing_into_the_table_of_weapons_changes_the_answer_and_the_link(visitor: Visitor, browser: Browser) -> None:
    visitor.open("/Duel")
    visitor.page.get_by_text("Attacker in my own numbers").click()
    expect(told(visitor)).to_contain_text("My unit")
    table = weapons_table(visitor)
    before, address = told(visitor).inner_text(), visitor.page.url

    type_into(visitor, table, ATTACKS, "D6+4")

    expect(told(visitor)).not_to_have_text(before)
    visitor.settle()
    assert visitor.page.url != address
    (weapon,) = decode(parse_query(visitor.page.url.partition("?")[2])).data["attacker"]["weapons"]
    assert (weapon["name"], weapon["count"], weapon["attacks"]) == ("My weapon", 5, "D6+4")
    sentence = told(visitor).inner_text()
    assert sentence == expected(visitor.page.url)

    context = browser.new_context(viewport={"width": 1280, "height": 1400})
    friend = Visitor(context.new_page(), visitor.server)
    friend.open(visitor.page.url)

    expect(told(friend)).to_have_text(sentence)
    friend.settle()
    assert decode(parse_query(friend.page.url.partition("?")[2])).data["attacker"]["weapons"] == [weapon]
    friend.check_nothing_went_wrong()
    context.close()
