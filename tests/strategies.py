"""Small random scenarios as plain JSON, with every field in play, for properties and for the two implementations.

Handfuls of dice and units are kept small enough for an enumeration in fractions to take a fraction of a second.
Everything drawn is legal; most fields are left out most of the time, so that few effects meet in one scenario
and a difference points at its cause.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

__all__ = ["groups", "modifiers", "scenarios", "situations", "targets", "weapons"]

Json = dict[str, Any]

KEYWORDS = ("INFANTRY", "VEHICLE", "MONSTER", "PSYKER", "FLY", "CHARACTER")
SHARED_ABILITIES = (
    "sustained hits 1",
    "Sustained Hits 2",
    "sustained hits D3",
    "lethal hits",
    "[LETHAL HITS]",
    "devastating wounds",
    "anti-infantry 4+",
    "anti-vehicle 2+",
    "anti-fly/psyker 5+",
    "twin-linked",
    "lance",
    "precision",
    "hazardous",
    "psychic",
)
RANGED_ABILITIES = (
    "rapid fire 1",
    "rapid fire D3",
    "melta 2",
    "melta D3",
    "blast",
    "heavy",
    "torrent",
    "ignores cover",
    "indirect fire",
    "conversion",
    "assault",
    "pistol",
    "one shot",
)
MELEE_ABILITIES = ("extra attacks", "one shot")
ONLY_11E = {
    "shared": (
        "lethal hits: non-MONSTER/VEHICLE",
        "sustained hits 2: infantry/fly",
        "devastating wounds: vehicle",
        "anti-non-vehicle 4+",
    ),
    "ranged": ("blast 2", "close-quarters"),
    "melee": ("cleave 1", "cleave 2"),
}
# Ranged abilities on melee weapons and melee ones on ranged weapons do nothing, which is worth drawing too.
MISPLACED = {"melee": ("torrent", "blast", "heavy", "rapid fire 1"), "ranged": ("extra attacks",)}


def rarely(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """None three times out of four."""
    return st.one_of(st.none(), st.none(), st.none(), values)


@st.composite
def some_of(draw: st.DrawFn, fields: dict[str, st.SearchStrategy[Any]], at_most: int) -> Json:
    """A table with a few of the given fields; the others are left out."""
    names = draw(st.lists(st.sampled_from(sorted(fields)), unique=True, max_size=at_most))
    return {name: draw(fields[name]) for name in names}


def ability_texts(edition: str, kind: str, at_most: int) -> st.SearchStrategy[list[str]]:
    """A few abilities an edition knows, as scenarios write them."""
    own = RANGED_ABILITIES if kind == "ranged" else MELEE_ABILITIES
    known = (*SHARED_ABILITIES, *own, *MISPLACED[kind])
    if edition == "11e":
        known += (*ONLY_11E["shared"], *ONLY_11E[kind])
    return st.lists(st.sampled_from(known), max_size=at_most)


RE_ROLLS = st.sampled_from(["none", "ones", "failures", "non_critical"])


def attacker_modifiers(edition: str, kind: str) -> dict[str, st.SearchStrategy[Any]]:
    """The fields that a weapon's own modifiers share with those of the scenario."""
    return {
        "hit": st.integers(-2, 2),
        "wound": st.integers(-2, 2),
        "skill": st.integers(-2, 2),
        "attacks": st.integers(-2, 1),
        "strength": st.integers(-2, 3),
        "damage": st.integers(0, 2),
        "ap": st.integers(-2, 2),
        "reroll_hits": RE_ROLLS,
        "reroll_wounds": RE_ROLLS,
        "reroll_damage": st.sampled_from(["none", "ones", "below_average"]),
        "critical_hit": st.integers(2, 6),
        "critical_wound": st.integers(2, 6),
        "abilities": ability_texts(edition, kind, at_most=2),
    }


def modifiers(edition: str, kind: str) -> st.SearchStrategy[Json]:
    """Modifiers of a scenario, those of the target and the Command Re-roll included."""
    fields = attacker_modifiers(edition, kind) | {
        "toughness": st.integers(-1, 2),
        "save": st.integers(-2, 2),
        "save_roll": st.integers(-2, 2),
        "invulnerable": st.integers(2, 6),
        "feel_no_pain": st.integers(2, 6),
        "damage_reduction": st.integers(1, 2),
        "halve_damage": st.booleans(),
        "damage_set": st.integers(0, 3),
        "command_reroll": st.sampled_from(["hit", "wound", "damage", "attacks"]),
    }
    return some_of(fields, at_most=6)


