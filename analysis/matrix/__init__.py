"""The whole matrix: every attacker against every target, by the kernel that answers a duel."""

from __future__ import annotations

from analysis.matrix.progress import Progress
from analysis.matrix.weapons import METRICS, WeaponMatrix, weapon_matrix

__all__ = ["METRICS", "Progress", "WeaponMatrix", "weapon_matrix"]
