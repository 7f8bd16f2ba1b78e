"""Tables faction, unit, model_profile and conditional_keyword."""

from __future__ import annotations

import re
import unicodedata

from data.build.schema import BOOL, SMALL, TEXT, TEXTS, Column, Table
from data.sources.bundle import Bundle, Row, unit_key

__all__ = [
    "CONDITIONAL_KEYWORD",
    "FACTION",
    "MODEL_PROFILE",
    "UNIT",
    "conditional_keyword_rows",
    "faction_rows",
    "model_profile_rows",
    "normalised",
    "unit_rows",
]

FACTION = Table(
    "faction",
    "The factions of each edition.",
    ("edition", "faction_id"),
    (
        Column("edition", TEXT, "10e or 11e"),
        Column("faction_id", TEXT, "the source's id"),
        Column("name", TEXT, "name"),
        Column("parent_faction_id", TEXT, "the codex a chapter belongs to", null="none"),
        Column("keywords", TEXTS, "faction keywords, upper case"),
    ),
)

UNIT = Table(
    "unit",
    "The datasheets.",
    ("unit_key",),
    (
        Column("unit_key", TEXT, "edition/faction_id/unit_id"),
        Column("edition", TEXT, "10e or 11e"),
        Column("faction_id", TEXT, "faction"),
        Column("unit_id", TEXT, "the source's id"),
        Column("name", TEXT, "name"),
        Column("name_norm", TEXT, "name in lower case without accents and punctuation, for searches"),
        Column("role", TEXT, "character, epic-hero, battleline, dedicated-transport", null="none of them"),
        Column("attachment_role", TEXT, "leader or support", null="does not attach"),
        Column("is_legends", BOOL, "marked Legends"),
        Column("game_mode", TEXT, "standard or combat-patrol"),
        Column("min_models", SMALL, "smallest legal size"),
        Column("max_models", SMALL, "largest legal size"),
        Column("keywords", TEXTS, "keywords, upper case, without the faction keywords"),
        Column("faction_keywords", TEXTS, "faction keywords, upper case"),
        Column("points_provisional", BOOL, "the source calls its points provisional"),
        Column("dataslate", TEXT, "state of the game's data"),
        Column("source_id", TEXT, "source of the row"),
        Column("prov", TEXT, "source, verified, corrected, guess or manual"),
        Column("bsdata_id", TEXT, "id of the same unit in BSData", null="unknown"),
        Column("mfm_id", TEXT, "id of the same unit in the Munitorum Field Manual", null="unknown"),
    ),
)

MODEL_PROFILE = Table(
    "model_profile",
    "The stat lines of a unit's models; composition.profile_line says which models have which.",
    ("unit_key", "line"),
    (
        Column("unit_key", TEXT, "unit"),
        Column("line", SMALL, "1, 2, ... in the printed order"),
        Column("name", TEXT, "name"),
        Column("m", SMALL, "Move in inches", null="printed '-'"),
        Column("t", SMALL, "Toughness"),
        Column("sv", SMALL, "Save, 2..7; 7 is none"),
        Column("w", SMALL, "Wounds"),
        Column("ld", SMALL, "Leadership"),
        Column("oc", SMALL, "Objective Control", null="printed '-'"),
        Column("inv", SMALL, "invulnerable save against every attack", null="none"),
        Column("inv_ranged", SMALL, "invulnerable save against ranged attacks only", null="none"),
        Column("inv_melee", SMALL, "invulnerable save against melee attacks only", null="none"),
        Column("prov", TEXT, "source, corrected or manual"),
    ),
)

CONDITIONAL_KEYWORD = Table(
    "conditional_keyword",
    "Keywords a unit has only in some armies, with the condition.",
    ("unit_key", "keyword", "required_faction_keyword", "required_detachment_id"),
    (
        Column("unit_key", TEXT, "unit"),
        Column("keyword", TEXT, "the keyword, upper case"),
        Column(
            "required_faction_keyword", TEXT, "had in armies with this faction keyword, upper case", null="any army"
        ),
        Column("required_detachment_id", TEXT, "had in armies with this detachment", null="any detachment"),
    ),
)


