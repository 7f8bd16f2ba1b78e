"""The source's condition trees as clauses of `analysis.buffs.conditions`; what we cannot check becomes a toggle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from analysis.buffs.conditions import Atom, Clause
from analysis.buffs.model import Toggle
from data.build.buffs.labels import toggle_for
from data.build.buffs.vocabulary import Vocabulary

__all__ = ["Reader"]

Node = Mapping[str, Any]

_ALWAYS: Final = frozenset({"timing-is", "player-turn-is", "once-per", "usage-limit", "target-is-visible"})
"""When a rule is used is up to the player who names it."""
_EVENTS: Final = {
    "agile-manoeuvre": "made an agile manoeuvre",
    "dark-pact": "Dark Pact made",
    "disembarked-from-transport": "disembarked this turn",
    "moved-through-tall-terrain": "moved through tall terrain",
    "reinforcements": "set up this turn",
    "set-up-from-reserves": "set up this turn",
    "unit-disembarked-this-turn": "disembarked this turn",
    "while-riled-up": "attacker riled up",
}
"""Timings that are no moment of an attack but something that happened before it."""
_SIDES: Final = frozenset({"friendly", "enemy"})
"""Dispositions that say no more than whose unit it is."""
_COMPARISONS: Final = {"greater-than": "stronger", "less-than": "weaker"}


@dataclass(slots=True)
class Reader:
    """Reads conditions for one ability: `side` is who has it, `toggles` collects what it had to ask for.

    `shielding` marks an aura on friends: then the source's "target" of a defender is the friend, not the attacker.

    Unlike the values of `analysis` this one is mutable: it lives while one ability is compiled.
    """

    side: str
    vocabulary: Vocabulary
    toggles: dict[str, Toggle] = field(default_factory=dict)
    shielding: bool = False

    def clauses(self, node: Node | None, negated: bool = False) -> tuple[Clause, ...]:
        """Conjunctive form of a condition tree: every clause must hold."""
        if not node:
            return ()
        if "operator" in node:
            return self._combined(node, negated)
        if node.get("negated"):
            negated = not negated
        parameters = node.get("parameters") or {}
        if parameters.get("timing") in _EVENTS:
            return self.toggle("event", {"event": _EVENTS[parameters["timing"]]}, negated)
        if node.get("type") in _ALWAYS or parameters.get("disposition") in _SIDES:
            return ()
        return self._leaf(str(node.get("type")), parameters, negated)

    def _combined(self, node: Node, negated: bool) -> tuple[Clause, ...]:
        operator = node["operator"]
        operands = [self._about_target(one, node["operands"]) for one in node["operands"]]
        if operator == "not":
            parts = [self.clauses(one, not negated) for one in operands]
            return self._all(parts, either=not negated and len(operands) > 1)
        parts = [self.clauses(one, negated) for one in operands]
        return self._all(parts, either=(operator == "or") != negated)

    @staticmethod
    def _about_target(operand: Node, siblings: Iterable[Node]) -> Node:
        """The source writes "a unit" as a keyword A of the target: then a strength condition speaks of the target."""
        if any(_is_placeholder(one) for one in siblings) and "strength" in str(operand.get("type")):
            return {**operand, "parameters": {"subject": "target", **(operand.get("parameters") or {})}}
        return operand

    @staticmethod
    def _all(parts: list[tuple[Clause, ...]], either: bool) -> tuple[Clause, ...]:
        if not either:
            return tuple(clause for part in parts for clause in part)
        if any(not part for part in parts):
            return ()  # one alternative always holds
        product: list[Clause] = [()]
        for part in parts:
            product = [(*left, *clause) for left in product for clause in part]
        return tuple(tuple(dict.fromkeys(clause)) for clause in product)

    def toggle(self, kind: str, parameters: Mapping[str, Any], negated: bool = False) -> tuple[Clause, ...]:
        """A fact that only the player knows."""
        toggle = toggle_for(kind, parameters)
        self.toggles[toggle.id] = toggle
        return ((Atom("toggle", "", toggle.id, negated),),)

    def _leaf(self, kind: str, parameters: Mapping[str, Any], negated: bool) -> tuple[Clause, ...]:
        match kind:
            case "phase-is":
                asks = {"shooting": "ranged", "fight": "melee"}.get(str(parameters.get("phase")))
                return ((Atom("weapon", asks, "", negated),),) if asks else ()
            case "attack-is-type":
                return self._attack_type(parameters, negated)
            case "attack-stat-compare":
                return self._compare(kind, parameters, negated)
            case "unit-has-keyword" | "target-has-keyword":
                return self._keyword(kind, parameters, negated)
            case "is-attached" | "model-is-leader":
                return ((Atom("attached", "", "", negated),),)
            case "target-within-half-weapon-range":
                return ((Atom("situation", "", "half range", negated),),)
            case "charged-this-turn" | "remained-stationary" if self._of_attacker(parameters):
                flag = "charged" if kind.startswith("charged") else "stationary"
                return ((Atom("situation", "", flag, negated),),)
        return self.toggle(kind, parameters, negated)

    def _of_attacker(self, parameters: Mapping[str, Any]) -> bool:
        subject = parameters.get("subject")
        return subject == "attacker" or (subject in (None, "unit", "self") and self.side == "attacker")

    def _attack_type(self, parameters: Mapping[str, Any], negated: bool) -> tuple[Clause, ...]:
        kind = str(parameters.get("attack_type"))
        if parameters.get("comparison") == "strength-greater-than-toughness":
            return ((Atom("weapon", "stronger", "", negated),),)
        if kind in ("ranged", "melee"):
            return ((Atom("weapon", kind, "", negated),),)
        if kind == "close-quarters":
            both = (Atom("weapon", "with", "pistol", negated), Atom("weapon", "with", "close-quarters", negated))
            return tuple((atom,) for atom in both) if negated else (both,)
        return ((Atom("weapon", "with", kind, negated),),)

    def _compare(self, kind: str, parameters: Mapping[str, Any], negated: bool) -> tuple[Clause, ...]:
        asks = _COMPARISONS.get(str(parameters.get("comparison")))
        if parameters.get("attacker_stat") == "S" and parameters.get("target_stat") == "T" and asks:
            return ((Atom("weapon", asks, "", negated),),)
        if parameters.get("attacker_stat") == "D" and parameters.get("comparison") == "equal-to":
            return ((Atom("weapon", "damage", str(parameters["value"]), negated),),)
        return self.toggle(kind, parameters, negated)

    def _keyword(self, kind: str, parameters: Mapping[str, Any], negated: bool) -> tuple[Clause, ...]:
        who = self._whose_keyword(kind, parameters)
        found: list[tuple[Clause, ...]] = []
        for text in _keywords(parameters):
            if text.upper() == "A":
                continue  # the placeholder; `_about_target` reads it
            ability = self.vocabulary.weapon_ability(text)
            keywords = self.vocabulary.keywords(text)
            if ability:
                atoms = [Atom("weapon", "with", ability, negated)]
            elif keywords:
                atoms = [Atom(who, "", keyword, negated) for keyword in keywords]
            else:
                found.append(self.toggle("keyword-state", {"keyword": text, "subject": who}, negated))
                continue
            found.append((tuple(atoms),) if negated else tuple((atom,) for atom in atoms))
        either = len(found) > 1 and not negated
        return self._all(found, either) if found else ()

    def _whose_keyword(self, kind: str, parameters: Mapping[str, Any]) -> str:
        """`unit` has the ability, `target` is the other side, unless the source says whom it means."""
        subject = parameters.get("subject")
        if subject in ("attacker", "target"):
            return str(subject)
        own, other = ("attacker", "target") if self.side == "attacker" else ("target", "attacker")
        if self.side == "defender" and self.shielding:
            other = own
        return own if kind == "unit-has-keyword" else other


def _is_placeholder(node: Node) -> bool:
    return str((node.get("parameters") or {}).get("keyword")).upper() == "A"


def _keywords(parameters: Mapping[str, Any]) -> list[str]:
    several = parameters.get("keywords") or parameters.get("keywords_any") or parameters.get("keyword") or []
    return [several] if isinstance(several, str) else list(several)
