"""Datasheets that several factions have under one name, each with the abilities of its own faction only.

Both packages know a datasheet by its id, which the Helbrute of the Death Guard shares with that of the Thousand Sons,
and so give each of them the abilities of all. Their own copies for the World Eaters, made later, are right in the
11th edition.
"""

from __future__ import annotations

from typing import Final

from data.build.corrections.correction import Correction
from data.sources.bundle import Bundle, Row

__all__ = ["CORRECTIONS"]

_HERETICS: Final = ("chaos-space-marines",)
_DEATH_GUARD: Final = ("death-guard",)
_CHILDREN: Final = ("emperors-children",)
_SONS: Final = ("thousand-sons",)
_EATERS: Final = ("world-eaters",)
_MARINES: Final = ("adeptus-astartes",)
_KNIGHTS: Final = ("grey-knights",)
_SISTERS: Final = ("adepta-sororitas",)
_AGENTS: Final = ("agents-of-the-imperium",)
_GUARD: Final = ("astra-militarum",)

_OWNERS: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "chaos-predator-annihilator": {
        "annihilator": _HERETICS,
        "blood-hungry-annihilator": _EATERS,
        "ensorcelled-annihilation": _SONS,
        "metalophagic-infection": _DEATH_GUARD,
    },
    "chaos-predator-destructor": {
        "destructor": _HERETICS,
        "ensorcelled-destruction": _SONS,
        "hail-of-corrosive-disease": _DEATH_GUARD,
        "punishing-suppression": _EATERS,
    },
    "chaos-rhino": {
        "assault-vehicle": _CHILDREN,
        "fire-support": _DEATH_GUARD,
        "meet-any-challenge": _EATERS,
        "self-repair": _HERETICS,
        "sorcerous-support": _SONS,
    },
    "chaos-spawn": {
        "lethal-ichor": _DEATH_GUARD,
        "mind-breaking-mutations-aura": _HERETICS,
        "regenerating-monstrosities": _SONS,
        "scuttling-horrors": _CHILDREN,
        "to-slake-its-rage": _EATERS,
    },
    "chaos-terminators": {"bloody-fury": _EATERS, "lethal-obsession": _CHILDREN},
    "defiler": {
        "barrage-of-filth": _DEATH_GUARD,
        "daemonforge": _HERETICS,
        "destroyer-of-futures": _SONS,
        "unleash-wrath": _EATERS,
    },
    "forgefiend": {"blazing-salvoes": _SONS, "daemonic-ordnance": _HERETICS, "furious-onslaught": _EATERS},
    "helbrute": {
        "dark-ascension-aura": _HERETICS,
        "devoted-to-destruction": (*_HERETICS, *_SONS, *_EATERS),
        "diseased-malice": _DEATH_GUARD,
        "frenzy": _EATERS,
        "froth-spattered-frenzy": _DEATH_GUARD,
        "terrifying-assault": _SONS,
    },
    "heldrake": {"airborne-predator": (*_HERETICS, *_CHILDREN, *_EATERS), "flame-wreathed": _SONS},
    "khorne-lord-of-skulls": {"idol-of-blessed-blood": _EATERS, "plough-through-the-enemy": _HERETICS},
    "land-raider-crusader": {"legacy-of-jerulas": _MARINES},
    "master-of-executions": {
        "a-worthy-skull": _EATERS,
        "forwards-for-blood": _EATERS,
        "trophy-taker": _HERETICS,
        "warp-sighted-butcher": _HERETICS,
    },
    "maulerfiend": {
        "glutton-for-punishment": _CHILDREN,
        "savage-exaltation": _EATERS,
        "siege-crawler": _HERETICS,
        "snarling-protector": _SONS,
        "the-scent-of-blood": _EATERS,
    },
    "ministorum-priest": {
        "holy-hatred": _AGENTS,
        "holy-mission": _SISTERS,
        "holy-piety": _GUARD,
        "righteous-smiting": _SISTERS,
        "war-hymns": _GUARD,
        "zealot": (*_SISTERS, *_AGENTS),
    },
    "razorback": {"fire-focus": _KNIGHTS, "fire-support": _MARINES},
    "rhino": {"self-repair": _MARINES, "truesilver-aegis-aura": _KNIGHTS},
    "sorcerer": {
        "empyric-guidance-psychic": _SONS,
        "gift-of-chaos-psychic": _HERETICS,
        "prescience-psychic": _HERETICS,
        "twisted-sorceries-psychic": _SONS,
        "warped-interference-psychic": _CHILDREN,
        "wracking-agonies-psychic": _CHILDREN,
    },
    "sorcerer-in-terminator-armour": {
        "chaos-familiar": _HERETICS,
        "death-hex-psychic": _HERETICS,
        "empyric-guidance-psychic": _SONS,
        "marked-by-fate-psychic": _SONS,
        "warptime-psychic": _HERETICS,
    },
    "venerable-dreadnought": {
        "fervour-of-the-ancients-aura": _MARINES,
        "guidance-of-the-ancients-psychic": _KNIGHTS,
        "wisdom-of-the-ancients-aura": _MARINES,
    },
}
"""Whose datasheet of the name has an ability that the packages give to all."""

_RIGHT_IN_11E: Final = frozenset({"defiler"})


def _part(bundle: Bundle) -> None:
    """Take from each faction's datasheet what only other factions' have."""
    pooled = set(_OWNERS) - (_RIGHT_IN_11E if bundle.edition == "11e" else frozenset())
    mended = {unit["id"] for unit in bundle.units if _lost(unit)}
    if mended != pooled:
        raise LookupError(f"datasheets without abilities of other factions: {sorted(pooled - mended)}")
    seen: set[tuple[str, str]] = set()
    for ability in bundle.abilities:
        own = [one for one in ability.get("unit_ids") or [] if _names(ability, one, seen)]
        if ability.get("unit_ids"):
            ability["unit_ids"] = own


def _lost(unit: Row) -> bool:
    """Forget the abilities of a unit that are not its faction's; whether there were any."""
    printed = unit.get("ability_ids") or []
    unit["ability_ids"] = [one for one in printed if _has(unit["id"], one, unit["faction_id"])]
    return len(unit["ability_ids"]) < len(printed)


def _names(ability: Row, unit_id: str, seen: set[tuple[str, str]]) -> bool:
    """Whether an ability's own link to a unit stays; of the 10th edition's copies without a faction one is enough."""
    name, faction = ability["ability_id"], ability.get("faction_id")
    if faction is not None:
        return _has(unit_id, name, faction)
    again = name in _OWNERS.get(unit_id, {}) and (unit_id, name) in seen
    seen.add((unit_id, name))
    return not again


def _has(unit_id: str, ability_id: str, faction: str) -> bool:
    return faction in _OWNERS.get(unit_id, {}).get(ability_id, (faction,))


_MENDED: Final = "Datasheets that several factions have under one name keep the abilities of their own faction only"

CORRECTIONS = (
    Correction("shared sheets (10e)", "10e", f"{len(_OWNERS)} {_MENDED[0].lower()}{_MENDED[1:]}", "BSData", _part),
    Correction(
        "shared sheets (11e)",
        "11e",
        f"{len(_OWNERS) - len(_RIGHT_IN_11E)} {_MENDED[0].lower()}{_MENDED[1:]}",
        "BSData of both editions; the package's own World Eaters",
        _part,
    ),
)
