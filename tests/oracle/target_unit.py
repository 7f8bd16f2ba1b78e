"""The target: its groups of models, who has been hurt so far, and whose turn it is to take the next wound.

A *plight* is the state of the unit: for every group the models alive and the wounds its one hurt model has lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["Group", "Plight", "TargetUnit", "read_target_unit"]

Plight = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Group:
    """Models alike, with what the scenario's modifiers make of them."""

    name: str
    count: int
    toughness: int
    save: int
    invulnerable: int | None
    wounds: int
    feel_no_pain: tuple[tuple[int, str], ...]
    damage_reduction: int
    halve_damage: bool
    damage_set: int | None
    character: bool
    wounded: int

    def feel_no_pain_against(self, mortal: bool, psychic: bool) -> int | None:
        """The best Feel No Pain that reads this kind of wound (R-DMG-16, R-DMG-17)."""
        kinds = {"all"} | ({"mortal"} if mortal else set()) | ({"psychic"} if psychic else set())
        return min((threshold for threshold, against in self.feel_no_pain if against in kinds), default=None)


@dataclass(frozen=True, slots=True)
class TargetUnit:
    """All groups of the target, in the order the defender declares."""

    groups: tuple[Group, ...]

    @property
    def models(self) -> int:
        return sum(group.count for group in self.groups)

    @property
    def fresh(self) -> Plight:
        return tuple((group.count, group.wounded) for group in self.groups)

    def wounds_left(self, plight: Plight) -> int:
        return sum(
            alive * group.wounds - lost for group, (alive, lost) in zip(self.groups, plight, strict=True) if alive
        )

    def models_left(self, plight: Plight) -> int:
        return sum(alive for alive, _ in plight)

    def toughness(self, plight: Plight) -> int:
        """The highest among living bodyguards, else among living characters (R-WND-06)."""
        living = [group for group, (alive, _) in zip(self.groups, plight, strict=True) if alive]
        bodyguards = [group for group in living if not group.character]
        return max(group.toughness for group in bodyguards or living)

    def allocation_order(self, plight: Plight, precision: bool) -> tuple[int, ...]:
        """The living groups, first to suffer first (R-ALC-02, R-ALC-04, R-ALC-07, R-ALC-08)."""
        living = [index for index, (alive, _) in enumerate(plight) if alive]
        order = sorted(living, key=lambda index: (self.groups[index].character, plight[index][1] == 0, index))
        if precision:
            characters = [index for index in living if self.groups[index].character]
            order = characters[:1] + [index for index in order if index not in characters[:1]]
        return tuple(order)

    def lose_a_wound(self, plight: Plight, index: int) -> tuple[Plight, bool]:
        """One wound fewer for the model being hurt, and whether it died of that."""
        alive, lost = plight[index]
        died = lost + 1 == self.groups[index].wounds
        changed = (alive - 1, 0) if died else (alive, lost + 1)
        return (*plight[:index], changed, *plight[index + 1 :]), died


def read_target_unit(scenario: dict[str, Any]) -> TargetUnit:
    modifiers = scenario.get("modifiers") or {}
    return TargetUnit(tuple(_read_group(group, modifiers) for group in scenario["target"]["groups"]))


def _read_group(group: dict[str, Any], modifiers: dict[str, Any]) -> Group:
    invulnerables = [save for save in (group.get("invulnerable"), modifiers.get("invulnerable")) if save is not None]
    pains = [(pain["threshold"], pain["against"]) for pain in group.get("feel_no_pain") or []]
    if modifiers.get("feel_no_pain") is not None:
        pains.append((modifiers["feel_no_pain"], "all"))
    settings = [table["damage_set"] for table in (group, modifiers) if table.get("damage_set") is not None]
    return Group(
        name=group["name"],
        count=group["count"],
        toughness=max(1, group["toughness"] + int(modifiers.get("toughness") or 0)),
        save=max(2, group["save"] - int(modifiers.get("save") or 0)),
        invulnerable=min(invulnerables, default=None),
        wounds=group["wounds"],
        feel_no_pain=tuple(pains),
        damage_reduction=int(group.get("damage_reduction") or 0) + int(modifiers.get("damage_reduction") or 0),
        halve_damage=bool(group.get("halve_damage")) or bool(modifiers.get("halve_damage")),
        damage_set=min(settings, default=None),
        character=bool(group.get("character")),
        wounded=int(group.get("wounded") or 0),
    )
