"""The home page: a first answer without a click, and where to go next."""

from __future__ import annotations

import streamlit as st

from dashboard import frame

with frame.page("home") as page:
    st.write(page.edition_name)
