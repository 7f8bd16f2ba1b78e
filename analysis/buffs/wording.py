"""A buff in words for players: what it does, what it needs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from analysis.buffs.changes import CHANGES
from analysis.buffs.conditions import Clause
from analysis.buffs.model import Buff, Effect, PoolRoll
from analysis.buffs.select import clause_in_words

__all__ = ["effects_in_words", "needs_in_words"]


def effects_in_words(buff: Buff) -> str:
    """What it changes, with the conditions of each change, in one line."""
    parts = [_effect(effect, buff) for effect in buff.effects] + [_pool(pool, buff) for pool in buff.pools]
    return "; ".join(dict.fromkeys(parts))


def needs_in_words(buff: Buff) -> str:
    """The conditions that must hold for any of it."""
    return ", ".join(clause_in_words(clause, buff) for clause in buff.when)


def _effect(effect: Effect, buff: Buff) -> str:
    return _limited(CHANGES[effect.change].sentence.format(effect.value), effect.choice, effect.when, buff)


def _pool(pool: PoolRoll, buff: Buff) -> str:
    if pool.leadership:
        test = "on a failed Leadership test "
    elif pool.faces:
        rolls = f"{pool.rolls} D6" if pool.rolls else "a D6 for each point of Toughness"
        test = f"{rolls}, for each of {_faces(pool.faces)} "
    else:
        test = ""
    most = f", at most {pool.most}" if pool.most else ""
    hurt = {"target": "on the target", "attacker": "on the attacker", "friends": "on own units"}[pool.hurt]
    return _limited(f"{test}{pool.mortals} mortal wounds{most} {hurt}", pool.choice, pool.when, buff)


def _faces(faces: Sequence[int]) -> str:
    if len(faces) == 1:
        return str(faces[0])
    return f"{faces[0]}+" if faces[-1] == 6 else f"{faces[0]} to {faces[-1]}"


def _limited(words: str, choice: str | None, when: Iterable[Clause], buff: Buff) -> str:
    limits = ([f"choice {choice}"] if choice else []) + [clause_in_words(clause, buff) for clause in when]
    return f"{words} ({', '.join(limits)})" if limits else words
