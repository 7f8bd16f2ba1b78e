"""Toggles for conditions that only the player can judge: an id and a short label of our own for each kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from analysis.buffs.library import slug
from analysis.buffs.model import Toggle

__all__ = ["designated", "toggle_for"]

Parameters = Mapping[str, Any]


def toggle_for(kind: str, parameters: Parameters) -> Toggle:
    """The toggle that stands for one leaf of the source's condition tree."""
    label = _LABELS[kind](parameters) if kind in _LABELS else kind.replace("-", " ")
    return Toggle(slug(label), label)


def designated(designation: str | None) -> str:
    """The label for an enemy unit that a rule marks; a few have a name players know."""
    known = {"oath-of-moment": "target of the Oath of Moment", "suppressed": "attacker suppressed"}
    return known.get(designation or "", "target marked")


def _whose(parameters: Parameters, default: str = "unit") -> str:
    subject = str(parameters.get("subject") or default)
    return {"target": "target ", "attacker": "attacker ", "defender": "target "}.get(subject, "")


def _inches(parameters: Parameters) -> str:
    distance = parameters.get("range_inches") or parameters.get("range")
    if parameters.get("range_multiplier"):
        return "within half range"
    return f'within {distance}"' if distance else "near"


def _near(parameters: Parameters) -> str:
    kind = str(parameters.get("target_type") or parameters.get("target_qualifier") or "")
    if "closest" in kind:
        return "target is the closest eligible" + (f" {_inches(parameters)}" if _inches(parameters) != "near" else "")
    who = parameters.get("keyword") or parameters.get("keywords") or parameters.get("of") or ""
    name = " ".join(who) if isinstance(who, list) else str(who).replace("-", " ")
    if not name and "enemy" in kind:
        name = "enemy"
    shown = "the enemy" if name == "enemy" else name.upper()
    return f"{_inches(parameters)} of {shown}" if name else _inches(parameters)


def _enemy_near(parameters: Parameters) -> str:
    if "range" in parameters:
        return _near({"target_type": "enemy", **parameters})
    return "target " + _near(parameters).removeprefix("target ")


def _objective(parameters: Parameters) -> str:
    held = " that you hold" if parameters.get("controlled") == "friendly" else ""
    return f"{_whose(parameters)}within range of an objective{held}"


def _round(parameters: Parameters) -> str:
    low, high = parameters.get("min"), parameters.get("max")
    return f"battle round {low or 1} to {high}" if high else f"battle round {low} or later"


def _disposition(parameters: Parameters) -> str:
    if "closest" in str(parameters):
        return "target is the closest eligible"
    whose = _whose(parameters) or "attacker "
    return f"{whose}{parameters.get('disposition', 'as the rule asks')}".replace("-", " ")


def _named(parameters: Parameters, *keys: str) -> str:
    return next((str(parameters[key]).replace("-", " ") for key in keys if parameters.get(key)), "active")


_LABELS: Final[dict[str, Callable[[Parameters], str]]] = {
    "unit-below-half-strength": lambda p: f"{_whose(p)}below Half-strength",
    "unit-below-starting-strength": lambda p: f"{_whose(p)}below Starting Strength",
    "is-battle-shocked": lambda p: f"{_whose(p)}battle-shocked",
    "has-lost-wounds": lambda p: f"{_whose(p)}has lost wounds",
    "wounds-remaining-at-or-below": lambda p: f"at most {p.get('threshold')} wounds left",
    "unit-within-range-of": _near,
    "opponent-unit-within-range": _enemy_near,
    "within-range-of-objective": _objective,
    "controls-objective": lambda p: "holds an objective",
    "objective-majority": lambda p: "holds more objectives than the opponent",
    "territory-control": lambda p: "target in its own territory",
    "terrain-area-control": lambda p: "within the area",
    "region-membership": lambda p: "within the region",
    "engagement-state": lambda p: "engaged",
    "disembarked-from-transport": lambda p: "disembarked this turn",
    "advanced-this-turn": lambda p: "advanced this turn",
    "charged-this-turn": lambda p: f"{_whose(p)}charged this turn",
    "remained-stationary": lambda p: f"{_whose(p)}remained stationary",
    "was-hit-by-attack": lambda p: "target hit before" if p.get("subject") == "target" else "hit before",
    "has-fought-this-phase": lambda p: f"{_whose(p)}has fought this phase",
    "destroyed-by-attack-type": lambda p: "a unit destroyed by such attacks",
    "units-destroyed": lambda p: f"{'a friendly' if p.get('side') == 'friendly' else 'an enemy'} unit destroyed",
    "units-destroyed-comparison": lambda p: "more enemy units destroyed",
    "unit-has-tag": lambda p: f"{_whose(p)}{_named(p, 'tag')}",
    "target-has-tag": lambda p: f"target {_named(p, 'tag')}",
    "faction-rule-active": lambda p: f"{_named(p, 'rule')} active",
    "battle-round": _round,
    "disposition-matches": _disposition,
    "event": lambda p: str(p["event"]),
    "token-count-at-or-above": lambda p: "tokens left",
    "target-is-visible": lambda p: "target visible",
    "uniform-ranged-loadout": lambda p: "all models with the same gun",
    "dice-roll": lambda p: "dice roll succeeded",
    "keyword-state": lambda p: f"{_whose(p)}{_named(p, 'keyword').lower()}",
}