@st.composite
def weapons(draw: st.DrawFn, edition: str, kind: str) -> Json:
    """One weapon line."""
    count = draw(st.sampled_from([1, 1, 1, 2, 3, 0]))
    weapon: Json = {
        "name": draw(st.sampled_from(["gun", "blade", "claw"])),
        "type": kind,
        "count": count,
        "range": draw(st.sampled_from([None, 6, 12, 18, 24])) if kind == "ranged" else None,
        "attacks": draw(st.sampled_from(["1", "2", "3", "D3", "D6", "D3+1", 2] if count < 2 else ["1", "2", "D3"])),
        "skill": draw(st.sampled_from([2, 3, 4, 4, 5, 6, None])),
        "strength": draw(st.sampled_from([2, 3, 4, 5, 6, 8, 10, "D6", "D3+3"])),
        "ap": draw(st.integers(-4, 0)),
        "damage": draw(st.sampled_from(["1", "1", "2", 3, "D3", "D6", "D3+1", "D6+1", "2D3"])),
        "abilities": draw(ability_texts(edition, kind, at_most=3)),
    }
    changes = draw(rarely(some_of(attacker_modifiers(edition, kind), at_most=3)))
    if changes is not None:
        weapon["modifiers"] = changes
    choice = draw(rarely(st.sampled_from(["best", "always", "never"])))
    if choice is not None:
        weapon["lethal_choice"] = choice
    return weapon


PAINS = st.lists(
    st.fixed_dictionaries({"threshold": st.integers(2, 6), "against": st.sampled_from(["all", "mortal", "psychic"])}),
    min_size=1,
    max_size=2,
)


@st.composite
def groups(draw: st.DrawFn, name: str, character: bool, most_models: int) -> Json:
    """One group of models, sometimes with a wounded one."""
    wounds = draw(st.integers(1, 4))
    group: Json = {
        "name": name,
        "count": 1 if character else draw(st.integers(1, most_models)),
        "toughness": draw(st.integers(2, 9)),
        "save": draw(st.integers(2, 7)),
        "invulnerable": draw(rarely(st.integers(2, 6))),
        "wounds": wounds,
        "feel_no_pain": draw(rarely(PAINS)),
        "character": character,
        "wounded": draw(rarely(st.integers(0, wounds - 1))) or 0,
    }
    changes = {
        "damage_reduction": st.integers(1, 2),
        "halve_damage": st.booleans(),
        "damage_set": st.integers(0, 2),
        "points": st.integers(10, 60),
    }
    return group | (draw(rarely(some_of(changes, at_most=2))) or {})


@st.composite
def targets(draw: st.DrawFn) -> Json:
    """One to three groups, the last ones sometimes characters."""
    bodyguards = draw(st.sampled_from([1, 1, 1, 2]))
    characters = draw(st.sampled_from([0, 0, 1, 2]))
    most_models = 6 if bodyguards == 1 else 3
    bodies = [draw(groups(f"body {n}", character=False, most_models=most_models)) for n in range(bodyguards)]
    leaders = [draw(groups(f"leader {n}", character=True, most_models=1)) for n in range(characters)]
    return {
        "name": "target",
        "points": draw(rarely(st.integers(50, 200))),
        "keywords": draw(st.lists(st.sampled_from(KEYWORDS), unique=True, max_size=3)),
        "stealth": draw(st.booleans()),
        "groups": [*bodies, *leaders],
    }


SITUATION_FLAGS = (
    "half_range",
    "stationary",
    "charged",
    "cover",
    "indirect",
    "spotted",
    "snap_shooting",
    "precision_on_character",
)


@st.composite
def situations(draw: st.DrawFn) -> Json:
    """Flags, and now and then a distance."""
    flags = draw(st.lists(st.sampled_from(SITUATION_FLAGS), unique=True, max_size=4))
    situation: Json = dict.fromkeys(flags, True)
    distance = draw(rarely(st.sampled_from([2, 3, 6, 7, 12, 13, 20, 30])))
    if distance is not None:
        situation["distance"] = distance
    return situation


@st.composite
def scenarios(draw: st.DrawFn, edition: str, most_lines: int = 3) -> Json:
    """A whole scenario of one edition."""
    kind = draw(st.sampled_from(["ranged", "ranged", "melee"]))
    attacker: Json = {
        "name": "attacker",
        "points": draw(rarely(st.integers(50, 200))),
        "keywords": draw(st.lists(st.sampled_from(KEYWORDS), unique=True, max_size=2)),
        "weapons": draw(st.lists(weapons(edition, kind), min_size=1, max_size=most_lines)),
    }
    large = draw(rarely(st.booleans()))
    if large is not None:
        attacker["all_monster_or_vehicle"] = large
    scenario: Json = {
        "edition": edition,
        "attacker": attacker,
        "target": draw(targets()),
        "situation": draw(situations()),
        "modifiers": draw(modifiers(edition, kind)),
    }
    return scenario
