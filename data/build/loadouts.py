"""Tables composition_weapon and loadout: what the models carry as printed, at every legal size."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from data.build.compositions import ModelLine, model_lines, sizes_of
from data.build.schema import SMALL, TEXT, Column, Table
from data.sources.bundle import Bundle, Row, unit_key
from data.sources.facts import overlay_10e

__all__ = ["COMPOSITION_WEAPON", "LOADOUT", "composition_weapon_rows", "loadout_rows"]

COMPOSITION_WEAPON = Table(
    "composition_weapon",
    "What one model of a composition line carries as printed; in the 10e known for few units.",
    ("unit_key", "line", "item_id"),
    (
        Column("unit_key", TEXT, "unit"),
        Column("line", SMALL, "composition line"),
        Column("item_id", TEXT, "the source's id of the weapon or wargear"),
        Column("weapon_key", TEXT, "the weapon", null="wargear"),
        Column("count", SMALL, "how many one model carries"),
    ),
)

LOADOUT = Table(
    "loadout",
    "What a whole unit of so many models carries. Only the printed loadout is stored, for every legal size.",
    ("unit_key", "loadout", "models", "item_id"),
    (
        Column("unit_key", TEXT, "unit"),
        Column("loadout", TEXT, "'default'"),
        Column("models", SMALL, "models of the whole unit"),
        Column("item_id", TEXT, "the source's id of the weapon or wargear"),
        Column("weapon_key", TEXT, "the weapon", null="wargear"),
        Column("count", SMALL, "how many the whole unit carries"),
        Column("prov", TEXT, "source, verified (against a second source), corrected, guess or manual"),
    ),
)


@dataclass(frozen=True, slots=True)
class Carried:
    """What a unit of one size carries: item id -> count, and how surely we know it."""

    items: dict[str, int]
    prov: str


def composition_weapon_rows(bundle: Bundle) -> list[Row]:
    """Build composition_weapon."""
    rows = []
    for unit in bundle.units:
        key = unit_key(bundle.edition, unit)
        for line in model_lines(bundle, unit):
            for item_id, count in Counter(line.items or ()).items():
                ref = bundle.weapon_of(key, item_id)
                weapon_key = ref.key if ref else None
                rows.append(
                    {"unit_key": key, "line": line.line, "item_id": item_id, "weapon_key": weapon_key, "count": count}
                )
    return rows


def loadout_rows(bundle: Bundle) -> list[Row]:
    """Build loadout."""
    overlay = overlay_10e()["default_loadout"] if bundle.edition == "10e" else {}
    rows = []
    for unit in bundle.units:
        key = unit_key(bundle.edition, unit)
        for models, carried in _by_size(bundle, unit, overlay).items():
            for item_id, count in carried.items.items():
                ref = bundle.weapon_of(key, item_id)
                rows.append(
                    {
                        "unit_key": key,
                        "loadout": "default",
                        "models": models,
                        "item_id": item_id,
                        "weapon_key": ref.key if ref else None,
                        "count": count,
                        "prov": carried.prov,
                    }
                )
    return rows


def _by_size(bundle: Bundle, unit: Row, overlay: dict[str, Row]) -> dict[int, Carried]:
    """Return the printed loadout of every legal size, from the best source there is."""
    lines = model_lines(bundle, unit)
    sizes = sizes_of(bundle, unit)
    name = f"{unit['faction_id']}/{unit['id']}"
    printed = overlay.get(name) or overlay.get(f"{name}~2")
    if printed and printed["weapons"] and not unit.get("loadout_by_hand"):
        known = Counter(printed["weapons"]) + Counter(unit.get("carries_also") or {})
        whole = "unmatched" not in printed or "carries_also" in unit
        return {
            n: Carried(_scaled(known, printed["models"], sizes, n), "verified" if whole else "source") for n in sizes
        }
    if any(line.items for line in lines):
        return {models: _from_lines(lines, counts) for models, counts in sizes.items()}
    items = _first_listed(bundle, unit)
    return {models: Carried(dict.fromkeys(items, models), "guess") for models in sizes} if items else {}


def _from_lines(lines: list[ModelLine], counts: list[int]) -> Carried:
    total: Counter[str] = Counter()
    for line, models in zip(lines, counts, strict=True):
        for item_id in line.items or ():
            total[item_id] += models
    provs = {line.prov for line in lines if line.items}
    return Carried(
        {item: count for item, count in total.items() if count}, provs.pop() if len(provs) == 1 else "source"
    )


def _scaled(known: Counter[str], at: int, sizes: dict[int, list[int]], models: int) -> dict[str, int]:
    """Bring the loadout of the size the overlay knows, `at`, to another size.

    The lines that change size between the two carry of each item what divides
    evenly among them: an item with at least as many copies as those lines have
    models is theirs, the rest belongs to the models that do not change. A size
    that is not legal tells only what one model carries on the average.
    """
    if at == models:
        return dict(known)
    if at not in sizes:
        return {item: count // at * models if count >= at else count for item, count in known.items()}
    changing = [index for index, count in enumerate(sizes[at]) if sizes[models][index] != count]
    before = sum(sizes[at][index] for index in changing)
    return {item: count + (count // before if before else 0) * (models - at) for item, count in known.items()}


def _first_listed(bundle: Bundle, unit: Row) -> list[str]:
    """Return the first ranged and the first melee weapon the unit lists: the guess where no source knows."""
    key = unit_key(bundle.edition, unit)
    first: dict[bool, str] = {}
    for item_id in unit.get("weapon_ids") or []:
        ref = bundle.weapon_of(key, item_id)
        if ref is not None:
            is_melee = bundle.weapons[ref.key]["profiles"][0]["range"] == "Melee"
            first.setdefault(is_melee, item_id)
    return list(first.values())
