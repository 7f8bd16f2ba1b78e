"""The cruncher of wh40kdc 1.4.5 asked for cells of the matrix: means only, one weapon into one target at a time."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from wh40kdc.cruncher import crunch
from wh40kdc.data.dataset import Dataset

from analysis.matrix.columns import TargetColumn
from analysis.matrix.rows import KIND_OF_PHASE, UnitRow, WeaponRow
from analysis.referring import Phase

__all__ = ["Cruncher"]

Question = dict[str, Any]


class Cruncher:
    """The package's own data, loaded once; loading is not counted anywhere."""

    def __init__(self) -> None:
        self._data = Dataset.embedded()

    def weapon(self, row: WeaponRow, column: TargetColumn) -> list[Question]:
        """One weapon against one target; nothing where the package knows the pair under another name."""
        bearer = row.bearers[0]
        phase: Phase = "shooting" if row.weapon.type == "ranged" else "fight"
        question = self._question(bearer.weapon_key, bearer.profile, 1, column, phase)
        return [question] if question else []

    def unit(self, row: UnitRow, column: TargetColumn) -> list[Question]:
        """Each weapon line of a unit's loadout against one target; of alternative profiles the first."""
        kind = KIND_OF_PHASE[row.phase]
        questions = []
        for unit in row.units:
            for bearers in unit.loadout.bearers:
                for carried in bearers.carried:
                    profiles = [profile for profile in carried.weapon.profiles if profile.kind == kind]
                    if profiles:
                        key, name = carried.weapon.key, profiles[0].name
                        questions.append(self._question(key, name, carried.count, column, row.phase))
        return [question for question in questions if question] if all(questions) else []

    def seconds(self, cells: Sequence[list[Question]]) -> float:
        """What one cell takes."""
        start = time.process_time()
        for questions in cells:
            for question in questions:
                crunch(question, self._data)
        return (time.process_time() - start) / len(cells)

    def _question(
        self, weapon_key: str, profile: str | None, count: int, column: TargetColumn, phase: Phase
    ) -> Question | None:
        _, weapon_faction, weapon_id = weapon_key.split("/")[:3]
        faction, unit_id = column.reference.unit.split("/")
        weapon = self._data.weapons.get_in_faction(weapon_id, weapon_faction)
        unit = self._data.units.get_in_faction(unit_id, faction)
        if weapon is None or unit is None:
            return None
        names = [known.get("name") for known in weapon.raw["profiles"]]
        question = {
            "attacker": {"weapon": weapon.raw, "profileIndex": names.index(profile) if profile in names else 0},
            "target": {"unit": unit.raw, "profileIndex": 0, "modelCount": column.models},
            "modelsFiring": count,
            "buffs": [],
            "context": {"phase": phase, "withinHalfRange": True},
        }
        try:
            crunch(question, self._data)
        except ValueError:  # weapons it cannot crunch, such as those without a skill
            return None
        return question
