"""From a scenario, as plain JSON would give it, to exact fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.oracle.chance import Chance, mean
from tests.oracle.sequence import Activation
from tests.oracle.target_unit import Plight, TargetUnit, read_target_unit
from tests.oracle.weapon_line import WeaponLine, read_weapon_line

__all__ = ["enumerate_scenario"]


def enumerate_scenario(scenario: dict[str, Any]) -> dict[str, Any]:
    """Everything a Result says about an inline scenario, as fractions; the keys are those of a Result."""
    unit = read_target_unit(scenario)
    lines = [read_weapon_line(scenario, weapon, unit.models) for weapon in scenario["attacker"]["weapons"]]
    modifiers = scenario.get("modifiers") or {}
    activation = Activation(
        edition=scenario["edition"],
        lines=lines,
        unit=unit,
        save_roll=int(modifiers.get("save_roll") or 0),
        command_re_roll=modifiers.get("command_reroll"),
    )
    pools = [activation.pool(number, activation.needs(number, unit.fresh)) for number in range(len(lines))]
    ends, damages = activation.play()
    per_weapon = [
        {"name": line.name, "attacks": p.mean_attacks, "hits": p.mean_hits, "wounds": p.mean_wounds, "damage": damage}
        for line, p, damage in zip(lines, pools, damages, strict=True)
    ]
    return {
        "attacks": sum((p.mean_attacks for p in pools), Fraction(0)),
        "hits": sum((p.mean_hits for p in pools), Fraction(0)),
        "wounds": sum((p.mean_wounds for p in pools), Fraction(0)),
        "damage": _distribution(_wounds_lost(unit, ends), unit.wounds_left(unit.fresh)),
        "slain": _distribution(_models_slain(unit, ends), unit.models),
        "destroyed": sum((p for plight, p in ends.items() if unit.models_left(plight) == 0), Fraction(0)),
        "hazard": _hazard(scenario, lines),
        "groups": [
            {"name": group.name, "models": group.count, "slain": _slain_of_group(index, group.count, ends)}
            for index, group in enumerate(unit.groups)
        ],
        "per_weapon": per_weapon,
    }


def _wounds_lost(unit: TargetUnit, ends: Chance[Plight]) -> Chance[int]:
    at_first = unit.wounds_left(unit.fresh)
    return _counted([(at_first - unit.wounds_left(plight), p) for plight, p in ends.items()])


def _models_slain(unit: TargetUnit, ends: Chance[Plight]) -> Chance[int]:
    return _counted([(unit.models - unit.models_left(plight), p) for plight, p in ends.items()])


def _slain_of_group(index: int, count: int, ends: Chance[Plight]) -> Fraction:
    return mean(_counted([(count - plight[index][0], p) for plight, p in ends.items()]))


def _counted(pairs: list[tuple[int, Fraction]]) -> Chance[int]:
    result: Chance[int] = {}
    for value, p in pairs:
        result[value] = result.get(value, Fraction(0)) + p
    return result


def _distribution(chance: Chance[int], most: int) -> dict[str, Any]:
    return {"mean": mean(chance), "pmf": [chance.get(value, Fraction(0)) for value in range(most + 1)]}


def _hazard(scenario: dict[str, Any], lines: list[WeaponLine]) -> dict[str, Fraction]:
    """One test per hazardous weapon that attacks (R-HAZ-01, R-HAZ-02)."""
    tests = sum(line.count for line in lines if line.hazardous)
    attacker = scenario["attacker"]
    large = attacker.get("all_monster_or_vehicle")
    if large is None:
        large = bool({"MONSTER", "VEHICLE"} & {keyword.upper() for keyword in attacker.get("keywords") or []})
    if scenario["edition"] == "10e":
        failed, mortal_wounds = Fraction(tests, 6), 3
    else:
        failed, mortal_wounds = Fraction(tests, 3), 3 if large else 1
    return {"failed": failed, "mortal_wounds": failed * mortal_wounds}
