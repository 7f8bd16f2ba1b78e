"""Names are data: a custom unit may be called anything, and a link can carry it to somebody else's browser.

Streamlit reads labels and sentences as Markdown (an image in it would be fetched from the network), Plotly reads a
little HTML. Every name passes through one of these functions on its way to the page.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

__all__ = ["chart_text", "markdown_text", "one_line", "shortened"]

_MARKDOWN: Final = re.compile(r"([\\`*_\[\]|<>$:~&^]|\.(?=\w)|^[#+\-=]+(?=\s|$)|(?<=\d)[.)](?=\s))")
"""What Markdown reads wherever it stands, and what it reads at the start of a line or between words as a link."""

_LONGEST: Final = 200


def one_line(text: str) -> str:
    """The printable characters of a name, on one line, at most 200 of them.

    >>> one_line("Boyz\\n\\u202eevil\\x00 mob")
    'Boyz evil mob'
    """
    kept = (" " if character.isspace() else character for character in text[: 4 * _LONGEST])
    printable = "".join(character for character in kept if unicodedata.category(character)[0] != "C")
    return re.sub(" +", " ", printable).strip()[:_LONGEST]


def shortened(text: str, most: int = 40) -> str:
    """A name where there is little room.

    >>> shortened("Lord Solar Leontus", 10)
    'Lord Sola…'
    """
    name = one_line(text)
    return name if len(name) <= most else f"{name[: most - 1]}…"


def markdown_text(text: str) -> str:
    """A name inside a Markdown sentence, shown letter by letter.

    Nothing else is marked, since screen readers are told a label as it is written.

    >>> print(markdown_text("![x](http://a.b)"), markdown_text("Hot-shot lasgun (1)"))
    !\\[x\\](http\\://a\\.b) Hot-shot lasgun (1)
    """
    return _MARKDOWN.sub(r"\\\1", one_line(text))


def chart_text(text: str) -> str:
    """A name inside a chart's label.

    >>> chart_text("<b>Boyz</b> & co")
    '&lt;b&gt;Boyz&lt;/b&gt; &amp; co'
    """
    return one_line(text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
