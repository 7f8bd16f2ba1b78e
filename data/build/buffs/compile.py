"""Compile the source's ability data into buffs: sides, conditions, toggles, choices, pools, and an honest status."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from analysis.buffs.conditions import Atom, Clause
from analysis.buffs.model import Effect, PoolRoll, Toggle
from data.build.buffs.clauses import Reader
from data.build.buffs.compiled import Compiled
from data.build.buffs.effects import read_leaf
from data.build.buffs.found import Found, acceptable
from data.build.buffs.labels import designated
from data.build.buffs.leaves import Leaf, flatten
from data.build.buffs.mends import Mend, mended
from data.build.buffs.mortals import read_mortals
from data.build.buffs.vocabulary import Vocabulary
from data.build.buffs.wording import option_name
from data.sources.abilities import RawAbility

__all__ = ["compile_ability"]

_BEARER: Final = frozenset({"self", "bearer"})
_HAD_BY_A_MODEL: Final = frozenset({"unit", "core", "enhancement"})
_CORE: Final = {"stealth": Effect("stealth", 1), "benefit-of-cover": Effect("cover", 1)}
"""Core abilities that the source writes as penalties to hit, without saying that they are for ranged attacks only."""


def compile_ability(
    ability: RawAbility, vocabulary: Vocabulary, single_bearer: bool, mends: Sequence[Mend] = ()
) -> dict[str, Compiled]:
    """Compile one ability: by side, what it does for it; nothing for one that does not bear on an attack.

    Args:
        ability: As the source has it.
        vocabulary: The edition's words.
        single_bearer: It belongs to a leader or support unit, so that what names no attached unit is his alone.
        mends: Corrections of what the source says.
    """
    if ability.ability_id.startswith("deadly-demise"):
        return {}  # it hurts whoever stands near when the model is destroyed, not the target of an attack
    if ability.ability_id in _CORE:
        return {"defender": Compiled("defender", [_CORE[ability.ability_id]])}
    sides: dict[str, Compiled] = {}
    leaves = list(flatten(ability.effect))
    damaged = ability.ability_id.startswith("damaged")
    names = _option_names(leaves)
    for leaf in leaves:
        pool = read_mortals(leaf)
        found = read_leaf(leaf.node, leaf.to)
        if found is None and pool is None:
            continue
        if found and damaged:
            found.side = "attacker"
        side = found.side if found else "attacker"
        target = sides.setdefault(side, Compiled(side))
        target.elsewhere |= leaf.elsewhere or ability.scope.get("range", "").startswith(("aura", "any"))
        choice = names.get(leaf.choice) if leaf.choice else None
        when = _damaged(target) if damaged else _conditions(leaf, found, ability, target, vocabulary)
        if choice and choice not in target.choices:
            target.choices.append(choice)
        alone = _of_a_bearer(ability) and _alone(leaf, when, single_bearer and not _is_aura(ability))
        _add(target, found, pool, Effect("hit", 0, when, choice, alone))
    sides = mended(sides, mends)
    return {side: _without_mere_pools(one) for side, one in sides.items() if one.effects or one.pools or one.missing}


def _add(target: Compiled, found: Found | None, pool: Sequence[PoolRoll] | None, limits: Effect) -> None:
    """Give a side what a leaf changes and the pools it rolls; `limits` says when, for which choice, for whom."""
    if pool and all(one.faces for one in pool):
        target.pools += [replace(one, when=limits.when, choice=limits.choice) for one in pool]
    elif pool:
        target.missing.append("mortal wounds beside the attacks")
    if found and found.missing:
        target.missing.append(found.missing)
    elif found:
        for change, value in found.changes:
            if acceptable(change, value):
                target.effects.append(replace(limits, change=change, value=value))
            else:
                target.missing.append(f"{change} {value}")


def _without_mere_pools(side: Compiled) -> Compiled:
    """Rules that do nothing but deal mortal wounds: the source tells too little of their rolls."""
    if side.pools and not side.effects:
        return Compiled(side.side, missing=[*side.missing, "mortal wounds beside the attacks"])
    return side


def _damaged(target: Compiled) -> tuple[Clause, ...]:
    """The penalty a datasheet prints for few wounds left (OQ-18): it is the attacker's own."""
    target.toggles["damaged"] = Toggle("damaged", "damaged")
    return ((Atom("toggle", "", "damaged"),),)


