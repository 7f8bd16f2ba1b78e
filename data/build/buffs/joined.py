"""One id for each rule: the same of several factions' datasheets is one buff, another of the name gets its own id.

The Helbrute of one faction may have what that of another has under the same name, or something else. The first keeps
the plain id; one that does something else carries its faction in it: ``ability/world-eaters-helbrute/frenzy``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from analysis.buffs.model import Buff

__all__ = ["joined", "without_clashes"]


def joined(buffs: Iterable[Buff]) -> list[Buff]:
    """The buffs of one edition, each id once."""
    found: dict[str, Buff] = {}
    for buff in buffs:
        for name in _names(buff):
            known = found.get(name)
            if known is None or _same(known, buff):
                named = replace(buff, id=name, aliases=buff.aliases if name == buff.id else ())
                found[name] = named if known is None else _with(known, buff)
                break
    return list(found.values())


def without_clashes(buffs: Sequence[Buff]) -> Iterator[Buff]:
    """An alias that is another buff's id, or that several claim, names none of them."""
    ids = {(buff.edition, buff.id) for buff in buffs}
    claims: dict[tuple[str, str], int] = {}
    for buff in buffs:
        for alias in buff.aliases:
            claims[buff.edition, alias] = claims.get((buff.edition, alias), 0) + 1
    for buff in buffs:
        free = [a for a in buff.aliases if (buff.edition, a) not in ids and claims[buff.edition, a] == 1]
        yield replace(buff, aliases=tuple(free))


def _names(buff: Buff) -> Iterator[str]:
    """The plain id, then ids with the faction of its datasheets, at last with a number."""
    yield buff.id
    kind, *owner, name = buff.id.split("/")
    faction = buff.datasheets[0].split("/")[0] if buff.datasheets else buff.faction or "core"
    own = "/".join([kind, "-".join([faction, *owner]), name])
    yield own
    number = 2
    while True:
        yield f"{own}-{number}"
        number += 1


def _same(one: Buff, other: Buff) -> bool:
    """Whether two buffs of an id are one rule: all that they do is alike, whoever has them.

    What helps other units of the army is a rule of that army: two factions have two. A detachment that the source
    repeats for each chapter is one.
    """
    if one.elsewhere and one.detachment is None and one.faction != other.faction:
        return False
    shared = {
        "datasheets": one.datasheets,
        "sources": one.sources,
        "aliases": one.aliases,
        "faction": one.faction,
        "owner": one.owner,
        "name": one.name,
        "id": one.id,
        "toggles": one.toggles,
        "points": one.points,
    }
    return replace(other, **shared) == one  # type: ignore[arg-type]


def _with(known: Buff, other: Buff) -> Buff:
    return replace(
        known,
        datasheets=tuple(dict.fromkeys([*known.datasheets, *other.datasheets])),
        sources=tuple(dict.fromkeys([*known.sources, *other.sources])),
        aliases=tuple(dict.fromkeys([*known.aliases, *other.aliases])),
        faction=known.faction if known.detachment or known.faction == other.faction else None,
    )
