"""Deliberate faults put into the kernel one at a time: each has to be caught by the quick tests of the engine.

``python -m tests.engine.mutations`` works on a temporary copy of the tree and prints, for each fault, the test that
caught it. Numbers as arguments try those faults alone.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["FAULTS", "Fault"]

ROOT: Final = Path(__file__).resolve().parents[2]
COPIED: Final = ("analysis", "tests/__init__.py", "tests/engine", "tests/data", "tests/strategies.py", "pyproject.toml")
QUICK: Final = (
    "test_cases.py",
    "test_worked_examples_rolls.py",
    "test_worked_examples_casualties.py",
    "test_worked_examples_weapons.py",
    "test_command_reroll.py",
    "test_funnel.py",
    "test_result_figures.py",
    "test_limits.py",
)


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: in which module of `analysis` which text is replaced by which, and what goes wrong by it."""

    module: str
    old: str
    new: str
    why: str


FAULTS: Final = (
    Fault("rolls.py", "face > fails_up_to and (face == 6 or", "face > fails_up_to and (", "a 6 no longer always hits"),
    Fault("rolls.py", "face > 1 and (face == 6 or face >= anti", "(face == 6 or face >= anti", "a 1 may wound"),
    Fault("rolls.py", "if 2 * strength <= toughness:", "if 2 * strength < toughness:", "half the Toughness needs 5+"),
    Fault("rolls.py", "return min(6, max(1, need - 1))", "return min(6, need - 1)", "a saving throw of 1 may succeed"),
    Fault("rolls.py", "cover and not (save <= 3 and ap == 0)", "cover", "3+ has cover against AP 0"),
    Fault("rolls.py", "    invulnerable_bonus = save_roll\n", "    invulnerable_bonus = armour_bonus\n", "AP on InSv"),
    Fault("rolls.py", '"ones": [face == 1', '"ones": [face <= 2', "re-rolls of 1 take the 2 along"),
    Fault("rolls.py", "kept_critical + again * once_critical", "kept_critical", "a die rolled again is never critical"),
    Fault(
        "kit.py",
        "hit_roll(need, max(-1, min(1, modifier)), critical",
        "hit_roll(need, modifier, critical",
        "no cap on hits",
    ),
    Fault(
        "kit.py",
        "need = max(2, need if edition.skill_worst is None else min(need, edition.skill_worst))",
        "need = need if edition.skill_worst is None else min(need, edition.skill_worst)",
        "a skill better than 2+",
    ),
    Fault(
        "kit.py",
        "self._covered(stealth) and not self._spared",
        "self._covered(stealth)",
        "cover worsens psychic attacks of the 11th edition",
    ),
    Fault(
        "kit.py",
        "2 * situation.distance <= weapon.range",
        "2 * situation.distance < weapon.range",
        "half range is short",
    ),
    Fault("kit.py", "models // 5 if", "(models + 4) // 5 if", "blast counts begun fives"),
    Fault(
        "kit.py",
        "min(0, weapon.ap - self._joined.ap)",
        "weapon.ap - self._joined.ap",
        "AP worse than 0 helps the save",
    ),
    Fault("attacks.py", "np.arange(len(pmf)) + change, 1)", "np.arange(len(pmf)) + change, 0)", "no attacks at all"),
    Fault(
        "attacks.py",
        "np.convolve(used, one) + np.convolve(unused",
        "np.convolve(unused",
        "only the last may be re-rolled",
    ),
    Fault(
        "modifiers.py",
        "return max(change, 0) if ignore_penalties",
        "return 0 if ignore_penalties",
        "psychic drops bonuses",
    ),
    Fault(
        "modifiers.py",
        "_mean(ability) > _mean(current)",
        "_mean(ability) < _mean(current)",
        "the worse duplicate counts",
    ),
    Fault("damage.py", "np.ceil(value", "np.floor(value", "half damage is rounded down"),
    Fault("damage.py", "np.maximum(1, np.ceil", "np.maximum(0, np.ceil", "damage may be reduced to nothing"),
    Fault(
        "damage.py",
        "return np.less(sums, roll.printed.mean)",
        "return np.less_equal(sums, roll.printed.mean)",
        "the mean too",
    ),
    Fault(
        "defence.py",
        "group.damage_reduction + modifiers.damage_reduction",
        "modifiers.damage_reduction",
        "one reduction",
    ),
    Fault("defence.py", "highest = max(body or", "highest = min(body or", "the lowest Toughness counts"),
    Fault(
        "defence.py",
        'applies = {"all": True, "mortal": mortal, "psychic": psychic}',
        'applies = {"all": True, "mortal": True, "psychic": psychic}',
        "Feel No Pain against mortal wounds stops others",
    ),
    Fault(
        "allocation.py",
        "return shapes[group].character, not wounded, group",
        "return not wounded, shapes[group].character, group",
        "a wounded character before the bodyguard",
    ),
    Fault("allocation.py", "(lost - lost[0]).sum(axis=1)", "lost.sum(axis=1)", "old wounds are counted as new ones"),
    Fault("one_wound.py", "weights[group, -1] += pmf[width:].sum()", "pass", "damage beyond a model's wounds vanishes"),
    Fault(
        "transitions.py", "shares.append(chance / left)", "shares.append(chance)", "stages of saves get too few dice"
    ),
    Fault(
        "engagement.py", "group.failing >= threshold", "group.failing > threshold", "each stage spares a group too many"
    ),
    Fault(
        "engagement.py",
        "toughness(order[-1:] if fallen else order)",
        "toughness(range(len(groups)))",
        "Toughness of the dead",
    ),
    Fault(
        "engagement.py",
        "for number, matrix, width in waiting:",
        "for number, matrix, width in waiting[:1]:",
        "lost criticals",
    ),
    Fault(
        "wounds.py",
        "attack[: len(hits)] += critical * chance * hits",
        "attack[: len(hits)] += critical * hits",
        "extra",
    ),
    Fault("wounds.py", "clean[0] -= volley.hit.fresh_fail", "clean[0] -= 0.0", "the Command Re-roll is used twice"),
    Fault("expectations.py", "hits - automatic_wounds", "hits", "automatic wounds are rolled for as well"),
    Fault(
        "hazard.py", "edition.hazard_fails_up_to / 6\n    return", "1 / 6\n    return", "11e hazard fails on 1 alone"
    ),
    Fault("points.py", "[own / group.count for own", "[own for own", "points for a group each"),
    Fault(
        "editions.py",
        "save_improvement_cap=1,",
        "save_improvement_cap=None,",
        "10e without a limit on saves, as in 11e",
    ),
    Fault(
        "editions.py",
        "zero_damage_is_final=False,",
        "zero_damage_is_final=True,",
        "10e: damage set to 0 stays 0, as in 11e",
    ),
    Fault("editions.py", "skill_worst=6,", "skill_worst=None,", "11e without a worst skill, as in 10e"),
    Fault(
        "editions.py",
        "extra_dice_after_floor=True,",
        "extra_dice_after_floor=False,",
        "11e adds before the floor, as in 10e",
    ),
    Fault(
        "editions.py", "devastating_after_all_lines=False,", "devastating_after_all_lines=True,", "11e waits, as in 10e"
    ),
    Fault(
        "editions.py",
        "halve_damage_before_adding=True,",
        "halve_damage_before_adding=False,",
        "10e halves melta, as in 11e",
    ),
    Fault(
        "editions.py", "extra_attacks_fixed=True,", "extra_attacks_fixed=False,", "10e changes extra attacks, as in 11e"
    ),
    Fault(
        "editions.py", "indirect_rerolls_hits=False,", "indirect_rerolls_hits=True,", "11e indirect re-rolls, as in 10e"
    ),
)


