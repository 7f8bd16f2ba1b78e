"""Bad input: the error names field, value and expectation; absurd sizes are answered or refused at once."""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from pydantic import BaseModel

from analysis import InputError, Scenario, evaluate
from analysis.scenario import Group, MortalWounds, NamedBuff, Situation, Target, Weapon, WeaponModifiers
from tests.engine.duel import duel, group, weapon

ROOT = Path(__file__).parents[2]
Path_ = tuple[str | int, ...]

EVERY_FIELD = {
    "version": 1,
    "edition": "11e",
    "attacker": {
        "name": "attackers",
        "points": 100,
        "keywords": ["INFANTRY"],
        "all_monster_or_vehicle": False,
        "groups": [{"count": 5, "toughness": 4, "wounds": 1}],
        "weapons": [
            {
                "name": "gun",
                "count": 2,
                "type": "ranged",
                "range": 24,
                "attacks": "D6",
                "skill": 3,
                "strength": 4,
                "ap": -1,
                "damage": "D3",
                "abilities": ["lethal hits"],
                "modifiers": {
                    "hit": 1,
                    "wound": 1,
                    "skill": 1,
                    "attacks": 1,
                    "strength": 1,
                    "damage": 1,
                    "ap": 1,
                    "reroll_attacks": "none",
                    "reroll_hits": "ones",
                    "reroll_wounds": "ones",
                    "reroll_damage": "ones",
                    "critical_hit": 5,
                    "critical_wound": 5,
                    "abilities": [],
                },
                "lethal_choice": "best",
            }
        ],
    },
    "target": {
        "name": "targets",
        "points": 90,
        "keywords": ["VEHICLE"],
        "stealth": True,
        "groups": [
            {
                "name": "body",
                "count": 5,
                "toughness": 4,
                "save": 3,
                "invulnerable": 5,
                "wounds": 2,
                "feel_no_pain": [{"threshold": 5, "against": "all"}],
                "damage_reduction": 1,
                "halve_damage": False,
                "damage_set": 3,
                "character": False,
                "points": 90,
                "wounded": 1,
            }
        ],
    },
    "situation": {
        "distance": 10,
        "half_range": True,
        "stationary": True,
        "charged": False,
        "cover": True,
        "indirect": False,
        "spotted": False,
        "snap_shooting": False,
        "snap_threshold": 6,
        "precision_on_character": False,
    },
    "modifiers": {
        "toughness": 1,
        "save": 1,
        "save_roll": 1,
        "invulnerable": 5,
        "feel_no_pain": 6,
        "damage_reduction": 1,
        "halve_damage": False,
        "damage_set": 3,
        "command_reroll": "hit",
        "buffs": [],
    },
    "pools": [
        {
            "id": "bang",
            "side": "target",
            "rolls": 6,
            "faces": [4, 5, 6],
            "leadership": None,
            "leadership_rerolled": False,
            "mortals": "1",
            "most": 6,
            "kind": "mortal",
        }
    ],
    "named_buffs": [{"id": "buff", "applied": True, "reason": None, "cp": 1, "side": "attacker", "unmodelled": False}],
    "uncounted": ["a rule"],
}


def leaves(value: Any, path: Path_ = ()) -> Iterator[Path_]:
    """Paths of everything in a scenario that is no object, and of the objects themselves."""
    if path:
        yield path
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield from leaves(part, (*path, key))


PATHS = list(leaves(EVERY_FIELD))


def name_of(path: Path_) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).removeprefix(".")


def with_value(path: Path_, value: Any) -> dict[str, Any]:
    scenario: Any = deepcopy(EVERY_FIELD)
    holder = scenario
    for part in path[:-1]:
        holder = holder[part]
    holder[path[-1]] = value
    return scenario


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


NEVER_LEGAL = {
    "nonsense": {"nonsense": 1},
    "nan": math.nan,
    "infinity": math.inf,
    "a deep nest": nested(500),
    "a long list": list(range(100_000)),
    "a huge number": 10**30,
    "an absurd number": 10**6000,
    "a negative number": -(10**9),
    "a fraction": 0.12345,
    "a long text": "x" * 1_000_000,
    "bytes": b"1",
}


@pytest.mark.parametrize("path", PATHS, ids=name_of)
@pytest.mark.parametrize("value", NEVER_LEGAL.values(), ids=NEVER_LEGAL)
def test_every_field_refuses_what_it_cannot_mean(path: Path_, value: Any) -> None:
    if value == 0.12345 and path[-1] in ("distance", "points"):
        return  # fractions of inches and points are fine
    started = process_time()

    with pytest.raises(InputError) as refused:
        evaluate(Scenario.from_json(with_value(path, value)))

    complaint = str(refused.value)
    assert complaint.startswith(name_of(path))
    assert re.search(r": .+ is not accepted; expected .|: is missing; expected .", complaint)
    assert "\n" not in complaint
    assert len(complaint) < 400
    assert process_time() - started < 2


