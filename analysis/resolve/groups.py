"""The models of a fielded unit as the groups of a scenario: those alike in all that protects them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from analysis.datasheet import CompositionLine, Kind, WargearEffect
from analysis.errors import InputError
from analysis.resolve.fielded import FieldedUnit
from analysis.scenario import FeelNoPain, Group

__all__ = ["groups_of", "has_stealth"]


@dataclass(frozen=True, slots=True)
class _Protection:
    """All that decides whether two models are alike when they are attacked."""

    toughness: int
    save: int
    invulnerable: int | None
    wounds: int
    feel_no_pain: tuple[tuple[str, int], ...]
    damage_reduction: int
    halve_damage: bool
    character: bool

    def with_effect(self, effect: WargearEffect, kind: Kind) -> _Protection:
        """The same model with what a piece of wargear does."""
        match effect.kind:
            case "invulnerable":
                return replace(self, invulnerable=_better(self.invulnerable, effect.value))
            case "invulnerable_ranged":
                return (
                    replace(self, invulnerable=_better(self.invulnerable, effect.value)) if kind == "ranged" else self
                )
            case "wounds_set":
                return replace(self, wounds=effect.value)
            case "wounds_added":
                return replace(self, wounds=self.wounds + effect.value)
            case "toughness_added":
                return replace(self, toughness=self.toughness + effect.value)
            case "save_set":
                return replace(self, save=effect.value)
            case "damage_reduction":
                return replace(self, damage_reduction=max(self.damage_reduction, effect.value))
            case "fnp" | "fnp_mortal" | "fnp_psychic":
                against = {"fnp": "all", "fnp_mortal": "mortal", "fnp_psychic": "psychic"}[effect.kind]
                known = dict(self.feel_no_pain)
                known[against] = min(known.get(against, effect.value), effect.value)
                return replace(self, feel_no_pain=tuple(sorted(known.items())))


def _better(one: int | None, other: int) -> int:
    return other if one is None else min(one, other)


def groups_of(units: Sequence[FieldedUnit], kind: Kind, field: str) -> list[tuple[int, Group]]:
    """The groups of a unit and those attached to it, each with the place of its datasheet in `units`.

    Models are declared as the composition lists them, attached ones last and as characters. An invulnerable save
    against the other kind of attack is left out. Groups have points only where several datasheets make up the unit.

    Raises:
        InputError: When a model has lost as many wounds as it has.
    """
    whole_unit = [
        effect for unit in units for item, _, _ in unit.loadout.wargear for effect in item.effects if effect.whole_unit
    ]
    groups: list[tuple[int, Group]] = []
    for place, unit in enumerate(units):
        at = field if place == 0 else f"{field}.attached[{place - 1}]"
        own = _groups(unit, kind, whole_unit, priced=len(units) > 1)
        if unit.wounded:
            own = [_wounded(own[0], unit.wounded, at), *own[1:]]
        groups += [(place, group) for group in own]
    return groups


def has_stealth(units: Sequence[FieldedUnit]) -> bool:
    """Whether every model of the unit has Stealth, which it takes (R-HIT-09)."""
    return all(unit.datasheet.defence.stealth for unit in units)


def _wounded(group: Group, wounded: int, field: str) -> Group:
    if wounded >= group.wounds:
        raise InputError(f"{field}.wounded", wounded, f"fewer than the {group.wounds} wounds of a model")
    return group.model_copy(update={"wounded": wounded})


def _groups(unit: FieldedUnit, kind: Kind, whole_unit: Sequence[WargearEffect], *, priced: bool) -> list[Group]:
    counts: dict[_Protection, int] = {}
    names: dict[_Protection, str] = {}
    for name, protection, count in _models(unit, kind):
        for effect in whole_unit:
            protection = protection.with_effect(effect, kind)
        counts[protection] = counts.get(protection, 0) + count
        names.setdefault(protection, name)
    if len(counts) == 1:
        names = dict.fromkeys(names, unit.datasheet.name)
    each = unit.points / unit.size if priced and unit.points is not None else None
    return [_group(names[p], p, count, None if each is None else each * count) for p, count in counts.items()]


def _group(name: str, protection: _Protection, count: int, points: float | None) -> Group:
    pains = [FeelNoPain.model_validate({"threshold": t, "against": a}) for a, t in protection.feel_no_pain]
    return Group(
        name=name,
        count=count,
        toughness=protection.toughness,
        save=protection.save,
        invulnerable=protection.invulnerable,
        wounds=protection.wounds,
        feel_no_pain=pains or None,
        damage_reduction=protection.damage_reduction,
        halve_damage=protection.halve_damage,
        character=protection.character,
        points=points,
    )


def _models(unit: FieldedUnit, kind: Kind) -> Iterator[tuple[str, _Protection, int]]:
    """Name, protection and number of models alike: those with wargear of their own apart from the others."""
    left = {line.line: count for line, count in unit.models}
    equipped: dict[int, list[tuple[str, _Protection, int]]] = {line.line: [] for line, _ in unit.models}
    # The squad before its leader: where nobody says who carries a shield, it is one of the many.
    order = sorted(unit.models, key=lambda pair: (pair[0].is_leader, -pair[1]))
    for wargear, count, on_line in unit.loadout.wargear:
        effects = [effect for effect in wargear.effects if not effect.whole_unit]
        for line, _ in order if effects else ():
            if on_line in (None, line.line) and count > 0:
                here = min(count, left[line.line])
                left[line.line] -= here
                count -= here
                protection = _printed(unit, line, kind)
                for effect in effects:
                    protection = protection.with_effect(effect, kind)
                if here:
                    equipped[line.line].append((f"{line.name} with {wargear.name}", protection, here))
    for line, _ in unit.models:
        yield from equipped[line.line]
        if left[line.line]:
            yield line.name, _printed(unit, line, kind), left[line.line]


def _printed(unit: FieldedUnit, line: CompositionLine, kind: Kind) -> _Protection:
    profile = unit.datasheet.profile(line.profile_line)
    defence = unit.datasheet.defence
    pains = {
        "all": defence.feel_no_pain,
        "mortal": defence.feel_no_pain_mortal,
        "psychic": defence.feel_no_pain_psychic,
    }
    return _Protection(
        toughness=profile.toughness,
        save=profile.save,
        invulnerable=profile.invulnerable_against(kind),
        wounds=profile.wounds,
        feel_no_pain=tuple(sorted((against, value) for against, value in pains.items() if value is not None)),
        damage_reduction=defence.damage_reduction,
        halve_damage=defence.halve_damage,
        character=unit.attached or _is_character(unit, line),
    )


def _is_character(unit: FieldedUnit, line: CompositionLine) -> bool:
    """Of a CHARACTER unit with several kinds of models, the one that leads it is the character."""
    if "CHARACTER" not in unit.keywords:
        return False
    leads = any(other.is_leader for other, _ in unit.models)
    return line.is_leader or not leads