def source(fault: Fault, root: Path = ROOT) -> Path:
    """The module a fault belongs to."""
    return root / "analysis" / fault.module


def caught_by(fault: Fault, copy: Path) -> str | None:
    """Name of the first test that fails with the fault in the copy of the tree; None if none does."""
    path = source(fault, copy)
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace(fault.old, fault.new), encoding="utf-8")
    try:
        return first_failure(copy)
    finally:
        path.write_text(whole, encoding="utf-8")


def first_failure(copy: Path) -> str | None:
    tests = [f"tests/engine/{name}" for name in QUICK]
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-k", "not command_line", *tests]
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    failed = re.search(r"^(?:FAILED|ERROR) tests/engine/(\S+)", done.stdout, flags=re.MULTILINE)
    return failed[1] if failed else None


def copy_tree(folder: str) -> Path:
    copy = Path(folder)
    for name in COPIED:
        origin, target = ROOT / name, copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if origin.is_dir():
            shutil.copytree(origin, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(origin, target)
    return copy


def main() -> int:
    chosen = [int(number) for number in sys.argv[1:]] or range(1, len(FAULTS) + 1)
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_tree(folder)
        sound = first_failure(copy)
        if sound:
            print(f"without any fault {sound} fails")
            return 1
        for number in chosen:
            fault = FAULTS[number - 1]
            test = caught_by(fault, copy)
            missed += test is None
            print(f"{number:2} {fault.module:15} {fault.why:55} {test or 'NOT CAUGHT'}", flush=True)
    print(f"{len(chosen) - missed} of {len(chosen)} faults caught")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