MODELS: dict[str, tuple[type[BaseModel], Path_]] = {
    "scenario": (Scenario, ()),
    "weapon": (Weapon, ("attacker", "weapons", 0)),
    "weapon modifiers": (WeaponModifiers, ("attacker", "weapons", 0, "modifiers")),
    "target": (Target, ("target",)),
    "group": (Group, ("target", "groups", 0)),
    "situation": (Situation, ("situation",)),
    "pool": (MortalWounds, ("pools", 0)),
    "named buff": (NamedBuff, ("named_buffs", 0)),
}


@pytest.mark.parametrize(("model", "path"), MODELS.values(), ids=MODELS)
def test_no_field_was_forgotten_above(model: type[BaseModel], path: Path_) -> None:
    part: Any = EVERY_FIELD
    for key in path:
        part = part[key]

    assert set(part) == set(model.model_fields)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        (("edition",), 'edition: is missing; expected "10e" or "11e"'),
        (("attacker",), "attacker: is missing; expected an object with the weapons that attack"),
        (("target", "groups"), "target.groups: is missing; expected a list of groups of models"),
        (
            ("attacker", "weapons", 0, "strength"),
            "attacker.weapons[0].strength: is missing; expected a number or dice such as 4, D6 or 2D6+3",
        ),
        (("target", "groups", 0, "wounds"), "target.groups[0].wounds: is missing; expected the wounds of a model"),
    ],
)
def test_a_missing_field_reads_naturally(path: Path_, expected: str) -> None:
    scenario = deepcopy(EVERY_FIELD)
    holder: Any = scenario
    for part in path[:-1]:
        holder = holder[part]
    del holder[path[-1]]

    with pytest.raises(InputError) as refused:
        Scenario.from_json(scenario)

    assert str(refused.value) == expected


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (("edition",), "9e", "edition: '9e' is not accepted; expected one of '10e' or '11e'"),
        (("version",), 2, "version: 2 is not accepted; expected one of 1"),
        (("attacker", "weapons", 0, "skill"), 7, "attacker.weapons[0].skill: 7 is not accepted; expected at most 6"),
        (
            ("attacker", "weapons", 0, "skill"),
            True,
            "attacker.weapons[0].skill: true is not accepted; expected a whole",
        ),
        (("attacker", "weapons", 0, "ap"), 1, "attacker.weapons[0].ap: 1 is not accepted; expected at most 0"),
        (
            ("attacker", "weapons", 0, "attacks"),
            "D7",
            "attacker.weapons[0].attacks: 'D7' is not accepted; expected a n",
        ),
        (
            ("attacker", "weapons", 0, "attacks"),
            "9999D6",
            "attacker.weapons[0].attacks: '9999D6' is not accepted; expe",
        ),
        (("target", "groups"), [], "target.groups: a list is not accepted; expected at least 1 of them"),
        (
            ("target", "groups", 0, "wounded"),
            2,
            "target.groups[0]: an object is not accepted; expected `wounded` below",
        ),
        (("situation", "night"), True, "situation.night: true is not accepted; expected no field of this name"),
    ],
)
def test_an_error_says_what_was_expected(path: Path_, value: Any, expected: str) -> None:
    with pytest.raises(InputError) as refused:
        Scenario.from_json(with_value(path, value))

    assert str(refused.value).startswith(expected)


def test_weapons_of_both_kinds_are_refused() -> None:
    with pytest.raises(InputError, match=r"^attacker\.weapons: a list is not accepted; expected all weapons ranged or"):
        Scenario.from_json(duel("11e", [weapon(), weapon(type="melee")], group()))


@pytest.mark.parametrize("data", [None, [], "x", 3, math.nan, nested(50_000)], ids=lambda data: type(data).__name__)
def test_what_is_no_scenario_at_all(data: Any) -> None:
    with pytest.raises(InputError, match=r"^scenario: .* is not accepted; expected an object"):
        Scenario.from_json(data)


def evaluated(text: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "analysis", "evaluate", "-"]
    return subprocess.run(command, cwd=ROOT, input=text, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "FILE: '-' is not accepted; expected JSON"),
        ('{"edition": NaN}', "FILE: '-' is not accepted; expected JSON (NaN is no number)"),
        ("[" * 100_000, "FILE: '-' is not accepted; expected JSON of a few levels of nesting"),
        ('{"edition": 1' + "0" * 5000 + "}", "FILE: '-' is not accepted; expected JSON"),
        (json.dumps([EVERY_FIELD, {}]), "[1].edition: is missing; expected"),
    ],
    ids=["half", "nan", "deep", "digits", "second of a list"],
)
def test_command_line_says_it_in_one_line(text: str, complaint: str) -> None:
    done = evaluated(text)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(complaint)
