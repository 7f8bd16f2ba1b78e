"""Abilities that act when their unit is attacked do: each of the 42 takes part in some attack on a unit that has it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from analysis.buffs import Buff, fold
from analysis.buffs.conditions import Clause
from analysis.referring import ReferringScenario
from analysis.resolve import resolve
from data.sources.facts import FACTS_FOLDER
from queries.buffs import library
from queries.catalogue import catalogue
from tests.buffs.test_whole_library import buffs_by_ability

ATTACKERS = (
    ("shooting", "adeptus-astartes/intercessor-squad"),
    ("fight", "adeptus-astartes/assault-intercessor-squad"),
    ("shooting", "astra-militarum/leman-russ-battle-tank"),
    ("fight", "imperial-knights/knight-gallant"),
    ("shooting", "grey-knights/strike-squad"),
    ("shooting", "thousand-sons/rubric-marines"),
)


LED = {
    "enhancement/warpmeld-pact/diamond-of-distortion": {
        "unit": "thousand-sons/tzaangors",
        "attached": [{"unit": "thousand-sons/tzaangor-shaman"}],
    }
}
"""Targets for what protects a unit through its leader."""


def incoming() -> list[tuple[str | None, str]]:
    return json.loads((FACTS_FOLDER / "damage_relevant_11e.json").read_text(encoding="utf-8"))["incoming"]


def bearer(buff: Buff) -> Any:
    """A unit that has the ability or meets its keywords."""
    if buff.id in LED or buff.datasheets:
        return LED.get(buff.id) or {"unit": buff.datasheets[0]}
    clauses = [clause for clause in buff.when if any(atom.subject == "target" for atom in clause)]
    clauses += [clause for effect in buff.effects[:1] for clause in effect.when if clause[0].subject == "target"]
    parents = library("11e").armies.parents.get(buff.faction or "", frozenset({buff.faction}))
    army = min(parents, key=str)  # chapters have the datasheets of their parent
    for sheet in catalogue().datasheets("11e", army):
        keywords = {*sheet.keywords, *sheet.faction_keywords}
        if buff.bearer is not None and not buff.bearer.may_be(sheet.own_words):
            continue
        if sheet.sizes and "EPIC HERO" not in keywords and all(_meets(clause, keywords) for clause in clauses):
            return {"unit": sheet.reference}
    return None


def _meets(clause: Clause, keywords: set[str]) -> bool:
    return any((atom.value in keywords) != atom.negated for atom in clause)


def acts(buff: Buff, attacker: str, phase: str, target: Any) -> bool:
    choices: list[Any] = list(buff.choices) or [None]
    for choice in choices:
        named = {"id": buff.id, "choice": choice, "toggles": [toggle.id for toggle in buff.toggles]}
        data = {"edition": "11e", "phase": phase, "attacker": {"unit": attacker}, "target": target}
        found = resolve(ReferringScenario.from_json({**data, "buffs": [named]}), catalogue())
        folded = fold(found.scenario, library("11e"), found.context)
        if any(one.id == buff.id and one.applied for one in folded.named_buffs):
            return True
    return False


@pytest.mark.parametrize(("faction", "name"), incoming())
def test_an_incoming_ability_acts_on_attacks_on_its_unit(faction: str | None, name: str) -> None:
    buffs = [buff for buff in buffs_by_ability()[f"{faction or '-'}/{name}"] if buff.side == "defender"]
    assert buffs
    for buff in buffs:
        if buff.status != "modelled":
            assert buff.reason == "the damage of a single attack becomes 0"
            continue
        target = bearer(buff)
        assert target is not None, buff.id
        assert any(acts(buff, attacker, phase, target) for phase, attacker in ATTACKERS), buff
