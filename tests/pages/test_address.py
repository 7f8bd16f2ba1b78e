"""What one page wrote into the address never hides what a link says to another page, or to the same page later."""

from __future__ import annotations

import numpy as np

from dashboard.menu import entry
from tests.pages.duels import curve
from tests.pages.visits import open_page


def test_a_duel_that_was_changed_comes_back_by_its_own_link() -> None:
    """Changed, carried to the editions page and back by links, as the buttons of the two pages do."""
    app = open_page("duel", unfolded=("duel0.modifiers",))
    first = curve(app)
    app.select_slider(key="duel0.modifiers.hit").set_value(-2).run()
    changed, link = curve(app), {name: app.query_params[name] for name in ("v", "edition", "data", "s")}
    assert not np.allclose(first, changed)

    for page in ("editions", "duel"):
        app.switch_page(entry(page).file)
        for name, value in link.items():
            app.query_params[name] = value
        app.run()
        assert not app.exception

    np.testing.assert_allclose(curve(app), changed, rtol=0, atol=1e-12)


def test_a_unit_chosen_before_does_not_hide_the_unit_of_a_link() -> None:
    app = open_page("buffs", unit="orks/boyz")
    chosen = next(box for box in app.selectbox if box.label == "Unit")
    other = next(option for option in chosen.options if option != chosen.value)
    chosen.select(other).run()
    written = app.query_params["unit"]

    app.switch_page(entry("catalogue").file).run()
    app.switch_page(entry("buffs").file)
    app.query_params["unit"] = written
    app.run()

    assert app.query_params["unit"] == written
