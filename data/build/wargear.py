"""Tables wargear, wargear_option, wargear_bound, wargear_budget and wargear_cost: what may be exchanged for what."""

from __future__ import annotations

from collections import Counter

from data.build.schema import BOOL, INT, SMALL, TEXT, TEXTS, Column, Table
from data.sources.bundle import Bundle, Row, unit_key

__all__ = [
    "WARGEAR",
    "WARGEAR_BUDGET",
    "WARGEAR_COST",
    "WARGEAR_OPTION",
    "budget_rows",
    "cost_rows",
    "option_rows",
    "wargear_rows",
]

WARGEAR = Table(
    "wargear",
    "Things a model carries that are no weapons: shields, icons, vox-casters.",
    ("edition", "item_id"),
    (
        Column("edition", TEXT, "10e or 11e"),
        Column("item_id", TEXT, "the source's id"),
        Column("name", TEXT, "name"),
    ),
)

WARGEAR_OPTION = Table(
    "wargear_option",
    "One row for each choice of each option: what goes, what comes, who may and how often.",
    ("unit_key", "option_no", "choice_no"),
    (
        Column("unit_key", TEXT, "unit"),
        Column("option_no", SMALL, "1, 2, ... in the printed order"),
        Column("choice_no", SMALL, "1, 2, ... the alternatives of one option"),
        Column("option_id", TEXT, "the source's id"),
        Column("replaces", TEXTS, "item ids that go, a repeated id twice; empty: something is added"),
        Column("items", TEXTS, "item ids that come, a repeated id twice"),
        Column("model_name", TEXT, "only models of this name", null="any model"),
        Column("any_number", BOOL, "any number of models"),
        Column("max_count", SMALL, "at most so many models of the unit", null="no such limit"),
        Column("per_n_models", SMALL, "max_count (or 1) for each full so many models", null="not by size"),
        Column("is_free", BOOL, "costs no points by itself; prices stand in wargear_cost"),
    ),
)

WARGEAR_BUDGET = Table(
    "wargear_budget",
    "How many of a set of items a unit may take together (11e).",
    ("unit_key", "budget_no"),
    (
        Column("unit_key", TEXT, "unit"),
        Column("budget_no", SMALL, "1, 2, ..."),
        Column("count", SMALL, "so many items together"),
        Column("per_models", SMALL, "for each full so many models; 0: for the unit"),
        Column("items", TEXTS, "item ids"),
        Column("duplicate_limit", SMALL, "at most so many of one item", null="no such limit"),
    ),
)

WARGEAR_COST = Table(
    "wargear_cost",
    "What an item costs on top of the unit's price (11e).",
    ("unit_key", "item_id"),
    (
        Column("unit_key", TEXT, "unit"),
        Column("item_id", TEXT, "the source's id"),
        Column("weapon_key", TEXT, "the weapon", null="wargear"),
        Column("cost", INT, "points for each"),
    ),
)


def wargear_rows(bundle: Bundle) -> list[Row]:
    """Build wargear."""
    names = {row["id"]: row["name"] for row in reversed(bundle.wargear)}
    return [{"edition": bundle.edition, "item_id": item_id, "name": name} for item_id, name in names.items()]


def option_rows(bundle: Bundle) -> list[Row]:
    """Build wargear_option."""
    known = {unit_key(bundle.edition, unit) for unit in bundle.units}
    number: Counter[str] = Counter()
    rows = []
    for option in bundle.options:
        key = f"{bundle.edition}/{option['faction_id']}/{option['unit_id']}"
        if key not in known:
            continue
        number[key] += 1
        constraint = option.get("model_constraint") or {}
        choices = option.get("replacement_choice") or [option.get("replacement") or []]
        for choice_no, items in enumerate(choices, start=1):
            rows.append(
                {
                    "unit_key": key,
                    "option_no": number[key],
                    "choice_no": choice_no,
                    "option_id": option["id"],
                    "replaces": option.get("replaces") or [],
                    "items": items,
                    "model_name": constraint.get("model_name"),
                    "any_number": bool(constraint.get("any_number")),
                    "max_count": constraint.get("max_count"),
                    "per_n_models": constraint.get("per_n_models"),
                    "is_free": bool(option.get("is_free")),
                }
            )
    return rows


def budget_rows(bundle: Bundle) -> list[Row]:
    """Build wargear_budget."""
    return [
        {
            "unit_key": unit_key(bundle.edition, unit),
            "budget_no": number,
            "count": budget["count"],
            "per_models": budget.get("per_models") or 0,
            "items": budget["items"],
            "duplicate_limit": budget.get("duplicate_limit"),
        }
        for unit in bundle.units
        for number, budget in enumerate(unit.get("wargear_budgets") or [], start=1)
    ]


def cost_rows(bundle: Bundle) -> list[Row]:
    """Build wargear_cost."""
    rows: dict[tuple[str, str], Row] = {}
    for unit in bundle.units:
        key = unit_key(bundle.edition, unit)
        for cost in unit.get("wargear_costs") or []:
            ref = bundle.weapon_of(key, cost["item_id"])
            row = {"unit_key": key, "item_id": cost["item_id"], "weapon_key": ref.key if ref else None}
            rows.setdefault((key, cost["item_id"]), {**row, "cost": cost["cost"]})
    return list(rows.values())
