"""Why a rule does not change an attack, in words of our own, read off the kinds of effect it has."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from data.build.buffs.leaves import Leaf

__all__ = ["IN_THE_LOADOUT", "NO_DATA", "no_effect"]

IN_THE_LOADOUT: Final = "counted in the numbers of the model that carries it"
NO_DATA: Final = "no data says what it does: set the sliders by hand"

_KINDS: Final[dict[str, tuple[str, ...]]] = {
    "moves, charges and reserves": (
        "movement-modifier",
        "charge-roll-modifier",
        "deep-strike",
        "scouts",
        "infiltrators",
        "reactive-move",
        "advance-roll-modifier",
        "fall-back",
        "redeploy",
        "strategic-reserves",
        "fight-first",
        "fights-first",
        "move",
        "normal-move",
        "surge-move",
        "pile-in-modifier",
        "consolidation-modifier",
    ),
    "Battle-shock and Leadership": (
        "battle-shock-test",
        "leadership-modifier",
        "set-battle-shock",
        "battle-shock-immunity",
    ),
    "Objective Control": ("objective-control-modifier", "sticky-objective", "objective-control"),
    "healing and returning models": ("heal-wounds", "resurrection", "regain-wounds", "return-models"),
    "command points and tokens": (
        "cp-gain",
        "cp-refund",
        "resource-gain",
        "resource-spend",
        "cp-on-destroy",
        "stratagem-cost-modifier",
    ),
    "who may be chosen as a target": ("attack-restriction", "targeting-restriction", "lone-operative"),
    "orders": ("issue-orders",),
    "mortal wounds that the data does not describe fully": ("mortal-wounds",),
}


def no_effect(leaves: Iterable[Leaf]) -> str:
    """The reason for a rule whose leaves change nothing in an attack."""
    kinds = {str(leaf.node.get("type")) for leaf in leaves}
    words = [words for words, members in _KINDS.items() if kinds & set(members)]
    return " and ".join(words[:2]) if words else "nothing that changes an attack"
