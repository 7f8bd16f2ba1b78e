"""Tables ability and unit_ability: names and links; what abilities do to an attack is the buff library's matter."""

from __future__ import annotations

from data.build.schema import TEXT, Column, Table
from data.sources.abilities import AbilityLink, RawAbility
from data.sources.bundle import Row
from data.sources.facts import damage_classes_11e

__all__ = ["ABILITY", "UNIT_ABILITY", "ability_rows", "unit_ability_rows"]

ABILITY = Table(
    "ability",
    "Abilities of datasheets, factions, detachments, stratagems and enhancements: their names, not their words.",
    ("ability_key",),
    (
        Column("ability_key", TEXT, "edition/faction_id/ability_id, ~2, ~3 behind where the 10e source repeats it"),
        Column("edition", TEXT, "10e or 11e"),
        Column("ability_id", TEXT, "the source's id; no key in the 10e"),
        Column("faction_id", TEXT, "faction", null="core, or the source does not say"),
        Column("detachment_id", TEXT, "detachment it belongs to", null="none"),
        Column("name", TEXT, "name"),
        Column("ability_type", TEXT, "unit, core, faction, detachment, stratagem, enhancement"),
        Column("behavior", TEXT, "passive, activated, reactive, aura"),
        Column(
            "class", TEXT, "how it bears on damage: automatic, toggle, mortal-only, ...", null="it does not, or 10e"
        ),
        Column("source_id", TEXT, "source of the row"),
        Column("dataslate", TEXT, "state of the game's data"),
        Column("prov", TEXT, "source, corrected or manual"),
    ),
)

UNIT_ABILITY = Table(
    "unit_ability",
    "Which unit has which ability: the union of the links from units and from abilities.",
    ("unit_key", "ability_key"),
    (
        Column("unit_key", TEXT, "unit"),
        Column("ability_key", TEXT, "ability"),
        Column("prov", TEXT, "guess where several abilities of one id could be meant"),
    ),
)


def ability_rows(abilities: list[RawAbility]) -> list[Row]:
    """Build ability."""
    classes = damage_classes_11e()
    return [
        {
            "ability_key": ability.key,
            "edition": ability.edition,
            "ability_id": ability.ability_id,
            "faction_id": ability.faction_id,
            "detachment_id": ability.detachment_id,
            "name": ability.name,
            "ability_type": ability.ability_type,
            "behavior": ability.behavior,
            "class": classes.get((ability.faction_id, ability.ability_id)) if ability.edition == "11e" else None,
            "source_id": ability.source_id,
            "dataslate": ability.dataslate,
            "prov": ability.prov,
        }
        for ability in abilities
    ]


def unit_ability_rows(links: list[AbilityLink]) -> list[Row]:
    """Build unit_ability."""
    return [{"unit_key": link.unit_key, "ability_key": link.ability_key, "prov": link.prov} for link in links]
