"""Pools: mortal wounds that stand beside the attacks (Explosives, Melta Mine, hazard tests), as exact distributions.

A pool is rolled, not attacked with: some dice decide how many mortal wounds there are (`mortal_wounds`), and the unit
loses them one at a time (`suffer`), spilling from model to model, or in packets whose surplus is lost
(`suffer_packets`: unsaved wounds of one damage, the hazard tests of the 10th edition). Both are a walk along the
wounds of the unit in the order in which it loses them; a Feel No Pain roll is a chance to stand still.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from analysis.dice import Dice, parse_dice
from analysis.result import Cost, Distribution, Pool
from analysis.scenario import Group, MortalWounds, Scenario

__all__ = ["Losses", "answer", "leadership_failure", "mortal_wounds", "successes", "suffer", "suffer_packets"]

Pmf = NDArray[np.float64]
Kind = Literal["normal", "mortal", "psychic"]

_STOPS: Final[dict[Kind, frozenset[str]]] = {
    "normal": frozenset({"all"}),
    "mortal": frozenset({"all", "mortal"}),
    "psychic": frozenset({"all", "mortal", "psychic"}),
}


@dataclass(frozen=True, slots=True)
class Losses:
    """What a unit loses: pmf of wounds lost and of models slain, both up to their last entry above 0."""

    wounds: Pmf
    slain: Pmf


def leadership_failure(leadership: int, rerolled: bool = False) -> float:
    """P(2D6 < Leadership): the test fails; with a re-roll of the failed test it has to fail twice (WE-38).

    >>> round(leadership_failure(7), 12), round(leadership_failure(7, rerolled=True), 12)
    (0.416666666667, 0.173611111111)
    """
    below = sum(1 for first in range(1, 7) for second in range(1, 7) if first + second < leadership) / 36
    return below * below if rerolled else below


def successes(tests: int, chance: float, most: int | None = None) -> Pmf:
    """Pmf of the successes of independent tests, all beyond `most` counting as `most` (Crushing Impact's six)."""
    law = np.array([1.0])
    for _ in range(tests):
        law = np.convolve(law, (1.0 - chance, chance))
    if most is None or most >= tests:
        return law
    return np.append(law[:most], law[most:].sum())


def mortal_wounds(roll: MortalWounds) -> Pmf:
    """Pmf of the mortal wounds a pool deals, before the unit's Feel No Pain.

    >>> explosives = MortalWounds(id="stratagem/core/explosives", rolls=6, faces=[4, 5, 6])
    >>> float(mortal_wounds(explosives) @ range(7))
    3.0
    """
    if roll.leadership is not None:
        chance = leadership_failure(roll.leadership, roll.leadership_rerolled)
    else:
        chance = 1.0 if roll.faces is None else len(set(roll.faces)) / 6
    count = successes(roll.rolls, chance, roll.most)
    return _total(count, parse_dice(roll.mortals))


def _total(count: Pmf, each: Dice) -> Pmf:
    """Pmf of the sum of a random number of rolls of one expression."""
    total = np.zeros((len(count) - 1) * each.high + 1)
    several = np.array([1.0])
    for chance in count:
        total[: len(several)] += chance * several
        several = np.convolve(several, each.pmf())
    return total


def suffer(groups: Sequence[Group], law: Pmf, kind: Kind = "mortal") -> Losses:
    """What a unit loses to mortal wounds that spill over from model to model (R-DMG-13).

    Args:
        groups: The unit, as the defender declares it.
        law: Pmf of the number of mortal wounds.
        kind: "psychic" when they come from a psychic rule (R-DMG-17, R-DMG-18).
    """
    walk = _Walk.of(groups, len(law) - 1, kind)
    state = np.zeros(len(walk.lost))
    state[0] = 1.0
    after = law[0] * state
    for chance in law[1:]:
        state = walk.step(state)
        after = after + chance * state
    return walk.losses(after)


def suffer_packets(groups: Sequence[Group], count: Pmf, damage: Dice, kind: Kind = "normal") -> Losses:
    """What a unit loses to a random number of packets of damage, each on one model, its surplus lost (R-DMG-01).

    With kind "mortal" and three wounds a packet these are the 10e hazard tests on their bearers (R-HAZ-02).
    """
    walk = _Walk.of(groups, (len(count) - 1) * damage.high, kind)
    state = np.zeros(len(walk.lost))
    state[0] = 1.0
    after = count[0] * state
    for chance in count[1:]:
        state = walk.packet(state, damage.pmf())
        after = after + chance * state
    return walk.losses(after)


@dataclass(frozen=True, slots=True)
class _Walk:
    """The wounds of a unit in the order in which it loses them.

    Attributes:
        lost: P(the next wound is lost) after k lost wounds, k = 0 .. length (0 where the walk ends).
        slain: Models slain after k lost wounds.
    """

    lost: Pmf
    slain: NDArray[np.int64]

    @classmethod
    def of(cls, groups: Sequence[Group], most: int, kind: Kind) -> _Walk:
        """Walk through the unit for at most `most` wounds."""
        lost, slain = [], [0]
        for group, dies in _in_order_of_loss(groups, most):
            lost.append(1.0 - _feel_no_pain(group, kind))
            slain.append(slain[-1] + dies)
        return cls(np.array([*lost, 0.0]), np.array(slain))

    def step(self, state: Pmf) -> Pmf:
        """One wound: it is lost, or Feel No Pain keeps it."""
        moved = state * self.lost
        after = state - moved
        after[1:] += moved[:-1]
        return after

    def packet(self, state: Pmf, damage: Pmf) -> Pmf:
        """Several wounds on one model: those beyond its last are lost."""
        resting = np.zeros_like(state)  # this packet has slain its model and is over
        after: Pmf = damage[0] * state
        dies = np.append(False, np.diff(self.slain) > 0)
        for chance in damage[1:]:
            moved = state * self.lost
            arrived = np.append(0.0, moved[:-1])
            state = state - moved + np.where(dies, 0.0, arrived)
            resting = resting + np.where(dies, arrived, 0.0)
            after = after + chance * (state + resting)
        return after

    def losses(self, after: Pmf) -> Losses:
        """Read the two distributions off the final state."""
        slain = np.zeros(int(self.slain[-1]) + 1)
        np.add.at(slain, self.slain, after)
        return Losses(_trimmed(after), _trimmed(slain))


def _trimmed(law: Pmf) -> Pmf:
    last = int(np.flatnonzero(law)[-1]) if law.any() else 0
    return law[: last + 1]


def _in_order_of_loss(groups: Sequence[Group], most: int) -> Iterable[tuple[Group, bool]]:
    """Yield the group that loses each of the next `most` wounds, and whether a model of it dies by that wound.

    The order is that of the moment: other models before characters, wounded ones before unwounded ones (R-DMG-13).
    """
    models = [group.count for group in groups]
    wounded = [group.wounded for group in groups]
    for _ in range(most):
        living = [place for place in range(len(groups)) if models[place]]
        if not living:
            return
        place = min(living, key=lambda index: (groups[index].character, wounded[index] == 0, index))
        wounded[place] += 1
        dies = wounded[place] == groups[place].wounds
        if dies:
            models[place] -= 1
            wounded[place] = 0
        yield groups[place], dies


def _feel_no_pain(group: Group, kind: Kind) -> float:
    """P(a wound is kept): the best Feel No Pain that speaks of this kind of wound (R-DMG-16)."""
    rolls = [roll.threshold for roll in group.feel_no_pain or () if roll.against in _STOPS[kind]]
    return (7 - min(rolls)) / 6 if rolls else 0.0


def answer(scenario: Scenario) -> tuple[list[Pool], list[Cost]]:
    """The pools and the costs of a scenario whose buffs are folded in."""
    pools, costs = [], []
    for roll in scenario.pools:
        law = mortal_wounds(roll)
        groups = scenario.target.groups if roll.side == "target" else scenario.attacker.groups
        losses = suffer(_with_unit_feel_no_pain(scenario, roll, groups), law, roll.kind) if groups else None
        slain = _distribution(losses.slain) if losses else None
        lost = _distribution(losses.wounds) if losses else None
        pools.append(Pool(roll.id, roll.side, _distribution(law), slain, lost))
    for buff in scenario.named_buffs:
        hurt = sum(pool.mortal_wounds.mean for pool in pools if pool.id == buff.id and pool.side == "attacker")
        if buff.applied and buff.side == "attacker" and (buff.cp is not None or hurt):
            costs.append(Cost(buff.id, buff.cp, hurt))
    return pools, costs


def _with_unit_feel_no_pain(scenario: Scenario, roll: MortalWounds, groups: list[Group]) -> list[Group]:
    """The hurt unit; a Feel No Pain given to every target model counts against pools too."""
    given = scenario.modifiers.feel_no_pain
    if roll.side != "target" or given is None:
        return groups
    extra = {"threshold": given, "against": "all"}
    return [
        Group.model_validate(
            {**group.model_dump(), "feel_no_pain": [*(group.model_dump()["feel_no_pain"] or []), extra]}
        )
        for group in groups
    ]


def _distribution(law: Pmf) -> Distribution:
    return Distribution(float(law @ np.arange(len(law))), law.tolist())
