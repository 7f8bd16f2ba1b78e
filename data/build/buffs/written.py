"""Read the hand-written buffs of data/buffs/*.toml; a wrong field names file, row, field and what was expected."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from analysis.buffs.changes import CHANGES
from analysis.buffs.conditions import Clause, parse_clause
from analysis.buffs.model import Buff, Effect, PoolRoll, Toggle
from analysis.dice import parse_dice
from analysis.errors import from_validation

__all__ = ["FOLDER", "BuffFileError", "read_clauses", "read_effect", "read_written", "written_buffs"]

FOLDER: Final = Path(__file__).resolve().parents[2] / "buffs"

_ID: Final = r"^(order|army|detachment|stratagem|ability|enhancement)(/[a-z0-9-]+){1,2}$"
Words = Annotated[str, Field(min_length=1, max_length=160)]
Id = Annotated[str, Field(pattern=_ID, max_length=200)]


class BuffFileError(ValueError):
    """A wrong row of a buff file; `str()` is one sentence."""

    def __init__(self, file: str, row: str, complaint: str) -> None:
        """Name the file and the row before the complaint about the field."""
        super().__init__(f"{file}: {row}: {complaint}")


class _Row(BaseModel):
    """One [[buff]] as written."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    id: Id
    name: Words
    editions: Annotated[list[Literal["10e", "11e"]], Field(min_length=1, max_length=2)]
    kind: Literal[
        "order", "army rule", "detachment rule", "stratagem", "enhancement", "datasheet ability", "core ability"
    ]
    side: Literal["attacker", "defender"]
    owner: Words
    aliases: list[Id] = []
    faction: Words | None = None
    detachment: Words | None = None
    datasheets: list[Words] = []
    cp: Annotated[int, Field(ge=0, le=3)] | None = None
    points: Annotated[int, Field(ge=0, le=200)] | None = None
    phase: Literal["shooting", "fight", "any"] = "any"
    when: list[Words] = []
    toggles: dict[str, Words] = {}
    choices: list[Words] = []
    effects: list[dict[str, Any]] = []
    pools: list[dict[str, Any]] = []
    passive: bool = False
    elsewhere: bool = False
    no_effect: Words | None = None
    not_modelled: Words | None = None
    missing: Words | None = None


class _Pool(BaseModel):
    """One pool as written; `faces` is ``4+`` or a single face."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    hurt: Literal["target", "attacker", "friends"]
    rolls: Annotated[int, Field(ge=0, le=60)] = 1
    faces: Annotated[str, Field(pattern=r"^[1-6]\+?$")] | None = None
    leadership: bool = False
    mortals: str = "1"
    most: Annotated[int, Field(ge=1, le=60)] | None = None
    psychic: bool = False
    when: list[Words] = []
    choice: str | None = None


def read_written(folder: Path = FOLDER) -> list[Buff]:
    """All hand-written buffs, one for each edition of a row.

    Raises:
        BuffFileError: For the first wrong row.
    """
    buffs: list[Buff] = []
    for path in sorted(folder.glob("*.toml")):
        buffs += written_buffs(path.name, path.read_text(encoding="utf-8"))
    seen: dict[tuple[str, str], Buff] = {}
    for buff in buffs:
        if (buff.edition, buff.id) in seen:
            raise BuffFileError("data/buffs", buff.id, f"the id stands twice in the {buff.edition}; expected once")
        seen[buff.edition, buff.id] = buff
    return buffs


def written_buffs(file: str, text: str) -> list[Buff]:
    """The buffs of one file's text; BuffFileError names what is wrong."""
    try:
        rows = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BuffFileError(file, "the file", f"is no TOML: {error}") from None
    if set(rows) - {"buff"} or not isinstance(rows.get("buff", []), list):
        raise BuffFileError(file, "the file", "has other tables; expected [[buff]] only")
    return [buff for place, row in enumerate(rows.get("buff", [])) for buff in _buffs(file, place, row)]


def _buffs(file: str, place: int, written: Mapping[str, Any]) -> list[Buff]:
    name = f"row {place + 1} ({written.get('id', 'no id')})"
    try:
        row = _Row.model_validate(written)
        return [_buff(row, edition) for edition in row.editions]
    except ValidationError as error:
        raise BuffFileError(file, name, str(from_validation(error))) from None
    except ValueError as error:
        raise BuffFileError(file, name, str(error)) from None


