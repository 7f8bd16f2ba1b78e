"""Properties of the whole library: the yardstick, whose side, what never acts in a fight, and that buffs help."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, Final

import pytest

from analysis.buffs import Buff, Library
from analysis.buffs.changes import CHANGES
from analysis.buffs.fold import folded as fold_selected
from analysis.buffs.select import Selected
from analysis.buffs.table import Context, Table
from analysis.evaluate import evaluate
from analysis.scenario import Scenario
from data.sources.facts import FACTS_FOLDER, damage_classes_11e
from queries.buffs import library
from tests.buffs.attacks import attack

_MORE_WOUNDS = "a model with more wounds wastes less of each attack: it loses more wounds and dies less often"
EXCEPTIONS: Final = {
    "ability/*/damaged-*": "a penalty that a datasheet prints for few wounds left is the attacker's own",
    "ability/*/fortification": "it lets own units shoot at what the fortification has engaged, at a penalty",
    "ability/shadow-weaver-platform/support-weapon": "the weapon shares the lower Toughness of its crew",
    "ability/tidewall-shieldline/tidewall-defence-platform": _MORE_WOUNDS,
    "enhancement/hearthguard-covenant/ironskein": _MORE_WOUNDS,
    "enhancement/infernal-lance/blasphemous-engine": _MORE_WOUNDS,
    "enhancement/lords-of-the-warp/swollen-with-power-upgrade": _MORE_WOUNDS,
    "enhancement/shield-host/auric-mantle": _MORE_WOUNDS,
    "enhancement/warpmeld-pact/flowing-flesh": _MORE_WOUNDS,
    "stratagem/core/fire-overwatch": "it lets a unit shoot when it could not, and then only sixes hit",
}
"""Exceptions to the rule that a buff helps who has it; a star stands for the datasheet or the number of wounds."""


@cache
def buffs_by_ability() -> dict[str, list[Buff]]:
    """The buffs that each ability of the 11e data became, by ``faction/ability``; without a faction it is a dash."""
    found: dict[str, list[Buff]] = {}
    for buff in library("11e"):
        for source in buff.sources:
            found.setdefault(source.removeprefix("11e/").split("~")[0], []).append(buff)
    return found


def test_the_yardstick_is_met() -> None:
    """At least 95 % of the 1,665 abilities that bear on damage are modelled; the others say what is missing."""
    relevant = [name for name, kind in damage_classes_11e().items() if kind != "mortal-only"]
    assert len(relevant) == 1665
    known = buffs_by_ability()
    lacking = []
    for faction, ability in relevant:
        buffs = known.get(f"{faction or '-'}/{ability}", [])
        if not any(buff.status == "modelled" for buff in buffs):
            lacking.append(f"{faction}/{ability}")
            assert buffs, (faction, ability)
            assert all(buff.reason for buff in buffs)
    assert len(lacking) <= 0.05 * len(relevant), lacking


def test_abilities_with_incoming_effects_are_the_defenders() -> None:
    facts = json.loads((FACTS_FOLDER / "damage_relevant_11e.json").read_text(encoding="utf-8"))
    names = facts["incoming"]
    assert len(names) == 42
    for faction, name in names:
        buffs = buffs_by_ability()[f"{faction}/{name}"]
        for buff in buffs:
            for effect in buff.effects:
                incoming = CHANGES[effect.change].place != "weapon" or (
                    isinstance(effect.value, int) and effect.value < 0
                )
                assert incoming == (buff.side == "defender"), (name, effect)
        assert any(buff.side == "defender" for buff in buffs), name
        acting = any(buff.status == "modelled" for buff in buffs)
        assert acting or all(buff.reason == "the damage of a single attack becomes 0" for buff in buffs)


def modelled(edition: str) -> Iterator[Buff]:
    return (buff for buff in library(edition) if buff.status == "modelled")


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_cover_and_stealth_do_nothing_in_a_fight(edition: str) -> None:
    blow = Table.of(Scenario.from_json(attack(edition, blade={})), Context())
    plain = evaluate(blow.scenario).damage.pmf
    for buff in modelled(edition):
        if any(effect.change in ("cover", "stealth") for effect in buff.effects):
            only = tuple(effect for effect in buff.effects if effect.change in ("cover", "stealth"))
            for choice in {effect.choice for effect in only}:
                one = Selected(buff, choice, every_toggle(buff))
                scenario = fold_selected([one], blow)
                assert scenario.situation.cover is False, buff.id
                assert scenario.target.stealth is False, buff.id
    assert plain


def every_toggle(buff: Buff) -> frozenset[str]:
    return frozenset(toggle.id for toggle in buff.toggles)


def uses(buff: Buff) -> Iterable[Selected]:
    for choice in buff.choices or (None,):
        for toggles in {frozenset[str](), every_toggle(buff)}:
            yield Selected(buff, choice, toggles)


TRIALS: Final[list[dict[str, Any]]] = [
    {"weapon": {"attacks": "3", "abilities": ["rapid fire 1", "psychic", "heavy", "torrent"], "skill": None}},
    {"weapon": {"attacks": "3", "damage": "D3", "skill": 3, "abilities": ["rapid fire 1", "sustained hits 1"]}},
    {"weapon": {"attacks": "2", "strength": 9, "damage": "3", "ap": -2, "abilities": ["blast", "psychic", "melta 2"]}},
    {"blade": {"attacks": "3", "damage": "D3", "strength": 6}},
    {"blade": {"attacks": "2", "damage": "2", "ap": 0, "abilities": ["lethal hits"], "strength": 3}},
]


@cache
def trials(edition: str) -> list[tuple[Table, float, frozenset[str]]]:
    """Attacks of one line on one unwounded group, in which every keyword is there."""
    words = sorted(every_keyword(library(edition)))
    found = []
    for trial in TRIALS:
        group = {"count": 6, "toughness": 5, "save": 4, "wounds": 2, "invulnerable": None}
        for situation in ({}, {"stationary": True, "charged": True, "half_range": True}):
            scenario = Scenario.from_json(attack(edition, group=group, situation=situation, **trial))
            found.append((Table.of(scenario, Context()), evaluate(scenario).damage.mean, frozenset(words)))
    return found


@cache
def mean_damage(numbers: str) -> float:
    """Of a scenario in JSON: most buffs do what others do, so that an eighth of the folded scenarios are distinct."""
    return evaluate(Scenario.from_json(json.loads(numbers))).damage.mean


def every_keyword(known: Library) -> set[str]:
    whens = [when for buff in known for when in (buff.when, *(effect.when for effect in buff.effects))]
    return {
        atom.value for when in whens for clause in when for atom in clause
        if atom.subject in ("attacker", "target") and not atom.negated
    }  # fmt: skip


def met(one: Selected, words: frozenset[str]) -> frozenset[str]:
    """The keywords under which most of the buff holds: all, but those it excludes."""
    whens = [one.buff.when, *(effect.when for effect in one.effects())]
    return words - {atom.value for when in whens for clause in when for atom in clause if atom.negated}


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_a_buff_helps_who_has_it(edition: str) -> None:
    """An attacker's buff never lowers his mean damage, a defender's never raises it; exceptions are named."""
    wrong: set[str] = set()
    acted = 0
    for buff in modelled(edition):
        for one in uses(buff):
            for table, plain, words in trials(edition):
                if buff.phase not in ("any", table.phase):
                    continue
                keywords = met(one, words)
                mine = Table(table.scenario, table.context, table.phase, keywords, keywords)
                scenario = fold_selected([one], mine)
                if (
                    scenario.attacker == table.scenario.attacker
                    and scenario.target == table.scenario.target
                    and (
                        scenario.modifiers == table.scenario.modifiers
                        and scenario.situation == table.scenario.situation
                    )
                ):
                    continue
                acted += 1
                change = mean_damage(scenario.model_dump_json(exclude={"named_buffs"})) - plain
                if (change if buff.side == "attacker" else -change) < -1e-9:
                    wrong.add(buff.id)
    assert [name for name in sorted(wrong) if not any(fnmatchcase(name, known) for known in EXCEPTIONS)] == []
    assert len(EXCEPTIONS) <= 10
    assert acted > 1000
