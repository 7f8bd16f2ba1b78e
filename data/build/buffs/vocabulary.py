"""The words of an edition: its keywords and weapon abilities, and how the source's spellings map to them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from analysis.abilities import ABILITIES, parse_ability
from data.sources.bundle import Bundle

__all__ = ["Vocabulary"]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All keywords that any unit of the edition has, in upper case."""

    known: frozenset[str]

    @classmethod
    def of(cls, bundle: Bundle) -> Vocabulary:
        """Collect the keywords of every unit, conditional ones and those detachments grant included."""
        words: set[str] = set()
        for unit in bundle.units:
            words.update(plain(word) for word in (*unit.get("keywords", ()), *unit.get("faction_keywords", ())))
            words.update(plain(str(row.get("keyword"))) for row in unit.get("conditional_keywords") or ())
        for detachment in bundle.detachments:
            for grant in detachment.get("granted_keywords") or ():
                words.update(plain(word) for word in grant.get("keywords", ()))
        return cls(frozenset(words))

    def keywords(self, text: str) -> tuple[str, ...]:
        """The keywords that a text names, one after another; none when part of it is no keyword.

        "Adeptus Mechanicus Battleline" names two.
        """
        return _split(plain(text), self.known)

    @staticmethod
    def weapon_ability(text: str) -> str | None:
        """The weapon ability that a text names, such as Lethal Hits or Sustained Hits 1."""
        name = parse_ability(text.replace("_", " ")).name
        name = name if name in ABILITIES else name.replace("-", " ")
        return name if name in ABILITIES and name not in ("psychic", "heavy") else None


def plain(word: str) -> str:
    """A keyword as the catalogue writes it: upper case, straight apostrophes."""
    return word.replace("’", "'").replace("_", " ").strip().upper()


@lru_cache(maxsize=4096)
def _split(text: str, known: frozenset[str]) -> tuple[str, ...]:
    for candidate in _spellings(text):
        if candidate in known:
            return (candidate,)
    words = text.split(" ")
    for cut in range(len(words) - 1, 0, -1):
        head = _split(" ".join(words[:cut]), known) if cut > 0 else ()
        tail = _split(" ".join(words[cut:]), known)
        if head and tail:
            return (*head, *tail)
    return ()


def _spellings(text: str) -> Iterable[str]:
    yield text
    yield text.replace("-", " ")
    yield text.replace("'", "")
    yield text.removesuffix("S")
    yield f"{text}S"
