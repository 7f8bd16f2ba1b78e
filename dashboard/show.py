"""Puts a chart or a table on the page: alt text, picture download, CSV download; the same everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from dashboard.csv_export import Origin, csv_bytes, file_name

__all__ = ["chart", "clickable_chart", "clickable_table", "download", "save", "scrolling_chart", "table"]

GOES_ON: Final = ":material/swipe_left: The chart goes on to the right: swipe or scroll it."
MOST_ROWS_UNSCROLLED: Final = 15
_TITLE_LINE: Final = 18
_ROLLS: Final = ("save", "invulnerable", "skill")
"""Columns of whole numbers that are rolls needed."""
_CONFIG: Final = {
    "displaylogo": False,
    "modeBarButtons": [["toImage"]],
    "toImageButtonOptions": {"format": "png", "scale": 2},
}


def chart(figure: go.Figure, key: str, alt: str, title: str = "") -> None:
    """Draw a figure; the camera in its corner saves it as PNG, which a title lets stand alone."""
    if title:
        _entitle(figure, title)
    st.plotly_chart(figure, key=key, config=_with_name(key), alt=alt)


def scrolling_chart(figure: go.Figure, key: str, alt: str, width: int) -> None:
    """Draw a figure; a screen narrower than `width` scrolls the figure, not the page."""
    with _scrolling(key, width):
        st.plotly_chart(figure, key=key, config=_with_name(key), alt=alt)


def clickable_chart(figure: go.Figure, key: str, alt: str, width: int) -> Mapping[str, Any]:
    """The same, and return what was clicked."""
    with _scrolling(key, width):
        return st.plotly_chart(
            figure, key=key, config=_with_name(key), alt=alt, on_select="rerun", selection_mode="points"
        )


def _entitle(figure: go.Figure, title: str) -> None:
    """Write a title above a figure, which grows by its room."""
    layout = figure.layout
    more = title.count("<br>")
    room = _TITLE_LINE * (more + 1) + 6
    figure.update_layout(
        title={
            "text": title,
            "font": {"size": 12},
            "x": 0,
            "xref": "container",
            "y": 1,
            "yanchor": "top",
            "pad": {"t": 4 + 8 * more},  # Plotly hangs several lines higher than one
        },
        height=layout.height + room if layout.height else None,
        margin={"t": (layout.margin.t or 0) + room},
    )


@contextmanager
def _scrolling(key: str, width: int) -> Iterator[None]:
    frame, hint = f"{key}_frame", f"{key}_goes_on"
    with st.container(key=frame):
        st.html(
            f"<style>.st-key-{frame} {{ overflow-x: auto; container-type: inline-size; }} "
            f".st-key-{key} {{ min-width: {width:d}px; }} .st-key-{hint} {{ position: sticky; left: 0; }} "
            f"@container (min-width: {width:d}px) {{ .st-key-{hint} {{ display: none; }} }}</style>"
        )
        st.container(key=hint).caption(GOES_ON)
        yield


def table(
    frame: pd.DataFrame,
    origin: Origin,
    name: str,
    hidden: Sequence[str] = (),
    empty: str = "Nothing to show here.",
    decimals: int = 3,
    headings: Mapping[str, str] | None = None,
) -> None:
    """Draw a table with its CSV, which has every digit.

    Args:
        frame: The table.
        origin: Where it comes from.
        name: Of the file and for screen readers.
        hidden: Columns that are in the CSV only.
        empty: Stands for a table without rows.
        decimals: Of numbers that are not whole.
        headings: Shorter ones of columns, for the screen.
    """
    if frame.empty:
        st.caption(f":material/info: {empty}")
        return
    shown = [column for column in frame.columns if column not in hidden]
    st.dataframe(
        frame,
        hide_index=True,
        height="content" if len(frame) <= MOST_ROWS_UNSCROLLED else 400,
        column_order=shown,
        column_config={
            column: _format(frame[column], place, decimals, (headings or {}).get(column))
            for place, column in enumerate(shown)
        },
        key=f"table_{name}",
        placeholder="–",
        alt=f"Table: {name}",
    )
    download(frame, origin, name)


def _format(column: pd.Series, place: int, decimals: int, heading: str | None = None) -> object:
    """Whole numbers without decimals, rolls with their plus; the first column stays in view."""
    label = heading or str(column.name).replace("_", " ")
    if column.name in _ROLLS and pd.api.types.is_integer_dtype(column.dtype):
        return st.column_config.NumberColumn(label, format="%d+")
    if not pd.api.types.is_float_dtype(column.dtype):
        return st.column_config.Column(label, pinned=place == 0)
    known = column.dropna()
    whole = bool((known == known.round()).all())
    return st.column_config.NumberColumn(label, format=f"%.{0 if whole else decimals}f")


def clickable_table(frame: pd.DataFrame, key: str, hidden: Sequence[str], before: int) -> tuple[int, int] | None:
    """The twin of a clickable chart: draw a table and return the (row, column) chosen.

    Args:
        frame: Its last columns are those of the chart.
        key: Of the widget.
        hidden: Columns not drawn.
        before: How many columns come before those of the chart.
    """
    blank = [column for column in frame.columns if (frame[column] == "").all()]
    shown = [column for column in frame.columns if column not in hidden and column not in blank]
    event = st.dataframe(
        frame,
        hide_index=True,
        column_order=shown,
        column_config={column: _format(frame[column], place, 3) for place, column in enumerate(shown)},
        key=key,
        alt="The numbers of the heatmap; choosing a number opens its duel",
        on_select="rerun",
        selection_mode="single-cell",
    )
    names = list(frame.columns)
    for row, column in event.selection.cells:
        if column in names[before:]:
            return int(row), names.index(column) - before
    return None


def download(
    frame: pd.DataFrame | Callable[[], pd.DataFrame], origin: Origin, name: str, label: str = "Download CSV"
) -> None:
    """The button that saves a table as CSV; it is written, and made if need be, only when the button is pressed."""
    st.download_button(
        label,
        lambda: csv_bytes(frame() if callable(frame) else frame, origin),
        file_name=file_name(name, origin.edition),
        mime="text/csv",
        key=f"csv_{name}",
        icon=":material/download:",
        on_click="ignore",
        help="These numbers in full, with edition, catalogue and link in columns of their own.",
    )


def save(label: str, write: Callable[[], bytes], name: str, mime: str) -> None:
    """A button for a file that is written only when it is pressed."""
    st.download_button(
        label,
        write,
        file_name=f"killcurve-{name}",
        mime=mime,
        key=f"save_{name}",
        icon=":material/download:",
        on_click="ignore",
        help="Written when you press it; nothing leaves this server but the file.",
    )


def _with_name(key: str) -> dict[str, Any]:
    return {**_CONFIG, "toImageButtonOptions": {**_CONFIG["toImageButtonOptions"], "filename": f"killcurve-{key}"}}
