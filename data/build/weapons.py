"""Tables weapon_profile, weapon_keyword and unit_weapon."""

from __future__ import annotations

from data.build.dice import DiceParts, dice_text, parse_dice
from data.build.keywords import WeaponKeyword, read_keywords
from data.build.schema import BOOL, SMALL, TEXT, TEXTS, Column, Table
from data.build.statlines import statline_id
from data.sources.bundle import Bundle, Row, WeaponRef, unit_key

__all__ = ["UNIT_WEAPON", "WEAPON_KEYWORD", "WEAPON_PROFILE", "keyword_rows", "profile_rows", "unit_weapon_rows"]

CONVERSION_BEYOND = 12
"""Conversion acts at more than this distance where the datasheet says no other (OQ-06)."""

WEAPON_PROFILE = Table(
    "weapon_profile",
    "One row for each profile of each weapon. Profiles of one weapon are alternatives.",
    ("weapon_key", "profile_no"),
    (
        Column("weapon_key", TEXT, "edition/faction_id/weapon_id, in the 10e with a hash of the statline behind it"),
        Column("profile_no", SMALL, "1, 2, ... in the printed order"),
        Column("edition", TEXT, "10e or 11e"),
        Column("faction_id", TEXT, "faction whose datasheets use it"),
        Column("weapon_id", TEXT, "the source's id"),
        Column("weapon_name", TEXT, "name of the weapon"),
        Column("profile_name", TEXT, "name of this profile", null="the weapon has one profile"),
        Column("is_melee", BOOL, "decided by the profile's range, not by the weapon's type"),
        Column("range_in", SMALL, "range in inches", null="melee"),
        Column("attacks", TEXT, "A as dice text"),
        Column("a_n", SMALL, "A: number of dice"),
        Column("a_sides", SMALL, "A: sides of the dice, 0 without dice"),
        Column("a_k", SMALL, "A: constant"),
        Column("skill", SMALL, "BS or WS, 2..6", null="hits automatically"),
        Column("strength", TEXT, "S as dice text"),
        Column("s_n", SMALL, "S: number of dice"),
        Column("s_sides", SMALL, "S: sides of the dice"),
        Column("s_k", SMALL, "S: constant"),
        Column("ap", SMALL, "AP, 0 or negative"),
        Column("damage", TEXT, "D as dice text"),
        Column("d_n", SMALL, "D: number of dice"),
        Column("d_sides", SMALL, "D: sides of the dice"),
        Column("d_k", SMALL, "D: constant"),
        Column("keywords", TEXTS, "canonical tokens such as anti:infantry:4+, melta:2"),
        Column("abilities", TEXTS, "the same as a Scenario's abilities: anti-infantry 4+, melta 2; Hunter left out"),
        Column("target_any", TEXTS, "the profile may attack only targets with one of these keywords; empty: any"),
        Column("conversion_over", SMALL, "inches beyond which Conversion acts", null="no Conversion"),
        Column("is_extra_attacks", BOOL, "attacks beside the chosen melee weapon"),
        Column("is_one_shot", BOOL, "once per battle"),
        Column("used", BOOL, "some unit of the edition can take it"),
        Column("stat_id", TEXT, "its statline; only those of used profiles stand in table statline"),
        Column("source_id", TEXT, "source of the row"),
        Column("dataslate", TEXT, "state of the game's data"),
        Column("prov", TEXT, "source, verified, corrected, guess or manual"),
    ),
)

WEAPON_KEYWORD = Table(
    "weapon_keyword",
    "One row for each keyword of each weapon profile, anti split by target keyword.",
    ("weapon_key", "profile_no", "position"),
    (
        Column("weapon_key", TEXT, "weapon"),
        Column("profile_no", SMALL, "profile"),
        Column("position", SMALL, "place in the profile's list, from 1"),
        Column("keyword_id", TEXT, "rapid-fire, anti, ..."),
        Column("n", SMALL, "X: number of dice", null="no X"),
        Column("sides", SMALL, "X: sides of the dice", null="no X"),
        Column("k", SMALL, "X: constant", null="no X"),
        Column("target_keyword", TEXT, "keyword of anti and hunter, upper case", null="none"),
        Column("threshold", SMALL, "the Y of anti-K Y+", null="no anti"),
        Column("required_any", TEXTS, "acts only against targets with one of these"),
        Column("excluded", TEXTS, "acts only against targets with none of these"),
    ),
)

UNIT_WEAPON = Table(
    "unit_weapon",
    "Which weapons a unit can have.",
    ("unit_key", "weapon_key"),
    (
        Column("unit_key", TEXT, "unit"),
        Column("weapon_key", TEXT, "weapon"),
        Column("prov", TEXT, "guess where the 10e source does not say which statline is meant"),
    ),
)


