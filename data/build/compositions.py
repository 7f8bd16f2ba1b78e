"""Tables composition and composition_size: which models stand in a unit, at every legal size."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from data.build.schema import BOOL, SMALL, TEXT, Column, Table
from data.sources.bundle import Bundle, Row, unit_key

__all__ = [
    "COMPOSITION",
    "COMPOSITION_SIZE",
    "ModelLine",
    "composition_rows",
    "composition_size_rows",
    "model_lines",
    "sizes_of",
]

COMPOSITION = Table(
    "composition",
    "The kinds of models of a unit.",
    ("unit_key", "line"),
    (
        Column("unit_key", TEXT, "unit"),
        Column("line", SMALL, "1, 2, ... in the printed order"),
        Column("model_name", TEXT, "name"),
        Column("min", SMALL, "fewest"),
        Column("max", SMALL, "most"),
        Column("is_leader", BOOL, "the model that leads the squad"),
        Column("profile_line", SMALL, "the model_profile these models have"),
        Column("prov", TEXT, "source, corrected, guess (the source has no composition) or manual"),
    ),
)

COMPOSITION_SIZE = Table(
    "composition_size",
    "How many models of each line stand in a unit of so many models; a row for every legal size.",
    ("unit_key", "models", "line"),
    (
        Column("unit_key", TEXT, "unit"),
        Column("models", SMALL, "models of the whole unit"),
        Column("line", SMALL, "composition line"),
        Column("count", SMALL, "models of this line, at least 1"),
    ),
)


@dataclass(frozen=True, slots=True)
class ModelLine:
    """One kind of model: how many there may be, which profile they have, what they carry (None: unknown)."""

    line: int
    name: str
    least: int
    most: int
    is_leader: bool
    profile_line: int
    items: tuple[str, ...] | None
    prov: str


def model_lines(bundle: Bundle, unit: Row) -> list[ModelLine]:
    """Return the unit's model lines; a unit without composition gets one line per stat line."""
    composition = bundle.compositions.get(unit_key(bundle.edition, unit))
    if composition is None:
        return _guessed_lines(unit)
    prov = composition.get("prov", "source")
    return [
        ModelLine(
            line=number,
            name=_short_name(model["name"]),
            least=model["min"],
            most=model["max"],
            is_leader=bool(model.get("is_leader_model")),
            profile_line=_profile_line(unit, model),
            items=_items(bundle, unit, model),
            prov=prov,
        )
        for number, model in enumerate(composition["models"], start=1)
    ]


def _short_name(name: str) -> str:
    """Some names of Combat Patrol models list all they carry; keep what fits into 80 characters.

    >>> _short_name("Warrior with " + "Bolter, " * 20)
    'Warrior'
    """
    return name if len(name) <= 80 else name.split(" with ")[0]


def _items(bundle: Bundle, unit: Row, model: Row) -> tuple[str, ...] | None:
    """What one model carries. The 10e source often names weapons its unit cannot have: those are no facts."""
    items = model.get("default_weapon_ids") or []
    if bundle.edition == "10e":
        wargear = {row["id"] for row in bundle.wargear}
        items = [item for item in items if item in unit["weapon_ids"] or item in wargear]
    return tuple(items) or None


def _guessed_lines(unit: Row) -> list[ModelLine]:
    """Share the models out: one of each further stat line, the rest has the first."""
    profiles = unit["profiles"]
    least, most = unit["model_count"]["min"], unit["model_count"]["max"]
    others = len(profiles) - 1
    return [
        ModelLine(
            line=number,
            name=profile["name"],
            least=max(least - others, 0) if number == 1 else 1,
            most=max(most - others, 0) if number == 1 else 1,
            is_leader=False,
            profile_line=number,
            items=None,
            prov="guess",
        )
        for number, profile in enumerate(profiles, start=1)
    ]


