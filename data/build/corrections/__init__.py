"""Every correction of the sources, and the function that applies them.

docs/data.md lists the same registry: a fault is either here or under
`UNMENDED` with its reason.
"""

from __future__ import annotations

from data.build.corrections import (
    ability_effects,
    ability_links,
    boarding_actions,
    core_stratagems,
    defilers_10e,
    printed_loadouts,
    seed_datasheets,
    shared_sheets,
    squads_10e,
    squads_11e,
    stat_lines,
    weapons_10e,
    weapons_11e,
)
from data.build.corrections.correction import Correction
from data.sources.bundle import Bundle

__all__ = ["CORRECTIONS", "UNMENDED", "Correction", "apply_corrections"]

CORRECTIONS: tuple[Correction, ...] = (
    *weapons_11e.CORRECTIONS,
    *weapons_10e.CORRECTIONS,
    *defilers_10e.CORRECTIONS,
    *stat_lines.CORRECTIONS,
    *squads_11e.CORRECTIONS,
    *squads_10e.CORRECTIONS,
    *printed_loadouts.CORRECTIONS,
    *core_stratagems.CORRECTIONS,
    *boarding_actions.CORRECTIONS,
    *ability_links.CORRECTIONS,
    *shared_sheets.CORRECTIONS,
    *ability_effects.CORRECTIONS,
    *seed_datasheets.CORRECTIONS,
)

UNMENDED: tuple[tuple[str, str], ...] = (
    (
        "25: 11e Aquila Kill Team, plasma pistol AP -1/-2; Intercessors' grenade launcher; other doubtful rows",
        "BSData contradicts wh40kdc 1.4.5 and no third source decides; of 21 such rows checked 1.4.5 was right in all",
    ),
    (
        "29: 11e Captain on Bike and Kaius Konorius lack prices and most of their weapons",
        "no source has them; the units are kept without those weapons and without a price",
    ),
    (
        "11e Sir Hekhtur, Nazdreg and Runtherd have no price",
        "they are set up by another unit or newer than every price list at hand",
    ),
    (
        "11e Atalan Jackals: 6 to 9 models cost more than 10",
        "the sources differ and none is newer; the prices are as wh40kdc 1.4.5 prints them",
    ),
    (
        "10e: 111 of some 5,200 weapon references and the ability links of ambiguous ids are guesses",
        "the source does not say which of several rows of one id is meant; the rows are marked guess",
    ),
    (
        "18 units have no printed loadout in any source",
        "each model is given the first ranged and the first melee weapon of the datasheet; the rows are marked guess",
    ),
)
"""Faults that bear on damage, points or size and stay, each with the reason."""


def apply_corrections(bundle: Bundle) -> None:
    """Apply every correction of the bundle's edition, in the order of the registry."""
    for correction in CORRECTIONS:
        if correction.edition == bundle.edition:
            correction.apply(bundle)
