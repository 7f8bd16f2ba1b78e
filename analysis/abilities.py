"""The weapon abilities a scenario may name: one registry row each, and the reader of their notation.

An ability that is not in the registry, or that the edition does not know, changes nothing and is reported as
unmodelled; it is never an error, since new datasheets bring new abilities.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from analysis.dice import Dice, parse_dice

__all__ = ["ABILITIES", "Ability", "AbilityRule", "keywords_read", "parse_ability"]

Kind = Literal["ranged", "melee"]
Number = Literal["none", "required", "optional"]


@dataclass(frozen=True, slots=True)
class AbilityRule:
    """One weapon ability of the core rules: where it exists, what number it takes, and a sentence for players.

    An idle one changes nothing of what the target suffers.
    """

    name: str
    rule: str
    sentence: str
    kinds: tuple[Kind, ...] = ("ranged", "melee")
    number: Number = "none"
    editions: tuple[str, ...] = ("10e", "11e")
    numbered_editions: tuple[str, ...] = ("10e", "11e")
    idle: bool = False


_RANGED: Final = ("ranged",)
_MELEE: Final = ("melee",)

ABILITIES: Final[dict[str, AbilityRule]] = {
    rule.name: rule
    for rule in (
        AbilityRule("sustained hits", "R-HIT-06", "each critical hit scores X extra hits", number="required"),
        AbilityRule("lethal hits", "R-HIT-07", "a critical hit wounds without a wound roll"),
        AbilityRule("devastating wounds", "R-DMG-08", "a critical wound goes past every save"),
        AbilityRule(
            "anti", "R-WND-07", "a wound roll of X+ against the keyword is a critical wound", number="required"
        ),
        AbilityRule("twin-linked", "R-WND-09", "failed wound rolls are rolled again"),
        AbilityRule("lance", "R-WND-10", "+1 to wound after a charge"),
        AbilityRule("precision", "R-ALC-08", "the attacker may aim at a visible character"),
        AbilityRule("hazardous", "R-HAZ-01", "each weapon risks mortal wounds on its own unit", idle=True),
        AbilityRule("psychic", "R-HIT-12", "11e: penalties to hit, cover and stealth are ignored"),
        AbilityRule("rapid fire", "R-ATT-02", "X more attacks at half range", _RANGED, "required"),
        AbilityRule("melta", "R-DMG-07", "X more damage at half range", _RANGED, "required"),
        AbilityRule(
            "blast", "R-ATT-03", "X more attacks for every five models", _RANGED, "optional", numbered_editions=("11e",)
        ),
        AbilityRule("heavy", "R-HIT-05", "+1 to hit for a unit that stood still", _RANGED),
        AbilityRule("torrent", "R-HIT-04", "hits without a roll", _RANGED),
        AbilityRule("ignores cover", "R-SAV-10", "the target has no benefit of cover", _RANGED),
        AbilityRule("indirect fire", "R-SHT-01", "may shoot at what it cannot see, and hits it rarely", _RANGED),
        AbilityRule(
            "conversion", "R-HIT-13", "a successful 4+ to hit is critical beyond 12 inches", _RANGED, "optional"
        ),
        AbilityRule(
            "cleave", "R-ATT-05", "X more attacks for every five models", _MELEE, "required", editions=("11e",)
        ),
        AbilityRule("extra attacks", "R-ATT-08", "attacks beside the chosen melee weapon", _MELEE),
        AbilityRule("assault", "R-ATT-11", "may shoot after an advance; no number", idle=True),
        AbilityRule("pistol", "R-ATT-10", "may shoot when engaged; no number", idle=True),
        AbilityRule("close-quarters", "R-ATT-10", "may shoot when engaged; no number", idle=True),
        AbilityRule("one shot", "R-ATT-09", "fires once in a battle; no number", idle=True),
    )
}


@dataclass(frozen=True, slots=True)
class Ability:
    """One ability as a weapon carries it.

    Attributes:
        name: Key of the registry, or the unknown name itself.
        value: X of "sustained hits X" and the like.
        threshold: Y of "anti-KEYWORD Y+".
        keywords: Target keywords of an anti ability, upper case; one of them suffices.
        excluded: Whether it is anti-non-KEYWORD: holds against targets with none of the keywords.
        scope: Target keywords of a scoped ability ("lethal hits: vehicle"); empty holds against everything.
        scope_excluded: Whether the scope is "non-KEYWORD".
        text: As given, for the list of what was not modelled.
    """

    name: str
    value: Dice | None
    threshold: int | None
    keywords: tuple[str, ...]
    excluded: bool
    scope: tuple[str, ...]
    scope_excluded: bool
    text: str

    def holds_against(self, keywords: frozenset[str]) -> bool:
        """Whether a target with these keywords is in the ability's scope and, for anti, of the hunted kind."""
        in_scope = not self.scope or (not keywords.isdisjoint(self.scope)) != self.scope_excluded
        hunted = not self.keywords or (not keywords.isdisjoint(self.keywords)) != self.excluded
        return in_scope and hunted

    def known_in(self, edition: str) -> bool:
        """Whether the edition has this ability in this form; the others are reported as unmodelled."""
        rule = ABILITIES.get(self.name)
        if rule is None or edition not in rule.editions:
            return False
        if (self.scope or self.excluded) and edition == "10e":
            return False  # scoped abilities came with the 11th edition (R-MOD-15, R-WND-07)
        if self.name == "anti":
            return self.threshold is not None
        if self.value is None:
            return rule.number != "required"
        return rule.number != "none" and edition in rule.numbered_editions


_ANTI: Final = re.compile(r"^anti[- ](non-)?(.+?)(?:\s+([2-6])\+?)?$")
_NUMBERED: Final = re.compile(r"^(.*?)\s+((?:\d*d[36])(?:\+\d+)?|\d+)$")


@lru_cache(maxsize=4096)
def parse_ability(text: str) -> Ability:
    """Read an ability in the notation of datasheets; case and brackets do not matter.

    >>> parse_ability("[Anti-Infantry 4+]").threshold
    4
    >>> parse_ability("lethal hits: monster/vehicle").scope
    ('MONSTER', 'VEHICLE')
    """
    plain = re.sub(r"\s+", " ", re.sub(r"[\[\]()<>]", " ", text)).strip().lower()
    body, _, scope_text = (part.strip() for part in plain.partition(":"))
    scope_excluded = scope_text.startswith("non-")
    scope = _keywords(scope_text.removeprefix("non-"))
    anti = _ANTI.match(body)
    if anti:
        threshold = int(anti[3]) if anti[3] else None
        hunted = _keywords(anti[2])
        return Ability("anti", None, threshold, hunted, bool(anti[1]), scope, scope_excluded, text)
    value = None
    numbered = _NUMBERED.match(body)
    if numbered:
        try:
            body, value = numbered[1], parse_dice(numbered[2])
        except ValueError:  # a number beyond all bounds: an ability that nobody knows
            body, value = plain, None
    return Ability(body, value, None, (), False, scope, scope_excluded, text)


def keywords_read(texts: Iterable[str]) -> frozenset[str]:
    """Target keywords that some of these abilities ask for: those of anti and of scoped abilities."""
    return frozenset[str]().union(*map(_asked, texts))


@lru_cache(maxsize=4096)
def _asked(text: str) -> frozenset[str]:
    ability = parse_ability(text)
    return frozenset((*ability.keywords, *ability.scope))


def _keywords(text: str) -> tuple[str, ...]:
    return tuple(sorted(part.strip().upper() for part in text.split("/") if part.strip()))
