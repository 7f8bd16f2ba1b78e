"""Abilities of datasheets that always act, as far as the side that has them settles their conditions.

A table of attackers against targets asks the same abilities in many cells. What one side, the phase and the situation
say about them is asked once here; what is left open tells which cells an ability can tell apart. Whoever has the same
left open fares alike.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from analysis.buffs.changes import CHANGES
from analysis.buffs.conditions import Atom, Clause
from analysis.buffs.library import Library
from analysis.buffs.model import Buff, Effect, Side
from analysis.buffs.select import Selected
from analysis.buffs.table import Table
from analysis.scenario import Weapon

__all__ = ["Standing", "has_passives", "standing"]

_OWN: Final = frozenset({"army", "attached", "size", "toggle"})
_NEVER_CHANGED: Final = frozenset({"charged", "stationary", "indirect"})
"""Facts of the table that no ability changes."""

_ASKED_BY_WEAPONS: Final = frozenset({"toughness", "toughness_set", "stealth", "cover", "snap_shooting"})
"""Changes of the target and the table that decide what reaches a weapon."""

_ONE_MODEL_DECIDES: Final = frozenset({"stealth", "cover", "snap_shooting"})
"""Changes that hold where every model has them."""

_RESHAPING: Final = frozenset({"toughness", "toughness_set"})


@dataclass(frozen=True, slots=True)
class Standing:
    """The abilities of one side that may act, without what is settled; two alike do the same to the same opponents.

    Attributes:
        weapons: By ability its conditions and effects on weapons.
        target: The same of effects on the target and the table.
        words: Keywords that they ask of the other side.
        compares: Whether Strength is compared with Toughness.
        spares: Whether penalties are ignored, which asks for stealth.
        decided: Whether effects on the target hold whoever the opponent is, and change nothing that weapons ask for.
        reshapes: Whether they change what is asked of a target model by model.
    """

    weapons: tuple[Hashable, ...] = ()
    target: tuple[Hashable, ...] = ()
    words: frozenset[str] = frozenset()
    compares: bool = False
    spares: bool = False
    decided: bool = True
    reshapes: bool = False

    @property
    def acts(self) -> bool:
        """Whether anything may happen."""
        return bool(self.weapons or self.target)


def standing(library: Library, table: Table, side: Side, weapon: Weapon | None = None) -> Standing:
    """What always acts of the datasheets of one side.

    Args:
        library: The buffs of the edition.
        table: With the side in place, the phase and the situation; of the other side nothing is read.
        side: Whose abilities.
        weapon: The only weapon that attacks; None while there are several.
    """
    weapons: list[Hashable] = []
    target: list[Hashable] = []
    effects: list[_Open] = []
    for buff in _passives(library, table, side):
        when = _left(buff.when, table, side, None)
        if when is None:
            continue
        found = list(_effects(buff, when, table, side, weapon))
        for place, kept in (("weapon", weapons), ("target", target)):
            own = tuple(one.key for one in found if one.on_weapon == (place == "weapon"))
            if own:
                kept.append((when, own))
        effects += found
    atoms = [atom for one in effects for clause in one.when for atom in clause]
    other = "target" if side == "attacker" else "attacker"
    on_target = [one for one in effects if not one.on_weapon]
    return Standing(
        tuple(weapons),
        tuple(target),
        frozenset(atom.value for atom in atoms if atom.subject == other),
        any(atom.asks in ("stronger", "weaker") for atom in atoms),
        any(one.effect.change == "ignore_penalties" for one in effects),
        all(not one.when and one.effect.change not in _ASKED_BY_WEAPONS for one in on_target),
        any(_reshapes(one.effect) for one in on_target),
    )


def has_passives(library: Library, datasheet: str, side: Side) -> bool:
    """Whether a datasheet has any ability that always acts, in whatever phase."""
    return any(buff.side == side and _is_passive(buff) for buff in library.by_datasheet.get(datasheet, ()))


def _is_passive(buff: Buff) -> bool:
    return buff.passive and buff.status == "modelled" and not buff.choices


@dataclass(frozen=True, slots=True)
class _Open:
    """An effect with all conditions that are left open."""

    effect: Effect
    when: tuple[Clause, ...]
    key: Hashable

    @property
    def on_weapon(self) -> bool:
        return CHANGES[self.effect.change].place == "weapon"


def _passives(library: Library, table: Table, side: Side) -> Iterator[Buff]:
    seen = set()
    for unit in table.facts(side).units:
        for buff in library.by_datasheet.get(unit.datasheet, ()):
            if buff.side == side and _is_passive(buff) and buff.id not in seen and buff.phase in ("any", table.phase):
                seen.add(buff.id)
                yield buff


def _effects(
    buff: Buff, general: tuple[Clause, ...], table: Table, side: Side, weapon: Weapon | None
) -> Iterator[_Open]:
    for effect in Selected(buff, None, frozenset(), automatic=True, counted=buff.counted).effects():
        when = _left(effect.when, table, side, weapon)
        if when is None:
            continue
        whose = (effect.characters_only, buff.datasheets if effect.bearer_only else ())
        yield _Open(effect, (*general, *when), (effect.change, effect.value, when, whose))


def _left(clauses: Sequence[Clause], table: Table, side: Side, weapon: Weapon | None) -> tuple[Clause, ...] | None:
    """The clauses that are still open; None when one cannot hold."""
    left = []
    for clause in clauses:
        answers = [(_settled(atom, table, side, weapon), atom) for atom in clause]
        if any(answer for answer, _ in answers):
            continue
        still_open = tuple(atom for answer, atom in answers if answer is None)
        if not still_open:
            return None
        left.append(still_open)
    return tuple(left)


def _settled(atom: Atom, table: Table, side: Side, weapon: Weapon | None) -> bool | None:
    """Whether an atom holds; None while the opponent, a weapon or another ability may decide."""
    own = "attacker" if side == "attacker" else "target"
    of_phase = atom.subject == "weapon" and atom.asks in ("ranged", "melee")
    of_weapon = atom.subject == "weapon" and atom.asks in ("named", "damage", "skilled") and weapon is not None
    if atom.subject == own or atom.subject in _OWN or of_phase or of_weapon:
        return table.holds((atom,), side, frozenset(), weapon)
    if atom.subject == "situation" and atom.value != "half range":
        holds = table.holds((atom,), side, frozenset())
        is_true = holds != atom.negated
        return holds if is_true or atom.value in _NEVER_CHANGED else None
    return None


def _reshapes(effect: Effect) -> bool:
    of_some = effect.bearer_only or effect.characters_only
    return effect.change in _RESHAPING or (of_some and effect.change in _ONE_MODEL_DECIDES)
