"""Mortal wound pools beside the attacks, hazardous tests and plain allocation, in fractions.

A wounded model is always finished before the next one is touched, so a unit of one kind of model is in a state
told by its wounds lost alone.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.oracle.chance import D6, Chance, certain, chance_of_dice, mean, repeat, then

__all__ = ["answer_allocate", "answer_pool", "answer_tests", "mortal_wounds_of"]


def mortal_wounds_of(pool: dict[str, Any]) -> Chance[int]:
    """How many mortal wounds a pool comes to, by its type: ``each_die``, ``gate`` or ``expr``."""
    if pool["type"] == "expr":
        return chance_of_dice(pool["mortals"])
    faces = set(pool["faces"])
    if pool["type"] == "gate":
        through = chance_of_dice(pool["mortals"])
        return then(D6, lambda face: through if face in faces else certain(0))
    success = then(D6, lambda face: certain(int(face in faces)))
    successes = repeat(pool["dice"], success)
    most, each = pool.get("most_successes", pool["dice"]), pool.get("mortal_wounds_per_success", 1)
    return then(successes, lambda number: certain(min(number, most) * each))


def answer_pool(inputs: dict[str, Any]) -> dict[str, Any]:
    """Mortal wounds one at a time, spilling from model to model (R-DMG-13)."""
    models, wounds = inputs["models"], inputs["W"]
    already_lost = wounds - inputs.get("first_model_wounds_left", wounds)
    left = models * wounds - already_lost
    mortals = mortal_wounds_of(inputs["pool"])
    lost = then(mortals, lambda number: certain(min(number, left)))
    slain = then(lost, lambda number: certain((number + already_lost) // wounds))
    return {"mortals_mean": mean(mortals), **_answer(lost, slain)}


def answer_tests(inputs: dict[str, Any]) -> dict[str, Any]:
    """10e hazardous: each failed test hurts one bearer, and what is left over when it dies is lost (R-HAZ-02)."""
    wounds, mortals = inputs["W"], inputs["mortals_per_fail"]
    failing = set(inputs["fail_faces"])

    def one_test(state: tuple[int, int]) -> Chance[tuple[int, int]]:
        failed, lost = state
        hurt = (failed + 1, _one_blow(lost, mortals, wounds, inputs["bearers"]))
        return then(D6, lambda face: certain(hurt if face in failing else state))

    states: Chance[tuple[int, int]] = certain((0, 0))
    for _ in range(inputs["tests"]):
        states = then(states, one_test)
    failed = then(states, lambda state: certain(state[0]))
    lost = then(states, lambda state: certain(state[1]))
    slain = then(lost, lambda number: certain(number // wounds))
    return {"failed_tests_mean": mean(failed), **_answer(lost, slain)}


def answer_allocate(inputs: dict[str, Any]) -> dict[str, Any]:
    """Unsaved wounds of one damage, one after another; the surplus on a dying model is lost (R-DMG-01)."""
    wounds, models = inputs["W"], inputs["models"]
    damage = chance_of_dice(inputs["D"])
    lost: Chance[int] = certain(0)
    for _ in range(inputs["failed_saves"]):
        lost = then(
            lost,
            lambda before: then(damage, lambda points: certain(_one_blow(before, points, wounds, models))),
        )
    return _answer(lost, then(lost, lambda number: certain(number // wounds)))


def _one_blow(lost: int, points: int, wounds: int, models: int) -> int:
    """Wounds lost in all after one blow on the model now being hurt."""
    if lost == models * wounds:
        return lost
    return lost + min(points, wounds - lost % wounds)


def _answer(lost: Chance[int], slain: Chance[int]) -> dict[str, Any]:
    pmf = _up_to_the_last(slain)
    at_least = {str(number): sum(pmf[number:], Fraction(0)) for number in range(1, len(pmf))}
    return {
        "wounds_lost_mean": mean(lost),
        "wounds_lost_pmf": _up_to_the_last(lost),
        "slain_mean": mean(slain),
        "slain_pmf": pmf,
        "p_slain_ge": at_least,
    }


def _up_to_the_last(chance: Chance[int]) -> list[Fraction]:
    last = max(value for value, p in chance.items() if p)
    return [chance.get(value, Fraction(0)) for value in range(last + 1)]
