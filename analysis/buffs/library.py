"""The library: every buff of one edition, found by id or alias."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from analysis.buffs.armies import Armies, own_keywords
from analysis.buffs.model import Buff
from analysis.errors import InputError, nearest
from analysis.names import PRINTED_DASHES, comparable

__all__ = ["Library", "slug"]


def slug(text: str) -> str:
    """A name as it stands in an id.

    >>> slug("First Rank, Fire! Second Rank, Fire!"), slug("Emperor’s Executioners"), slug("Tome\u2011skull")
    ('first-rank-fire-second-rank-fire', 'emperors-executioners', 'tomeskull')
    """
    # Ids are public, and those of names with hyphens of print have always been without them.
    return comparable(PRINTED_DASHES.sub("", text)).replace(" ", "-")


@dataclass(frozen=True, slots=True)
class Library:
    """All buffs of one edition; build it with `Library.of`."""

    edition: str
    buffs: dict[str, Buff]
    names: dict[str, str]
    """Id of every id and alias."""
    by_datasheet: dict[str, tuple[Buff, ...]]
    armies: Armies = field(default_factory=Armies)

    @classmethod
    def of(cls, edition: str, buffs: Iterable[Buff], armies: Armies | None = None) -> Library:
        """Index the buffs of an edition; those of others are left out."""
        own = {buff.id: buff for buff in buffs if buff.edition == edition}
        names = {alias: buff.id for buff in own.values() for alias in buff.aliases}
        names.update({name: name for name in own})
        sheets: dict[str, list[Buff]] = {}
        for buff in own.values():
            for sheet in buff.datasheets:
                sheets.setdefault(sheet, []).append(buff)
        named: dict[str, frozenset[str]] = {}
        for buff in own.values():
            if buff.detachment:
                named[buff.detachment] = named.get(buff.detachment, frozenset()) | own_keywords(buff)
        known = replace(armies or Armies(), named=named)
        return cls(edition, own, names, {sheet: tuple(found) for sheet, found in sheets.items()}, known)

    def find(self, name: str, field: str = "buffs") -> Buff:
        """Return the buff of an id or alias; case and the marks of its names do not matter.

        Raises:
            InputError: With the nearest ids, for an unknown one.
        """
        for wanted in (name, "/".join(slug(part) for part in name.split("/"))):
            if wanted in self.names:
                return self.buffs[self.names[wanted]]
        close = nearest(name.lower()[:120], list(self.names))
        raise InputError(field, name, f"a buff of the {self.edition} library" + (f", such as {close}" if close else ""))

    def __iter__(self) -> Iterator[Buff]:
        return iter(self.buffs.values())

    def __len__(self) -> int:
        return len(self.buffs)
