"""Opens pages without a browser: the script runs, the widgets are there, the charts are data."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from streamlit.testing.v1 import AppTest

from dashboard.menu import entry

__all__ = ["drawn", "open_page", "shown_errors"]

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120


def open_page(key: str, /, unfolded: tuple[str, ...] = (), **parameters: str | list[str]) -> AppTest:
    """Open a page by its address, as a visitor with an empty session would who then unfolds parts of a form."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=PATIENCE)
    if key != "home":
        app.switch_page(entry(key).file)
    for name, value in parameters.items():
        app.query_params[name] = value
    for fold in unfolded:
        app.session_state[fold] = True
    return app.run()


def shown_errors(app: AppTest) -> list[str]:
    """Sentences in red; a page that works shows none."""
    return [element.value for element in app.error]


def drawn(app: AppTest, key: str) -> dict[str, Any]:
    """The figure of the chart with this key, as sent to the browser."""
    for element in app.get("plotly_chart"):
        if element.proto.id.endswith(f"-{key}"):
            return json.loads(element.proto.spec)
    raise AssertionError(f"no chart {key}")


def numbers(packed: Any) -> NDArray[np.float64]:
    """An array out of a figure, in the form Plotly packs it."""
    if isinstance(packed, dict):
        flat = np.frombuffer(base64.b64decode(packed["bdata"]), dtype=np.dtype(packed["dtype"]))
        shape = [int(side) for side in str(packed.get("shape", flat.size)).split(",")]
        return flat.reshape(shape).astype(float)
    return np.array(packed, dtype=float)
