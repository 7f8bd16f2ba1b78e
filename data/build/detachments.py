"""Tables detachment, enhancement, stratagem and leader_attachment: names, costs, when; never their words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

import pyarrow as pa

from data.build.schema import INT, SMALL, TEXT, TEXTS, Column, Table
from data.build.units import upper
from data.sources.bundle import Bundle, Row

__all__ = [
    "DETACHMENT",
    "ENHANCEMENT",
    "LEADER_ATTACHMENT",
    "STRATAGEM",
    "detachment_rows",
    "enhancement_rows",
    "leader_rows",
    "stratagem_rows",
]

WHEN = pa.list_(pa.struct([("phase", TEXT), ("turn", TEXT)]))

DETACHMENT = Table(
    "detachment",
    "Detachments; those of a codex stand once for each faction that may use them.",
    ("edition", "faction_id", "detachment_id"),
    (
        Column("edition", TEXT, "10e or 11e"),
        Column("faction_id", TEXT, "faction"),
        Column("detachment_id", TEXT, "the source's id"),
        Column("name", TEXT, "name"),
        Column("detachment_points", SMALL, "11e: what it costs of the army's detachment points", null="10e"),
        Column("rule_ids", TEXTS, "ability ids of its rules"),
        Column("stratagem_ids", TEXTS, "its stratagems"),
        Column("enhancement_ids", TEXTS, "its enhancements"),
        Column("game_mode", TEXT, "standard or combat-patrol"),
        Column("source_id", TEXT, "source of the row"),
        Column("dataslate", TEXT, "state of the game's data"),
        Column("prov", TEXT, "source or manual"),
    ),
)

ENHANCEMENT = Table(
    "enhancement",
    "Enhancements, one row for each faction and detachment that has them.",
    ("edition", "faction_id", "detachment_id", "enhancement_id"),
    (
        Column("edition", TEXT, "10e or 11e"),
        Column("faction_id", TEXT, "faction"),
        Column("detachment_id", TEXT, "detachment"),
        Column("enhancement_id", TEXT, "the source's id"),
        Column("name", TEXT, "name"),
        Column("cost", INT, "points"),
        Column("required_keywords", TEXTS, "the bearer needs these keywords, upper case"),
        Column("excluded_keywords", TEXTS, "the bearer must not have these keywords, upper case"),
        Column("ability_id", TEXT, "ability of the same edition that says what it does", null="not in the data"),
        Column("game_mode", TEXT, "standard or combat-patrol"),
        Column("source_id", TEXT, "source of the row"),
        Column("dataslate", TEXT, "state of the game's data"),
        Column("prov", TEXT, "source or manual"),
    ),
)

STRATAGEM = Table(
    "stratagem",
    "Stratagems: core ones without faction, the others once for each faction and detachment that has them.",
    ("edition", "faction_id", "detachment_id", "stratagem_id"),
    (
        Column("edition", TEXT, "10e or 11e"),
        Column("faction_id", TEXT, "faction", null="core"),
        Column("detachment_id", TEXT, "detachment", null="core"),
        Column("stratagem_id", TEXT, "the source's id"),
        Column("name", TEXT, "name"),
        Column("cp", SMALL, "command points"),
        Column("category", TEXT, "core or detachment"),
        Column("type", TEXT, "battle-tactic, strategic-ploy, epic-deed, wargear", null="none (11e core) or unknown"),
        Column("when", WHEN, "phases (or any) with whose turn: your, opponent, either"),
        Column("timing", TEXT, "once-per-phase, once-per-turn, once-per-battle"),
        Column("target_keywords_any", TEXTS, "the target needs one of these keywords, upper case"),
        Column("ability_id", TEXT, "ability of the same edition that says what it does", null="not in the data"),
        Column("source_id", TEXT, "source of the row"),
        Column("dataslate", TEXT, "state of the game's data"),
        Column("prov", TEXT, "source, corrected or manual"),
    ),
)

LEADER_ATTACHMENT = Table(
    "leader_attachment",
    "Which units a leader may attach to; the ids hold in every faction that has both.",
    ("edition", "leader_id", "bodyguard_id"),
    (
        Column("edition", TEXT, "10e or 11e"),
        Column("leader_id", TEXT, "unit_id of the leader or support unit"),
        Column("bodyguard_id", TEXT, "unit_id of the unit it may attach to"),
    ),
)

_TURN = {"your-turn": "your", "opponent-turn": "opponent", "either": "either"}
_PHASES = ("command", "movement", "shooting", "charge", "fight")


def _common(bundle: Bundle, row: Row) -> Row:
    return {
        "source_id": row.get("source_id", bundle.source_id),
        "dataslate": row["game_version"]["dataslate"],
        "prov": row.get("prov", "source"),
    }


def detachment_rows(bundle: Bundle) -> list[Row]:
    """Build detachment."""
    return [
        {
            "edition": bundle.edition,
            "faction_id": row["faction_id"],
            "detachment_id": row["id"],
            "name": row["name"],
            "detachment_points": row.get("detachment_points"),
            "rule_ids": row.get("detachment_rule_ids") or [i for i in [row.get("detachment_rule_id")] if i],
            "stratagem_ids": row.get("stratagem_ids") or [],
            "enhancement_ids": row.get("enhancement_ids") or [],
            "game_mode": (row.get("game_modes") or ["standard"])[0],
            **_common(bundle, row),
        }
        for row in bundle.detachments
    ]


def _owners(bundle: Bundle, field: str) -> Callable[[str, str], list[str]]:
    """Return who has an item: the factions whose detachment lists it, else all that have the detachment."""
    listing: dict[tuple[str, str], list[str]] = defaultdict(list)
    having: dict[str, list[str]] = defaultdict(list)
    for row in bundle.detachments:
        having[row["id"]].append(row["faction_id"])
        for item in row.get(field) or []:
            listing[row["id"], item].append(row["faction_id"])
    return lambda detachment, item: listing.get((detachment, item)) or having[detachment]


def enhancement_rows(bundle: Bundle) -> list[Row]:
    """Build enhancement."""
    owners = _owners(bundle, "enhancement_ids")
    rows: dict[tuple[str, str, str], Row] = {}
    for row in bundle.enhancements:
        for faction_id in owners(row["detachment_id"], row["id"]):
            built = {
                "edition": bundle.edition,
                "faction_id": faction_id,
                "detachment_id": row["detachment_id"],
                "enhancement_id": row["id"],
                "name": row["name"],
                "cost": row["cost"],
                "required_keywords": upper(row.get("keyword_restrictions") or []),
                "excluded_keywords": upper(row.get("exclusion_keywords") or []),
                "ability_id": row.get("ability_id"),
                "game_mode": (row.get("game_modes") or ["standard"])[0],
                **_common(bundle, row),
            }
            rows.setdefault((faction_id, row["detachment_id"], row["id"]), built)
    return list(rows.values())


def stratagem_rows(bundle: Bundle) -> list[Row]:
    """Build stratagem."""
    owners = _owners(bundle, "stratagem_ids")
    rows: dict[tuple[str | None, str | None, str], Row] = {}
    for row in bundle.stratagems:
        detachment = row.get("detachment_id")
        factions: list[str | None] = [None] if detachment is None else [*owners(detachment, row["id"])] or [None]
        for faction_id in factions:
            rows.setdefault((faction_id, detachment, row["id"]), _stratagem_row(bundle, row, faction_id))
    return list(rows.values())


def _stratagem_row(bundle: Bundle, row: Row, faction_id: str | None) -> Row:
    restrictions = row.get("target_restrictions") or {}
    needed = restrictions.get("required_keywords_any") or restrictions.get("required_keywords") or []
    return {
        "edition": bundle.edition,
        "faction_id": faction_id,
        "detachment_id": row.get("detachment_id"),
        "stratagem_id": row["id"],
        "name": row["name"],
        "cp": row["cp_cost"],
        "category": row["category"],
        "type": row.get("type"),
        "when": row.get("when") or _when(row),
        "timing": row["timing"],
        "target_keywords_any": upper(needed),
        "ability_id": row.get("ability_id"),
        **_common(bundle, row),
    }


def _when(row: Row) -> list[Row]:
    turn = _TURN[row["player_turn"]]
    if set(row["phases"]) == set(_PHASES):
        return [{"phase": "any", "turn": turn}]
    return [{"phase": phase, "turn": turn} for phase in _PHASES if phase in row["phases"]]


def leader_rows(bundle: Bundle) -> list[Row]:
    """Build leader_attachment; ids that name no unit of the edition are left out."""
    units = {unit["id"] for unit in bundle.units}
    pairs = {
        (row["leader_id"], bodyguard)
        for row in bundle.leaders
        for bodyguard in row["eligible_bodyguard_ids"]
        if row["leader_id"] in units and bodyguard in units
    }
    return [{"edition": bundle.edition, "leader_id": leader, "bodyguard_id": bodyguard} for leader, bodyguard in pairs]
