"""Somebody looking at the dashboard: opens addresses, waits until the page is done, and notices what went wrong."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Error, Page, Request, Response, expect

__all__ = ["Visitor"]

IDLE = '[data-testid="stApp"][data-test-connection-state="CONNECTED"][data-test-script-state="notRunning"]'
PATIENCE = 90_000  # milliseconds; two cores may be busy with other tests
PRESSES = 4
# Streamlit looks for its own folder by asking below the page's path first.
LOOKS_FOR_ITSELF = ("/_stcore/health", "/_stcore/host-config")


@dataclass
class Visitor:
    """A browser page, with everything suspicious that it did."""

    page: Page
    server: str
    strangers: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)
        self.page.on("request", self._note_request)
        self.page.on("response", self._note_response)
        self.page.on("console", lambda message: self._note_console(message.type, message.text))
        self.page.on("pageerror", lambda error: self.failures.append(str(error)))

    def open(self, path: str = "/") -> None:
        """Go to an address of the dashboard, or to a whole address, and wait until the page is drawn."""
        self.page.goto(path if path.startswith("http") else self.server + path)
        self.settle()

    def settle(self) -> None:
        """Wait until the server has nothing more to do."""
        self.page.wait_for_selector(IDLE, state="attached")

    def download(self, button: str) -> list[dict[str, str]]:
        """Press a download button and read the CSV.

        A file is written for the page that drew its button; a press while that page is being drawn anew may be lost,
        and is made again.
        """
        for _ in range(PRESSES - 1):
            try:
                return self._downloaded(button, PATIENCE / PRESSES)
            except Error:  # it waited in vain
                self.settle()
        return self._downloaded(button, PATIENCE)

    def _downloaded(self, button: str, patience: float) -> list[dict[str, str]]:
        with self.page.expect_download(timeout=patience) as waiting:
            self.page.get_by_role("button", name=button).first.click()
        text = Path(waiting.value.path()).read_text(encoding="utf-8")
        return list(csv.DictReader(io.StringIO(text)))

    def heat_cell(self, key: str, cell: tuple[int, int], shape: tuple[int, int]) -> tuple[float, float]:
        """Where on the screen a cell of a heatmap is, once the picture has stopped moving."""
        plot = self.page.locator(f".st-key-{key} .nsewdrag").first
        plot.evaluate("(plot) => plot.scrollIntoView({ block: 'center' })")
        box, before = plot.bounding_box(), None
        while box != before or box is None:
            self.page.wait_for_timeout(300)
            box, before = plot.bounding_box(), box
        (row, column), (rows, columns) = cell, shape
        return box["x"] + box["width"] * (column + 0.5) / columns, box["y"] + box["height"] * (row + 0.5) / rows

    def scrolls_sideways(self) -> bool:
        """Whether the page is wider than the screen."""
        width = self.page.evaluate("() => document.querySelector('[data-testid=stMain]').scrollWidth")
        return bool(width > self.page.viewport_size["width"])

    def check_nothing_went_wrong(self) -> None:
        """No request left the machine, nothing failed in the browser, no exception is shown."""
        assert self.strangers == []
        assert self.failures == []
        expect(self.page.get_by_test_id("stException")).to_have_count(0)

    def _note_request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in ("http", "https", "ws", "wss") and address.hostname != "127.0.0.1":
            self.strangers.append(request.url)

    def _note_response(self, response: Response) -> None:
        if response.status >= 400 and not response.url.endswith(LOOKS_FOR_ITSELF):
            self.failures.append(f"{response.status} {response.url}")

    def _note_console(self, kind: str, text: str) -> None:
        if kind == "error" and "404" not in text:  # those are judged above, by their address
            self.failures.append(text)
