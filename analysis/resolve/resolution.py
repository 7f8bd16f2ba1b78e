"""A referring scenario written out inline: units, loadouts and attachments become numbers.

Named buffs are not folded here: they stay in `modifiers.buffs` of the scenario, and the context beside it tells
`analysis.buffs.fold` what the numbers do not. Only where a profile has to be chosen is the fold asked, so that the
choice is made under the buffs that will act.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from pydantic import ValidationError

from analysis.buffs.table import Context, SideFacts
from analysis.datasheet import Catalogue, Kind
from analysis.errors import InputError, from_validation
from analysis.evaluate import evaluate
from analysis.referring import KIND_OF_PHASE, ReferringScenario, TableSituation, UnitReference
from analysis.resolve.armament import Armament
from analysis.resolve.attacks import AttackLine, kinds_carried
from analysis.resolve.fielded import FieldedUnit, field_units
from analysis.resolve.side import facts_of, side_of, target_of
from analysis.scenario import Attacker, Modifiers, Scenario, Situation, Target

__all__ = ["Fold", "Resolution", "plunging", "resolve", "without_buffs"]

Fold = Callable[[Scenario, Context], Scenario]

_PHASES: Final = {kind: phase for phase, kind in KIND_OF_PHASE.items()}
_PLUNGING_FIRE: Final = {"10e": "ap", "11e": "skill"}
"""What plunging fire improves by 1 (R-SAV-12)."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """A scenario written out, and what it was made of.

    Attributes:
        scenario: Inline; buffs that were named are still in `modifiers.buffs`.
        context: What the catalogue knows of both sides beyond the numbers.
        attacker: The attacking datasheets, bodyguard first; empty for a side that was written out.
        target: The same of the target.
        lines: The attack lines, one for each weapon of the scenario; empty for an attacker that was written out.
        armament: What the lines were chosen from; None for an attacker that was written out.
    """

    scenario: Scenario
    context: Context
    attacker: tuple[FieldedUnit, ...]
    target: tuple[FieldedUnit, ...]
    lines: tuple[AttackLine, ...]
    armament: Armament | None


def without_buffs(scenario: Scenario, context: Context) -> Scenario:
    """The scenario as if no buff had been named."""
    return scenario.model_copy(update={"modifiers": scenario.modifiers.model_copy(update={"buffs": []})})


def resolve(referring: ReferringScenario, catalogue: Catalogue, fold: Fold = without_buffs) -> Resolution:
    """Write a referring scenario out inline.

    Args:
        referring: Validated; its names are looked up here.
        catalogue: Whoever has the facts.
        fold: How named buffs are folded in when profiles are compared.

    Raises:
        InputError: Naming field, value and expectation, for everything that the catalogue does not know.
    """
    try:
        return _resolve(referring, catalogue, fold)
    except ValidationError as error:
        raise from_validation(error) from None


def _resolve(referring: ReferringScenario, catalogue: Catalogue, fold: Fold) -> Resolution:
    attackers = _units(referring.attacker, catalogue, referring.edition, "attacker")
    targets = _units(referring.target, catalogue, referring.edition, "target")
    kind = _kind(referring, attackers)
    target: Target
    target_facts = SideFacts()
    if isinstance(referring.target, UnitReference):
        side = side_of(referring.target, targets, kind, "target")
        target, target_facts = target_of(side), facts_of(side, ())
    else:
        target = referring.target
    draft = partial(_scenario, referring, target)
    if not isinstance(referring.attacker, UnitReference):
        context = Context(SideFacts(), target_facts)
        return Resolution(draft(referring.attacker, kind), context, attackers, targets, (), None)
    attacking = side_of(referring.attacker, attackers, kind, "attacker")
    armament = Armament(attacking, kind, frozenset(keyword.upper() for keyword in target.keywords), target_facts, draft)
    lines = armament.chosen(lambda lines: evaluate(fold(*armament.inline(lines))).damage.mean)
    scenario, context = armament.inline(lines)
    return Resolution(scenario, context, attackers, targets, tuple(line for _, line in lines), armament)


def _units(side: object, catalogue: Catalogue, edition: str, field: str) -> tuple[FieldedUnit, ...]:
    return field_units(side, catalogue, edition, field) if isinstance(side, UnitReference) else ()


def _kind(referring: ReferringScenario, attackers: Sequence[FieldedUnit]) -> Kind:
    """Ranged or melee: by the phase, else by the only kind of weapon there is."""
    wanted = KIND_OF_PHASE[referring.phase] if referring.phase else None
    if isinstance(referring.attacker, Attacker):
        kinds = {weapon.type for weapon in referring.attacker.weapons} or {wanted or "ranged"}
        name = referring.attacker.name
    else:
        kinds = kinds_carried(attackers)
        name = attackers[0].datasheet.name
    if wanted in kinds:
        return wanted
    if wanted is None and len(kinds) == 1:
        return next(iter(kinds))
    if not kinds:
        raise InputError("attacker.loadout", None, f"weapons for {name} to attack with")
    possible = " or ".join(sorted(_PHASES[kind] for kind in kinds))
    raise InputError("phase", referring.phase, f"{possible}, by the weapons of {name}")


def _scenario(referring: ReferringScenario, target: Target, attacker: Attacker, kind: Kind) -> Scenario:
    table = referring.situation
    named = [*referring.modifiers.buffs, *referring.buffs]
    modifiers = referring.modifiers.model_copy(update={"buffs": named})
    if table.plunging_fire and kind == "ranged":
        modifiers = plunging(modifiers, referring.edition)
    return Scenario(
        edition=referring.edition, attacker=attacker, target=target, situation=_situation(table), modifiers=modifiers
    )


def _situation(table: TableSituation) -> Situation:
    return Situation(**{name: getattr(table, name) for name in Situation.model_fields})


def plunging(modifiers: Modifiers, edition: str) -> Modifiers:
    """The modifiers of ranged attacks from high terrain."""
    improved = _PLUNGING_FIRE[edition]
    return modifiers.model_copy(update={improved: getattr(modifiers, improved) + 1})
