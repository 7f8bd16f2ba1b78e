"""The duel a datasheet opens with."""

from __future__ import annotations

from typing import Any

from analysis.datasheet import Datasheet
from analysis.errors import InputError
from dashboard.answer import answer

__all__ = ["first_duel_of"]


def first_duel_of(sheet: Datasheet) -> dict[str, Any]:
    """Against Intercessors, in the phase in which what the unit carries by default does more; shooting when equal."""
    duels = [
        {
            "edition": sheet.edition,
            "phase": phase,
            "attacker": {"unit": sheet.reference},
            "target": {"unit": "adeptus-astartes/intercessor-squad", "models": 5},
        }
        for phase in ("shooting", "fight")
    ]
    return max(duels, key=_damage)


def _damage(duel: dict[str, Any]) -> float:
    """Mean wounds lost; less than none where the unit has no weapon for the phase."""
    try:
        return answer(duel).result.damage.mean
    except InputError:
        return -1.0