def _buff(row: _Row, edition: Literal["10e", "11e"]) -> Buff:
    reason = row.no_effect or row.not_modelled
    if bool(reason) == bool(row.effects or row.pools):
        raise ValueError("effects: expected effects or pools, or a reason in `no_effect` or `not_modelled`, not both")
    buff = Buff(
        id=row.id,
        name=row.name,
        edition=edition,
        kind=row.kind,
        side=row.side,
        status="no effect on an attack" if row.no_effect else "not modelled" if row.not_modelled else "modelled",
        aliases=tuple(row.aliases),
        owner=row.owner,
        faction=row.faction,
        detachment=row.detachment,
        datasheets=tuple(row.datasheets),
        cp=row.cp,
        points=row.points,
        phase=row.phase,
        when=read_clauses(row.when, "when"),
        toggles=tuple(Toggle(key, label) for key, label in row.toggles.items()),
        choices=tuple(row.choices),
        effects=tuple(read_effect(effect, f"effects[{at}]") for at, effect in enumerate(row.effects)),
        pools=tuple(_pool(pool, f"pools[{at}]") for at, pool in enumerate(row.pools)),
        reason=reason,
        passive=row.passive,
        missing=row.missing,
        elsewhere=row.elsewhere,
    )
    _check_names(buff)
    return buff


def read_clauses(texts: object, field: str) -> tuple[Clause, ...]:
    """Read a list of clauses; ValueError names the field."""
    if not isinstance(texts, list):
        raise ValueError(f"{field}: {texts!r} is not accepted; expected a list of conditions")
    clauses = []
    for text in texts:
        try:
            clauses.append(parse_clause(text))
        except ValueError as error:
            raise ValueError(f"{field}: {text!r} is not accepted; expected {error}") from None
    return tuple(clauses)


def read_effect(written: Mapping[str, Any], field: str) -> Effect:
    """Read one effect: exactly one change, and what else `Effect` has; ValueError names the field."""
    changes = [key for key in written if key in CHANGES]
    others = set(written) - set(changes) - {"when", "choice", "bearer_only", "characters_only"}
    if len(changes) != 1 or others:
        raise ValueError(f"{field}: has {sorted(written)}; expected one change of {', '.join(CHANGES)}")
    change = changes[0]
    try:
        value = CHANGES[change].accepts(written[change])
    except ValueError as error:
        raise ValueError(f"{field}.{change}: {written[change]!r} is not accepted; expected {error}") from None
    return Effect(
        change,
        value,
        read_clauses(written.get("when", []), f"{field}.when"),
        written.get("choice"),
        bool(written.get("bearer_only", False)),
        bool(written.get("characters_only", False)),
    )


def _pool(written: Mapping[str, Any], field: str) -> PoolRoll:
    try:
        row = _Pool.model_validate(dict(written))
    except ValidationError as error:
        raise ValueError(f"{field}.{from_validation(error)}") from None
    try:
        parse_dice(row.mortals)
    except ValueError as error:
        raise ValueError(f"{field}.mortals: {row.mortals!r} is not accepted; expected {error}") from None
    faces = row.faces or ""
    low = int(faces[:1] or 1)
    return PoolRoll(
        hurt=row.hurt,
        rolls=row.rolls,
        faces=tuple(range(low, 7)) if faces.endswith("+") else (low,) if faces else (),
        leadership=row.leadership,
        mortals=row.mortals,
        most=row.most,
        psychic=row.psychic,
        when=read_clauses(row.when, f"{field}.when"),
        choice=row.choice,
    )


def _check_names(buff: Buff) -> None:
    """Toggles and choices named by conditions must be declared, and the declared ones be named."""
    whens = [buff.when, *(effect.when for effect in buff.effects), *(pool.when for pool in buff.pools)]
    named = {atom.value for when in whens for clause in when for atom in clause if atom.subject == "toggle"}
    declared = {toggle.id for toggle in buff.toggles}
    if named != declared:
        raise ValueError(f"toggles: {sorted(named ^ declared)} is declared or used alone; expected both")
    chosen = {effect.choice for effect in buff.effects} | {pool.choice for pool in buff.pools}
    chosen.discard(None)
    if chosen != set(buff.choices):
        raise ValueError(
            f"choices: {sorted(map(str, chosen ^ set(buff.choices)))} is declared or used alone; expected both"
        )
