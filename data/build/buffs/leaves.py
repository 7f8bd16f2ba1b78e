"""Flatten the source's effect trees: each leaf effect with the conditions, choices and marks above it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

__all__ = ["Leaf", "flatten"]

Node = Mapping[str, Any]

_SERIES: Final = frozenset({"sequence", "rules-bundle"})
_OPTIONS: Final = frozenset({"choice", "stance-select", "dice-pool-allocation"})


@dataclass(frozen=True, slots=True)
class Leaf:
    """One effect of the source.

    Attributes:
        node: The effect itself.
        conditions: Condition trees that must all hold.
        asked: Facts only the player knows, as labels: a mark on the target, a roll that succeeded, an aura's reach.
        recipients: Keywords that the unit which has the effect needs.
        excluded: Keywords that it must not have.
        choice: The option it belongs to.
        to: For a marked unit, who profits: `target` is the marked unit itself.
        elsewhere: The ability may belong to another unit (auras, marks).
    """

    node: Node
    conditions: tuple[Node, ...] = ()
    asked: tuple[str, ...] = ()
    recipients: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    choice: str | None = None
    to: str | None = None
    elsewhere: bool = False
    gate: Node | None = field(default=None)


def flatten(node: Any, above: Leaf | None = None) -> Iterator[Leaf]:
    """Yield the leaves of a tree in the source's order."""
    leaf = above or Leaf({})
    if isinstance(node, list):
        for step in node:
            yield from flatten(step, leaf)
        return
    if not isinstance(node, Mapping):
        return
    kind = node.get("type")
    if kind in _SERIES:
        yield from flatten(node.get("steps"), leaf)
    elif kind == "conditional":
        inner = replace(leaf, conditions=(*leaf.conditions, node["condition"]))
        yield from flatten(node.get("effect"), inner)
        otherwise = {"operator": "not", "operands": [node["condition"]]}
        yield from flatten(node.get("else"), replace(leaf, conditions=(*leaf.conditions, otherwise)))
    elif kind in _OPTIONS:
        yield from _options(node, leaf)
    elif kind in ("designate-target", "persistent-designation"):
        yield from _marked(node, leaf)
    elif kind in ("select-units", "for-each-unit"):
        recipients = (node.get("selector") or {}).get("keywords") or []
        yield from flatten(node.get("effect"), replace(leaf, recipients=(*leaf.recipients, *recipients)))
    elif kind == "aura":
        yield from _aura(node, leaf)
    elif kind in ("dice-gated", "dice-table"):
        yield from _diced(node, leaf)
    elif kind == "risk-reward":
        yield from flatten(node.get("risk"), leaf)
        yield from flatten(node.get("reward"), leaf)
    elif kind in ("named-effect", "resource-spend"):
        yield from flatten(node.get("effect"), leaf)
        yield from flatten((node.get("modifier") or {}).get("effect"), leaf)
    elif kind == "leader-model-ability-grant":
        yield from flatten((node.get("grant") or {}).get("effect"), leaf)
    else:
        yield replace(leaf, node=node)


def _options(node: Node, leaf: Leaf) -> Iterator[Leaf]:
    for place, option in enumerate(node.get("options") or []):
        name = option.get("label") or option.get("name") or option.get("id") or f"option {place + 1}"
        name = str(name) if leaf.choice is None else f"{leaf.choice}: {name}"
        tree = option.get("effect", option if "type" in option else None)
        conditions = (*leaf.conditions, option["condition"]) if option.get("condition") else leaf.conditions
        yield from flatten(tree, replace(leaf, choice=name, conditions=conditions))


def _marked(node: Node, leaf: Leaf) -> Iterator[Leaf]:
    applies = node.get("applies") or node.get("consumer") or {}
    asked = (*leaf.asked, str(node.get("designation") or "mark"))
    for one in applies if isinstance(applies, list) else [applies]:
        recipients = (*leaf.recipients, *one.get("attacker_keywords", ()))
        inner = replace(leaf, asked=asked, to=one.get("to"), recipients=recipients, elsewhere=True)
        yield from flatten(one.get("effect"), inner)


def _aura(node: Node, leaf: Leaf) -> Iterator[Leaf]:
    modifier = node.get("modifier") or {}
    filters = modifier.get("recipient_filter") or modifier.get("eligible") or {}
    recipients = (*leaf.recipients, *filters.get("required_keywords", ()))
    excluded = (*leaf.excluded, *filters.get("excluded_keywords", ()))
    asked = (*leaf.asked, f'within {modifier.get("range", 6)}"')
    inner = replace(leaf, recipients=recipients, excluded=excluded, asked=asked, elsewhere=True)
    yield from flatten(modifier.get("effect"), inner)


def _diced(node: Node, leaf: Leaf) -> Iterator[Leaf]:
    """What a roll decides: mortal wounds keep the roll (`gate`), anything else asks whether it succeeded.

    Of the outcomes of a table one comes true: each is an option, which the player names after the roll.
    """
    inner = replace(leaf, gate=node if leaf.gate is None else {"nested": True})
    yield from flatten(node.get("on_success"), inner)
    for outcome in node.get("outcomes") or []:
        results = " or ".join(map(str, outcome.get("results") or ()))
        name = f"{leaf.choice}: rolled {results}" if leaf.choice else f"rolled {results}"
        yield from flatten(outcome.get("effect"), replace(leaf, gate={"nested": True, "table": True}, choice=name))
    yield from flatten(node.get("on_fail"), replace(leaf, gate={**node, "failed": True}))
