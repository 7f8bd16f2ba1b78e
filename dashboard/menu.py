"""The pages: one table, from which the menu, the titles and the cards of the home page are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["PAGES", "PageEntry", "entry"]


@dataclass(frozen=True, slots=True)
class PageEntry:
    """One page.

    Attributes:
        key: Name in the code.
        file: Path from the project's root, which Streamlit turns into the address.
        title: In the menu and above the page.
        icon: From the icon font that Streamlit serves itself.
        question: What the page answers, in a player's words.
    """

    key: str
    file: str
    title: str
    icon: str
    question: str


PAGES: Final = (
    PageEntry("home", "app.py", "Killcurve", ":material/home:", "What is worth its points, and where to look next?"),
    PageEntry(
        "matrix",
        "pages/1_Matrix.py",
        "Matrix",
        ":material/grid_on:",
        "What kills what: every unit against every target.",
    ),
    PageEntry(
        "duel", "pages/2_Duel.py", "Duel", ":material/swords:", "Can this unit kill that one, and how sure is it?"
    ),
    PageEntry(
        "buffs",
        "pages/3_Buffs.py",
        "Buffs",
        ":material/military_tech:",
        "What is each order, stratagem or ability worth?",
    ),
    PageEntry(
        "editions", "pages/4_Editions.py", "Editions", ":material/compare_arrows:", "What did the 11th edition change?"
    ),
    PageEntry(
        "durability",
        "pages/5_Durability.py",
        "Durability",
        ":material/shield:",
        "Which unit stands longest for its points?",
    ),
    PageEntry(
        "catalogue",
        "pages/6_Catalogue.py",
        "Catalogue",
        ":material/menu_book:",
        "What does the datasheet say, and where is it from?",
    ),
)


def entry(key: str) -> PageEntry:
    """The page of this key; a missing one is a fault of the code."""
    return next(page for page in PAGES if page.key == key)
