"""Why a buff that may act in an attack reached nothing there: the first thing that its effects lacked, in words."""

from __future__ import annotations

from analysis.buffs.changes import CHANGES
from analysis.buffs.defence import RANGED_ONLY
from analysis.buffs.model import Effect
from analysis.buffs.select import Selected, clause_in_words
from analysis.buffs.table import Table

__all__ = ["missing_in_words"]


def missing_in_words(one: Selected, table: Table) -> str:
    """What a buff lacked that took part and changed no weapon line, no model, and nothing of the table."""
    effects = one.effects()
    if any(effect.change == "leadership_rerolled" for effect in effects):
        return "no Leadership test in this attack"
    condition = _unmet_condition(one, table)
    if condition is not None:
        return f"needs {condition}"
    lacks = [lack for effect in effects if (lack := _lacks(one, effect, table)) is not None]
    return lacks[0] if lacks else "no weapon of this attack meets all of its conditions at once"


def _unmet_condition(one: Selected, table: Table) -> str | None:
    """The first condition that no weapon line met."""
    weapons = table.scenario.attacker.weapons
    for when in [effect.when for effect in one.effects()] + [pool.when for pool in one.pools()]:
        for clause in when:
            if not any(table.holds(clause, one.buff.side, one.toggles, weapon) for weapon in weapons):
                return clause_in_words(clause, one.buff)
    return None


def _lacks(one: Selected, effect: Effect, table: Table) -> str | None:
    """What an effect lacks whose conditions hold."""
    side = one.buff.side
    if effect.change in RANGED_ONLY and table.phase == "fight":
        return "does nothing in a fight"
    if effect.characters_only and not any(group.character for group in table.groups(side)):
        return "no character in the unit"
    on_weapons = CHANGES[effect.change].place == "weapon"
    if effect.bearer_only and on_weapons and side == "attacker" and table.facts(side).units:
        bearers = table.bearers(one.buff)
        if not any(unit.weapons for unit in bearers):
            return f"{one.buff.owner or 'its bearer'} attacks with no weapon here"
    return None
