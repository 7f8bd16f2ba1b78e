"""Abilities that no datasheet has, put together at random: tables of units under them are still those of duels."""

from __future__ import annotations

import os
import random
from typing import Any, Literal, get_args

import pytest

from analysis.buffs import Library
from analysis.buffs.changes import CHANGES
from analysis.buffs.conditions import Clause, parse_clause
from analysis.buffs.model import Buff, Effect, Side
from analysis.datasheet import Catalogue
from analysis.errors import InputError
from analysis.evaluate import evaluate
from analysis.inline import inline
from analysis.matrix.bearers import bearer_matrix
from analysis.matrix.columns import TargetColumn, target_column
from analysis.matrix.rows import UnitRow
from analysis.matrix.terms import Terms
from analysis.matrix.units import unit_matrix
from analysis.referring import Phase, UnitReference
from analysis.scenario import Modifiers, Situation
from queries.catalogue import catalogue
from tests.matrix.cells import cell, figures, unit_row

GAMES = int(os.environ.get("KILLCURVE_MADE_UP_GAMES", "12"))  # 150 for the long run
Edition = Literal["10e", "11e"]
UNITS = (
    "adeptus-astartes/intercessor-squad", "adeptus-astartes/predator-destructor", "adeptus-astartes/librarian",
    "adeptus-astartes/terminator-squad", "adeptus-custodes/custodian-guard", "astra-militarum/kasrkin",
    "necrons/immortals", "orks/boyz", "thousand-sons/rubric-marines", "tyranids/norn-assimilator",
)  # fmt: skip
LED: tuple[dict[str, Any], ...] = (
    {"unit": "adeptus-astartes/intercessor-squad", "attached": [{"unit": "adeptus-astartes/librarian"}]},
    {
        "unit": "adeptus-astartes/terminator-squad",
        "attached": [{"unit": "adeptus-astartes/librarian-in-terminator-armour"}],
    },
)
VALUES: dict[str, tuple[Any, ...]] = {
    "hit": (1, -1), "wound": (1, -1), "skill": (1,), "attacks": (2,), "strength": (2, -1), "damage": (1,),
    "ap": (1, -1), "ap_set": (3,), "skill_set": (2,), "attacks_set": ("6",), "strength_set": (9,),
    "damage_set_to": ("3",),
    "reroll_hits": ("ones",), "reroll_wounds": ("failures",), "reroll_damage": ("below_average",),
    "reroll_attacks": ("below_average",), "critical_hit": (5,), "critical_wound": (5,), "hits_automatically": (1,),
    "ability": ("lethal hits", "anti-vehicle 4+", "sustained hits 1", "devastating wounds", "rapid fire 1", "psychic"),
    "ignore_penalties": ("hit", "skill"), "snap_hits_on": (5,), "toughness": (1, -1), "toughness_set": (6,),
    "wounds": (1,), "wounds_set": (3,), "save": (1, -1), "save_set": (3,), "save_to_3": (1,), "save_roll": (1,),
    "invulnerable": (4,), "feel_no_pain": ("5", "4 mortal", "4 psychic"), "damage_reduction": (1,),
    "halve_damage": (1,), "damage_set": (1,), "stealth": (1,), "cover": (1,), "snap_shooting": (1,),
    "command_reroll": ("hit", "damage"), "leadership_rerolled": (1,), "second_order": (1,),
}  # fmt: skip
CONDITIONS = (
    "target VEHICLE", "not target INFANTRY", "target CHARACTER or target MONSTER", "attacker INFANTRY",
    "attacker FLY or attacker VEHICLE", "weapon stronger", "not weapon weaker", "weapon weaker",
    "weapon with rapid fire", "not weapon with lethal hits", "weapon with psychic", "weapon named bolt",
    "weapon skilled", "weapon damage 1", "situation half range", "situation cover", "not situation cover", "attached",
    "not attached", "size 6", "weapon ranged", "not weapon melee", "toggle asked", "situation charged", "army necrons",
)  # fmt: skip


def clauses(draw: random.Random, most: int) -> tuple[Clause, ...]:
    return tuple(parse_clause(draw.choice(CONDITIONS)) for _ in range(draw.randint(0, most)))


