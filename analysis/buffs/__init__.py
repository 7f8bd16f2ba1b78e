"""Buffs: named rules that change an attack, how they combine, and what each is worth."""

from __future__ import annotations

from analysis.buffs.fold import fold
from analysis.buffs.library import Library
from analysis.buffs.model import Buff, Effect, PoolRoll, Toggle
from analysis.buffs.table import Context, SideFacts, UnitFacts

__all__ = ["Buff", "Context", "Effect", "Library", "PoolRoll", "SideFacts", "Toggle", "UnitFacts", "fold"]
