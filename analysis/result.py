"""Result, version 1: the answer to a scenario."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

__all__ = ["BuffOutcome", "Cost", "Distribution", "Funnel", "GroupResult", "Hazard", "Pool", "Result", "WeaponResult"]


@dataclass(frozen=True, slots=True)
class Distribution:
    """A mean with its pmf; ``pmf[k]`` = P(exactly k)."""

    mean: float
    pmf: list[float]


@dataclass(frozen=True, slots=True)
class Hazard:
    """Expected failed hazard tests and the mortal wounds they put on the attacker, before its Feel No Pain."""

    failed: float
    mortal_wounds: float


@dataclass(frozen=True, slots=True)
class GroupResult:
    """One target group: its models and how many of them are expected to be slain."""

    name: str
    models: int
    slain: float


@dataclass(frozen=True, slots=True)
class Funnel:
    """Where the attacks of a line went, as expectations at the line's own place in the sequence.

    `wounds` and what follows read the target as it then stands (11e reads Toughness again, R-SEQ-07) and may differ
    from those of the Result, which are counted against the fresh unit. Wounds that fall on nobody are followed on as if
    the last model still stood.

    Attributes:
        attacks: Attack dice.
        hits: Hits, the extra ones of sustained hits included.
        critical_hits: Critical hits among them.
        wounds: Wounds scored, automatic and devastating ones included.
        critical_wounds: Critical wounds among them.
        unsaved: Wounds past the saving throw, devastating ones included.
        damage: Damage of these after all changes, before Feel No Pain.
        after_feel_no_pain: What Feel No Pain left of it.
        wasted: The part of it that fell on models already dying, or on nobody (R-DMG-01, R-SEQ-08).
        lost: The other part: wounds the target really lost.
    """

    attacks: float
    hits: float
    critical_hits: float
    wounds: float
    critical_wounds: float
    unsaved: float
    damage: float
    after_feel_no_pain: float
    wasted: float
    lost: float


@dataclass(frozen=True, slots=True)
class WeaponResult:
    """One weapon line at its own place in the sequence; the damages of all lines sum to the total's mean."""

    name: str
    attacks: float
    hits: float
    wounds: float
    damage: float
    funnel: Funnel


@dataclass(frozen=True, slots=True)
class BuffOutcome:
    """Whether a named buff took part, and why not."""

    id: str
    applied: bool
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Pool:
    """Mortal wounds that stand beside the attacks; not part of the damage.

    `mortal_wounds` are those dealt; `slain` and `wounds_lost` are null where the models of the hurt side are not given.
    """

    id: str
    side: str
    mortal_wounds: Distribution
    slain: Distribution | None
    wounds_lost: Distribution | None = None


@dataclass(frozen=True, slots=True)
class Cost:
    """What a buff costs the attacker: command points and expected mortal wounds on itself."""

    id: str
    cp: int | None
    mortal_wounds: float


@dataclass(frozen=True, slots=True)
class Result:
    """The exact answer to one scenario; the fields are those of docs/scenario.md."""

    attacks: float
    hits: float
    wounds: float
    damage: Distribution
    slain: Distribution
    hazard: Hazard
    groups: list[GroupResult]
    wasted: float
    points_destroyed: float | None
    efficiency: float | None
    destroyed: float
    per_weapon: list[WeaponResult]
    funnel: Funnel
    unmodelled: list[str]
    buffs: list[BuffOutcome] = field(default_factory=list)
    pools: list[Pool] = field(default_factory=list)
    costs: list[Cost] = field(default_factory=list)

    def to_json(self) -> dict[str, Any]:
        """Plain lists and numbers, ready for ``json.dumps``."""
        return {name: _plain(getattr(self, name)) for name in self.__slots__}


def _plain(value: object) -> object:
    """Dataclasses to dicts; `dataclasses.asdict` copies every number of every pmf and costs more than the answer."""
    if isinstance(value, list):
        return value if value and isinstance(value[0], float) else [_plain(item) for item in value]
    names = getattr(value, "__slots__", None)
    return {name: _plain(getattr(value, name)) for name in names} if names else value
