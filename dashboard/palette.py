"""Colours that survive colour blindness, on a light and on a dark page.

`HEAT` runs from pale sand to dark brown: its lightness falls steadily, so the order of two cells can be read without
seeing hue. `SERIES` are the four of Okabe and Ito's colours that are told apart on white and on black.
"""

from __future__ import annotations

from typing import Final

__all__ = ["ACCENT", "HEAT", "MUTED", "SERIES", "heat_scale"]

HEAT: Final = (
    (255, 247, 224),
    (254, 224, 160),
    (251, 190, 96),
    (238, 146, 46),
    (207, 102, 20),
    (158, 66, 12),
    (98, 38, 10),
)
SERIES: Final = ("#0072B2", "#D55E00", "#009E73", "#CC79A7")
ACCENT: Final = SERIES[1]
MUTED: Final = "#8A8A8A"


def heat_scale() -> list[list[float | str]]:
    """`HEAT` in the form Plotly takes: pairs of position and colour.

    >>> heat_scale()[0]
    [0.0, 'rgb(255, 247, 224)']
    """
    last = len(HEAT) - 1
    return [[step / last, f"rgb({red}, {green}, {blue})"] for step, (red, green, blue) in enumerate(HEAT)]