def _profile_line(unit: Row, model: Row) -> int:
    """Find the stat line of a model by its profile name, by its own name, or by its name's first words."""
    names = [profile["name"].lower() for profile in unit["profiles"]]
    if len(names) == 1:
        return 1
    for wanted in (str(model.get("profile_name") or "").lower(), model["name"].lower()):
        if wanted in names:
            return names.index(wanted) + 1
    starts = [number for number, name in enumerate(names, start=1) if model["name"].lower().startswith(name)]
    return starts[0] if starts else 1


def composition_rows(bundle: Bundle) -> list[Row]:
    """Build composition."""
    return [
        {
            "unit_key": unit_key(bundle.edition, unit),
            "line": line.line,
            "model_name": line.name,
            "min": line.least,
            "max": line.most,
            "is_leader": line.is_leader,
            "profile_line": line.profile_line,
            "prov": line.prov,
        }
        for unit in bundle.units
        for line in model_lines(bundle, unit)
    ]


Bounds = list[tuple[int, int]]
"""Fewest and most models of each line."""


def sizes_of(bundle: Bundle, unit: Row) -> dict[int, list[int]]:
    """Return for every legal size how many models of each line stand in the unit.

    The source's tiers say which mixes are legal; the first tier that allows a
    size is its standard mix. Models beyond the fewest go to the line with the
    most room left. A size between two tiers grows from the smaller to the larger.
    """
    lines = model_lines(bundle, unit)
    least, most = unit["model_count"]["min"], unit["model_count"]["max"]
    sizes: dict[int, list[int]] = {}
    for bounds in _tiers(bundle, unit, lines):
        low, high = sum(b[0] for b in bounds), sum(b[1] for b in bounds)
        for models in range(max(low, least), min(high, most) + 1):
            if models > 0:
                sizes.setdefault(models, _spread(bounds, models - low))
    _fill_gaps(sizes)
    return dict(sorted(sizes.items()))


def _fill_gaps(sizes: dict[int, list[int]]) -> None:
    """Give the sizes between two tiers their mixes, one model after another."""
    known = sorted(sizes)
    for low, high in pairwise(known):
        for models in range(low + 1, high):
            counts = list(sizes[models - 1])
            room = [upper - count for count, upper in zip(counts, sizes[high], strict=True)]
            counts[room.index(max(room))] += 1
            sizes[models] = counts


def _tiers(bundle: Bundle, unit: Row, lines: list[ModelLine]) -> list[Bounds]:
    composition = bundle.compositions.get(unit_key(bundle.edition, unit)) or {}
    tiers = [_tier_bounds(tier["models"], lines) for tier in composition.get("tiers") or []]
    return tiers or [[(line.least, line.most) for line in lines]]


def _tier_bounds(models: list[Row], lines: list[ModelLine]) -> Bounds:
    """Bring a tier's rows to the composition's lines: by name, a name used twice in its order, else by place."""
    bounds = [(0, 0)] * len(lines)
    free = list(range(len(lines)))
    for place, model in enumerate(models):
        same = [index for index in free if lines[index].name == model["name"]]
        index = same[0] if same else place
        free.remove(index)
        bounds[index] = (model["min"], model["max"])
    return bounds


def _spread(bounds: Bounds, extra: int) -> list[int]:
    """Add `extra` models to the fewest, line by line, the one with the most room first.

    >>> _spread([(1, 1), (4, 9)], 3)
    [1, 7]
    """
    counts = [low for low, _ in bounds]
    for index in sorted(range(len(bounds)), key=lambda i: bounds[i][0] - bounds[i][1]):
        more = min(extra, bounds[index][1] - bounds[index][0])
        counts[index] += more
        extra -= more
    return counts


def composition_size_rows(bundle: Bundle) -> list[Row]:
    """Build composition_size."""
    return [
        {"unit_key": unit_key(bundle.edition, unit), "models": models, "line": line, "count": count}
        for unit in bundle.units
        for models, counts in sizes_of(bundle, unit).items()
        for line, count in enumerate(counts, start=1)
        if count > 0
    ]