def made_up(draw: random.Random, edition: Edition, number: int) -> Buff:
    def effect() -> Effect:
        change = draw.choice(list(VALUES))
        of_some = CHANGES[change].place != "weapon" and draw.random() < 0.15
        value = CHANGES[change].accepts(draw.choice(VALUES[change]))
        return Effect(change, value, clauses(draw, 2), None, bearer_only=draw.random() < 0.25, characters_only=of_some)

    return Buff(
        id=f"ability/{number}",
        name=f"ability {number}",
        edition=edition,
        kind="datasheet ability",
        side=draw.choice(get_args(Side)),
        status="modelled",
        datasheets=tuple(draw.sample(UNITS, draw.choice([1, 1, 2, 3]))),
        phase=draw.choice(["any", "any", "shooting", "fight"]),
        when=clauses(draw, 1),
        effects=tuple(effect() for _ in range(draw.choice([1, 1, 2, 3]))),
        passive=True,
        counted=draw.random() < 0.2,
    )


class MadeUp:
    """The catalogue, with abilities of our own."""

    def __init__(self, rules: Library) -> None:
        self.rules = rules

    def catalogue(self) -> Catalogue:
        return catalogue()

    def library(self, edition: str) -> Library:
        return self.rules

    def revision(self, edition: str) -> str:
        return "made up"


class Game:
    """One random table: abilities, situation, modifiers, units that attack and are attacked."""

    def __init__(self, seed: int) -> None:
        draw = self.draw = random.Random(f"made up {seed}")
        self.edition: Edition = draw.choice(get_args(Edition))
        self.phase: Phase = draw.choice(get_args(Phase))
        self.rules = Library.of(self.edition, [made_up(draw, self.edition, n) for n in range(draw.randint(6, 24))])
        flags = ("half_range", "cover", "charged", "stationary", "snap_shooting", "precision_on_character", "indirect")
        self.situation = Situation(
            distance=draw.choice([None, None, 10.0]), **{flag: draw.random() < 0.3 for flag in flags}
        )
        self.modifiers = Modifiers(
            hit=draw.choice([0, -1]), toughness=draw.choice([0, 1]), save=draw.choice([0, 1]),
            feel_no_pain=draw.choice([None, 6]), damage_reduction=draw.choice([0, 1]),
            invulnerable=draw.choice([None, 5]), abilities=draw.choice([[], ["precision"]]),
        )  # fmt: skip
        self.units = [
            UnitReference.model_validate(one) for one in (*({"unit": u} for u in draw.sample(UNITS, 5)), *LED)
        ]
        self.columns = [target_column(unit, catalogue(), self.edition, self.phase) for unit in self.units]

    def rows(self) -> list[UnitRow]:
        found = []
        for unit in self.units:
            try:
                found.append(unit_row(unit, catalogue(), self.edition, self.phase))
            except InputError:  # no weapons in this phase
                continue
        return found

    def of_duel(self, attacker: dict[str, Any], column: TargetColumn) -> tuple[list[float], tuple[str, ...]]:
        data = {
            "edition": self.edition, "phase": self.phase, "attacker": attacker,
            "target": column.reference.model_dump(by_alias=True), "situation": self.situation.model_dump(),
            "modifiers": self.modifiers.model_dump(),
        }  # fmt: skip
        scenario = inline(data, MadeUp(self.rules))
        return figures(evaluate(scenario)), tuple(weapon.name for weapon in scenario.attacker.weapons)


@pytest.mark.parametrize("seed", range(GAMES))
def test_units_and_weapons_fare_as_in_duels(seed: int) -> None:
    game = Game(seed)
    rows, table = game.rows(), (game.situation, game.modifiers)

    matrix = unit_matrix(rows, game.columns, Terms(game.rules, game.phase, *table))
    sheets = [catalogue().datasheet(game.edition, unit.unit) for unit in game.units[:5]]
    weapons, alone = bearer_matrix(sheets, catalogue(), game.columns, Terms(game.rules, game.phase, *table))

    for place, column in enumerate(game.columns):
        for number, row in enumerate(rows):
            expected, lines = game.of_duel(row.reference.model_dump(by_alias=True), column)
            assert cell(matrix, number, place) == pytest.approx(expected, rel=0, abs=1e-9, nan_ok=True)
            assert matrix.lines(number, place) == lines
        for number in game.draw.sample(range(len(weapons)), min(4, len(weapons))):
            bearer = game.draw.choice(weapons[number].bearers)
            loadout = [{"weapon": bearer.weapon_id, "profile": bearer.profile, "count": 1}]
            expected, _ = game.of_duel({"unit": bearer.unit, "loadout": loadout}, column)
            assert cell(alone, number, place) == pytest.approx(expected[:4], rel=0, abs=1e-9)
