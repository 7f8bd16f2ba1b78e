"""From what was compiled for the sides of a rule to buffs: one for each side that it serves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, cast

from analysis.buffs.model import Buff, Effect
from data.build.buffs.compiled import Compiled

__all__ = ["buffs_of_sides", "only_wounds"]

_ANY_PHASE: Final = "any"
_SECOND: Final = {"attacker": "when-attacking", "defender": "when-attacked"}
_LONGEST_MISSING: Final = 160


def buffs_of_sides(common: Buff, sides: Mapping[str, Compiled]) -> Iterator[Buff]:
    """A buff for each side that does something; the first has the rule's own id, and what the others lack."""
    said = [side for side in sides.values() if side.effects or side.pools] or list(sides.values())[:1]
    mute = [side for side in sides.values() if not any(side is one for one in said)]
    for place, side in enumerate(said):
        lacking = side.missing if place else [*side.missing, *(words for one in mute for words in one.missing)]
        own = replace(common, id=f"{common.id}-{_SECOND[side.side]}", aliases=()) if place else common
        yield _finished(own, side, lacking)


def only_wounds(sides: Mapping[str, Compiled]) -> bool:
    """Whether the rule does nothing but raise Wounds, which the catalogue counts in the model that carries it."""
    changes = {effect.change for side in sides.values() for effect in side.effects}
    return bool(changes) and changes <= {"wounds", "wounds_set"}


def _finished(buff: Buff, side: Compiled, lacking: Sequence[str]) -> Buff:
    """The buff with what was compiled for one side."""
    missing = "; ".join(dict.fromkeys(lacking))[:_LONGEST_MISSING] or None
    if not side.effects and not side.pools:
        return replace(buff, side=cast(Any, side.side), status="not modelled", reason=missing)
    effects = tuple(dict.fromkeys(side.effects))
    phase = buff.phase
    if phase == _ANY_PHASE and not side.pools:
        phase = cast(Any, _phase_of(effects))
    return replace(
        buff,
        side=cast(Any, side.side),
        status="modelled",
        phase=phase,
        toggles=tuple(side.toggles.values()),
        choices=tuple(side.choices),
        effects=effects,
        pools=tuple(side.pools),
        passive=buff.passive if side.passive is None else side.passive,
        elsewhere=buff.elsewhere or side.elsewhere,
        missing=missing,
    )


def _phase_of(effects: Sequence[Effect]) -> str:
    """The phase that every effect is limited to."""
    kinds = {
        next((atom.asks for clause in effect.when for atom in clause if _limits(atom.subject, atom.asks, clause)), "")
        for effect in effects
    }
    return {frozenset({"ranged"}): "shooting", frozenset({"melee"}): "fight"}.get(frozenset(kinds), _ANY_PHASE)


def _limits(subject: str, asks: str, clause: Sequence[object]) -> bool:
    return subject == "weapon" and asks in ("ranged", "melee") and len(clause) == 1
