"""Table wargear_bound: the fewest and the most of each item a unit of its smallest size may carry."""

from __future__ import annotations

from collections import Counter, defaultdict

from data.build.compositions import ModelLine, model_lines, sizes_of
from data.build.schema import SMALL, TEXT, Column, Table
from data.sources.bundle import Bundle, Row, unit_key

__all__ = ["WARGEAR_BOUND", "bound_rows"]

WARGEAR_BOUND = Table(
    "wargear_bound",
    "Bounds for the count of each item at the unit's smallest size, from its printed loadout, options and budgets. "
    "They hold item by item: not every combination within them is legal.",
    ("unit_key", "item_id"),
    (
        Column("unit_key", TEXT, "unit"),
        Column("item_id", TEXT, "the source's id of the weapon or wargear"),
        Column("weapon_key", TEXT, "the weapon", null="wargear"),
        Column("models", SMALL, "the smallest size"),
        Column("min", SMALL, "fewest"),
        Column("max", SMALL, "most"),
    ),
)


def bound_rows(bundle: Bundle, loadouts: list[Row]) -> list[Row]:
    """Build wargear_bound from the options and the rows of loadout."""
    printed: dict[tuple[str, int], Counter[str]] = defaultdict(Counter)
    for row in loadouts:
        printed[row["unit_key"], row["models"]][row["item_id"]] = row["count"]
    options: dict[str, list[Row]] = defaultdict(list)
    for option in bundle.options:
        options[f"{bundle.edition}/{option['faction_id']}/{option['unit_id']}"].append(option)
    rows = []
    for unit in bundle.units:
        key = unit_key(bundle.edition, unit)
        sizes = sizes_of(bundle, unit)
        if sizes:
            models = min(sizes)
            lines = list(zip(model_lines(bundle, unit), sizes[models], strict=True))
            bounds = _bounds(printed[key, models], options[key], lines, unit.get("wargear_budgets") or [])
            rows += [_row(bundle, key, item, models, low, high) for item, (low, high) in bounds.items()]
    return rows


def _row(bundle: Bundle, key: str, item_id: str, models: int, low: int, high: int) -> Row:
    ref = bundle.weapon_of(key, item_id)
    weapon_key = ref.key if ref else None
    return {"unit_key": key, "item_id": item_id, "weapon_key": weapon_key, "models": models, "min": low, "max": high}


_Lines = list[tuple[ModelLine, int]]


def _bounds(printed: Counter[str], options: list[Row], lines: _Lines, budgets: list[Row]) -> dict[str, tuple[int, int]]:
    """Run the options twice, so that an item one option brings may be replaced by another."""
    limits = _budget_limits(budgets, sum(count for _, count in lines))
    most = Counter(printed)
    gone: Counter[str] = Counter()
    for _ in range(2):
        gained: Counter[str] = Counter()
        gone = Counter()
        for option in options:
            replaced = Counter(option.get("replaces") or [])
            swaps = min([_users(option, lines), *(most[item] // count for item, count in replaced.items())])
            for item, count in replaced.items():
                gone[item] += swaps * count
            gained += _gained(option, swaps, limits)
        most = printed + gained
    for item, limit in limits.items():
        if item in most:
            most[item] = max(min(most[item], limit), printed[item])
    return {item: (max(printed[item] - gone[item], 0), most[item]) for item in sorted(most)}


def _gained(option: Row, swaps: int, limits: dict[str, int]) -> Counter[str]:
    """Return the most of each item that an option can bring: a bundle comes as often as its scarcest item."""
    gained: Counter[str] = Counter()
    for items in option.get("replacement_choice") or [option.get("replacement") or []]:
        bundle = Counter(items)
        times = min([swaps, *(limits[item] // count for item, count in bundle.items() if item in limits)])
        gained |= Counter({item: times * count for item, count in bundle.items()})
    return gained


def _users(option: Row, lines: _Lines) -> int:
    """Return how many models may use an option."""
    constraint = option.get("model_constraint") or {}
    name = str(constraint.get("model_name") or "").lower()
    named = [count for line, count in lines if line.name.lower().rstrip("s") == name.rstrip("s")]
    users = sum(named) if named else sum(count for _, count in lines)
    limit = constraint.get("max_count")
    if constraint.get("per_n_models"):
        limit = (limit or 1) * (sum(count for _, count in lines) // constraint["per_n_models"])
    return users if limit is None else min(users, limit)


def _budget_limits(budgets: list[Row], models: int) -> dict[str, int]:
    """Return the most of each item that the unit's budgets allow beyond the printed loadout."""
    limits: dict[str, int] = {}
    for budget in budgets:
        per = budget.get("per_models") or 0
        steps = models // per if per else 1
        limit = budget["count"] * steps
        if budget.get("duplicate_limit"):
            limit = min(limit, budget["duplicate_limit"] * steps)
        for item in budget["items"]:
            limits[item] = min(limits.get(item, limit), limit)
    return limits
