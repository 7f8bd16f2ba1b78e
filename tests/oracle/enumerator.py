"""From a scenario, as plain JSON would give it, to exact fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.oracle.attack_dice import Pool
from tests.oracle.chance import Chance, mean
from tests.oracle.damage import expected_wounds
from tests.oracle.netting import read_weapon_line
from tests.oracle.sequence import Activation
from tests.oracle.target_unit import Plight, TargetUnit, read_target_unit
from tests.oracle.weapon_line import WeaponLine

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
    damage = _distribution(_wounds_lost(unit, ends), unit.wounds_left(unit.fresh))
    slain = _distribution(_models_slain(unit, ends), unit.models)
    by_group = [_slain_of_group(index, group.count, ends) for index, group in enumerate(unit.groups)]
    destroyed_points = _points_destroyed(scenario["target"], slain["mean"], by_group)
    own_points = scenario["attacker"].get("points")
    return {
        "attacks": sum((p.mean_attacks for p in pools), Fraction(0)),
        "hits": sum((p.mean_hits for p in pools), Fraction(0)),
        "wounds": sum((p.mean_wounds for p in pools), Fraction(0)),
        "damage": damage,
        "slain": slain,
        "destroyed": sum((p for plight, p in ends.items() if unit.models_left(plight) == 0), Fraction(0)),
        "hazard": _hazard(scenario, lines),
        "groups": [
            {"name": group.name, "models": group.count, "slain": lost}
            for group, lost in zip(unit.groups, by_group, strict=True)
        ],
        "wasted": _wasted(activation, pools, damage["mean"]),
        "points_destroyed": destroyed_points,
        "efficiency": None if destroyed_points is None or not own_points else destroyed_points / own_points,
        "per_weapon": per_weapon,
    }


def _wounds_lost(unit: TargetUnit, ends: Chance[Plight]) -> Chance[int]:
    at_first = unit.wounds_left(unit.fresh)
    return _counted([(at_first - unit.wounds_left(plight), p) for plight, p in ends.items()])


def _models_slain(unit: TargetUnit, ends: Chance[Plight]) -> Chance[int]:
    return _counted([(unit.models - unit.models_left(plight), p) for plight, p in ends.items()])


def _slain_of_group(index: int, count: int, ends: Chance[Plight]) -> Fraction:
    return mean(_counted([(count - plight[index][0], p) for plight, p in ends.items()]))


def _points_destroyed(target: dict[str, Any], slain: Fraction, by_group: list[Fraction]) -> Fraction | None:
    """By group where all groups have points, else in proportion to the models slain."""
    groups = target["groups"]
    if all(group.get("points") is not None for group in groups):
        shares = zip(groups, by_group, strict=True)
        return sum((Fraction(group["points"]) * lost / group["count"] for group, lost in shares), Fraction(0))
    if target.get("points") is None:
        return None
    return Fraction(target["points"]) * slain / sum(int(group["count"]) for group in groups)


def _wasted(activation: Activation, pools: list[Pool], damage: Fraction) -> Fraction | None:
    """What the wounds would do to one model that never dies, less what was done.

    Only where a single group and no Command Re-roll of damage leave one meaning to wounds that fall on nobody.
    """
    if len(activation.unit.groups) > 1 or activation.command_re_roll == "damage":
        return None
    group = activation.unit.groups[0]
    total = Fraction(0)
    for allocation, pool in zip(activation.allocations, pools, strict=True):
        unsaved = Fraction(len(allocation.failing[0]), 6) * pool.mean_saveable
        edition, line = activation.edition, allocation.line
        total += unsaved * expected_wounds(edition, line, group, devastating=False)
        total += pool.mean_devastating * expected_wounds(edition, line, group, devastating=True)
    return total - damage


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
