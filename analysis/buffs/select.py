"""Which of the named buffs take part in an attack, and the reason in words for each that does not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from analysis.buffs.armies import Force
from analysis.buffs.conditions import Atom, Clause
from analysis.buffs.library import Library, slug
from analysis.buffs.model import Buff, Effect, PoolRoll
from analysis.buffs.table import Table
from analysis.errors import InputError, nearest
from analysis.scenario import BuffChoice

__all__ = ["Selected", "always_on", "clause_in_words", "looked_up", "select", "tested", "why_not"]

_ORDERS_ARMY: Final = "astra-militarum"


@dataclass(frozen=True, slots=True)
class Selected:
    """A named buff with the player's choice.

    `reason` is set when it takes no part; `automatic` marks an ability of the datasheet that nobody named, `counted`
    one that the catalogue's numbers already hold.
    """

    buff: Buff
    choice: str | None
    toggles: frozenset[str]
    reason: str | None = None
    automatic: bool = False
    counted: bool = False

    def effects(self) -> list[Effect]:
        """The effects of the choice made, without what the catalogue's numbers already subtract from damage."""
        return [
            effect
            for effect in self.buff.effects
            if effect.choice in (None, self.choice) and not (self.counted and effect.change == "damage_reduction")
        ]

    def pools(self) -> list[PoolRoll]:
        """The pools of the choice made; an ability that nobody named rolls none."""
        if self.automatic:
            return []
        return [pool for pool in self.buff.pools if pool.choice in (None, self.choice)]


def select(choices: Sequence[BuffChoice], library: Library, table: Table) -> list[Selected]:
    """Look the named buffs up and test each; the order of the list decides between rivals.

    Raises:
        InputError: Naming the place in the list, for an unknown buff, choice or toggle.
    """
    named = [looked_up(choice, library, f"buffs[{place}]") for place, choice in enumerate(choices)]
    return tested(named, always_on(library, table), library, table)


def looked_up(named: BuffChoice, library: Library, field: str = "buffs") -> Selected:
    """The buff, choice and toggles that a player named, not yet tested.

    Raises:
        InputError: For an unknown buff, choice or toggle.
    """
    buff = library.find(named.id, f"{field}.id")
    toggles = frozenset(_toggle(buff, text, field) for text in named.toggles)
    return Selected(buff, _choice(buff, named, field), toggles)


def tested(named: Sequence[Selected], always: Sequence[Selected], library: Library, table: Table) -> list[Selected]:
    """The abilities that always act, then the named buffs, each with the reason why it takes no part if it does not."""
    ids = {one.buff.id for one in named}
    selected = [one for one in always if one.buff.id not in ids]
    for one in named:
        counted = one.buff.counted and _borne(one.buff, table)
        reason = (
            why_not(one, table)
            or library.armies.refusal(one.buff, Force.at(table, one.buff.side))
            or _rivalry(one, selected, table)
            or _one_detachment_too_many(one, selected, library, table)
        )
        selected.append(replace(one, reason=reason, counted=counted))
    return selected


def always_on(library: Library, table: Table) -> list[Selected]:
    """The abilities of the datasheets at the table that nobody has to activate or choose, and that hold.

    Those that need a toggle act once the player names them with it.
    """
    found: dict[str, Selected] = {}
    for side in ("attacker", "defender"):
        for unit in table.facts(side).units:
            for buff in library.by_datasheet.get(unit.datasheet, ()):
                if buff.passive and buff.side == side and not buff.choices:
                    one = Selected(buff, None, frozenset(), automatic=True, counted=buff.counted)
                    if why_not(one, table) is None:
                        found[buff.id] = one
    return list(found.values())


def _choice(buff: Buff, named: BuffChoice, field: str) -> str | None:
    if named.choice is None:
        return None
    found = {slug(choice): choice for choice in buff.choices}.get(slug(named.choice))
    if found is None:
        accepted = "one of " + ", ".join(buff.choices) if buff.choices else "no choice for this buff"
        raise InputError(f"{field}.choice", named.choice, accepted)
    return found


def _toggle(buff: Buff, text: str, field: str) -> str:
    names = {slug(name): toggle.id for toggle in buff.toggles for name in (toggle.id, toggle.label)}
    found = names.get(slug(text))
    if found is None:
        known = [toggle.id for toggle in buff.toggles]
        close = nearest(slug(text)[:120], known) or ", ".join(known)
        raise InputError(f"{field}.toggles", text, f"a toggle such as {close}" if known else "no toggle for this buff")
    return found


