"""Weapon abilities as a scenario writes them: which hold against this target, and with which number."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.oracle.chance import Chance, chance_of_dice, mean

__all__ = ["Abilities", "read_abilities"]

RANGED_ONLY = ("rapid fire", "melta", "blast", "heavy", "torrent", "ignores cover", "indirect fire", "conversion")
MELEE_ONLY = ("cleave", "extra attacks")
WITH_NUMBER = ("sustained hits", "rapid fire", "melta", "blast", "cleave")
_NUMBER = re.compile(r"(\d*d[36](?:[+-]\d+)?|\d+)$")
_ANTI = re.compile(r"anti[- ](.+?)[ :]+([2-6])\+?$")


@dataclass(frozen=True, slots=True)
class Abilities:
    """What a weapon can do against one target: names, numbers by name, the best matching Anti."""

    names: frozenset[str]
    numbers: dict[str, Chance[int]]
    anti: int | None

    def __contains__(self, name: str) -> bool:
        return name in self.names


def read_abilities(texts: list[str], edition: str, melee: bool, target_keywords: frozenset[str]) -> Abilities:
    """Abilities of one weapon, printed ones before granted ones, that mean something here.

    Of two of one name the higher mean counts, the first on a tie; of several matching Anti the lowest number.
    """
    names: set[str] = set()
    numbers: dict[str, Chance[int]] = {}
    anti: int | None = None
    for text in texts:
        plain = " ".join(text.lower().replace("[", " ").replace("]", " ").split())
        threshold = _anti_threshold(plain, edition, target_keywords)
        if threshold is not None:
            anti = threshold if anti is None else min(anti, threshold)
        plain = _without_scope(plain, edition, target_keywords)
        name, number = _name_and_number(plain)
        if name in (RANGED_ONLY if melee else MELEE_ONLY) or _unknown(name, number, edition):
            continue
        names.add(name)
        if name in WITH_NUMBER:
            rolled = chance_of_dice(number or "1")
            if name not in numbers or mean(rolled) > mean(numbers[name]):
                numbers[name] = rolled
    return Abilities(frozenset(names), numbers, anti)


def _unknown(name: str, number: str | None, edition: str) -> bool:
    """10e has neither Cleave nor a Blast with a number."""
    return not name or (edition == "10e" and (name == "cleave" or (name == "blast" and number is not None)))


def _without_scope(plain: str, edition: str, target_keywords: frozenset[str]) -> str:
    """The ability before a colon where the keywords behind it match (11e), nothing where they do not."""
    if ":" not in plain or plain.startswith("anti"):
        return plain
    ability, scope = plain.split(":", 1)
    return ability.strip() if edition == "11e" and _matches(scope.strip(), target_keywords) else ""


def _name_and_number(plain: str) -> tuple[str, str | None]:
    for name in WITH_NUMBER:
        if plain.startswith(name):
            rest = plain[len(name) :].strip()
            if not rest:
                return name, None
            if _NUMBER.match(rest):
                return name, rest
    return plain, None


def _anti_threshold(plain: str, edition: str, target_keywords: frozenset[str]) -> int | None:
    found = _ANTI.match(plain)
    if found is None:
        return None
    scope, threshold = found.groups()
    if edition == "10e" and scope.startswith("non-"):
        return None
    return int(threshold) if _matches(scope, target_keywords) else None


def _matches(scope: str, target_keywords: frozenset[str]) -> bool:
    """``A/B`` holds for either keyword, ``non-A/B`` where the target has neither."""
    excluded = scope.startswith("non-")
    asked = {word.strip().upper() for word in scope.removeprefix("non-").split("/")}
    return bool(asked & target_keywords) != excluded
