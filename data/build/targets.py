"""Tables target and unit_target: the distinct defenders, a unit at a size with all its groups of models."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict

import pyarrow as pa

from data.build.schema import BOOL, SMALL, TEXT, TEXTS, Column, Table
from data.sources.bundle import Row

__all__ = ["TARGET", "UNIT_TARGET", "target_tables"]

GROUP = pa.struct(
    [("count", SMALL), ("t", SMALL), ("sv", SMALL), ("w", SMALL)]
    + [(name, SMALL) for name in ("inv", "inv_ranged", "inv_melee")]
)

TARGET = Table(
    "target",
    "The distinct defenders of an edition: groups of models alike, what protects them, and those of their keywords "
    "that some weapon asks for.",
    ("target_id",),
    (
        Column("target_id", TEXT, "edition and a hash of the other columns"),
        Column("edition", TEXT, "10e or 11e"),
        Column("models", SMALL, "models of the unit"),
        Column("groups", pa.list_(GROUP), "models alike, in the order of the composition"),
        Column("fnp", SMALL, "as in defence", null="none"),
        Column("fnp_mortal", SMALL, "as in defence", null="none"),
        Column("fnp_psychic", SMALL, "as in defence", null="none"),
        Column("stealth", BOOL, "as in defence"),
        Column("damage_reduction", SMALL, "as in defence"),
        Column("halve_damage", BOOL, "as in defence"),
        Column("keywords", TEXTS, "sorted, upper case"),
    ),
)

UNIT_TARGET = Table(
    "unit_target",
    "Which target a unit is, at its smallest size and at each size that ends a price band.",
    ("unit_key", "models"),
    (
        Column("unit_key", TEXT, "unit"),
        Column("models", SMALL, "models of the unit"),
        Column("target_id", TEXT, "target"),
    ),
)

_DEFENCE = ("fnp", "fnp_mortal", "fnp_psychic", "stealth", "damage_reduction", "halve_damage")
_STATS = ("t", "sv", "w", "inv", "inv_ranged", "inv_melee")


def target_tables(tables: dict[str, list[Row]]) -> tuple[list[Row], list[Row]]:
    """Build target and unit_target from the finished tables of units."""
    asked = _keywords_asked_for(tables)
    profiles = {(row["unit_key"], row["line"]): row for row in tables["model_profile"]}
    lines = {(row["unit_key"], row["line"]): row for row in tables["composition"]}
    defences = {row["unit_key"]: row for row in tables["defence"]}
    sizes: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in tables["composition_size"]:
        sizes[row["unit_key"], row["models"]].append(row)
    wanted = _sizes_wanted(tables)
    targets: dict[str, Row] = {}
    links = []
    for unit in tables["unit"]:
        for models in sorted(wanted[unit["unit_key"]]):
            groups = _groups(sizes[unit["unit_key"], models], lines, profiles)
            if not groups:
                continue
            target = _target(unit, models, groups, defences[unit["unit_key"]], asked[unit["edition"]])
            targets[target["target_id"]] = target
            links.append({"unit_key": unit["unit_key"], "models": models, "target_id": target["target_id"]})
    return list(targets.values()), links


def _keywords_asked_for(tables: dict[str, list[Row]]) -> dict[str, set[str]]:
    """Return the target keywords that some weapon of an edition asks for."""
    asked: dict[str, set[str]] = defaultdict(set)
    for row in tables["weapon_keyword"]:
        edition = row["weapon_key"].split("/")[0]
        asked[edition].update([row["target_keyword"] or "", *row["required_any"], *row["excluded"]])
    for row in tables["weapon_profile"]:
        asked[row["edition"]].update(row["target_any"])
    return asked


def _sizes_wanted(tables: dict[str, list[Row]]) -> dict[str, set[int]]:
    wanted: dict[str, set[int]] = defaultdict(set)
    for row in tables["composition_size"]:
        smallest = min(wanted[row["unit_key"]], default=row["models"])
        wanted[row["unit_key"]] = {min(smallest, row["models"])}
    for row in tables["points_tier"]:
        wanted[row["unit_key"]].add(row["models_max"])
    return wanted


def _groups(size: list[Row], lines: dict[tuple[str, int], Row], profiles: dict[tuple[str, int], Row]) -> list[Row]:
    """Join neighbouring model lines that have the same defensive characteristics."""
    groups: list[Row] = []
    for row in sorted(size, key=lambda r: int(r["line"])):
        profile = profiles[row["unit_key"], lines[row["unit_key"], row["line"]]["profile_line"]]
        stats = {name: profile[name] for name in _STATS}
        same = next((g for g in groups if all(g[name] == stats[name] for name in _STATS)), None)
        if same is not None:
            same["count"] += row["count"]
        else:
            groups.append({"count": row["count"], **stats})
    return groups


def _target(unit: Row, models: int, groups: list[Row], defence: Row, asked: set[str]) -> Row:
    words = {*unit["keywords"], *unit["faction_keywords"]}
    content = {
        "edition": unit["edition"],
        "models": models,
        "groups": groups,
        **{name: defence[name] for name in _DEFENCE},
        "keywords": sorted(words & asked),
    }
    text = json.dumps(content, sort_keys=True)
    return {"target_id": f"{unit['edition']}-{hashlib.sha256(text.encode()).hexdigest()[:8]}", **content}
