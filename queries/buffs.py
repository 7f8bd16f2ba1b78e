"""The buff library out of the catalogue: frozen buffs of one edition, read once a process."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from analysis.buffs.armies import Armies
from analysis.buffs.changes import CHANGES
from analysis.buffs.conditions import Clause, parse_clause
from analysis.buffs.library import Library
from analysis.buffs.model import Buff, Effect, PoolRoll, Toggle
from analysis.errors import InputError
from queries.bearers import bearer_of, read_bearers
from queries.database import Database, database

__all__ = ["library", "read_buffs"]

EDITIONS = ("10e", "11e")


def library(edition: str) -> Library:
    """The buffs of an edition.

    Raises:
        InputError: For an unknown edition.
    """
    if edition not in EDITIONS:
        raise InputError("edition", edition, f"one of {' or '.join(EDITIONS)}")
    return _library(database(), edition)


@lru_cache(maxsize=8)
def _library(base: Database, edition: str) -> Library:
    return Library.of(edition, read_buffs(base, edition), _armies(base, edition))


def _armies(base: Database, edition: str) -> Armies:
    parents: dict[str, set[str]] = defaultdict(set)
    for faction, parent in base.rows("chapters", edition=edition):
        parents[faction].add(parent)
    names = [*base.rows("detachment_names", edition=edition), *base.rows("faction_names", edition=edition)]
    return Armies(
        parents={faction: frozenset(found) for faction, found in parents.items()},
        names=dict(names),
        detachment_points=dict(base.rows("detachment_points", edition=edition)),
        common=frozenset(keyword for (keyword,) in base.rows("common_keywords", edition=edition)),
    )


def read_buffs(base: Database, edition: str) -> list[Buff]:
    """Every buff of an edition, ordered by id."""
    effects: dict[str, list[Effect]] = defaultdict(list)
    for buff_id, change, value, conditions, choice, bearer, characters in base.rows("buff_effects", edition=edition):
        read = CHANGES[change].accepts(int(value) if value.lstrip("-").isdigit() and _counts(change) else value)
        effects[buff_id].append(Effect(change, read, _clauses(conditions), choice, bearer, characters))
    pools: dict[str, list[PoolRoll]] = defaultdict(list)
    for buff_id, *row in base.rows("buff_pools", edition=edition):
        hurt, rolls, faces, leadership, mortals, most, psychic, conditions, choice = row
        numbers = tuple(map(int, faces))
        roll = PoolRoll(hurt, rolls, numbers, leadership, mortals, most, psychic, _clauses(conditions), choice)
        pools[buff_id].append(roll)
    bearers = read_bearers(base, edition)
    found = [_buff(edition, row, effects, pools) for row in base.rows("buffs", edition=edition)]
    return [replace(buff, bearer=bearer_of(bearers, buff.id)) for buff in found]


def _counts(change: str) -> bool:
    """Whether the change takes whole numbers, not texts that may look like one."""
    return change not in ("attacks_set", "damage_set_to", "feel_no_pain")


def _clauses(texts: Sequence[str]) -> tuple[Clause, ...]:
    return tuple(parse_clause(text) for text in texts)


def _buff(edition: Any, row: tuple[Any, ...], effects: dict[str, Any], pools: dict[str, Any]) -> Buff:
    (buff_id, name, kind, side, status, aliases, owner, faction, detachment, datasheets, *rest) = row
    cp, points, phase, conditions, toggles, labels, choices, reason, missing, passive, elsewhere, counted, sources = (
        rest
    )
    return Buff(
        id=buff_id,
        name=name,
        edition=edition,
        kind=kind,
        side=side,
        status=status,
        aliases=tuple(aliases),
        owner=owner,
        faction=faction,
        detachment=detachment,
        datasheets=tuple(datasheets),
        cp=cp,
        points=points,
        phase=phase,
        when=_clauses(conditions),
        toggles=tuple(Toggle(*toggle) for toggle in zip(toggles, labels, strict=True)),
        choices=tuple(choices),
        effects=tuple(effects.get(buff_id, ())),
        pools=tuple(pools.get(buff_id, ())),
        reason=reason,
        missing=missing,
        passive=passive,
        elsewhere=elsewhere,
        counted=counted,
        sources=tuple(sources),
    )
