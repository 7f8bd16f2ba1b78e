"""What a slider step on the duel page costs the server, beside a page that draws the same charts from constants.

Both pages run in this process, in turns, without a browser; each step moves the slider to a value not seen before, so
that no answer is at hand.
"""

from __future__ import annotations

import itertools
import statistics
import time
from pathlib import Path

from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parents[1]
STEPS = 30
SLIDERS = ("hit", "wound", "ap", "strength")
REACH = {"hit": 2, "wound": 2, "ap": 2, "strength": 3}


def constants() -> None:
    """The charts and the table of the duel page's first view, from numbers written here."""
    import pandas as pd
    import streamlit as st

    from dashboard.csv_export import Origin
    from dashboard.curves import Curve, bars, describe_bars, survival
    from dashboard.show import chart, table

    st.slider("step", 0, 10_000, key="step")
    slain = [0.389, 0.431, 0.158, 0.02, 0.0018, 0.0002]
    lost = [0.148, 0.06, 0.18, 0.37, 0.014, 0.047, 0.151, 0.006, 0.004, 0.02] + [0.0] * 6
    chart(survival([Curve("Kasrkin", slain)], "models slain", 3), "curve", "curve")
    for column, (unit, pmf) in zip(st.columns(2), (("models slain", slain), ("wounds lost", lost)), strict=True):
        with column:
            chart(bars(Curve(unit, pmf), unit), unit.replace(" ", "_"), describe_bars(Curve(unit, pmf), unit))
    frame = pd.DataFrame({"what": ["slain"] * 6, "outcome": range(6), "exactly": slain, "at_least": slain})
    table(frame, Origin("11e", "constant", ""), "constants")


def main() -> None:
    """Print both medians and their ratio."""
    duel = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    duel.switch_page("pages/2_Duel.py")
    duel.session_state["duel0.modifiers"] = True
    duel.run()
    plain = AppTest.from_function(constants, default_timeout=60).run()
    times: dict[str, list[float]] = {"duel": [], "constants": []}
    settings = itertools.product(*(range(-REACH[name], REACH[name] + 1) for name in SLIDERS))
    before = dict.fromkeys(SLIDERS, 0)
    for step, setting in enumerate(itertools.islice(settings, STEPS)):
        for name, value in zip(SLIDERS, setting, strict=True):
            if value != before[name]:
                duel.select_slider(key=f"duel0.modifiers.{name}").set_value(value)
                before[name] = value
        start = time.perf_counter()
        duel.run()
        middle = time.perf_counter()
        plain.slider(key="step").set_value(step + 1)
        middle_plain = time.perf_counter()
        plain.run()
        times["duel"].append(middle - start)
        times["constants"].append(time.perf_counter() - middle_plain)
    ours, theirs = (statistics.median(times[name]) for name in ("duel", "constants"))
    print(f"a slider step on the duel page: {1000 * ours:.0f} ms")
    print(f"the same charts from constants: {1000 * theirs:.0f} ms")
    print(f"ratio: {ours / theirs:.2f}")


if __name__ == "__main__":
    main()
