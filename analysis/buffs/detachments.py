"""Detachments compared: what a detachment's rules and its two best stratagems add to a unit's attack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from analysis.buffs.candidates import Candidate
from analysis.buffs.select import Selected
from analysis.buffs.value import Attack, Figures, Metric

__all__ = ["DetachmentWorth", "compare"]

STRATAGEMS = 2


@dataclass(frozen=True, slots=True)
class DetachmentWorth:
    """One detachment: the attack as it is, under its rules, and with the best stratagems on top."""

    detachment: str
    before: Figures
    with_rules: Figures
    with_stratagems: Figures
    rules: tuple[Candidate, ...]
    stratagems: tuple[Candidate, ...]

    def gain(self, metric: Metric = "damage") -> float:
        """What the rules and the stratagems add together."""
        return self.with_stratagems.of(metric) - self.before.of(metric)

    @property
    def command_points(self) -> int:
        """What the stratagems cost."""
        return sum(candidate.buff.cp or 0 for candidate in self.stratagems)


def compare(attack: Attack, uses: Sequence[Candidate], metric: Metric = "damage") -> list[DetachmentWorth]:
    """Every detachment that occurs among the candidates, the best first.

    Of the ways to use a rule the better counts; the best two stratagems are found by trying every pair.

    Args:
        attack: One attack.
        uses: What `candidates` found; choose conditional ones or not beforehand.
        metric: What the best is judged by.
    """
    names = sorted({candidate.buff.detachment for candidate in uses if candidate.buff.detachment})
    found = [_worth(attack, name, uses, metric) for name in names]
    return sorted(found, key=lambda one: (-one.gain(metric), one.detachment))


def _worth(attack: Attack, name: str, uses: Sequence[Candidate], metric: Metric) -> DetachmentWorth:
    own = [candidate for candidate in uses if candidate.buff.detachment == name]
    before = attack.tried([]).figures
    sign = 1 if all(candidate.buff.side == "attacker" for candidate in own) else -1

    def value(chosen: Sequence[Candidate]) -> float:
        return sign * attack.tried(_named(chosen)).figures.of(metric)

    rules: list[Candidate] = []
    for rule in dict.fromkeys(one.buff.id for one in own if one.buff.kind == "detachment rule"):
        ways = [one for one in own if one.buff.id == rule]
        rules.append(max(ways, key=lambda way: value([*rules, way])))
    stratagems = [one for one in own if one.buff.kind == "stratagem"]
    pairs: list[tuple[Candidate, ...]] = [()]
    for size in range(1, STRATAGEMS + 1):
        pairs += [pair for pair in combinations(stratagems, size) if len({one.buff.id for one in pair}) == size]
    best = max(pairs, key=lambda pair: (round(value([*rules, *pair]), 12), -len(pair)))
    with_rules = attack.tried(_named(rules)).figures
    with_stratagems = attack.tried(_named([*rules, *best])).figures
    return DetachmentWorth(name, before, with_rules, with_stratagems, tuple(rules), best)


def _named(chosen: Sequence[Candidate]) -> list[Selected]:
    return [candidate.selected for candidate in chosen]
