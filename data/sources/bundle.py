"""One edition's facts in one shape, whichever package they come from.

The shape is that of wh40kdc 1.4.5: rows are dictionaries as the package's own
JSON has them. The 10th edition's older file is brought into it by
`data.sources.tenth_edition`; hand-made corrections then change the rows in place
(`data.build.corrections`), and the table builders read only this.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Bundle", "Row", "WeaponRef", "bounded_key", "unit_key"]

Row = dict[str, Any]
"""One record of a source, as its JSON has it."""


@dataclass(frozen=True, slots=True)
class WeaponRef:
    """Which weapon a unit means by an item id, and how surely we know it."""

    key: str
    prov: str


@dataclass(frozen=True, slots=True)
class Bundle:
    """All rows of one edition.

    `weapons` is keyed by weapon_key. `weapon_refs` says for each unit_key what
    its item ids stand for: in the 10th edition one id has several statlines.
    """

    edition: str
    source_id: str
    dataslate: str
    factions: list[Row]
    units: list[Row]
    compositions: dict[str, Row]
    weapons: dict[str, Row]
    weapon_refs: dict[str, dict[str, WeaponRef]]
    options: list[Row]
    abilities: list[Row]
    detachments: list[Row]
    stratagems: list[Row]
    enhancements: list[Row]
    leaders: list[Row]
    wargear: list[Row]
    allied_rules: list[Row] = field(default_factory=list)

    def unit(self, faction_id: str, unit_id: str) -> Row:
        """Return the row of one unit; KeyError when the faction has none such."""
        for row in self.units:
            if row["faction_id"] == faction_id and row["id"] == unit_id:
                return row
        raise KeyError(f"{self.edition}/{faction_id}/{unit_id}")

    def weapon_of(self, key: str, item_id: str) -> WeaponRef | None:
        """Return the weapon that unit `key` means by `item_id`; None for wargear."""
        return self.weapon_refs.get(key, {}).get(item_id)


_LONGEST_KEY = 80
_KEPT = 70


def bounded_key(*parts: str) -> str:
    """Join the parts of a key; one over 80 characters is cut and told apart by a hash.

    >>> bounded_key("11e", "orks", "choppa")
    '11e/orks/choppa'
    >>> len(bounded_key("11e", "orks", "choppa-" * 20))
    77
    """
    key = "/".join(parts)
    if len(key) <= _LONGEST_KEY:
        return key
    return f"{key[:_KEPT]}~{hashlib.sha256(key.encode()).hexdigest()[:6]}"


def unit_key(edition: str, row: Row) -> str:
    """Return the catalogue's key of a unit row.

    >>> unit_key("11e", {"faction_id": "orks", "id": "boyz"})
    '11e/orks/boyz'
    """
    return f"{edition}/{row['faction_id']}/{row['id']}"
