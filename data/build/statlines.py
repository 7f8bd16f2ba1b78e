"""Table statline: the distinct attack statlines, so that the engine computes each once."""

from __future__ import annotations

import hashlib
import json

from data.build.schema import BOOL, SMALL, TEXT, TEXTS, Column, Table
from data.sources.bundle import Row

__all__ = ["STATLINE", "statline_id", "statline_rows"]

NO_EFFECT_ON_DAMAGE = frozenset(
    {
        "assault",
        "pistol",
        "close-quarters",
        "precision",
        "hazardous",
        "psychic",
        "one shot",
        "extra attacks",
        "indirect fire",
    }
)
"""Weapon abilities that change no number of a plain attack by one fresh unit on another."""

_COLUMNS = ("edition", "is_melee", "attacks", "skill", "strength", "ap", "damage", "target_any", "conversion_over")

STATLINE = Table(
    "statline",
    "The distinct attack statlines of an edition, with only those abilities that change the damage of a plain attack.",
    ("stat_id",),
    (
        Column("stat_id", TEXT, "edition and a hash of the other columns"),
        Column("edition", TEXT, "10e or 11e"),
        Column("is_melee", BOOL, "melee or ranged"),
        Column("attacks", TEXT, "A as dice text"),
        Column("skill", SMALL, "BS or WS", null="hits automatically"),
        Column("strength", TEXT, "S as dice text"),
        Column("ap", SMALL, "AP, 0 or negative"),
        Column("damage", TEXT, "D as dice text"),
        Column("target_any", TEXTS, "may attack only targets with one of these keywords"),
        Column("conversion_over", SMALL, "inches beyond which Conversion acts", null="no Conversion"),
        Column("abilities", TEXTS, "abilities that change damage, sorted"),
    ),
)


def _content(profile: Row) -> Row:
    content = {name: profile[name] for name in _COLUMNS}
    content["abilities"] = sorted(a for a in profile["abilities"] if a not in NO_EFFECT_ON_DAMAGE)
    return content


def statline_id(profile: Row) -> str:
    """Return the id of the statline of a weapon_profile row."""
    text = json.dumps(_content(profile), sort_keys=True)
    return f"{profile['edition']}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def statline_rows(profiles: list[Row]) -> list[Row]:
    """Build statline from the rows of weapon_profile that some unit uses."""
    found = {row["stat_id"]: {"stat_id": row["stat_id"], **_content(row)} for row in profiles if row["used"]}
    return list(found.values())
