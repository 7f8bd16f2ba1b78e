"""The standard targets and attackers: real units that stand for what an army meets, with their default loadouts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["ARCHETYPES", "ATTACKERS", "Archetype", "StandardAttacker"]


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


@dataclass(frozen=True, slots=True)
class StandardAttacker:
    """A unit that stands for a kind of weapon; `phase` is the one it attacks in, with its default loadout."""

    label: str
    unit: str
    phase: Literal["shooting", "fight"]
    stands_for: str


ATTACKERS: Final = (
    StandardAttacker("Guardsmen", "astra-militarum/cadian-shock-troops", "shooting", "small arms"),
    StandardAttacker("Heavy Intercessors", "adeptus-astartes/heavy-intercessor-squad", "shooting", "heavy bolters"),
    StandardAttacker("Hellblasters", "adeptus-astartes/hellblaster-squad", "shooting", "plasma"),
    StandardAttacker("Eradicators", "adeptus-astartes/eradicator-squad", "shooting", "melta"),
    StandardAttacker("Dreadnought", "adeptus-astartes/ballistus-dreadnought", "shooting", "lascannons and missiles"),
    StandardAttacker("Leman Russ", "astra-militarum/leman-russ-battle-tank", "shooting", "battle cannon"),
    StandardAttacker("Boyz", "orks/boyz", "fight", "a horde's blades"),
    StandardAttacker("Assault Intercessors", "adeptus-astartes/assault-intercessor-squad", "fight", "chainswords"),
    StandardAttacker("Terminators", "adeptus-astartes/terminator-squad", "fight", "power fists"),
    StandardAttacker("Custodians", "adeptus-custodes/custodian-guard", "fight", "elite blades"),
    StandardAttacker("Bladeguard", "adeptus-astartes/bladeguard-veteran-squad", "fight", "power swords"),
    StandardAttacker("Knight", "imperial-knights/knight-paladin", "fight", "a super-heavy's blade"),
)
