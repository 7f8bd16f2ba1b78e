"""Which single change moves a number of the duel most: every slider by one step, every buff that may act."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from analysis.errors import InputError
from dashboard.answer import answer
from dashboard.compare import Measure
from dashboard.tornado import Change
from dashboard.what_if import MODIFIERS, SITUATION, single_steps

__all__ = ["moves"]


def moves(data: Mapping[str, Any], measure: Measure, threshold: int) -> list[Change]:
    """The value of a number after each single change; changes that cannot be answered are left out."""
    changes = []
    for name, variant in _variants(data):
        try:
            value = measure.read(answer(variant).result, threshold)
        except InputError:
            continue
        if value is not None:
            changes.append(Change(name, value))
    return changes


def _variants(data: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    phase = data.get("phase") or ("fight" if _melee(data) else "shooting")
    for field, controls in (("situation", SITUATION), ("modifiers", MODIFIERS)):
        for name, values in single_steps(controls, data.get(field, {}), phase):
            yield name, {**data, field: values}


def _melee(data: Mapping[str, Any]) -> bool:
    weapons = data["attacker"].get("weapons") or [{}]
    return weapons[0].get("type") == "melee"
