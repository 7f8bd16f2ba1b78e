"""The funnel: where attacks go on their way to wounds lost, also when a unit has several kinds of models."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analysis import Scenario, evaluate
from analysis.result import Funnel
from tests.engine.duel import answer, exactly, group, weapon
from tests.engine.literal_dice import Dice, every_game
from tests.strategies import scenarios

NOISE = 1e-9


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(["10e", "11e"]).flatmap(scenarios))
def test_nothing_grows_on_its_way_down(scenario: dict[str, Any]) -> None:
    result = evaluate(Scenario.from_json(scenario))

    for funnel in (result.funnel, *(line.funnel for line in result.per_weapon)):
        assert funnel.hits >= funnel.critical_hits - NOISE
        assert funnel.wounds >= funnel.critical_wounds - NOISE
        assert funnel.hits >= funnel.wounds - NOISE
        assert funnel.wounds >= funnel.unsaved - NOISE
        assert funnel.damage >= funnel.after_feel_no_pain - NOISE
        assert funnel.after_feel_no_pain >= funnel.lost - NOISE
        assert funnel.wasted == pytest.approx(funnel.after_feel_no_pain - funnel.lost, abs=NOISE)
    assert result.funnel.lost == pytest.approx(result.damage.mean, abs=NOISE)
    assert result.wasted == pytest.approx(result.funnel.wasted, abs=NOISE)
    for part in fields(Funnel):
        of_lines = sum(getattr(line.funnel, part.name) for line in result.per_weapon)
        assert getattr(result.funnel, part.name) == pytest.approx(of_lines, abs=NOISE)


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_overkill_is_waste_and_not_a_lost_kill(edition: str) -> None:
    """One shot in the funnel: 2/3 hit, 5/6 wound, 5/6 fail, 6 damage, a third of it ignored, 2 wounds lost at most."""
    lascannon = weapon(strength=12, ap=-3, damage="6")
    body = group(wounds=2, feel_no_pain=[{"threshold": 5}])
    funnel = answer(edition, lascannon, body).funnel
    unsaved = Fraction(2, 3) * Fraction(5, 6) * Fraction(5, 6)
    ignored = Fraction(1, 3)
    lost = 2 - 2 * ignored**6 - 6 * ignored**5 * (1 - ignored)

    assert (funnel.hits, funnel.critical_hits) == (exactly(Fraction(2, 3)), exactly(Fraction(1, 6)))
    assert (funnel.wounds, funnel.critical_wounds) == (exactly(Fraction(5, 9)), exactly(Fraction(1, 9)))
    assert (funnel.unsaved, funnel.damage) == (exactly(unsaved), exactly(6 * unsaved))
    assert funnel.after_feel_no_pain == exactly(4 * unsaved)
    assert funnel.lost == exactly(unsaved * lost)
    assert funnel.wasted == exactly(unsaved * (4 - lost))


@dataclass
class Body:
    """A kind of models at the table."""

    toughness: int
    save: int
    wounds: int
    feel_no_pain: int
    left: int  # wounds of all its models

    def suffer(self, damage: int, dice: Dice) -> tuple[int, int]:
        """Wounds let through by Feel No Pain, and wounds lost by the current model (by nobody if all are dead)."""
        through = sum(dice.roll(6, self.feel_no_pain) < self.feel_no_pain for _ in range(damage))
        of_model = (self.left - 1) % self.wounds + 1 if self.left else 0
        lost = min(through, of_model)
        self.left -= lost
        return through, lost


GUARDS = {"count": 2, "toughness": 3, "save": 5, "wounds": 1}
LEADER = {"count": 1, "toughness": 5, "save": 3, "wounds": 2, "feel_no_pain": [{"threshold": 5}], "character": True}
DAMAGE = 2
STRENGTH = 4


def table() -> list[Body]:
    return [Body(3, 5, 1, 7, 2), Body(5, 3, 2, 5, 2)]


def current(bodies: list[Body]) -> Body:
    return next((body for body in bodies if body.left), bodies[-1])


def wounded(dice: Dice, attacks: int, toughness: int) -> int:
    need = 4 + (toughness > STRENGTH) - (toughness < STRENGTH)
    return sum(dice.roll(6, need) >= need for _ in range(attacks))


Counts = tuple[int, int, int, int, int]


def of_10e(lines: list[int]) -> Callable[[Dice], tuple[Counts, ...]]:
    """Toughness of the unit as it was chosen, one save after another."""

    def play(dice: Dice) -> tuple[Counts, ...]:
        bodies, counts = table(), []
        for attacks in lines:
            wounds = wounded(dice, attacks, bodies[0].toughness)
            unsaved = through = lost = 0
            for _ in range(wounds):
                body = current(bodies)
                if dice.roll(6, body.save) < body.save:
                    more_through, more_lost = body.suffer(DAMAGE, dice)
                    unsaved, through, lost = unsaved + 1, through + more_through, lost + more_lost
            counts.append((wounds, unsaved, DAMAGE * unsaved, through, lost))
        return tuple(counts)

    return play


def of_11e(lines: list[int]) -> Callable[[Dice], tuple[Counts, ...]]:
    """Toughness of the living, all saves of a line together and read from the lowest."""

    def play(dice: Dice) -> tuple[Counts, ...]:
        bodies, counts = table(), []
        for attacks in lines:
            wounds = wounded(dice, attacks, current(bodies).toughness)
            unsaved = through = lost = 0
            for face in sorted(dice.roll(6, 3, 5) for _ in range(wounds)):
                body = current(bodies)
                if face < body.save:
                    more_through, more_lost = body.suffer(DAMAGE, dice)
                    unsaved, through, lost = unsaved + 1, through + more_through, lost + more_lost
            counts.append((wounds, unsaved, DAMAGE * unsaved, through, lost))
        return tuple(counts)

    return play


@pytest.mark.parametrize(("edition", "play"), [("10e", of_10e), ("11e", of_11e)])
@pytest.mark.parametrize("lines", [[2], [3, 1], [1, 3]], ids=str)
def test_two_kinds_of_models(edition: str, play: Callable[[list[int]], Any], lines: list[int]) -> None:
    guns = [weapon(skill=None, strength=STRENGTH, attacks=attacks, damage=DAMAGE) for attacks in lines]
    games = every_game(play(lines))

    found = answer(edition, guns, [GUARDS, LEADER])

    for number, line in enumerate(found.per_weapon):
        funnel = line.funnel
        means = [sum((game[number][part] * p for game, p in games.items()), Fraction(0)) for part in range(5)]
        in_order = [funnel.wounds, funnel.unsaved, funnel.damage, funnel.after_feel_no_pain, funnel.lost]
        assert in_order == exactly(means)
