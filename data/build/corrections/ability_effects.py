"""Effects of abilities: signs of AP, lost scopes and conditions, amounts under a wrong name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from data.build.corrections.correction import Correction, only
from data.sources.bundle import Bundle, Row
from data.sources.wh40kdc_package import read_package_11e

__all__ = ["CORRECTIONS"]

Effect = dict[str, Any]


def _nodes(tree: object) -> Iterator[Effect]:
    """Every dictionary of an effect tree."""
    if isinstance(tree, dict):
        yield tree
        for branch in tree.values():
            yield from _nodes(branch)
    elif isinstance(tree, list):
        for branch in tree:
            yield from _nodes(branch)


def _abilities(bundle: Bundle, *stems: str) -> list[Row]:
    found = [row for row in bundle.abilities if row["ability_id"].startswith(stems)]
    if not found:
        raise LookupError(f"no ability begins with {stems}")
    return found


def _cover_and_stealth(bundle: Bundle) -> None:
    """Both worsen the BS of ranged attacks: Stealth is the benefit of cover."""
    only(bundle.abilities, ability_id="benefit-of-cover")["effect"]["modifier"]["attack_type"] = "ranged"
    for row in bundle.abilities:
        if row["ability_id"] == "stealth":
            row["effect"] = {
                "type": "ability-grant",
                "target": "self",
                "modifier": {"grant_type": "benefit-of-cover", "attack_type": "ranged"},
            }


_IMPROVES_AP = (
    "psychic-disciplines",
    "sensational-performance",
    "pulsa-rokkit",
    "da-hunt-is-on",
    "bonded-heroes",
    "cosmic-storm",
    "big-spender",
    "clownin-dakka",
    "headwoppas-killchoppa",
    "try-dat-button",
    "counterpredation",
)


def _ap_improves(bundle: Bundle) -> None:
    """`add 1` to AP is meant as an improvement here; elsewhere the package writes `subtract`."""
    for row in _abilities(bundle, *_IMPROVES_AP):
        for node in _nodes(row["effect"]):
            if node.get("stat") == "AP" and node.get("operation") == "add":
                node["operation"] = "subtract"
    headlong = only(bundle.abilities, ability_id="headlong-destruction")
    for node in _nodes(headlong["effect"]):
        if node.get("target") == "attacker":
            node["target"] = "self"


def _name_reductions(bundle: Bundle) -> None:
    for row in _abilities(bundle, "armour-of-corruption", "helm-of-brazen-ire"):
        for node in _nodes(row["effect"]):
            if node.get("type") == "damage-reduction":
                modifier = node["modifier"]
                amount = modifier.pop("value", None) or modifier.pop("amount", None)
                modifier["reduction"] = modifier.get("reduction", amount)


def _melta_mine(bundle: Bundle) -> None:
    """On 2+ D3 mortal wounds, 2D3 against vehicles, as the same rule says for Drayden's Lance."""
    complete = only(bundle.abilities, ability_id="melta-mine-draydens-lance")["effect"]
    only(bundle.abilities, ability_id="melta-mine")["effect"] = complete


def _purgation_sweep(bundle: Bundle) -> None:
    """One more attack against PSYKERS and battle-shocked units."""
    row = only(bundle.abilities, ability_id="purgation-sweep-null-maiden-vigil")
    once = row["effect"]
    against = [
        {"type": "target-has-keyword", "parameters": {"keyword": "PSYKER"}},
        {"type": "is-battle-shocked", "parameters": {"subject": "target"}},
    ]
    again = {"type": "conditional", "condition": {"operator": "or", "operands": against}, "effect": once}
    row["effect"] = {"type": "sequence", "steps": [once, again]}


def _feel_no_pain_scopes(bundle: Bundle) -> None:
    """0.5.0 lost against what a Feel No Pain holds; the same ability of 1.4.5 says it."""
    raw, _ = read_package_11e()
    scopes: dict[tuple[str, int], set[str | None]] = defaultdict(set)
    for row in raw["abilities"]:
        for node in _nodes(row["effect"]):
            if node.get("type") == "feel-no-pain":
                modifier = node["modifier"]
                scope = modifier.get("scope") or modifier.get("against_attack_type")
                scopes[row["ability_id"], modifier["threshold"]].add(scope)
    for row in bundle.abilities:
        for node in _nodes(row["effect"]):
            if node.get("type") == "feel-no-pain":
                known = scopes[row["ability_id"], node["modifier"]["threshold"]] - {None}
                if len(known) == 1:
                    node["modifier"]["scope"] = known.pop()


_ALSO_MORTAL = ("rituale-nullificatus", "the-spiritshield-helm")


def _mortal_wounds_too(bundle: Bundle) -> None:
    for row in _abilities(bundle, *_ALSO_MORTAL, "runes-of-the-blood-god"):
        for node in _nodes(row["effect"]):
            if node.get("type") == "feel-no-pain":
                node["modifier"]["scope"] = "psychic-and-mortal"


CORRECTIONS = (
    Correction(
        "1-2",
        "11e",
        "Stealth is the benefit of cover, and both act on ranged attacks only",
        "rules",
        _cover_and_stealth,
    ),
    Correction(
        "30-31", "11e", "Twelve abilities improve AP", "BSData; no ability worsens its own attacks", _ap_improves
    ),
    Correction("32", "11e", "Two abilities reduce damage by 1", "the package's own schema", _name_reductions),
    Correction("9", "11e", "Melta Mine has its roll and its vehicles", "the Kasrkin page", _melta_mine),
    Correction(
        "11",
        "11e",
        "Purgation Sweep gives two attacks against PSYKERS and battle-shocked units",
        "the page",
        _purgation_sweep,
    ),
    Correction(
        "scopes (10e)",
        "10e",
        "13 Feel No Pain abilities hold against psychic attacks or mortal wounds only",
        "the same abilities of wh40kdc 1.4.5",
        _feel_no_pain_scopes,
    ),
    *(
        Correction(
            f"scopes of three ({edition})",
            edition,
            "Three named Feel No Pain abilities hold against psychic attacks and mortal wounds",
            "BSData",
            _mortal_wounds_too,
        )
        for edition in ("10e", "11e")
    ),
)
