"""The most memory the server ever held, beside what a small free host gives.

A fresh server is visited by a real browser: the ranking of the whole game by single weapons, then by whole units, and
of both the table of one metric is downloaded whole.
"""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Page, sync_playwright

ROOT = Path(__file__).resolve().parents[1]
LIMIT_MB = 700
PATIENCE = 300
IDLE = '[data-testid="stApp"][data-test-connection-state="CONNECTED"][data-test-script-state="notRunning"]'
WHOLE_GAME = {"faction": "All factions", "targets": "All units of the game"}


@contextmanager
def fresh_server() -> Iterator[tuple[int, str]]:
    """Process id and address of a dashboard that nobody has visited yet."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    options = [f"--server.port={port}", "--server.address=127.0.0.1"]
    process = subprocess.Popen(
        [sys.executable, "-m", "streamlit", "run", "app.py", *options], cwd=ROOT, stdout=subprocess.DEVNULL
    )
    try:
        wait_until_healthy(port)
        yield process.pid, f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=30)


def wait_until_healthy(port: int) -> None:
    """Return once the server answers."""
    for _ in range(10 * PATIENCE):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/_stcore/health", timeout=2):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise TimeoutError("the dashboard did not start")


def peak_mb(pid: int) -> float:
    """The most resident memory a process ever had."""
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    assert found is not None, "expected a Linux kernel, which reports VmHWM"
    return int(found[1]) / 1024


def show_and_download(page: Page, server: str, rows: str) -> int:
    """Open the whole game's ranking and save all of it; returns the size of the file."""
    page.goto(f"{server}/Matrix?{urlencode({**WHOLE_GAME, 'rows': rows})}")
    button = page.get_by_role("button", name="Download all rows and columns")
    button.wait_for()
    page.wait_for_selector(IDLE, state="attached")
    with page.expect_download() as waiting:
        button.click()
    return Path(waiting.value.path()).stat().st_size


def main() -> None:
    """Print the peak after each step, and its share of the limit."""
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        print("server memory: no Chromium on this machine, not measured")
        return
    with fresh_server() as (pid, server), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-dev-shm-usage"])
        page = browser.new_context(accept_downloads=True).new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.goto(server)
        page.wait_for_selector(IDLE, state="attached")
        print(f"server memory after the first page: {peak_mb(pid):.0f} MB at most")
        for rows in ("Single weapons", "Whole units"):
            size = show_and_download(page, server, rows)
            what = f"the whole game's ranking, {rows.lower()}, and its CSV of {size / 1e6:.0f} MB"
            print(f"... after {what}: {peak_mb(pid):.0f} MB")
        print(f"share of the {LIMIT_MB} MB allowed: {peak_mb(pid) / LIMIT_MB:.2f}")
        browser.close()


if __name__ == "__main__":
    main()
