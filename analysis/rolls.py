"""Hit rolls, wound rolls and saving throws on one D6, face by face.

Every chance here is a sum over the six faces, so a rule reads like its sentence. The functions are cached on small
whole numbers: a whole matrix asks for a few hundred different rolls.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from analysis.editions import Edition

__all__ = ["AUTOMATIC", "REROLLS", "RollOdds", "failing_faces", "hit_roll", "wound_need", "wound_roll"]

REROLLS: Final = ("none", "ones", "failures", "non_critical")
"""From the narrowest re-roll to the widest."""

_FACES: Final = range(1, 7)


@dataclass(frozen=True, slots=True, eq=False)
class RollOdds:
    """Chances of one roll to hit or to wound, re-rolls included; compared by identity, since each is made once.

    Attributes:
        normal: P(success that is not critical).
        critical: P(critical success).
        fresh_fail: P(failure of a die that was not rolled again), which a Command Re-roll may still use (R-RR-01).
        once_normal: P(normal success) of a single die without re-roll.
        once_critical: P(critical success) of a single die without re-roll.
    """

    normal: float
    critical: float
    fresh_fail: float
    once_normal: float
    once_critical: float

    @property
    def success(self) -> float:
        """P(success of either kind)."""
        return self.normal + self.critical

    @lru_cache(maxsize=4096)  # noqa: B019 - odds live as long as the process anyway
    def once(self) -> RollOdds:
        """The same die rolled afresh, without any re-roll."""
        return RollOdds(self.once_normal, self.once_critical, 0.0, self.once_normal, self.once_critical)

    @lru_cache(maxsize=4096)  # noqa: B019
    def without_command_reroll(self) -> RollOdds:
        """The same roll where a rule forbids to roll it again (R-SHT-01, R-SHT-05)."""
        return replace(self, fresh_fail=0.0)


AUTOMATIC: Final = RollOdds(1.0, 0.0, 0.0, 1.0, 0.0)
"""A success without a roll: nothing that reads a die happens (R-MOD-17)."""


def _odds(success: tuple[bool, ...], critical: tuple[bool, ...], reroll: str) -> RollOdds:
    """Chances from what each face means; one re-roll, of a success too if that is wanted (R-RR-03, R-RR-06)."""
    rerolled = {
        "none": [False] * 6,
        "ones": [face == 1 for face in _FACES],
        "failures": [not hit for hit in success],
        "non_critical": [not hit for hit in critical],
    }[reroll]
    faces = list(zip(success, critical, rerolled, strict=True))
    once_critical = sum(critical) / 6
    once_normal = sum(success) / 6 - once_critical
    again = sum(rerolled) / 6
    kept_normal = sum(hit and not best and not rolled for hit, best, rolled in faces) / 6
    kept_critical = sum(best and not rolled for _, best, rolled in faces) / 6
    return RollOdds(
        normal=kept_normal + again * once_normal,
        critical=kept_critical + again * once_critical,
        fresh_fail=sum(not hit and not rolled for hit, _, rolled in faces) / 6,
        once_normal=once_normal,
        once_critical=once_critical,
    )


@lru_cache(maxsize=4096)
def hit_roll(need: int, modifier: int, critical_from: int, fails_up_to: int, reroll: str) -> RollOdds:
    """Chances of one hit roll.

    Args:
        need: BS or WS after all changes; above 6 only an unmodified 6 hits.
        modifier: Sum of the roll modifiers, already within -1 .. +1 (R-MOD-07).
        critical_from: Unmodified results from here on are critical if they hit (R-HIT-03).
        fails_up_to: Unmodified results up to here miss whatever they add up to: 1, or more for indirect fire and 5
            for snap shooting (R-HIT-01, R-SHT-01, R-SHT-05); a critical threshold does not save them (OQ-07).
        reroll: One of `REROLLS`; failures are judged with the modifier (R-RR-04).

    >>> round(hit_roll(3, 0, 6, 1, "ones").success, 9)
    0.777777778
    """
    success = tuple(face > fails_up_to and (face == 6 or face + modifier >= need) for face in _FACES)
    critical = tuple(success[face - 1] and (face == 6 or face >= critical_from) for face in _FACES)
    return _odds(success, critical, reroll)


def wound_need(strength: int, toughness: int) -> int:
    """The roll needed to wound (R-WND-01, R-WND-02).

    >>> [wound_need(s, 4) for s in (8, 5, 4, 3, 2)]
    [2, 3, 4, 5, 6]
    """
    if strength >= 2 * toughness:
        return 2
    if 2 * strength <= toughness:
        return 6
    return 4 + (strength < toughness) - (strength > toughness)


@lru_cache(maxsize=4096)
def wound_roll(need: int, modifier: int, critical_from: int, anti: int, reroll: str) -> RollOdds:
    """Chances of one wound roll.

    Args:
        need: From `wound_need`.
        modifier: Sum of the roll modifiers, already within -1 .. +1 (R-WND-04).
        critical_from: Unmodified results from here on are critical if they wound (R-WND-12, OQ-13).
        anti: Unmodified results from here on are critical and always wound (R-WND-07); 7 for none.
        reroll: One of `REROLLS`.

    A 1 fails and a 6 is critical whatever is added (R-WND-03).
    """
    success = tuple(face > 1 and (face == 6 or face >= anti or face + modifier >= need) for face in _FACES)
    critical = tuple(success[face - 1] and (face == 6 or face >= anti or face >= critical_from) for face in _FACES)
    return _odds(success, critical, reroll)


@lru_cache(maxsize=16384)
def failing_faces(save: int, invulnerable: int | None, ap: int, save_roll: int, cover: bool, edition: Edition) -> int:
    """How many of the six faces fail a saving throw; they are always the lowest ones (R-SAV-01, R-SAV-02).

    Args:
        save: Sv after changes, 2 or worse.
        invulnerable: InSv or None.
        ap: AP after changes, 0 or less; never touches the invulnerable save.
        save_roll: Bonus to every saving throw (OQ-14).
        cover: Whether the attack is ranged and the target has the benefit of cover that is not ignored; a save of 3+
            or better gains nothing from it against AP 0 (R-SAV-07).
    """
    cover_bonus = edition.cover_improves_save if cover and not (save <= 3 and ap == 0) else 0
    armour_bonus = ap + save_roll + cover_bonus
    invulnerable_bonus = save_roll
    if edition.save_improvement_cap is not None:
        armour_bonus = min(armour_bonus, edition.save_improvement_cap)
        invulnerable_bonus = min(invulnerable_bonus, edition.save_improvement_cap)
    need = save - armour_bonus
    if invulnerable is not None:
        need = min(need, invulnerable - invulnerable_bonus)
    return min(6, max(1, need - 1))
