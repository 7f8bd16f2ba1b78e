"""Corrections of single abilities whose data lost or mixed something up: data/buffs/mends/*.toml.

A mend names the abilities it is `of` (``faction/ability``) and changes what the compiler made of them: conditions that
every effect lacks (`when`), conditions to forget (`drop`), effects that are missing (`more`), that each is one option
of several (`one_of`), that it acts unasked or not (`passive`). `effects` replace those of the `side` they name. The
other side of a rule that has two stays, unless `only` says otherwise; effects that the compiler gave to the other side
alone were on the wrong one. It holds in both editions unless it names one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from analysis.buffs.conditions import Clause
from analysis.buffs.model import Effect, Toggle
from analysis.errors import from_validation
from data.build.buffs.compiled import Compiled
from data.build.buffs.wording import in_words
from data.build.buffs.written import BuffFileError, read_clauses, read_effect

__all__ = ["FOLDER", "Mend", "mended", "read_mends"]

FOLDER: Final = Path(__file__).resolve().parents[2] / "buffs" / "mends"

Words = Annotated[str, Field(min_length=1, max_length=320)]


class _Row(BaseModel):
    """One [[mend]] as written."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    of: Annotated[list[Words], Field(min_length=1)]
    edition: Literal["10e", "11e"] | None = None
    when: list[Words] = []
    drop: list[Words] = []
    more: list[dict[str, Any]] = []
    side: Literal["attacker", "defender"] | None = None
    effects: list[dict[str, Any]] = []
    only: bool = False
    one_of: bool = False
    bearer_only: bool | None = None
    passive: bool | None = None
    elsewhere: bool | None = None
    no_effect: Words | None = None
    not_modelled: Words | None = None
    missing: Words | None = None


@dataclass(frozen=True, slots=True)
class Mend:
    """One correction; see the module."""

    edition: Literal["10e", "11e"] | None = None
    when: tuple[Clause, ...] = ()
    drop: tuple[Clause, ...] = ()
    more: tuple[Effect, ...] = ()
    side: Literal["attacker", "defender"] | None = None
    effects: tuple[Effect, ...] = ()
    only: bool = False
    one_of: bool = False
    bearer_only: bool | None = None
    passive: bool | None = None
    elsewhere: bool | None = None
    no_effect: str | None = None
    not_modelled: str | None = None
    missing: str | None = None


@cache
def read_mends(folder: Path = FOLDER) -> dict[str, tuple[Mend, ...]]:
    """All mends by ``faction/ability``, in the order of files and rows.

    Raises:
        BuffFileError: For the first wrong row.
    """
    mends: dict[str, tuple[Mend, ...]] = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            rows = tomllib.loads(path.read_text(encoding="utf-8")).get("mend", [])
        except tomllib.TOMLDecodeError as error:
            raise BuffFileError(path.name, "the file", f"is no TOML: {error}") from None
        for place, written in enumerate(rows):
            name = f"row {place + 1} ({', '.join(map(str, written.get('of', ['no ability'])))})"
            for ability, mend in _mends(path.name, name, written):
                mends[ability] = (*mends.get(ability, ()), mend)
    return mends


def _mends(file: str, name: str, written: dict[str, Any]) -> Iterator[tuple[str, Mend]]:
    try:
        row = _Row.model_validate(written)
        if row.effects and row.side is None:
            raise ValueError("side: None is not accepted; expected attacker or defender beside `effects`")
        mend = Mend(
            edition=row.edition,
            when=read_clauses(row.when, "when"),
            drop=read_clauses(row.drop, "drop"),
            more=tuple(read_effect(effect, f"more[{at}]") for at, effect in enumerate(row.more)),
            side=row.side,
            effects=tuple(read_effect(effect, f"effects[{at}]") for at, effect in enumerate(row.effects)),
            only=row.only,
            one_of=row.one_of,
            bearer_only=row.bearer_only,
            passive=row.passive,
            elsewhere=row.elsewhere,
            no_effect=row.no_effect,
            not_modelled=row.not_modelled,
            missing=row.missing,
        )
    except ValidationError as error:
        raise BuffFileError(file, name, str(from_validation(error))) from None
    except ValueError as error:
        raise BuffFileError(file, name, str(error)) from None
    yield from ((ability, mend) for ability in row.of)


def mended(sides: dict[str, Compiled], mends: Iterable[Mend]) -> dict[str, Compiled]:
    """What the compiler made of an ability, after its mends."""
    written: set[str] = set()
    for mend in mends:
        if mend.no_effect:
            return {}
        if mend.not_modelled:
            whose = mend.side or "attacker"
            return {whose: Compiled(whose, missing=[mend.not_modelled])}
        if mend.effects and mend.side:
            kept = (
                {} if mend.only else {name: side for name, side in sides.items() if name in written or len(sides) > 1}
            )
            sides = {**kept, mend.side: Compiled(mend.side, list(mend.effects))}
            written.add(mend.side)
        elif mend.side and mend.side not in sides and (mend.more or not sides):
            sides = {**sides, mend.side: Compiled(mend.side)}
        for side in sides.values():
            if mend.side in (None, side.side):
                _mend(side, mend)
    return sides


def _mend(side: Compiled, mend: Mend) -> None:
    side.effects += mend.more
    side.effects = [_changed(effect, mend) for effect in side.effects]
    side.pools = [replace(pool, when=_joined(pool.when, mend)) for pool in side.pools]
    if mend.elsewhere is not None:
        side.elsewhere = mend.elsewhere
    if mend.passive is not None:
        side.passive = mend.passive
    if mend.missing:
        side.missing.append(mend.missing)
    if mend.one_of:
        side.effects = [replace(effect, choice=in_words(effect.change, effect.value)) for effect in side.effects]
    side.choices = list(dict.fromkeys(effect.choice for effect in side.effects if effect.choice))
    side.toggles = _toggles(side)


def _changed(effect: Effect, mend: Mend) -> Effect:
    alone = effect.bearer_only if mend.bearer_only is None else mend.bearer_only
    return replace(effect, when=_joined(effect.when, mend), bearer_only=alone)


def _joined(when: tuple[Clause, ...], mend: Mend) -> tuple[Clause, ...]:
    kept = [clause for clause in when if clause not in mend.drop]
    return tuple(dict.fromkeys([*kept, *mend.when]))


def _toggles(side: Compiled) -> dict[str, Toggle]:
    """The toggles that are still asked for, known ones with their label."""
    whens = [effect.when for effect in side.effects] + [pool.when for pool in side.pools]
    asked = [atom.value for when in whens for clause in when for atom in clause if atom.subject == "toggle"]
    return {name: side.toggles.get(name) or Toggle(name, _label(name)) for name in dict.fromkeys(asked)}


def _label(name: str) -> str:
    """A toggle's id as a label.

    >>> _label("target-within-12")
    'target within 12"'
    """
    return re.sub(r"within (\d+)", r'within \1"', name.replace("-", " ")).replace("half strength", "Half-strength")
