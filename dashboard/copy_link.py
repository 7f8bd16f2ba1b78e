"""The "Copy link" button: copies the address of the browser's own bar, so what is sent is what is seen."""

from __future__ import annotations

import streamlit as st

__all__ = ["copy_link_button"]

# The clipboard interface exists on https and on the own machine only; elsewhere the old command still copies.
_SCRIPT = """
export default function ({ parentElement, data }) {
  const button = parentElement.querySelector("button");
  const status = parentElement.querySelector("[role=status]");
  const oldWay = (text) => {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.appendChild(field);
    field.select();
    const copied = document.execCommand("copy");
    field.remove();
    return copied ? Promise.resolve() : Promise.reject();
  };
  button.onclick = () => {
    const address = window.location.href;
    const copying = navigator.clipboard ? navigator.clipboard.writeText(address) : oldWay(address);
    copying
      .then(() => { status.textContent = data.copied; })
      .catch(() => { status.textContent = data.refused; });
    setTimeout(() => { status.textContent = ""; }, 4000);
  };
}
"""
_STYLE = """
button {
  font: inherit; font-size: 0.875rem; cursor: pointer; padding: 0.25rem 0.75rem; color: var(--st-text-color);
  background: var(--st-background-color); border: 1px solid var(--st-border-color);
  border-radius: var(--st-button-radius, 0.5rem);
}
button:hover, button:focus-visible { border-color: var(--st-primary-color); color: var(--st-primary-color); }
span { font-size: 0.8rem; margin-left: 0.5rem; color: var(--st-text-color); }
"""
_BUTTON = """
<button type="button" title="Copy the address of exactly this view">Copy link</button>
<span role="status" aria-live="polite"></span>
"""


def copy_link_button() -> None:
    """Draw the button; nothing leaves the browser."""
    mount = st.components.v2.component("killcurve_copy_link", html=_BUTTON, css=_STYLE, js=_SCRIPT)
    mount(data={"copied": "Copied.", "refused": "The browser refused; copy the address bar."}, key="copy_link")