def why_not(selected: Selected, table: Table) -> str | None:
    """The reason why a buff cannot act in this attack, looked at alone; None when it can."""
    buff = selected.buff
    if buff.status != "modelled":
        return buff.reason or buff.status
    if buff.phase not in ("any", table.phase) and table.phase is not None:
        return f"acts in the {buff.phase} phase only"
    facts = table.facts(buff.side)
    if facts.detachment and buff.detachment and buff.detachment != facts.detachment and buff.kind != "order":
        return f"belongs to the detachment {buff.detachment}, the army has {facts.detachment}"
    if facts.units and buff.datasheets and not buff.elsewhere and not _borne(buff, table):
        return f"no model of {buff.owner} in the unit"
    for clause in buff.when:
        if not table.holds(clause, buff.side, selected.toggles):
            return _in_words(clause, buff)
    if buff.choices and selected.choice is None:
        return "needs a choice: " + ", ".join(buff.choices)
    return None


def _borne(buff: Buff, table: Table) -> bool:
    return any(unit.datasheet in buff.datasheets for unit in table.facts(buff.side).units)


def _rivalry(one: Selected, before: Sequence[Selected], table: Table) -> str | None:
    """Why a buff cannot act beside those named before it: the same once, one order a unit, one command re-roll."""
    acting = [other for other in before if other.reason is None]
    if any(other.buff.id == one.buff.id and not other.automatic for other in before):
        return "named twice: counts once"
    if one.buff.kind == "order":
        return _too_many_orders(one, acting, table)
    if _changes(one, "command_reroll"):
        others = [other for other in acting if other.buff.id != one.buff.id]
        rivals = [other.buff.name for other in others if _changes(other, "command_reroll")]
        if rivals:
            return f"one such re-roll an attack, {rivals[0]} has it"
    return None


def _one_detachment_too_many(one: Selected, before: Sequence[Selected], library: Library, table: Table) -> str | None:
    """Why the army cannot have the rule's detachment beside those of the rules before; numbers alone name no army."""
    if one.buff.detachment is None or table.facts(one.buff.side).army_faction is None:
        return None
    acting = [other.buff for other in before if other.reason is None and other.buff.side == one.buff.side]
    return library.armies.unaffordable(one.buff.detachment, [buff.detachment for buff in acting if buff.detachment])


def _changes(selected: Selected, change: str) -> bool:
    return any(effect.change == change for effect in selected.buff.effects)


def _too_many_orders(one: Selected, acting: Sequence[Selected], table: Table) -> str | None:
    """One order a unit; Warrior Elite gives one more, in any army (OQ-09), other orders need an army of their own."""
    facts = table.facts(one.buff.side)
    elite = "KASRKIN" in table.keywords(one.buff.side) or any(_changes(other, "second_order") for other in acting)
    officers = facts.army_faction in (None, _ORDERS_ARMY)
    allowed = int(officers) + int(elite)
    given = [other.buff.name for other in acting if other.buff.kind == "order" and other.buff.side == one.buff.side]
    if len(given) < allowed:
        return None
    if not allowed:
        return "orders need the army faction Astra Militarum, or Warrior Elite"
    return f"one order a unit{', two with Warrior Elite' if elite else ''}: {' and '.join(given)} came first"


def _in_words(clause: Clause, buff: Buff) -> str:
    return "needs " + clause_in_words(clause, buff)


def clause_in_words(clause: Clause, buff: Buff) -> str:
    """A condition of a buff for players."""
    labels = {toggle.id: toggle.label for toggle in buff.toggles}
    return " or ".join(_atom_in_words(atom, labels) for atom in clause)


def _atom_in_words(atom: Atom, labels: dict[str, str]) -> str:
    no = "no " if atom.negated else ""
    match atom.subject:
        case "toggle":
            return f"{'not ' if atom.negated else ''}“{labels.get(atom.value, atom.value)}”"
        case "attacker" | "target":
            return f"{no}{atom.value} {'attacker' if atom.subject == 'attacker' else 'target'}"
        case "army":
            return f"{no}army faction {atom.value}"
        case "attached":
            return f"{no}attached leader or support unit"
        case "size":
            return f"{'fewer than' if atom.negated else 'at least'} {atom.value} models"
        case "situation":
            return f"{no}{atom.value}"
    plain = {"stronger": "Strength above Toughness", "weaker": "Strength below Toughness", "skilled": "a hit roll"}
    described = plain.get(atom.asks) or f"{atom.asks} {atom.value}".strip()
    return f"a weapon {'not ' if atom.negated else ''}{described}" if atom.asks not in plain else f"{no}{described}"
