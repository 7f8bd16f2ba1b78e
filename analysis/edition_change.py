"""What the change of edition does to one attack: the datasheets' part, the rules' part, and each rule's own.

The same attack is written out twice, from each edition's catalogue. Answering both under both sets of rules separates
what changed on the datasheets from what changed in the rules; answering with one setting of the other edition at a
time says which rule it was. Rules act together, so their single effects need not add up to the whole.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from analysis.editions import EDITIONS, Edition
from analysis.evaluate import evaluate
from analysis.result import Result
from analysis.scenario import Scenario

__all__ = ["SETTINGS", "EditionChange", "RuleEffect", "Setting", "edition_change"]


@dataclass(frozen=True, slots=True)
class Setting:
    """One difference between the editions in a player's words."""

    field: str
    rules: str
    sentence: str


SETTINGS: Final = (
    Setting("name", "R-ATT-04, R-ATT-05, R-MOD-15", "weapon abilities that only one edition has"),
    Setting("skill_worst", "R-MOD-04", "BS and WS never get worse than 6+ in the 11th edition"),
    Setting("cover_worsens_skill", "R-SAV-06", "cover worsens the shooter's BS in the 11th edition"),
    Setting("cover_improves_save", "R-SAV-06", "cover improves the armour save in the 10th edition"),
    Setting("stealth_is_cover", "R-HIT-09", "stealth is the benefit of cover in the 11th edition"),
    Setting("stealth_hit_modifier", "R-HIT-09", "stealth takes 1 off hit rolls in the 10th edition"),
    Setting("save_improvement_cap", "R-SAV-04", "a save is improved by at most 1 in the 10th edition"),
    Setting("extra_dice_after_floor", "R-ATT-02, R-ATT-03", "rapid fire and blast add dice, not Attacks, in the 11th"),
    Setting("extra_attacks_fixed", "R-ATT-08", "extra attacks weapons cannot gain attacks in the 10th edition"),
    Setting("lethal_hits_optional", "R-HIT-07", "lethal hits may be rolled to wound in the 11th edition"),
    Setting("psychic_ignores_penalties", "R-HIT-12", "psychic attacks ignore penalties in the 11th edition"),
    Setting("indirect_hit_modifier", "R-SHT-01", "shooting at the unseen takes 1 off hit rolls in the 10th edition"),
    Setting("indirect_fails_up_to", "R-SHT-01", "which natural hit rolls fail at the unseen"),
    Setting("indirect_spotted_fails_up_to", "R-SHT-02", "the same when a friend sees the target"),
    Setting("indirect_rerolls_hits", "R-SHT-01", "hit rolls at the unseen may be rolled again in the 10th edition"),
    Setting("snap_rerolls_hits", "R-SHT-05", "hit rolls in overwatch may be rolled again in the 10th edition"),
    Setting("torrent_loses_precision", "R-SHT-04", "torrent weapons have no precision in the 11th edition"),
    Setting(
        "halve_damage_before_adding",
        "R-DMG-05",
        "melta is added after halving in the 10th edition, before it in the 11th",
    ),
    Setting("zero_damage_is_final", "R-DMG-06", "damage set to 0 stays 0 in the 11th edition"),
    Setting(
        "devastating_spares_defender_changes", "R-DMG-11", "devastating wounds ignore damage reduction in the 11th"
    ),
    Setting("devastating_after_all_lines", "R-DMG-09", "devastating wounds wait for all weapons in the 10th edition"),
    Setting("saves_sorted", "R-SAV-14", "saves are read from the lowest die up in the 11th edition"),
    Setting("toughness_read_per_line", "R-SEQ-07", "Toughness is read anew for each weapon in the 11th edition"),
    Setting(
        "hazard_fails_up_to", "R-HAZ-01", "hazardous weapons fail on 1 in the 10th edition, on 1 and 2 in the 11th"
    ),
    Setting("hazard_mortal_wounds", "R-HAZ-02", "how many mortal wounds a failed hazard test costs"),
    Setting("hazard_mortal_wounds_monster_or_vehicle", "R-HAZ-02", "the same for monsters and vehicles"),
    Setting("hazard_on_one_bearer", "R-HAZ-02, R-HAZ-03", "who suffers a failed hazard test"),
)


@dataclass(frozen=True, slots=True)
class RuleEffect:
    """One rule of the later edition put back to the earlier one's: the result that would then hold."""

    setting: Setting
    result: Result


@dataclass(frozen=True, slots=True)
class EditionChange:
    """One attack under two editions.

    Attributes:
        earlier: Earlier datasheets, earlier rules.
        new_sheets: Later datasheets, earlier rules: against `earlier`, what the datasheets changed.
        later: Later datasheets, later rules: against `new_sheets`, what the rules changed.
        effects: For each rule that matters here, the later attack with that rule put back.
    """

    earlier: Result
    new_sheets: Result
    later: Result
    effects: tuple[RuleEffect, ...]


def edition_change(earlier: Scenario, later: Scenario) -> EditionChange:
    """Compare an attack written out from both catalogues; rules that change nothing are left out."""
    old, new = EDITIONS[earlier.edition], EDITIONS[later.edition]
    result = evaluate(later)
    effects = [
        RuleEffect(setting, changed)
        for setting in SETTINGS
        if getattr(old, setting.field) != getattr(new, setting.field)
        and _differs(changed := evaluate(later, _put_back(new, old, setting.field)), result)
    ]
    return EditionChange(evaluate(earlier), evaluate(later, old), result, tuple(effects))


def _put_back(new: Edition, old: Edition, field: str) -> Edition:
    return replace(new, **{field: getattr(old, field)})


def _differs(one: Result, other: Result) -> bool:
    numbers = [
        (result.damage.mean, result.slain.mean, result.destroyed, result.hazard.mortal_wounds)
        for result in (one, other)
    ]
    return any(abs(first - second) > 1e-9 for first, second in zip(*numbers, strict=True))
