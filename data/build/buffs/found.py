"""What one leaf effect of the source changes, before conditions are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from analysis.buffs.changes import CHANGES, Value
from analysis.buffs.conditions import Clause

__all__ = ["Found", "Node", "acceptable"]

Node = Mapping[str, Any]


@dataclass(slots=True)
class Found:
    """What one leaf changes; `missing` says what of it cannot be said, in words."""

    side: str = "attacker"
    changes: list[tuple[str, Value]] = field(default_factory=list)
    when: tuple[Clause, ...] = ()
    asked: tuple[tuple[str, dict[str, Any]], ...] = ()
    missing: str | None = None


def acceptable(change: str, value: Value) -> bool:
    """Whether the registry takes the value."""
    try:
        CHANGES[change].accepts(value)
    except ValueError:
        return False
    return True
