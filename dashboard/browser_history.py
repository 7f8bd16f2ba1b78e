"""The browser's history: an entry for each view, so that one press of Back undoes one change.

Streamlit adds an entry whenever an address changes. Two kinds of them lead nowhere: a page that has just been opened
completes its address, and a link to another page first writes that page's parameters on the entry of the old one.
"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

__all__ = ["arrival", "go_to", "one_entry_a_view"]

# Nobody has touched a page that completes its own address, and whoever leaves a page has clicked a link.
_ONE_ENTRY = """
export default function () {
  if (window.killcurveHistory) return;
  window.killcurveHistory = true;
  const push = window.history.pushState.bind(window.history);
  const replace = window.history.replaceState.bind(window.history);
  let touched = false, left = null;
  const touch = () => { touched = true; left = null; };
  window.addEventListener("pointerdown", touch, true);
  window.addEventListener("keydown", touch, true);
  window.addEventListener("popstate", () => { touched = false; left = null; });
  window.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a[href]");
    if (link && new URL(link.href).pathname !== window.location.pathname) left = window.location.href;
  }, true);
  window.history.pushState = (state, title, target) => {
    if (new URL(target, window.location.href).pathname !== window.location.pathname) {
      if (left) replace(state, title, left);
      touched = false;
      left = null;
      push(state, title, target);
    } else if (touched && !left) push(state, title, target);
    else replace(state, title, target);
  };
}
"""
_FOLLOW = """
export default function ({ data }) {
  const link = document.querySelector(`.st-key-${data.key} a`);
  if (link && link.dataset.followed !== "yes") {
    link.dataset.followed = "yes";
    link.click();
  }
}
"""
_KEY = "way_on"
_WHY = "why this page was opened"


def one_entry_a_view() -> None:
    """Keep the entries of the browser's history to one for each view."""
    st.components.v2.component("killcurve_history", js=_ONE_ENTRY)(key="history")


def go_to(page: str, label: str, parameters: Mapping[str, str], why: str = "") -> None:
    """Open another page as if its link had been clicked; the link stands there for a browser that does not follow it.

    Args:
        page: File of the page.
        label: Of the link.
        parameters: Of its address.
        why: A sentence that the page says when it is opened so.
    """
    st.session_state[_WHY] = dict(parameters), why
    with st.container(key=_KEY):
        st.page_link(page, label=label, icon=":material/swords:", query_params=dict(parameters))
    st.components.v2.component("killcurve_follow", js=_FOLLOW)(data={"key": _KEY}, key="follow")


def arrival() -> str:
    """Why this page was opened, once; empty unless another page has said so of this very address."""
    asked, why = st.session_state.pop(_WHY, ({}, ""))
    return str(why) if all(st.query_params.get(name) == value for name, value in asked.items()) else ""
