"""What differs between the 10th and the 11th edition, as named settings; each comment gives the rule id.

The rest of `analysis` never asks which edition it is: it asks for a setting, so a ruling changes one line here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["EDITIONS", "Edition"]


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """The settings of one edition; compared by identity, since there is one object for each edition."""

    name: str
    skill_worst: int | None
    """Worst value of BS and WS after all changes; None knows no worst value (R-MOD-04)."""
    cover_worsens_skill: int
    """What the benefit of cover takes from BS, outside the cap on roll modifiers (R-SAV-06)."""
    cover_improves_save: int
    """What the benefit of cover adds to the armour saving throw (R-SAV-06)."""
    stealth_is_cover: bool
    """Whether stealth gives the benefit of cover instead of a hit modifier (R-HIT-09)."""
    stealth_hit_modifier: int
    save_improvement_cap: int | None
    """How much AP, cover and bonuses may together improve a saving throw (R-SAV-04, OQ-01)."""
    extra_dice_after_floor: bool
    """Whether rapid fire and blast add dice after the floor of one attack (R-ATT-02, R-ATT-03, R-ATT-07)."""
    extra_attacks_fixed: bool
    """Whether the attacks of an extra attacks weapon cannot be changed (R-ATT-08, OQ-05)."""
    lethal_hits_optional: bool
    """Whether the attacker may roll to wound instead of taking the automatic wound (R-HIT-07)."""
    psychic_ignores_penalties: bool
    """Whether psychic attacks ignore worse skill and hit modifiers, cover and stealth (R-HIT-12)."""
    indirect_hit_modifier: int
    """R-SHT-01."""
    indirect_fails_up_to: int
    """Unmodified hit rolls up to this fail when the target is not visible (R-SHT-01)."""
    indirect_spotted_fails_up_to: int
    """The same for a stationary unit whose target is visible to a friend (R-SHT-02)."""
    indirect_rerolls_hits: bool
    snap_rerolls_hits: bool
    """R-SHT-01 and R-SHT-05: whether hit rolls may be rolled again."""
    torrent_loses_precision: bool
    """R-SHT-04."""
    halve_damage_before_adding: bool
    """Order of operations on damage (R-MOD-01, R-DMG-05)."""
    zero_damage_is_final: bool
    """Whether damage set to 0 can no longer grow (R-MOD-02, R-DMG-06, OQ-08)."""
    devastating_spares_defender_changes: bool
    """Whether devastating wounds ignore the defender's changes of damage (R-DMG-11, OQ-02)."""
    devastating_after_all_lines: bool
    """Whether devastating wounds wait for all lines of the unit, or only for their own (R-DMG-09)."""
    saves_sorted: bool
    """Whether the saves of a line are read from the lowest die up, over groups fixed at its start (R-SAV-14)."""
    toughness_read_per_line: bool
    """Whether Toughness is read from the living when a line starts, or fixed by the fresh unit (R-SEQ-07)."""
    hazard_fails_up_to: int
    """R-HAZ-01."""
    hazard_mortal_wounds: int
    hazard_mortal_wounds_monster_or_vehicle: int
    """Mortal wounds of one failed hazard test (R-HAZ-02)."""
    hazard_on_one_bearer: bool
    """Whether each failure falls on one model and its surplus is lost (R-HAZ-02, R-HAZ-03)."""


EDITIONS: Final[dict[str, Edition]] = {
    edition.name: edition
    for edition in (
        Edition(
            name="10e",
            skill_worst=None,
            cover_worsens_skill=0,
            cover_improves_save=1,
            stealth_is_cover=False,
            stealth_hit_modifier=-1,
            save_improvement_cap=1,
            extra_dice_after_floor=False,
            extra_attacks_fixed=True,
            lethal_hits_optional=False,
            psychic_ignores_penalties=False,
            indirect_hit_modifier=-1,
            indirect_fails_up_to=3,
            indirect_spotted_fails_up_to=3,
            indirect_rerolls_hits=True,
            snap_rerolls_hits=True,
            torrent_loses_precision=False,
            halve_damage_before_adding=True,
            zero_damage_is_final=False,
            devastating_spares_defender_changes=False,
            devastating_after_all_lines=True,
            saves_sorted=False,
            toughness_read_per_line=False,
            hazard_fails_up_to=1,
            hazard_mortal_wounds=3,
            hazard_mortal_wounds_monster_or_vehicle=3,
            hazard_on_one_bearer=True,
        ),
        Edition(
            name="11e",
            skill_worst=6,
            cover_worsens_skill=1,
            cover_improves_save=0,
            stealth_is_cover=True,
            stealth_hit_modifier=0,
            save_improvement_cap=None,
            extra_dice_after_floor=True,
            extra_attacks_fixed=False,
            lethal_hits_optional=True,
            psychic_ignores_penalties=True,
            indirect_hit_modifier=0,
            indirect_fails_up_to=5,
            indirect_spotted_fails_up_to=3,
            indirect_rerolls_hits=False,
            snap_rerolls_hits=False,
            torrent_loses_precision=True,
            halve_damage_before_adding=False,
            zero_damage_is_final=True,
            devastating_spares_defender_changes=True,
            devastating_after_all_lines=False,
            saves_sorted=True,
            toughness_read_per_line=True,
            hazard_fails_up_to=2,
            hazard_mortal_wounds=1,
            hazard_mortal_wounds_monster_or_vehicle=3,
            hazard_on_one_bearer=False,
        ),
    )
}
