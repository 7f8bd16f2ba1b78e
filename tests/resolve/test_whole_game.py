"""Resolving against the committed catalogue: known units by hand, and a sample of the whole game without a crash."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from analysis import Scenario, evaluate
from analysis.__main__ import main
from analysis.datasheet import Datasheet
from analysis.errors import InputError
from analysis.referring import LoadoutLine, ReferringScenario
from analysis.resolve import Resolution, resolve, without_buffs
from analysis.resolve.loadouts import chosen_loadout
from queries.catalogue import catalogue

GUARDSMEN = {"unit": "astra-militarum/cadian-shock-troops", "models": 10}


def resolved(attacker: Any, target: Any = GUARDSMEN, phase: str = "shooting", **other: Any) -> Resolution:
    """Resolve an 11e attack against the catalogue; a side may be a unit's name or its fields."""
    sides = {"attacker": attacker, "target": target}
    named = {name: {"unit": side} if isinstance(side, str) else side for name, side in sides.items()}
    data = {"edition": "11e", "phase": phase, **named, **other}
    return resolve(ReferringScenario.from_json(data), catalogue())


def test_kasrkin_with_ursula_creed() -> None:
    """The example of docs/scenario.md: two supercharged plasma guns, seven lasguns, the third copy, its leader."""
    kasrkin = {
        "unit": "astra-militarum/kasrkin",
        "models": 10,
        "copy": 3,
        "loadout": [
            {"weapon": "Plasma gun", "profile": "supercharge", "count": 2},
            {"weapon": "Hot-shot lasgun", "count": 7},
        ],
        "attached": [{"unit": "astra-militarum/ursula-creed"}],
    }
    intercessors = {"unit": "adeptus-astartes/intercessor-squad", "models": 5}

    scenario = resolved(kasrkin, intercessors, situation={"distance": 10}).scenario

    lines = [(w.name, w.count, w.attacks, w.skill, w.strength, w.ap, w.damage) for w in scenario.attacker.weapons]
    assert lines[0] == ("Plasma gun – Supercharge", 2, "1", 3, 8, -3, "2")
    assert lines[1] == ("Hot-shot lasgun", 7, "1", 3, 3, -1, "1")
    assert scenario.attacker.name == "Kasrkin with Ursula Creed"
    creed = catalogue().datasheet("11e", "astra-militarum/ursula-creed")
    assert scenario.attacker.points == 120 + creed.tiers[0].cost
    assert [(g.count, g.toughness, g.save, g.wounds) for g in scenario.target.groups] == [(5, 5, 3, 2)]


def test_nine_lasguns_at_half_range_slay_five_guardsmen() -> None:
    """18 dice, hit on 3+, wound on 4+, AP -1 against 5+: 18 x 2/3 x 1/2 x 5/6 (WE-19, a target large enough)."""
    nine = {"unit": "kasrkin", "loadout": [{"weapon": "Hot-shot lasgun", "count": 9}]}
    target = {"groups": [{"count": 40, "toughness": 3, "save": 5, "wounds": 1}]}

    near = evaluate(resolved(nine, target, situation={"distance": 12}).scenario)
    far = evaluate(resolved(nine, target, situation={"distance": 13}).scenario)

    assert near.slain.mean == pytest.approx(5, abs=1e-6)
    assert far.slain.mean == pytest.approx(2.5, abs=1e-6)


def test_shields_of_custodians() -> None:
    shield = {"weapon": "Praesidium Shield", "count": 2}
    groups = resolved("kasrkin", {"unit": "custodian-guard", "loadout": [shield]}).scenario.target.groups

    assert [(group.count, group.wounds) for group in groups] == [(2, 4), (2, 3)]


def test_hunters_hunt_vehicles_only() -> None:
    """The eradicators' hunting profile is left out against infantry."""
    into_rhino = resolved("eradicator-squad", "adeptus-astartes/rhino").lines
    into_men = resolved("eradicator-squad").lines

    assert {bool(line.profile.targets) for line in into_rhino} == {True}
    assert not any(line.profile.targets for line in into_men)


def test_the_army_gives_conditional_keywords() -> None:
    def keywords(**army: str) -> set[str]:
        return set(resolved("kasrkin", {"unit": "bladeguard-veteran-squad", **army}).scenario.target.keywords)

    assert keywords(army_faction="dark-angels") - keywords() == {"DEATHWING"}
    with pytest.raises(
        InputError, match=r"target\.army_faction: 'dark-angel' is not accepted; expected a faction such as"
    ):
        keywords(army_faction="dark-angel")


