"""The rules that the editions have differently, each with the settings that make the difference."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["RULE_CHANGES", "RuleChange"]


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A rule that the editions have differently: settings that only make sense when switched together.

    Attributes:
        name: Short, for charts and tables.
        settings: Fields of `Edition`.
        rules: Ids of the rules.
        sentence: What the later edition does, in a player's words.
    """

    name: str
    settings: tuple[str, ...]
    rules: tuple[str, ...]
    sentence: str


RULE_CHANGES: Final = (
    RuleChange(
        "Cover and Stealth",
        ("cover_worsens_skill", "cover_improves_save", "stealth_is_cover", "stealth_hit_modifier"),
        ("R-SAV-06", "R-HIT-09"),
        "cover worsens the shooter's BS instead of improving the save, and Stealth is cover",
    ),
    RuleChange("Bounds of BS and WS", ("skill_worst",), ("R-MOD-04",), "BS and WS never get worse than 6+"),
    RuleChange("Limit on saves", ("save_improvement_cap",), ("R-SAV-04",), "saves may be improved by more than 1"),
    RuleChange(
        "Extra attack dice",
        ("extra_dice_after_floor",),
        ("R-ATT-02", "R-ATT-03"),
        "Rapid Fire and Blast add dice after the Attacks are modified",
    ),
    RuleChange("Extra Attacks", ("extra_attacks_fixed",), ("R-ATT-08",), "Extra Attacks weapons may gain attacks"),
    RuleChange("Lethal Hits", ("lethal_hits_optional",), ("R-HIT-07",), "a Lethal Hit may roll to wound instead"),
    RuleChange(
        "Psychic attacks",
        ("psychic_ignores_penalties",),
        ("R-HIT-12",),
        "psychic attacks ignore penalties, cover and Stealth",
    ),
    RuleChange(
        "Indirect Fire",
        (
            "indirect_hit_modifier",
            "indirect_fails_up_to",
            "indirect_spotted_fails_up_to",
            "indirect_rerolls_hits",
        ),
        ("R-SHT-01", "R-SHT-02"),
        "Indirect Fire at the unseen hits on 6s, or on 4s when stationary and spotted, without re-rolls",
    ),
    RuleChange("Overwatch", ("snap_rerolls_hits",), ("R-SHT-05",), "hits in overwatch may not be rolled again"),
    RuleChange("Torrent with Precision", ("torrent_loses_precision",), ("R-SHT-04",), "Torrent weapons lose Precision"),
    RuleChange(
        "Halved damage",
        ("halve_damage_before_adding",),
        ("R-MOD-01", "R-DMG-05"),
        "damage is halved after Melta and the like are added",
    ),
    RuleChange("Damage set to 0", ("zero_damage_is_final",), ("R-MOD-02", "R-DMG-06"), "damage set to 0 stays 0"),
    RuleChange(
        "Devastating against reduction",
        ("devastating_spares_defender_changes",),
        ("R-DMG-11",),
        "Devastating Wounds ignore reduced and halved damage",
    ),
    RuleChange(
        "Weapons as batches",  # a batch is one way of rolling, so its parts cannot be told apart
        ("devastating_after_all_lines", "saves_sorted", "toughness_read_per_line"),
        ("R-DMG-09", "R-SAV-14", "R-SEQ-07"),
        "each weapon is a batch: Toughness of the living, saves from the lowest die up, then its Devastating Wounds",
    ),
    RuleChange(
        "Hazardous",
        (
            "hazard_fails_up_to",
            "hazard_mortal_wounds",
            "hazard_mortal_wounds_monster_or_vehicle",
            "hazard_on_one_bearer",
        ),
        ("R-HAZ-01", "R-HAZ-02", "R-HAZ-03"),
        "Hazardous fails on 1 and 2, for 1 mortal wound (3 on monsters and vehicles)",
    ),
    RuleChange(
        "New weapon abilities",
        ("name",),
        ("R-ATT-04", "R-ATT-05", "R-MOD-15", "R-WND-07"),
        "weapon abilities that one edition alone knows, such as Cleave and numbered Blast",
    ),
)
