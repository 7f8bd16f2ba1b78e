"""What the compiler makes of one ability for one side, before it becomes a buff."""

from __future__ import annotations

from dataclasses import dataclass, field

from analysis.buffs.model import Effect, PoolRoll, Toggle

__all__ = ["Compiled"]


@dataclass(slots=True)
class Compiled:
    """Effects, pools, toggles and choices of one side, and what could not be said.

    Unlike the values of `analysis` this one is mutable: it grows leaf by leaf.
    """

    side: str
    effects: list[Effect] = field(default_factory=list)
    pools: list[PoolRoll] = field(default_factory=list)
    toggles: dict[str, Toggle] = field(default_factory=dict)
    choices: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    elsewhere: bool = False
    passive: bool | None = None
    """Whether a mend says that it acts without being activated, or that it does not."""