def attacks_with(sheet: Datasheet, edition: str) -> Iterator[dict[str, Any]]:
    """Both phases, with the unit as attacker and as target."""
    for phase in ("shooting", "fight"):
        yield {"edition": edition, "phase": phase, "attacker": {"unit": sheet.reference}, "target": GUARDSMEN}
        yield {"edition": edition, "phase": phase, "attacker": GUARDSMEN, "target": {"unit": sheet.reference}}


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_a_sample_of_the_game_attacks_and_is_attacked(edition: str) -> None:
    """Every 23rd datasheet: evaluated, or refused in a sentence because it has no weapons for the phase."""
    facts = catalogue()
    refusals: list[str] = []
    answered = 0
    for sheet in facts.datasheets(edition)[::23]:
        for data in attacks_with(sheet, edition):
            try:
                result = resolve(ReferringScenario.from_json(data), facts)
            except InputError as refusal:
                refusals.append(str(refusal))
                continue
            assert Scenario.from_json(result.scenario.model_dump(mode="json")) == result.scenario
            assert sum(evaluate(without_buffs(result.scenario, result.context)).slain.pmf) == pytest.approx(1)
            answered += 1

    assert answered > 150
    assert {refusal.split(":")[0] for refusal in refusals} <= {"phase", "attacker.loadout"}


def test_the_command_line_resolves_and_evaluates_alike(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`evaluate` of a referring scenario and of the resolved one give the same result."""
    referring = tmp_path / "referring.json"
    referring.write_text(
        json.dumps(
            [
                {
                    "edition": "11e",
                    "phase": "shooting",
                    "attacker": {"unit": "kasrkin", "attached": [{"unit": "ursula-creed"}]},
                    "target": {"unit": "custodian-guard", "attached": [{"unit": "shield-captain"}]},
                    "situation": {"distance": 10},
                },
                {"edition": "10e", "phase": "fight", "attacker": {"unit": "witchseekers"}, "target": GUARDSMEN},
            ]
        ),
        encoding="utf-8",
    )

    assert main(["resolve", str(referring)]) == 0
    inline = tmp_path / "inline.json"
    inline.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main(["evaluate", str(referring)]) == 0
    of_referring = json.loads(capsys.readouterr().out)
    assert main(["evaluate", str(inline)]) == 0
    of_inline = json.loads(capsys.readouterr().out)

    assert of_referring == of_inline
    assert [result["damage"]["mean"] > 0 for result in of_inline] == [True, True]


def test_an_unknown_unit_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "attack.json"
    file.write_text(
        '[{"edition": "11e", "attacker": {"unit": "kasrkim"}, "target": {"unit": "boyz"}}]', encoding="utf-8"
    )

    assert main(["evaluate", str(file)]) == 2

    printed, complaint = capsys.readouterr()
    assert printed == ""
    assert complaint.startswith("[0].attacker.unit: 'kasrkim' is not accepted; expected a unit of the 11e catalogue")
    assert "astra-militarum/kasrkin" in complaint
    assert complaint.count("\n") == 1


def test_a_weapon_is_picked_whatever_its_hyphens() -> None:
    """Its sheet prints it with a hyphen that no keyboard has, and its id is not its name."""
    loadout = [{"weapon": "Master-crafted bolt carbine"}]
    leader = {"unit": "adeptus-astartes/wolf-guard-battle-leader", "loadout": loadout}

    assert [line.name for line in resolved(leader).lines] == ["Master\u2011crafted bolt carbine"]


@pytest.mark.parametrize("edition", ["10e", "11e"])
def test_every_profile_is_picked_by_its_name(edition: str) -> None:
    """Spears that throw and stab under one name included."""
    shared = 0
    for sheet in catalogue().datasheets(edition):
        for weapon in sheet.weapons:
            for profile in weapon.profiles if len(weapon.profiles) > 1 else ():
                name = weapon.name_of(profile)
                shared += name != profile.name
                size = min(sheet.sizes, key=lambda size: size.models)
                written = [LoadoutLine(weapon=weapon.weapon_id, profile=name)]
                bearers = chosen_loadout(sheet, size, written, "loadout").bearers
                assert [one.profile for own in bearers for one in own.carried] == [profile], (weapon.key, name)

    assert shared > 10
