"""Ids, names and owners of compiled buffs, from the catalogue's own ids."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from analysis.buffs.library import slug
from data.sources.abilities import AbilityLink, RawAbility
from data.sources.bundle import Bundle, Row, unit_key

__all__ = ["Bearers", "aliases_of", "rule_id", "titled"]


@dataclass(frozen=True, slots=True)
class Bearers:
    """Which units have which ability, by the ability's key."""

    units: Mapping[str, Sequence[Row]]

    @classmethod
    def of(cls, bundle: Bundle, links: Iterable[AbilityLink]) -> Bearers:
        """Index the links of an edition; units of combat patrols stand behind those of the standard game."""
        rows = {unit_key(bundle.edition, unit): unit for unit in bundle.units}
        found: dict[str, list[Row]] = defaultdict(list)
        for link in links:
            if link.unit_key in rows:
                found[link.ability_key].append(rows[link.unit_key])
        return cls(dict(found))

    def have(self, ability: RawAbility) -> Sequence[Row]:
        """The units that have an ability."""
        return self.units.get(ability.key, ())

    def are_leaders(self, ability: RawAbility) -> bool:
        """Whether only leaders and support units have it."""
        units = self.have(ability)
        return bool(units) and all(unit.get("attachment_role") for unit in units)


def rule_id(kind: str, owner: str, name: str) -> str:
    """The id of a buff: ``stratagem/war-horde/careen``."""
    return f"{kind}/{slug(owner)}/{slug(name)}" if owner else f"{kind}/{slug(name)}"


def aliases_of(kind: str, owners: Iterable[str], name: str, own: str) -> tuple[str, ...]:
    """The ids under every other owner."""
    ids = (rule_id(kind, owner, name) for owner in owners)
    return tuple(dict.fromkeys(one for one in ids if one != own))


def titled(name: str) -> str:
    """A name that the source shouts, in title case.

    >>> titled("AVENGE THE MASTERS!"), titled("Da Jump")
    ('Avenge the Masters!', 'Da Jump')
    """
    if name != name.upper():
        return name
    small = {"of", "the", "and", "to", "in", "a", "an", "for", "on", "from", "with", "by", "at", "is", "as"}
    words = name.lower().split(" ")
    return " ".join(word if place and word in small else _capital(word) for place, word in enumerate(words))


def _capital(word: str) -> str:
    return "-".join(part[:1].upper() + part[1:] for part in word.split("-"))