def profile_rows(bundle: Bundle) -> list[Row]:
    """Build weapon_profile."""
    used = {row["weapon_key"] for row in unit_weapon_rows(bundle)}
    return [
        _profile_row(bundle, key, weapon, number, profile, key in used)
        for key, weapon in bundle.weapons.items()
        for number, profile in enumerate(weapon["profiles"], start=1)
    ]


def _profile_row(bundle: Bundle, key: str, weapon: Row, number: int, profile: Row, used: bool) -> Row:
    keywords = read_keywords(profile.get("keywords") or [])
    is_melee = profile["range"] == "Melee"
    stats = profile["stats"]
    attacks, strength, damage = (parse_dice(stats[name]) for name in ("A", "S", "D"))
    ids = {keyword.keyword_id for keyword in keywords}
    row = {
        "weapon_key": key,
        "profile_no": number,
        "edition": bundle.edition,
        "faction_id": weapon["faction_id"],
        "weapon_id": weapon["id"],
        "weapon_name": weapon["name"],
        "profile_name": profile["name"] if len(weapon["profiles"]) > 1 else None,
        "is_melee": is_melee,
        "range_in": None if is_melee else profile["range"],
        **_dice_columns("attacks", "a", attacks),
        "skill": _skill(stats, is_melee, "torrent" in ids),
        **_dice_columns("strength", "s", strength),
        "ap": -abs(stats["AP"]),
        **_dice_columns("damage", "d", damage),
        "keywords": [keyword.token for keyword in keywords],
        "abilities": [keyword.ability for keyword in keywords if keyword.ability is not None],
        "target_any": _target_any(profile),
        "conversion_over": profile.get("conversion_over", CONVERSION_BEYOND) if "conversion" in ids else None,
        "is_extra_attacks": "extra-attacks" in ids,
        "is_one_shot": "one-shot" in ids,
        "used": used,
        "source_id": weapon.get("source_id", bundle.source_id),
        "dataslate": weapon["game_version"]["dataslate"],
        "prov": profile.get("prov", weapon.get("prov", "source")),
    }
    row["stat_id"] = statline_id(row)
    return row


def _dice_columns(text: str, letter: str, parts: DiceParts) -> Row:
    n, sides, k = parts
    return {text: dice_text(parts), f"{letter}_n": n, f"{letter}_sides": sides, f"{letter}_k": k}


def _skill(stats: Row, is_melee: bool, torrent: bool) -> int | None:
    """BS or WS by the profile's own range; a torrent makes no hit roll whatever the source prints."""
    if torrent and not is_melee:
        return None
    first, second = ("WS", "BS") if is_melee else ("BS", "WS")
    skill = stats.get(first)
    return skill if skill is not None else stats.get(second)


def _target_any(profile: Row) -> list[str]:
    restrictions = profile.get("target_restrictions") or {}
    return [keyword.upper() for keyword in restrictions.get("required_keywords_any", [])]


def keyword_rows(bundle: Bundle) -> list[Row]:
    """Build weapon_keyword."""
    return [
        {"weapon_key": key, "profile_no": number, "position": position, **_keyword_columns(keyword)}
        for key, weapon in bundle.weapons.items()
        for number, profile in enumerate(weapon["profiles"], start=1)
        for position, keyword in enumerate(read_keywords(profile.get("keywords") or []), start=1)
    ]


def _keyword_columns(keyword: WeaponKeyword) -> Row:
    n, sides, k = parse_dice(keyword.value) if keyword.value is not None else (None, None, None)
    return {
        "keyword_id": keyword.keyword_id,
        "n": n,
        "sides": sides,
        "k": k,
        "target_keyword": keyword.target_keyword,
        "threshold": keyword.threshold,
        "required_any": list(keyword.required_any),
        "excluded": list(keyword.excluded),
    }


def unit_weapon_rows(bundle: Bundle) -> list[Row]:
    """Build unit_weapon; ids of a unit that name no weapon are left out (fault 29)."""
    rows: dict[tuple[str, str], WeaponRef] = {}
    for unit in bundle.units:
        key = unit_key(bundle.edition, unit)
        for item_id in unit.get("weapon_ids") or []:
            ref = bundle.weapon_of(key, item_id)
            if ref is not None:
                rows.setdefault((key, ref.key), ref)
    return [{"unit_key": key, "weapon_key": weapon, "prov": ref.prov} for (key, weapon), ref in rows.items()]
