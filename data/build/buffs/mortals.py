"""Mortal wounds of the source's data as pools: the roll before them, how many, and who suffers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from analysis.buffs.model import PoolRoll
from analysis.dice import parse_dice
from data.build.buffs.leaves import Leaf

__all__ = ["read_mortals"]

_HURT: Final = {
    "defender": "target",
    "target": "target",
    "enemy-within-aura": "target",
    "all-enemy": "target",
    "attacker": "target",
    "self": "attacker",
    "bearer": "attacker",
    "unit": "attacker",
}
_FACES: Final = {
    "gte": lambda n: range(n, 7),
    "lte": lambda n: range(1, n + 1),
    "eq": lambda n: range(n, n + 1),
}


def read_mortals(leaf: Leaf) -> list[PoolRoll] | None:
    """The pool of a leaf that deals mortal wounds; None for other leaves and for rolls that no pool can say."""
    node = leaf.node
    if node.get("type") != "mortal-wounds":
        return None
    modifier: Mapping[str, Any] = node.get("modifier") or {}
    hurt = _HURT.get(str(node.get("target")))
    amount = modifier.get("count", modifier.get("dice", modifier.get("value", modifier.get("amount"))))
    faces = _faces(leaf.gate)
    if hurt is None or faces is None or amount is None or modifier.get("scaling"):
        return None
    mortals = str(amount).upper()
    if not re.fullmatch(r"\d*D[36](\+\d+)?|\d+", mortals):
        return None
    parse_dice(mortals)
    return [PoolRoll(hurt, 1, faces, False, mortals, None)]  # type: ignore[arg-type]


def _faces(gate: Mapping[str, Any] | None) -> tuple[int, ...] | None:
    """The D6 results that let the mortal wounds through; none of them when nothing is rolled."""
    if gate is None:
        return ()
    if gate.get("nested") or gate.get("dice") != "D6" or not isinstance(gate.get("threshold"), int):
        return None
    faces = tuple(_FACES.get(str(gate.get("comparison", "gte")), _FACES["gte"])(gate["threshold"]))
    return tuple(face for face in range(1, 7) if face not in faces) if gate.get("failed") else faces