def normalised(name: str) -> str:
    """Return a name as searches compare it.

    >>> normalised("C’tan Shard of the Nightbringer"), normalised("Hernkyn Yaegirs – Übel")
    ('ctan shard of the nightbringer', 'hernkyn yaegirs ubel')
    """
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    return " ".join(re.sub(r"[^a-z0-9]+", " ", re.sub(r"['`]", "", plain)).split())


def faction_rows(bundle: Bundle) -> list[Row]:
    """Build faction."""
    return [
        {
            "edition": bundle.edition,
            "faction_id": row["id"],
            "name": row["name"],
            "parent_faction_id": row.get("parent_faction_id"),
            "keywords": upper(row["keywords"]),
        }
        for row in bundle.factions
    ]


def unit_rows(bundle: Bundle, legends: frozenset[str]) -> list[Row]:
    """Build unit; `legends` holds faction/name, normalised (11e), or faction/unit id (10e)."""
    return [_unit_row(bundle, unit, legends) for unit in bundle.units]


def _unit_row(bundle: Bundle, unit: Row, legends: frozenset[str]) -> Row:
    refs = {ref["namespace"]: ref["id"] for ref in reversed(unit.get("external_refs") or [])}
    marks = {f"{unit['faction_id']}/{name}" for name in (normalised(unit["name"]), unit["id"])}
    return {
        "unit_key": unit_key(bundle.edition, unit),
        "edition": bundle.edition,
        "faction_id": unit["faction_id"],
        "unit_id": unit["id"],
        "name": unit["name"],
        "name_norm": normalised(unit["name"]),
        "role": unit.get("role"),
        "attachment_role": unit.get("attachment_role"),
        "is_legends": bool(marks & legends) and not unit.get("is_current"),
        "game_mode": (unit.get("game_modes") or ["standard"])[0],
        "min_models": unit["model_count"]["min"],
        "max_models": unit["model_count"]["max"],
        "keywords": upper(unit["keywords"]),
        "faction_keywords": upper(unit["faction_keywords"]),
        "points_provisional": bool(unit.get("points_provisional")),
        "dataslate": unit["game_version"]["dataslate"],
        "source_id": unit.get("source_id", bundle.source_id),
        "prov": unit.get("prov", "source"),
        "bsdata_id": refs.get("bsdata"),
        "mfm_id": refs.get("mfm"),
    }


def upper(words: list[str]) -> list[str]:
    """Return keywords in upper case, straight apostrophes, each once, in their order.

    >>> upper(["Infantry", "T’au Empire", "INFANTRY"])
    ['INFANTRY', "T'AU EMPIRE"]
    """
    return list(dict.fromkeys(word.replace("’", "'").strip().upper() for word in words))


def model_profile_rows(bundle: Bundle) -> list[Row]:
    """Build model_profile."""
    return [
        {
            "unit_key": unit_key(bundle.edition, unit),
            "line": line,
            "name": profile["name"],
            "m": profile["M"],
            "t": profile["T"],
            "sv": profile["Sv"],
            "w": profile["W"],
            "ld": profile["Ld"],
            "oc": profile["OC"],
            "inv": profile["invuln_sv"],
            "inv_ranged": profile.get("invuln_sv_ranged"),
            "inv_melee": profile.get("invuln_sv_melee"),
            "prov": profile.get("prov", unit.get("prov", "source")),
        }
        for unit in bundle.units
        for line, profile in enumerate(unit["profiles"], start=1)
    ]


def conditional_keyword_rows(bundle: Bundle) -> list[Row]:
    """Build conditional_keyword."""
    found: dict[tuple[str, str, str | None, str | None], Row] = {}
    for unit in bundle.units:
        for condition in unit.get("conditional_keywords") or []:
            faction_keyword = condition.get("required_faction_keyword")
            row = {
                "unit_key": unit_key(bundle.edition, unit),
                "keyword": upper([condition["keyword"]])[0],
                "required_faction_keyword": upper([faction_keyword])[0] if faction_keyword else None,
                "required_detachment_id": condition.get("required_detachment_id"),
            }
            found.setdefault(tuple(row.values()), row)
    return list(found.values())