def _of_a_bearer(ability: RawAbility) -> bool:
    """Whether one model has the rule: those of armies and detachments, and upgrades, are had by whole units."""
    return ability.ability_type in _HAD_BY_A_MODEL and not ability.name.endswith("(Upgrade)")


def _is_aura(ability: RawAbility) -> bool:
    return str(ability.scope.get("range")).startswith("aura")


def _alone(leaf: Leaf, when: Sequence[Clause], single_bearer: bool) -> bool:
    """Whether an effect is the bearer's alone: it says so, or a leader's rule does not speak of the unit he leads."""
    attached = any(atom.subject == "attached" and not atom.negated for clause in when for atom in clause)
    if leaf.elsewhere or leaf.recipients:
        return False
    return leaf.node.get("target") in _BEARER or (single_bearer and not attached)


def _conditions(
    leaf: Leaf, found: Found | None, ability: RawAbility, target: Compiled, vocabulary: Vocabulary
) -> tuple[Clause, ...]:
    """Everything that must hold for a leaf, from the outside in."""
    friendly = leaf.node.get("target") != "attacker"
    aura = _is_aura(ability)
    reader = Reader(target.side, vocabulary, target.toggles, shielding=aura and friendly)
    clauses: list[Clause] = []
    # What a rule says of its bearer is not asked of another unit that it helps from a distance.
    apart = ability.ability_type in ("unit", "enhancement") and (aura or leaf.elsewhere)
    of_bearer = {} if apart else ability.applies_to or {}
    for keyword in (*leaf.recipients, *(of_bearer.get("required_keywords") or ())):
        clauses += reader.clauses({"type": "unit-has-keyword", "parameters": {"keyword": keyword}})
    for keyword in (*leaf.excluded, *(of_bearer.get("excluded_keywords") or ())):
        clauses += reader.clauses({"type": "unit-has-keyword", "parameters": {"keyword": keyword}}, negated=True)
    for condition in leaf.conditions:
        clauses += reader.clauses(condition)
    for label in leaf.asked:
        text = label if label.startswith("within") else designated(label)
        clauses += reader.toggle("keyword-state", {"keyword": text})
    if leaf.gate is not None and leaf.node.get("type") != "mortal-wounds" and "table" not in leaf.gate:
        clauses += reader.toggle("dice-roll", {}, negated=bool(leaf.gate.get("failed")))
    if found:
        clauses += found.when
        for kind, parameters in found.asked:
            clauses += reader.toggle(kind, parameters)
    clauses += _reach(ability, leaf, clauses, reader)
    return _simplified(clauses)


def _reach(ability: RawAbility, leaf: Leaf, clauses: Sequence[Clause], reader: Reader) -> tuple[Clause, ...]:
    """The distance of an aura, where no condition says it yet: only the table knows who is within it."""
    said = any("within" in atom.value for clause in clauses for atom in clause if atom.subject == "toggle")
    if not _is_aura(ability) or said or leaf.to:
        return ()
    inches = ability.scope.get("range_inches") or str(ability.scope["range"]).removeprefix("aura-")
    return reader.toggle("keyword-state", {"keyword": f'within {inches}"'})


def _simplified(clauses: Iterable[Clause]) -> tuple[Clause, ...]:
    """Each clause once; alternatives that hold whatever happens are dropped."""
    both = {str(Atom("weapon", "ranged", "")), str(Atom("weapon", "melee", ""))}
    kept = [clause for clause in clauses if not both <= {str(atom) for atom in clause}]
    return tuple(dict.fromkeys(kept))


def _option_names(leaves: Iterable[Leaf]) -> dict[str, str]:
    """A short name of our own for each option: the source's where it is one, else what the option does."""
    names: dict[str, str] = {}
    by_option: dict[str, list[Leaf]] = {}
    for leaf in leaves:
        if leaf.choice:
            by_option.setdefault(leaf.choice, []).append(leaf)
    for option, own in by_option.items():
        name = option_name(option, [read_leaf(leaf.node, leaf.to) for leaf in own])
        while name in names.values():
            name += " (again)"
        names[option] = name
    return names
