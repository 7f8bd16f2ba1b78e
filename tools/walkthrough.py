"""Take the pictures of docs/walkthrough.md while the dashboard runs: ``python -m tools.walkthrough ADDRESS``.

Prints the link, what the page says behind it in a second browser, and the CSV as pandas reads it.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pandas as pd
from playwright.sync_api import Browser, Page, sync_playwright

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "images"
IDLE = '[data-testid="stApp"][data-test-connection-state="CONNECTED"][data-test-script-state="notRunning"]'
PAUSE = 2_500  # milliseconds: a change reaches the server, and charts finish moving


def settle(page: Page) -> None:
    """Wait until the server has answered and nothing moves."""
    page.wait_for_timeout(PAUSE)
    page.wait_for_selector(IDLE, state="attached", timeout=60_000)
    page.wait_for_timeout(PAUSE)


def picture(page: Page, name: str) -> None:
    """Keep what is on the screen."""
    page.screenshot(path=PICTURES / f"walkthrough-{name}.png")


def headline(page: Page) -> str:
    """The answer above the curve."""
    return re.sub(r"\s+", " ", page.get_by_role("heading", name="destroyed in").inner_text())


def arm(page: Page, counts: dict[str, int]) -> None:
    """Type how many of each weapon are carried."""
    for weapon, count in counts.items():
        field = page.get_by_role("spinbutton", name=weapon, exact=True)
        field.fill(str(count))
        field.press("Enter")
        settle(page)


def order(page: Page, name: str) -> None:
    """Choose one of the attacker's rules."""
    rules = page.get_by_role("combobox", name="Attacker's rules")
    rules.click()
    rules.fill(name)
    page.get_by_role("option", name=re.compile(re.escape(name))).first.click()
    page.keyboard.press("Escape")
    settle(page)


def walk(browser: Browser, address: str) -> None:
    """From the home page to a link that a friend opens and a CSV in a frame."""
    page = browser.new_page(viewport={"width": 1200, "height": 900}, accept_downloads=True)
    page.goto(address)
    settle(page)
    picture(page, "1-home")
    page.get_by_role("link", name="Duel", exact=True).first.click()
    settle(page)
    page.get_by_role("slider", name="At least so many models slain").press("Home")
    settle(page)
    print("two plasma guns, two meltaguns:", headline(page))
    page.get_by_role("button", name="Keep this as A").click()
    settle(page)
    page.get_by_text("Models, leaders, weapons").click()
    settle(page)
    arm(page, {"Plasma gun": 0, "Hot-shot volley gun": 2})
    print("two volley guns, two meltaguns:", headline(page))
    arm(page, {"Hot-shot volley gun": 0, "Plasma gun": 2})
    page.get_by_text("Models, leaders, weapons").click()
    settle(page)
    page.get_by_text("Orders, stratagems, abilities").click()
    settle(page)
    order(page, "Take Aim!")
    print("two plasma guns, two meltaguns, Take Aim:", headline(page))
    page.mouse.move(900, 500)
    picture(page, "2-duel")
    link = page.url
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download CSV").first.click()
    print("link:", link.partition("?")[2])
    friend = browser.new_context(viewport={"width": 1200, "height": 900}).new_page()
    friend.goto(link)
    settle(friend)
    print("in another browser:", headline(friend))
    picture(friend, "3-friend")
    print(pd.read_csv(saved.value.path()).drop(columns="link").to_string())


def main() -> None:
    """Walk in the Chromium of this machine."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        walk(browser, sys.argv[1])
        browser.close()


if __name__ == "__main__":
    main()
