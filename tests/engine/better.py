"""Changes of a scenario that make it better for the attacker, one registry row each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

__all__ = ["BETTER", "Better", "mentions"]

Json = dict[str, Any]


def mentions(value: object, text: str) -> bool:
    """Whether a word stands anywhere in a scenario, as a field or as a value, ignoring case."""
    if isinstance(value, dict):
        return any(text in str(key).lower() or mentions(part, text) for key, part in value.items())
    if isinstance(value, list):
        return any(mentions(part, text) for part in value)
    return isinstance(value, str) and text in value.lower()


@dataclass(frozen=True, slots=True)
class Better:
    """A change that must not hurt the attacker.

    Attributes:
        apply: Changes the scenario in place.
        fishing: Where it may hurt after all: failures are rolled again, criticals are worth more than successes, and
            the change turns failures into plain successes that are no longer rolled again.
    """

    name: str
    apply: Callable[[Json], object]
    fishing: Callable[[Json], bool]


def _never(scenario: Json) -> bool:
    return False


def _fishing_for_hits(scenario: Json) -> bool:
    return _rerolls(scenario, "reroll_hits") and (
        mentions(scenario, "sustained hits") or mentions(scenario, "lethal hits")
    )


def _fishing_for_wounds(scenario: Json) -> bool:
    rerolls = _rerolls(scenario, "reroll_wounds") or mentions(scenario, "twin-linked")
    return rerolls and mentions(scenario, "devastating wounds")


def _rerolls(scenario: Json, field: str) -> bool:
    own = scenario["attacker"]["weapons"][0].get("modifiers", {})
    return "failures" in (scenario["modifiers"].get(field), own.get(field))


def _add(field: str, change: int = 1) -> Callable[[Json], object]:
    def apply(scenario: Json) -> None:
        scenario["modifiers"][field] = scenario["modifiers"].get(field, 0) + change

    return apply


def _on_the_body(change: Callable[[Json], object]) -> Callable[[Json], object]:
    return lambda scenario: change(scenario["target"]["groups"][0])


def _worse_save(body: Json) -> None:
    body["save"] = min(7, body["save"] + 1)


def _worse_invulnerable(body: Json) -> None:
    if body["invulnerable"]:
        body["invulnerable"] = body["invulnerable"] + 1 if body["invulnerable"] < 6 else None


def _less_feel_no_pain(body: Json) -> None:
    body["feel_no_pain"] = [{**pain, "threshold": 6} for pain in body["feel_no_pain"] if pain["threshold"] < 6]


def _less_reduction(scenario: Json) -> None:
    for holder in (scenario["modifiers"], scenario["target"]["groups"][0]):
        holder["damage_reduction"] = max(0, holder.get("damage_reduction", 0) - 1)


BETTER: Final = (
    Better("+1 to hit", _add("hit"), _fishing_for_hits),
    Better("+1 to wound", _add("wound"), _fishing_for_wounds),
    Better("+1 strength", _add("strength"), _fishing_for_wounds),
    Better("+1 AP", _add("ap"), _never),
    Better("+1 attack", _add("attacks"), _never),
    Better("+1 damage", _add("damage"), _never),
    Better("hits re-rolled", lambda scenario: scenario["modifiers"].update(reroll_hits="failures"), _never),
    Better("wounds re-rolled", lambda scenario: scenario["modifiers"].update(reroll_wounds="failures"), _never),
    Better("less toughness", _add("toughness", -1), _fishing_for_wounds),
    Better("a worse save", _on_the_body(_worse_save), _never),
    Better("a worse saving throw", _add("save_roll", -1), _never),
    Better("a worse invulnerable save", _on_the_body(_worse_invulnerable), _never),
    Better("a worse Feel No Pain", _on_the_body(_less_feel_no_pain), _never),
    Better("no Feel No Pain given", lambda scenario: scenario["modifiers"].pop("feel_no_pain", None), _never),
    Better("less reduction of damage", _less_reduction, _never),
)
