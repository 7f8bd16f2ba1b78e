"""The twelve standard targets: real units that stand for what an army meets, as columns of every matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

__all__ = ["ARCHETYPES", "Archetype"]


@dataclass(frozen=True, slots=True)
class Archetype:
    """One standard target: a unit of the catalogue at a size with its default loadout, in either edition."""

    label: str
    unit: str
    models: int
    stands_for: str


ARCHETYPES: Final = (
    Archetype("Guardsmen", "astra-militarum/cadian-shock-troops", 10, "light infantry"),
    Archetype("Boyz", "orks/boyz", 10, "horde"),
    Archetype("Intercessors", "adeptus-astartes/intercessor-squad", 5, "power armour"),
    Archetype("Heavy Intercessors", "adeptus-astartes/heavy-intercessor-squad", 5, "gravis"),
    Archetype("Terminators", "adeptus-astartes/terminator-squad", 5, "2+ and an invulnerable save"),
    Archetype("Custodians", "adeptus-custodes/custodian-guard", 4, "elite infantry"),
    Archetype("Outriders", "adeptus-astartes/outrider-squad", 3, "mounted"),
    Archetype("Rhino", "adeptus-astartes/rhino", 1, "transport"),
    Archetype("Dreadnought", "adeptus-astartes/ballistus-dreadnought", 1, "walker"),
    Archetype("Leman Russ", "astra-militarum/leman-russ-battle-tank", 1, "battle tank"),
    Archetype("Knight", "imperial-knights/knight-paladin", 1, "super-heavy"),
    Archetype("C'tan", "necrons/ctan-shard-of-the-nightbringer", 1, "invulnerable save, halved damage"),
)
