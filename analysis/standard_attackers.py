"""The standard attackers: real units whose default weapons stand for what an army points at its enemies."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from analysis.referring import Phase

__all__ = ["STANDARD_ATTACKERS", "StandardAttacker", "attackers_in"]


@dataclass(frozen=True, slots=True)
class StandardAttacker:
    """One standard attacker: a unit of the catalogue at its smallest size, with its default loadout, in either edition.

    Attributes:
        key: In links and CSV columns; public, never changed.
        label: In tables and charts.
        unit: As a Scenario names it.
        phase: When it attacks.
        stands_for: The kind of attack, in a player's words.
    """

    key: str
    label: str
    unit: str
    phase: Phase
    stands_for: str


STANDARD_ATTACKERS: Final = (
    StandardAttacker(
        "lasguns", "Lasguns", "astra-militarum/cadian-shock-troops", "shooting", "many shots of Strength 3"
    ),
    StandardAttacker(
        "bolt-rifles", "Bolt rifles", "adeptus-astartes/intercessor-squad", "shooting", "the rifles of elite infantry"
    ),
    StandardAttacker(
        "autocannons", "Autocannons", "adeptus-astartes/suppressor-squad", "shooting", "Strength 8 with damage 2"
    ),
    StandardAttacker(
        "plasma", "Plasma", "adeptus-astartes/hellblaster-squad", "shooting", "AP −2 and more against heavy infantry"
    ),
    StandardAttacker("melta", "Melta", "adeptus-astartes/eradicator-squad", "shooting", "close shots at armour"),
    StandardAttacker(
        "lascannons", "Lascannons", "adeptus-astartes/predator-annihilator", "shooting", "single shots that break tanks"
    ),
    StandardAttacker("choppas", "Choppas", "orks/boyz", "fight", "a mob with AP −1"),
    StandardAttacker(
        "chainswords", "Chainswords", "adeptus-astartes/assault-intercessor-squad", "fight", "elite assault infantry"
    ),
    StandardAttacker("claws", "Claws", "tyranids/genestealers", "fight", "many fast attacks with AP −2"),
    StandardAttacker(
        "power-weapons", "Power weapons", "adeptus-astartes/bladeguard-veteran-squad", "fight", "AP −2 with damage 2"
    ),
    StandardAttacker(
        "power-fists", "Power fists", "adeptus-astartes/terminator-squad", "fight", "Strength 8 with damage 2"
    ),
    StandardAttacker(
        "reaper-chainsword",
        "Reaper chainsword",
        "imperial-knights/knight-paladin",
        "fight",
        "a super-heavy's blows",
    ),
)


def attackers_in(phase: Phase) -> tuple[StandardAttacker, ...]:
    """Those that attack in a phase.

    >>> [attacker.label for attacker in attackers_in("fight")][:2]
    ['Choppas', 'Chainswords']
    """
    return tuple(attacker for attacker in STANDARD_ATTACKERS if attacker.phase == phase)
