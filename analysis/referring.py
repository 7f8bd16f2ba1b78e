"""Referring scenarios: an attack that names units, models and weapons of the catalogue instead of numbers.

This is the edge: shapes and bounds are checked here, names are looked up by `analysis.resolve`, which writes the
attack out as an inline `Scenario`. One side may be written out in numbers while the other refers to a unit.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    ValidationError,
    model_validator,
)

from analysis.abilities import Kind
from analysis.errors import InputError, from_validation
from analysis.scenario import Attacker, BuffChoice, Modifiers, Scenario, Situation, Target

__all__ = [
    "KIND_OF_PHASE",
    "LoadoutLine",
    "Phase",
    "ReferringScenario",
    "TableSituation",
    "UnitReference",
    "is_referring",
    "read_scenario",
]

Phase = Literal["shooting", "fight"]
KIND_OF_PHASE: Final[dict[Phase, Kind]] = {"shooting": "ranged", "fight": "melee"}
"""Which weapons attack in a phase."""
Text = Annotated[str, Field(max_length=200)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class LoadoutLine(_Strict):
    """Weapons or wargear of one kind that a unit carries; `profile` picks one of several."""

    weapon: Text
    profile: Text | None = None
    count: Annotated[int, Field(ge=0, le=1000)] = 1


class UnitReference(_Strict):
    """A unit of the catalogue at a size, with a loadout and the leaders and support units attached to it.

    `wounded` are the wounds its first unslain model has lost, `damaged` says that it fights with the penalty its
    datasheet prints for few wounds remaining.
    """

    unit: Text
    models: Annotated[int, Field(ge=1, le=500)] | None = None
    copy_number: Annotated[int, Field(ge=1, le=100, alias="copy")] = 1
    loadout: Annotated[list[LoadoutLine], Field(max_length=60)] | None = None
    attached: Annotated[list[UnitReference], Field(max_length=4)] = Field(default_factory=list)
    army_faction: Text | None = None
    detachment: Text | None = None
    wounded: Annotated[int, Field(ge=0, le=199)] = 0
    damaged: bool = False

    @model_validator(mode="after")
    def _attached_units_stand_alone(self) -> Self:
        if any(unit.attached for unit in self.attached):
            raise ValueError("attached units that have none attached themselves")
        return self


class TableSituation(Situation):
    """The situation, and what of it a catalogue unit turns into numbers: plunging fire (R-SAV-12)."""

    plunging_fire: bool = False


def _buff_choice(value: object) -> object:
    return {"id": value} if isinstance(value, str) else value


# In parentheses, so that error messages leave them out of the field's path.
_UNIT: Final = "(unit)"
_INLINE: Final = "(inline)"


def _refers(side: object) -> str:
    named = isinstance(side, UnitReference) or (isinstance(side, Mapping) and "unit" in side)
    return _UNIT if named else _INLINE


AttackerSide = Annotated[
    Annotated[UnitReference, Tag(_UNIT)] | Annotated[Attacker, Tag(_INLINE)], Discriminator(_refers)
]
TargetSide = Annotated[Annotated[UnitReference, Tag(_UNIT)] | Annotated[Target, Tag(_INLINE)], Discriminator(_refers)]
Buffs = Annotated[list[Annotated[BuffChoice, BeforeValidator(_buff_choice)]], Field(max_length=40)]


class ReferringScenario(_Strict):
    """An attack between units of the catalogue.

    >>> attack = ReferringScenario.from_json(
    ...     {"edition": "11e", "attacker": {"unit": "kasrkin", "copy": 3}, "target": {"unit": "boyz"}}
    ... )
    >>> attack.attacker.copy_number
    3
    """

    version: Literal[1] = 1
    edition: Literal["10e", "11e"]
    phase: Phase | None = None
    attacker: AttackerSide
    target: TargetSide
    situation: TableSituation = Field(default_factory=TableSituation)
    modifiers: Modifiers = Field(default_factory=Modifiers)
    buffs: Buffs = Field(default_factory=list)

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """Validate parsed JSON.

        Raises:
            InputError: Naming the first field that is wrong, its value, and what was expected.
        """
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            raise from_validation(error) from None
        except RecursionError:
            raise InputError("scenario", "a nested structure", "at most a few levels of nesting") from None


def is_referring(data: object) -> bool:
    """Whether parsed JSON needs resolving: it names a unit of the catalogue on a side, or buffs of the library.

    >>> is_referring({"attacker": {"unit": "kasrkin"}}), is_referring({"attacker": {"weapons": []}})
    (True, False)
    """
    if not isinstance(data, Mapping):
        return False
    return "buffs" in data or any(_refers(data.get(side)) == _UNIT for side in ("attacker", "target"))


def read_scenario(data: Any) -> Scenario | ReferringScenario:
    """Validate a scenario of either kind.

    Raises:
        InputError: Naming the first field that is wrong, its value, and what was expected.
    """
    return ReferringScenario.from_json(data) if is_referring(data) else Scenario.from_json(data)
