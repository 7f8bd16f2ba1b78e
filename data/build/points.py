"""Tables points_tier and points_mix: the price of a unit by its models and by which copy in the army it is."""

from __future__ import annotations

from collections import defaultdict

from data.build.compositions import sizes_of
from data.build.schema import INT, SMALL, TEXT, Column, Table
from data.sources.bundle import Bundle, Row, unit_key
from data.sources.facts import overlay_10e

__all__ = ["POINTS_MIX", "POINTS_TIER", "points_mix_rows", "points_tier_rows"]

POINTS_TIER = Table(
    "points_tier",
    "Prices. Exactly one row fits a legal number of models, a copy and a host faction: sizes between two printed "
    "ones pay the larger.",
    ("unit_key", "host_faction", "copies_min", "models_min"),
    (
        Column("unit_key", TEXT, "unit"),
        Column("models_min", SMALL, "from so many models"),
        Column("models_max", SMALL, "up to so many models"),
        Column("copies_min", SMALL, "from this copy of the datasheet in the army"),
        Column("copies_max", SMALL, "up to this copy", null="all further copies"),
        Column("cost", INT, "points of the whole unit"),
        Column("host_faction", TEXT, "price as an ally of this faction", null="own price"),
        Column("source_id", TEXT, "source of the price"),
        Column("prov", TEXT, "source, verified, corrected, guess (the first of several costs of one size) or manual"),
    ),
)

POINTS_MIX = Table(
    "points_mix",
    "Other prices printed for the same number of models in another mix; points_tier has the standard mix.",
    ("unit_key", "models_min", "copies_min", "cost"),
    (
        Column("unit_key", TEXT, "unit"),
        Column("models_min", SMALL, "from so many models"),
        Column("models_max", SMALL, "up to so many models"),
        Column("copies_min", SMALL, "from this copy of the datasheet in the army"),
        Column("copies_max", SMALL, "up to this copy", null="all further copies"),
        Column("cost", INT, "points of the whole unit"),
        Column("mix", TEXT, "the models that make the difference"),
    ),
)

_Group = tuple[str | None, int, int | None]
"""Host faction, first copy, last copy."""


def points_tier_rows(bundle: Bundle) -> list[Row]:
    """Build points_tier."""
    return [row for unit in bundle.units for row in _unit_rows(bundle, unit)]


def _unit_rows(bundle: Bundle, unit: Row) -> list[Row]:
    sizes = sizes_of(bundle, unit)
    if not sizes:
        return []
    prices, source_id, prov = _prices(bundle, unit)
    groups: dict[_Group, list[Row]] = defaultdict(list)
    for price in [*prices, *(unit.get("allied_points") or [])]:
        group = (price.get("host_faction"), price.get("unit_count_min") or 1, price.get("unit_count_max"))
        groups[group].append(price)
    rows = []
    for (host, first, last), found in groups.items():
        for low, high, cost in _bands(found, min(sizes), max(sizes)):
            rows.append(
                {
                    "unit_key": unit_key(bundle.edition, unit),
                    "models_min": low,
                    "models_max": high,
                    "copies_min": first,
                    "copies_max": last,
                    "cost": cost,
                    "host_faction": host,
                    "source_id": source_id,
                    "prov": prov,
                }
            )
    return rows


def _prices(bundle: Bundle, unit: Row) -> tuple[list[Row], str, str]:
    """Return the unit's own prices with their source: the overlay's last prices go before those of 0.5.0.

    Where 0.5.0 has several costs for one size the first is taken, as a guess.
    """
    own: list[Row] = [price for price in unit.get("points") or [] if not price.get("mix")]
    source_id = str(unit.get("points_source_id", bundle.source_id))
    prov = str(unit.get("points_prov", unit.get("prov", "source")))
    if bundle.edition == "10e" and prov == "source":
        name = f"{unit['faction_id']}/{unit['id']}"
        last = overlay_10e()["points"]
        found = last.get(name) or last.get(f"{name}~2")
        if found:
            return [{"models": models, "cost": cost} for models, cost in found], "bsdata-10e", "verified"
        if len({price["models"] for price in own}) < len({(price["models"], price["cost"]) for price in own}):
            prov = "guess"
    return own, source_id, prov


def _bands(prices: list[Row], least: int, most: int) -> list[tuple[int, int, int]]:
    """Lay the printed sizes end to end: a size that is not printed pays the next larger one.

    The first price printed for a size counts; others are mixes (points_mix).

    >>> _bands([{"models": 10, "cost": 70}, {"models": 20, "cost": 145}], 10, 20)
    [(10, 10, 70), (11, 20, 145)]
    """
    last: dict[int, int] = {}
    for price in prices:
        last.setdefault(price.get("models_max") or price["models"], price["cost"])
    bands = []
    low = least
    for high, cost in sorted(last.items()):
        if high >= low:
            bands.append((low, min(high, most), cost))
            low = high + 1
    return [band for band in bands if band[0] <= band[1]]


def points_mix_rows(bundle: Bundle) -> list[Row]:
    """Build points_mix."""
    return [
        {
            "unit_key": unit_key(bundle.edition, unit),
            "models_min": price["models"],
            "models_max": price.get("models_max") or price["models"],
            "copies_min": price.get("unit_count_min") or 1,
            "copies_max": price.get("unit_count_max"),
            "cost": price["cost"],
            "mix": price["mix"],
        }
        for unit in bundle.units
        for price in unit.get("points") or []
        if price.get("mix")
    ]
