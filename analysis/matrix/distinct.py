"""What is distinct among the rows and columns of a matrix: names and duplicates cost nothing."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from analysis.abilities import parse_ability
from analysis.line import TargetFacts
from analysis.scenario import Group, Modifiers, Target, Weapon

__all__ = ["Columns", "Parting", "Shape", "distinct", "keywords_read", "weapon_key", "wounds_key"]

Item = TypeVar("Item")
Shape = tuple[Group, ...]
"""The groups of a unit; what sets them apart are their numbers, not their names."""


def distinct(items: Sequence[Item], key: Callable[[Item], Hashable]) -> tuple[list[Item], NDArray[np.intp]]:
    """The first item of each kind, and for every item the number of its kind."""
    numbers: dict[Hashable, int] = {}
    firsts: list[Item] = []
    kinds = np.empty(len(items), dtype=np.intp)
    for place, item in enumerate(items):
        kind = numbers.setdefault(key(item), len(firsts))
        if kind == len(firsts):
            firsts.append(item)
        kinds[place] = kind
    return firsts, kinds


def weapon_key(weapon: Weapon, by_distance: bool) -> Hashable:
    """Everything of a weapon line that changes a number; its range only where the distance is given."""
    modifiers = weapon.modifiers.model_dump_json() if weapon.modifiers else None
    numbers = (weapon.count, weapon.attacks, weapon.skill, weapon.strength, weapon.ap, weapon.damage)
    reach = weapon.range if by_distance else None
    return (weapon.type, numbers, reach, tuple(weapon.abilities), weapon.lethal_choice, modifiers)


def keywords_read(texts: Iterable[str]) -> frozenset[str]:
    """Target keywords that some of these abilities ask for: those of anti and of scoped abilities."""
    abilities = map(parse_ability, texts)
    return frozenset(word for ability in abilities for word in (*ability.keywords, *ability.scope))


def weapon_keywords(weapon: Weapon, modifiers: Modifiers) -> frozenset[str]:
    """Target keywords that a weapon's abilities ask for."""
    own = weapon.modifiers.abilities if weapon.modifiers else []
    return keywords_read((*weapon.abilities, *own, *modifiers.abilities))


@dataclass(frozen=True, slots=True)
class Columns:
    """The distinct targets of a matrix, sorted by everything that an attack reads of them.

    Attributes:
        targets: One target of each kind.
        kinds: For every column asked for, the number of its kind.
        toughness: Per target the number of its Toughness among `toughnesses`.
        keywords: Per target its keywords that some weapon asks for.
        stealth: Per target whether it has stealth.
        fives: Per target the full five models it has, for blast and cleave.
        shape: Per target the number of its groups among `shapes`.
        saves: Per shape the number of its saves among `save_classes`.
    """

    targets: list[Target]
    kinds: NDArray[np.intp]
    toughness: NDArray[np.intp]
    toughnesses: list[int]
    keywords: list[frozenset[str]]
    stealth: NDArray[np.bool_]
    fives: NDArray[np.intp]
    shape: NDArray[np.intp]
    shapes: list[Shape]
    saves: NDArray[np.intp]
    save_classes: list[Shape]

    @classmethod
    def of(cls, targets: Sequence[Target], read: frozenset[str], toughness_of: Callable[[Target], int]) -> Columns:
        """Sort targets; `read` are the keywords that matter, `toughness_of` tells the Toughness of a fresh unit."""
        firsts, kinds = distinct(targets, lambda target: _target_key(target, read))
        toughnesses, toughness = distinct([toughness_of(target) for target in firsts], lambda value: value)
        shapes, shape = distinct([tuple(target.groups) for target in firsts], _shape_key)
        save_classes, saves = distinct(shapes, _saves_key)
        return cls(
            targets=firsts,
            kinds=kinds,
            toughness=toughness,
            toughnesses=toughnesses,
            keywords=[read.intersection(target.keywords) for target in firsts],
            stealth=np.array([target.stealth for target in firsts], dtype=np.bool_),
            fives=np.array([sum(group.count for group in target.groups) // 5 for target in firsts], dtype=np.intp),
            shape=shape,
            shapes=shapes,
            saves=saves,
            save_classes=save_classes,
        )

    def parted(self, read: frozenset[str], by_stealth: bool, by_models: bool) -> Parting:
        """Part the targets into those that a weapon cannot tell apart before any die is rolled."""
        parts: dict[tuple[frozenset[str], bool, int], int] = {}
        part = np.empty(len(self.targets), dtype=np.intp)
        for number, words in enumerate(self.keywords):
            stealth = by_stealth and bool(self.stealth[number])
            fives = int(self.fives[number]) if by_models else 0
            part[number] = parts.setdefault((words & read, stealth, fives), len(parts))
        facts = [TargetFacts(words, stealth, 5 * fives) for words, stealth, fives in parts]
        return Parting(np.arange(len(self.targets)), part, facts)


@dataclass(frozen=True, slots=True, eq=False)
class Parting:
    """Targets in parts that a weapon cannot tell apart before any die is rolled.

    Attributes:
        targets: Numbers of the targets.
        part: Per target the number of its part.
        facts: Per part what the weapon reads of its targets.
    """

    targets: NDArray[np.intp]
    part: NDArray[np.intp]
    facts: list[TargetFacts]

    def only(self, parts: Sequence[int]) -> Parting:
        """Some of the parts, numbered anew."""
        new = np.full(len(self.facts), -1, dtype=np.intp)
        new[list(parts)] = np.arange(len(parts))
        kept = np.flatnonzero(new[self.part] >= 0)
        return Parting(self.targets[kept], new[self.part[kept]], [self.facts[part] for part in parts])


def wounds_key(group: Group) -> tuple[Hashable, ...]:
    """What decides how a group loses wounds: models, wounds, wounds lost already, Feel No Pain, changes of damage."""
    feel_no_pain = tuple((entry.threshold, entry.against) for entry in group.feel_no_pain or ())
    changes = (group.damage_reduction, group.halve_damage, group.damage_set)
    return (group.count, group.wounds, group.wounded, feel_no_pain, changes)


def _shape_key(groups: Shape) -> Hashable:
    return tuple((wounds_key(group), group.save, group.invulnerable, group.character) for group in groups)


def _saves_key(groups: Shape) -> Hashable:
    return tuple((group.save, group.invulnerable) for group in groups)


def _target_key(target: Target, read: frozenset[str]) -> Hashable:
    toughness = tuple(group.toughness for group in target.groups)
    return (_shape_key(tuple(target.groups)), toughness, target.stealth, read.intersection(target.keywords))
