"""The matrix in a real browser, by a link, from a cold server."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.visitor import Visitor

pytestmark = pytest.mark.browser

DEEP_LINK = "/Matrix?edition=10e&faction=Orks&metric=Models+slain&phase=Fight"


def drawn_texts(visitor: Visitor) -> list[str]:
    """The numbers in the cells, as drawn."""
    cells = visitor.page.locator(".st-key-matrix_heat .heatmap-label text")
    expect(cells.first).to_be_visible()
    return cells.all_text_contents()


def test_a_deep_link_opens_cold_and_its_csv_equals_the_screen(visitor: Visitor) -> None:
    visitor.open(DEEP_LINK)

    rows = visitor.download("Download CSV")
    drawn = drawn_texts(visitor)

    assert len(drawn) == len(rows) * 12
    targets = [name for name in rows[0] if re.search(r" x\d+$", name)]
    in_file = [float(row[target]) for row in rows for target in targets]
    assert [
        0 < number < 0.05 if text.startswith("<") else abs(float(text) - number) < 0.0501
        for text, number in zip(drawn, in_file, strict=True)
    ] == [True] * len(drawn)
    assert {(row["edition"], row["metric"]) for row in rows} == {("10e", "Models slain")}
    assert all("faction=Orks" in row["link"] for row in rows)


def test_a_click_on_a_cell_opens_its_duel(visitor: Visitor) -> None:
    visitor.open("/Matrix?faction=Orks")
    rows = len(visitor.download("Download CSV"))

    x, y = visitor.heat_cell("matrix_heat", (0, 1), (rows, 12))
    visitor.page.mouse.move(x, y)
    expect(visitor.page.locator(".st-key-matrix_heat .hoverlayer")).to_contain_text("Boyz")
    visitor.page.mouse.click(x, y)

    expect(visitor.page.get_by_role("heading", name="Duel")).to_be_visible()
    expect(visitor.page.get_by_role("heading", name=re.compile("against Boyz: destroyed in"))).to_be_visible()
