"""What is distinct among the rows and columns of a matrix: names and duplicates cost nothing."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from analysis.abilities import keywords_read
from analysis.line import TargetFacts
from analysis.modifiers import granted
from analysis.scenario import Group, Modifiers, Target, Weapon

__all__ = [
    "Columns",
    "Shape",
    "distinct",
    "keywords_asked",
    "kinds_of",
    "kit_key",
    "numbers_key",
    "weapon_key",
    "wounds_key",
]

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


def kinds_of(*parts: NDArray[Any]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The first place of each kind, and the number of the kind of each place; of one kind when all parts agree.

    >>> kinds_of(np.array([3, 1, 3]), np.array([0, 5, 0]))
    (array([1, 0]), array([1, 0, 1]))
    """
    code = parts[0].astype(np.intp)
    for part in parts[1:]:
        width = int(part.max(initial=0)) + 1
        if (int(code.max(initial=0)) + 1) * width > np.iinfo(np.intp).max:
            code = np.unique(code, return_inverse=True)[1]
        code = code * width + part
    _, first, kind = np.unique(code, return_index=True, return_inverse=True)
    return first, kind


def kit_key(weapon: Weapon) -> tuple[str, tuple[str, ...], str, str | None]:
    """Everything of a weapon line that changes a number but for its own numbers (`analysis.kit`)."""
    modifiers = weapon.modifiers.model_dump_json() if weapon.modifiers else None
    return weapon.type, tuple(weapon.abilities), weapon.lethal_choice, modifiers


def numbers_key(weapon: Weapon, by_distance: bool) -> Hashable:
    """The numbers of a weapon line; its range only where the distance is given."""
    reach = weapon.range if by_distance else None
    return weapon.count, weapon.attacks, weapon.skill, weapon.strength, weapon.ap, weapon.damage, reach


def weapon_key(weapon: Weapon, by_distance: bool) -> Hashable:
    """Everything of a weapon line that changes a number."""
    return kit_key(weapon), numbers_key(weapon, by_distance)


def keywords_asked(weapons: Iterable[Weapon], modifiers: Modifiers) -> frozenset[str]:
    """Target keywords that the abilities of some weapons ask for."""
    return keywords_read({text for weapon in weapons for text in granted(weapon, modifiers)})


@dataclass(frozen=True, slots=True)
class Columns:
    """The distinct targets of a matrix, with what a weapon reads of them before any die is rolled.

    Attributes:
        targets: One target of each kind.
        kinds: For every column asked for, the number of its kind.
        keywords: The distinct sets of keywords that some weapon asks for.
        keyword: Per target the number of its set of keywords.
        stealth: Per target whether it has stealth.
        fives: Per target the full five models it has, for blast and cleave.
    """

    targets: list[Target]
    kinds: NDArray[np.intp]
    keywords: list[frozenset[str]]
    keyword: NDArray[np.intp]
    stealth: NDArray[np.bool_]
    fives: NDArray[np.intp]

    @classmethod
    def of(cls, targets: Sequence[Target], read: frozenset[str]) -> Columns:
        """Sort targets; `read` are the keywords that matter."""
        firsts, kinds = distinct(targets, lambda target: _target_key(target, read))
        words = [read.intersection(target.keywords) for target in firsts]
        keywords, keyword = distinct(words, lambda own: own)
        fives = [sum(group.count for group in target.groups) // 5 for target in firsts]
        stealth = np.array([target.stealth for target in firsts], dtype=np.bool_)
        return cls(firsts, kinds, keywords, keyword, stealth, np.array(fives, dtype=np.intp))

    def keywords_of(self, target: int) -> frozenset[str]:
        """The keywords of a target that some weapon asks for."""
        return self.keywords[int(self.keyword[target])]

    def parted(
        self, read: frozenset[str], by_stealth: bool, by_models: bool
    ) -> tuple[NDArray[np.intp], list[TargetFacts]]:
        """Part the targets into those that a weapon cannot tell apart.

        Returns:
            Per target the number of its part, and per part what the weapon reads of its targets.
        """
        words, word = distinct([own & read for own in self.keywords], lambda own: own)
        code = word[self.keyword]
        if by_models:
            code = code + len(words) * self.fives
        if by_stealth:
            code = code * 2 + self.stealth
        _, first, part = np.unique(code, return_index=True, return_inverse=True)
        facts = [
            TargetFacts(
                words[word[self.keyword[target]]],
                by_stealth and bool(self.stealth[target]),
                5 * int(self.fives[target]) if by_models else 0,
            )
            for target in first.tolist()
        ]
        return part, facts


def wounds_key(group: Group) -> tuple[Hashable, ...]:
    """What decides how a group loses wounds: models, wounds, wounds lost already, Feel No Pain, changes of damage."""
    feel_no_pain = tuple((entry.threshold, entry.against) for entry in group.feel_no_pain or ())
    changes = (group.damage_reduction, group.halve_damage, group.damage_set)
    return (group.count, group.wounds, group.wounded, feel_no_pain, changes)


def _shape_key(groups: Sequence[Group]) -> Hashable:
    return tuple((wounds_key(group), group.save, group.invulnerable, group.character) for group in groups)


def _target_key(target: Target, read: frozenset[str]) -> Hashable:
    toughness = tuple(group.toughness for group in target.groups)
    return (_shape_key(target.groups), toughness, target.stealth, read.intersection(target.keywords))
