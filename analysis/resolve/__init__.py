"""Referring scenarios written out inline: names of the catalogue become numbers (docs/scenario.md)."""

from __future__ import annotations

from analysis.resolve.resolution import Fold, Resolution, resolve, without_buffs

__all__ = ["Fold", "Resolution", "resolve", "without_buffs"]
