"""How a unit stands beyond which unit it is: models, leaders, weapons, army, situation, rules that are on already."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

__all__ = ["USUAL", "Setup"]


@dataclass(frozen=True, slots=True)
class Setup:
    """As compact JSON, so that setups can be told apart; `Setup.of` writes it."""

    text: str

    @classmethod
    def of(cls, details: Mapping[str, Any], situation: Mapping[str, Any], buffs: Sequence[Mapping[str, Any]]) -> Setup:
        """Of the fields of a side, of a situation, and of buffs, as a scenario has them."""
        whole = {"details": dict(details), "situation": dict(situation), "buffs": list(buffs)}
        return cls(json.dumps(whole, sort_keys=True, separators=(",", ":")))

    @property
    def details(self) -> dict[str, Any]:
        """Fields of the unit's side of a scenario."""
        return self._part("details")

    @property
    def situation(self) -> dict[str, Any]:
        """Fields of the situation."""
        return self._part("situation")

    @property
    def buffs(self) -> list[dict[str, Any]]:
        """The rules that are on before any other is tried."""
        return self._part("buffs")

    def of_another_unit(self) -> Setup:
        """What holds for other units of the same army as well."""
        army = {name: value for name, value in self.details.items() if name == "army_faction"}
        return Setup.of(army, self.situation, ())

    def _part(self, name: str) -> Any:
        return json.loads(self.text)[name]


USUAL: Final = Setup.of({}, {}, ())
