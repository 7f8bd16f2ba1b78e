"""Attack dice, hit rolls and wound rolls of one weapon line, one die after another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from tests.oracle.chance import D6, Chance, certain, mean, plus, then
from tests.oracle.weapon_line import WeaponLine

__all__ = ["Pool", "WoundNeeds", "attack_dice", "roll_pool", "wound_die"]

FAIL, SUCCESS, CRITICAL = "fail", "success", "critical"
Judge = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class WoundNeeds:
    """What the wound rolls of a batch are made against."""

    toughness: int
    lethal_taken: bool


@dataclass(frozen=True, slots=True)
class Pool:
    """What a weapon line puts on the target: chances of (saveable wounds, devastating wounds), and the means."""

    wounds: Chance[tuple[int, int]]
    mean_attacks: Fraction
    mean_hits: Fraction

    @property
    def mean_saveable(self) -> Fraction:
        return sum((saveable * p for (saveable, _), p in self.wounds.items()), Fraction(0))

    @property
    def mean_devastating(self) -> Fraction:
        return sum((devastating * p for (_, devastating), p in self.wounds.items()), Fraction(0))

    @property
    def mean_wounds(self) -> Fraction:
        return self.mean_saveable + self.mean_devastating


def attack_dice(line: WeaponLine, command_re_roll: bool) -> Chance[int]:
    """How many attacks the whole line makes; every weapon of it rolls for itself (R-ATT-01).

    With a Command Re-roll the first roll of printed attacks that falls below its mean is made once more.
    """
    printed_mean = mean(line.attacks.printed)

    def one_weapon(state: tuple[int, bool]) -> Chance[tuple[int, bool]]:
        so_far, in_hand = state

        def rolled(printed: int) -> Chance[tuple[int, bool]]:
            if in_hand and printed < printed_mean:
                return {(again, False): p for again, p in line.attacks.printed.items()}
            return certain((printed, in_hand))

        def finish(result: tuple[int, bool]) -> Chance[tuple[int, bool]]:
            printed, left = result
            characteristic = plus(certain(printed), line.attacks.added)
            floored = then(characteristic, lambda value: certain(max(1, value)))
            return {(so_far + n, left): p for n, p in plus(floored, line.attacks.extra_dice).items()}

        return then(then(line.attacks.printed, rolled), finish)

    state: Chance[tuple[int, bool]] = certain((0, command_re_roll))
    for _ in range(line.count):
        state = then(state, one_weapon)
    return then(state, lambda result: certain(result[0]))


def roll_one_die(judge: Judge, re_roll: str, in_hand: bool) -> Chance[tuple[int, bool]]:
    """The face that counts, and whether the Command Re-roll is still in hand.

    No die is rolled a third time (R-RR-01): the Command Re-roll is for a failed die that was rolled once.
    """
    wanted: dict[str, Callable[[int], bool]] = {
        "none": lambda face: False,
        "ones": lambda face: face == 1,
        "failures": lambda face: judge(face) == FAIL,
        "non_critical": lambda face: judge(face) != CRITICAL,
    }

    def look(face: int) -> Chance[tuple[int, bool]]:
        if wanted[re_roll](face):
            return {(again, in_hand): p for again, p in D6.items()}
        if in_hand and judge(face) == FAIL:
            return {(again, False): p for again, p in D6.items()}
        return certain((face, in_hand))

    return then(D6, look)


def judge_hit(line: WeaponLine) -> Judge:
    """R-HIT-01 to R-HIT-03, and the faces that fail in indirect and snap shooting."""

    def judge(face: int) -> str:
        if face == 6:
            return CRITICAL
        if face <= line.hit.always_misses or face + line.hit.bonus < line.hit.needs:
            return FAIL
        return CRITICAL if face >= line.hit.critical else SUCCESS

    return judge


def judge_wound(line: WeaponLine, strength: int, toughness: int) -> Judge:
    """R-WND-01 to R-WND-08."""
    if strength >= 2 * toughness:
        needs = 2
    elif strength > toughness:
        needs = 3
    elif strength == toughness:
        needs = 4
    elif 2 * strength > toughness:
        needs = 5
    else:
        needs = 6

    def judge(face: int) -> str:
        if face == 1:
            return FAIL
        if face == 6 or (line.wound.anti is not None and face >= line.wound.anti):
            return CRITICAL
        if face + line.wound.bonus < needs:
            return FAIL
        return CRITICAL if face >= line.wound.critical else SUCCESS

    return judge


def wound_die(line: WeaponLine, strength: int, toughness: int, in_hand: bool) -> Chance[tuple[str, bool]]:
    """How one wound roll ends."""
    judge = judge_wound(line, strength, toughness)
    faces = roll_one_die(judge, line.wound.re_roll, in_hand)
    return then(faces, lambda result: certain((judge(result[0]), result[1])))


def hit_die(line: WeaponLine, in_hand: bool) -> Chance[tuple[str, bool]]:
    """How one hit roll ends; an automatic hit is no roll, hence no critical hit (R-HIT-04)."""
    if line.hit.automatic:
        return certain((SUCCESS, in_hand))
    judge = judge_hit(line)
    if not line.hit.may_be_re_rolled:
        return then(D6, lambda face: certain((judge(face), in_hand)))
    faces = roll_one_die(judge, line.hit.re_roll, in_hand)
    return then(faces, lambda result: certain((judge(result[0]), result[1])))


@dataclass(frozen=True, slots=True)
class _Attack:
    """What one attack has come to so far."""

    hits: int
    hits_to_roll: int
    saveable: int
    devastating: int
    in_hand: bool


def _one_attack(line: WeaponLine, needs: WoundNeeds, re_roll: str | None, in_hand: bool) -> Chance[_Attack]:
    """One attack from its hit roll to its last wound roll. Its Strength, where random, is rolled once."""

    def after_hit(result: tuple[str, bool]) -> Chance[_Attack]:
        verdict, left = result
        held = left if re_roll == "hit" else in_hand
        if verdict == FAIL:
            return certain(_Attack(0, 0, 0, 0, held))
        automatic = int(verdict == CRITICAL and line.lethal and needs.lethal_taken)
        extra = line.sustained if verdict == CRITICAL and line.sustained is not None else certain(0)
        return {_Attack(1 + n, 1 + n - automatic, automatic, 0, held): p for n, p in extra.items()}

    def all_wound_rolls(attack: _Attack, strength: int) -> Chance[_Attack]:
        if attack.hits_to_roll == 0:
            return certain(attack)
        die = wound_die(line, strength, needs.toughness, attack.in_hand and re_roll == "wound")

        def one_wound_roll(result: tuple[str, bool]) -> Chance[_Attack]:
            verdict, left = result
            crosses = verdict == CRITICAL and line.devastating
            following = _Attack(
                attack.hits,
                attack.hits_to_roll - 1,
                attack.saveable + int(verdict != FAIL and not crosses),
                attack.devastating + int(crosses),
                left if re_roll == "wound" else attack.in_hand,
            )
            return all_wound_rolls(following, strength)

        return then(die, one_wound_roll)

    hit = then(hit_die(line, in_hand and re_roll == "hit"), after_hit)
    return then(hit, lambda attack: then(line.wound.strength, lambda strength: all_wound_rolls(attack, strength)))


def roll_pool(line: WeaponLine, needs: WoundNeeds, command_re_roll: str | None) -> Pool:
    """Make all attacks of a line; ``command_re_roll`` says which kind of roll of this line it may help, if any."""
    number = attack_dice(line, command_re_roll == "attacks")
    attack = {held: _one_attack(line, needs, command_re_roll, held) for held in (False, True)}
    at_hand = command_re_roll in ("hit", "wound")
    rolled: Chance[tuple[int, int, bool]] = certain((0, 0, at_hand))
    wounds: Chance[tuple[int, int]] = {}
    hits = Fraction(0)
    for made in range(max(number, default=0) + 1):
        for (saveable, devastating, _), p in rolled.items():
            if number.get(made):
                key = (saveable, devastating)
                wounds[key] = wounds.get(key, Fraction(0)) + p * number[made]
        still_attacking = sum((p for n, p in number.items() if n > made), Fraction(0))
        for held in (False, True):
            share = sum((p for (_, _, state), p in rolled.items() if state == held), Fraction(0))
            one_more = sum((a.hits * p for a, p in attack[held].items()), Fraction(0))
            hits += still_attacking * share * one_more
        if still_attacking:
            rolled = _add_one_attack(rolled, attack)
    return Pool(wounds, mean(number), hits)


def _add_one_attack(
    rolled: Chance[tuple[int, int, bool]], attack: dict[bool, Chance[_Attack]]
) -> Chance[tuple[int, int, bool]]:
    shares: dict[bool, Chance[tuple[int, int, bool]]] = {
        held: then(chance, lambda a: certain((a.saveable, a.devastating, a.in_hand))) for held, chance in attack.items()
    }
    return then(
        rolled,
        lambda so_far: {(so_far[0] + a, so_far[1] + b, left): p for (a, b, left), p in shares[so_far[2]].items()},
    )
