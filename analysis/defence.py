"""The target's side of a line: saves, damage and Feel No Pain of every group, after all modifiers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from analysis.damage import UNCHANGED, DamageRoll, DefenderChanges, ThroughLaw, through_law
from analysis.editions import Edition
from analysis.line import Line
from analysis.rolls import failing_faces
from analysis.scenario import FeelNoPain, Group, Modifiers

__all__ = ["Defence", "GroupDefence", "GroupLaws", "defence_of", "failing_of", "laws_of"]


@dataclass(frozen=True, slots=True)
class GroupDefence:
    """How one group meets one wound of a line.

    Attributes:
        failing: Faces of the saving throw that fail; always the lowest ones.
        unsaved: What an unsaved wound puts through.
        devastating: What a devastating wound puts through.
    """

    failing: int
    unsaved: ThroughLaw
    devastating: ThroughLaw


@dataclass(frozen=True, slots=True)
class Defence:
    """A target ready to be attacked, apart from what the attacking line changes."""

    groups: tuple[Group, ...]
    modifiers: Modifiers
    edition: Edition

    def toughness(self, living: Iterable[int]) -> int:
        """The Toughness that wound rolls read: the highest of the bodyguard, else of the characters (R-WND-06)."""
        living = list(living)
        body = [self.groups[group].toughness for group in living if not self.groups[group].character]
        highest = max(body or [self.groups[group].toughness for group in living])
        return max(1, highest + self.modifiers.toughness)

    def against(self, line: Line) -> tuple[GroupDefence, ...]:
        """Every group's answer to the wounds of a line."""
        return tuple(defence_of(group, self.modifiers, line, self.edition) for group in self.groups)


def defence_of(group: Group, modifiers: Modifiers, line: Line, edition: Edition) -> GroupDefence:
    """One group's saves, damage and Feel No Pain against a line."""
    laws = laws_of(group, modifiers, line.damage, line.psychic, edition)
    return GroupDefence(failing_of(group, modifiers, line.ap, line.cover, edition), laws.unsaved, laws.devastating)


def failing_of(group: Group, modifiers: Modifiers, ap: int, cover: bool, edition: Edition) -> int:
    """How many faces of a group's saving throw fail."""
    save = max(2, group.save - modifiers.save)
    invulnerable = _least(group.invulnerable, modifiers.invulnerable)
    return failing_faces(save, invulnerable, ap, modifiers.save_roll, cover, edition)


class GroupLaws(NamedTuple):
    """What one unsaved wound and one devastating wound put through in a group."""

    unsaved: ThroughLaw
    devastating: ThroughLaw


def laws_of(group: Group, modifiers: Modifiers, damage: DamageRoll, psychic: bool, edition: Edition) -> GroupLaws:
    """One group's damage and Feel No Pain, after all changes of the defender's."""
    changes = DefenderChanges(
        _least(group.damage_set, modifiers.damage_set),
        group.halve_damage or modifiers.halve_damage,
        group.damage_reduction + modifiers.damage_reduction,
    )
    spared = UNCHANGED if edition.devastating_spares_defender_changes else changes
    normal = _feel_no_pain(group.feel_no_pain or (), modifiers, psychic, mortal=False)
    mortal = _feel_no_pain(group.feel_no_pain or (), modifiers, psychic, mortal=True)
    return GroupLaws(through_law(damage, changes, normal, edition), through_law(damage, spared, mortal, edition))


def _least(first: int | None, second: int | None) -> int | None:
    given = [value for value in (first, second) if value is not None]
    return min(given, default=None)


def _feel_no_pain(own: Iterable[FeelNoPain], modifiers: Modifiers, psychic: bool, mortal: bool) -> int:
    """The best threshold that applies to a wound (R-DMG-16, R-DMG-17); 7 for none."""
    applies = {"all": True, "mortal": mortal, "psychic": psychic}
    best = min((entry.threshold for entry in own if applies[entry.against]), default=7)
    return min(best, modifiers.feel_no_pain or 7)
