"""Every row that must be there: its effect against an attack written out by hand and enumerated with fractions.

`ROWS` says for each modelled row an attack, how it is used, and what it must amount to; `QUIET` lists the rows that
change no attack.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from queries.buffs import library
from tests.buffs.attacks import Json, answered, attack, check_same, folded

AM, GSC, CHAOS, TS = ["ASTRA MILITARUM"], ["GENESTEALER CULTS"], ["HERETIC ASTARTES"], ["THOUSAND SONS"]
SISTERS, CUSTODES = ["ANATHEMA PSYKANA", "INFANTRY"], ["ADEPTUS CUSTODES"]
TORRENT = {"attacks": "D3", "skill": None, "abilities": ["torrent"], "count": 1}
SPELL = {"abilities": ["psychic"]}
TALONS, VIGIL = "talons-of-the-emperor", "null-maiden-vigil"


@dataclass(frozen=True)
class Row:
    """A row of the list: the attack it is tried on and the same attack with its effect written out."""

    id: str
    editions: tuple[str, ...]
    tried_on: dict[str, Any]
    amounts_to: dict[str, Any]
    toggles: tuple[str, ...] = ()
    choice: str | None = None
    cp: int | None = None
    also: tuple[Any, ...] = field(default=())


BOTH, OLD, NEW = ("10e", "11e"), ("10e",), ("11e",)


def gains(**modifiers: Any) -> dict[str, Any]:
    return {"modifiers": modifiers}


ROWS = [
    Row("order/take-aim", BOTH, {"keywords": AM}, gains(skill=1)),
    Row("order/fix-bayonets", BOTH, {"keywords": AM, "blade": {}}, gains(skill=1)),
    Row("order/first-rank-fire-second-rank-fire", BOTH, {"keywords": AM}, gains(attacks=1)),
    Row("order/take-cover", BOTH, {"target_keywords": AM}, {"group": {"save": 3}}),
    Row("order/take-cover", BOTH, {"target_keywords": AM, "group": {"save": 3}}, {"group": {"save": 3}}),
    Row(
        "detachment/brood-brother-auxilia/integrated-tactics", NEW, {"keywords": GSC}, gains(hit=1), ("target-marked",)
    ),
    Row(
        "stratagem/brood-brother-auxilia/symbiotic-destruction", NEW, {"keywords": GSC}, gains(reroll_wounds="ones"),
        cp=1,
    ),
    Row(
        "ability/the-red-terror/swallow-whole", BOTH,
        {"blade": {"name": "Gaping maw", "abilities": ["devastating wounds"]}, "target_keywords": ["BEASTS"]},
        gains(critical_wound=2),
    ),
    Row("army/synapse", BOTH, {"keywords": ["TYRANIDS"], "blade": {}}, gains(strength=1), ("in-synapse-range",)),
    Row(
        "stratagem/final-day/avenge-the-star-children", NEW, {"keywords": GSC}, gains(hit=1, wound=1),
        ("target-destroyed-a-tyranids-character",), cp=1,
    ),
    Row("army/dark-pacts", BOTH, {"keywords": CHAOS}, gains(abilities=["lethal hits"]), choice="lethal hits"),
    Row("army/dark-pacts", BOTH, {"keywords": CHAOS}, gains(abilities=["sustained hits 1"]), choice="sustained hits 1"),
    Row(
        "stratagem/iconoclast-fiefdom/avenge-the-masters", NEW, {"keywords": ["DAMNED"]},
        gains(abilities=["lethal hits"]), ("target-marked",), cp=1,
    ),
    *(
        Row(
            "detachment/cult-of-magic/kindred-sorcery", OLD, {"weapon": SPELL}, gains(abilities=[choice]),
            choice=choice,
        )
        for choice in ("lethal hits", "sustained hits 1", "devastating wounds")
    ),
    Row(
        "detachment/hexwarp-thrallband/flow-of-magic", BOTH, {"keywords": TS, "weapon": SPELL},
        gains(reroll_wounds="ones"),
    ),
    Row(
        "detachment/hexwarp-thrallband/flow-of-magic", BOTH, {"keywords": TS, "weapon": SPELL}, gains(wound=1),
        ("wholly-within-the-flow",),
    ),
    Row("detachment/chosen-cabal/witchsight", OLD, {"situation": {"cover": True}}, gains(abilities=["ignores cover"])),
    Row(
        "detachment/devoted-thralls/fervent-devotees", OLD, {"blade": {}}, gains(abilities=["sustained hits 1"]),
        ("target-within-range-of-an-objective",),
    ),
    Row(
        "stratagem/cult-of-magic/psychic-dominion", OLD, {"weapon": SPELL},
        {
            "group": {"feel_no_pain": [{"threshold": 4, "against": "psychic"}]},
            "weapon": {"abilities": ["psychic", "hazardous"]},
        },
        cp=1,
    ),
    Row(
        "ability/witchseekers/daughters-of-the-abyss", BOTH, {"target_keywords": ["WITCHSEEKERS"], "weapon": SPELL},
        {"group": {"feel_no_pain": [{"threshold": 3, "against": "psychic"}, {"threshold": 3, "against": "mortal"}]}},
    ),
    Row(
        f"detachment/{TALONS}/null-aegis", BOTH, {"target_keywords": CUSTODES, "weapon": SPELL},
        {"group": {"feel_no_pain": [{"threshold": 5, "against": "psychic"}, {"threshold": 5, "against": "mortal"}]}},
        ("anathema-psykana-within-6",),
    ),
    Row(
        f"detachment/{TALONS}/deadly-unity", BOTH, {"keywords": SISTERS}, gains(hit=1), ("other-own-unit-within-6",)
    ),
    Row(
        "detachment/black-ship-guardians/priority-quarry", OLD, {"keywords": SISTERS}, gains(reroll_hits="ones"),
        ("target-is-quarry",),
    ),
    Row(
        f"stratagem/{TALONS}/empyric-severance", BOTH,
        {"weapon": {"abilities": ["devastating wounds"], "damage": "2"}},
        {"group": {"feel_no_pain": [{"threshold": 4, "against": "mortal"}]}},
        ("anathema-psykana-within-6",), cp=1,
    ),
    Row(
        f"stratagem/{TALONS}/emperors-executioners", BOTH, {"blade": {}}, gains(wound=1),
        ("target-below-starting-strength",), cp=2,
    ),
    Row(f"stratagem/{TALONS}/talons-interlocked", BOTH, {"keywords": ["INFANTRY"]}, gains(strength=1, ap=1), cp=1),
    Row("stratagem/black-ship-guardians/focused-fear", OLD, {"target_keywords": SISTERS}, gains(ap=-1), cp=1),
    *(
        Row(
            f"stratagem/{VIGIL}/witch-hunters", BOTH, {"keywords": SISTERS, "target_keywords": ["PSYKER"]},
            gains(abilities=[choice]), choice=choice, cp=1,
        )
        for choice in ("lethal hits", "sustained hits 1")
    ),
    Row(f"stratagem/{VIGIL}/psychic-abominations", BOTH, {"target_keywords": SISTERS}, {"stealth": True}, cp=1),
    Row(
        f"stratagem/{VIGIL}/purgation-sweep", BOTH, {"keywords": ["WITCHSEEKERS"], "weapon": TORRENT}, gains(attacks=1),
        cp=1,
    ),
    Row(
        f"stratagem/{VIGIL}/purgation-sweep", BOTH, {"keywords": ["WITCHSEEKERS"], "weapon": TORRENT}, gains(attacks=2),
        ("target-battle-shocked",), cp=1,
    ),
    Row(
        f"stratagem/{VIGIL}/purgation-sweep", BOTH,
        {"keywords": ["WITCHSEEKERS"], "weapon": TORRENT, "target_keywords": ["PSYKER"]}, gains(attacks=2), cp=1,
    ),
    Row(
        "stratagem/voyagers-in-darkness/artificer-rounds", OLD, {}, gains(abilities=["sustained hits 1"]),
        ("within-6",), cp=1,
    ),
    *(
        Row("stratagem/core/command-re-roll", BOTH, {"weapon": {"attacks": "D3", "damage": "D3"}},
            gains(command_reroll=choice), choice=choice, cp=1)
        for choice in ("hit", "wound", "damage", "attacks")
    ),
    Row(
        "stratagem/core/go-to-ground", OLD, {"target_keywords": ["INFANTRY"]},
        {"modifiers": {"invulnerable": 6}, "situation": {"cover": True}}, cp=1,
    ),
    Row(
        "stratagem/core/smokescreen", OLD, {"target_keywords": ["SMOKE"]},
        {"situation": {"cover": True}, "stealth": True}, cp=1,
    ),
    Row("stratagem/core/smokescreen", NEW, {"target_keywords": ["SMOKE"]}, {"situation": {"cover": True}}, cp=1),
    Row(
        "stratagem/core/epic-challenge", BOTH, {"keywords": ["CHARACTER"], "blade": {}}, gains(abilities=["precision"]),
        cp=1,
    ),
    Row("stratagem/core/fire-overwatch", BOTH, {}, {"situation": {"snap_shooting": True}}, cp=1),
]  # fmt: skip

POOLS = {
    "ability/kasrkin/melta-mine": BOTH, "stratagem/brood-brother-auxilia/acceptable-losses": NEW,
    "stratagem/iconoclast-fiefdom/dark-sacrifice": NEW, f"stratagem/{VIGIL}/desperations-price": BOTH,
    "stratagem/core/explosives": BOTH, "stratagem/core/crushing-impact": BOTH,
    "ability/kasrkin/warrior-elite": BOTH, "detachment/iconoclast-fiefdom/wretched-thralls": NEW,
}  # fmt: skip
"""Rows whose numbers stand in test_required_pools and test_combining."""

QUIET = {
    "order/duty-and-honour": BOTH, "order/move-move-move": BOTH, "ability/kasrkin/vox-caster": BOTH,
    "stratagem/brood-brother-auxilia/suppress-and-overwhelm": NEW,
    "stratagem/brood-brother-auxilia/a-dark-network": NEW,
    "stratagem/brood-brother-auxilia/regimental-reinforcements": NEW, "stratagem/final-day/psi-surge": NEW,
    "stratagem/final-day/darting-attacks": NEW, "stratagem/final-day/resistance-tunnels": NEW,
    "stratagem/iconoclast-fiefdom/coursing-thralls": NEW, "ability/cultist-mob/for-the-dark-gods": NEW,
    "ability/thousand-sons-cultists/pawns-of-fate": OLD, "ability/witchseekers/sanctified-flames": BOTH,
    "detachment/null-maiden-vigil/creeping-dread": OLD,
    "detachment/voyagers-in-darkness/overwhelming-magnificence": OLD,
    "stratagem/talons-of-the-emperor/shield-of-honour": BOTH, "stratagem/talons-of-the-emperor/hunt-as-one": BOTH,
    "stratagem/talons-of-the-emperor/taloned-pincer": BOTH, "stratagem/shield-host/multipotentiality": BOTH,
    "stratagem/black-ship-guardians/cornered-prey": BOTH, "stratagem/core/insane-bravery": BOTH,
    "stratagem/core/rapid-ingress": BOTH, "stratagem/core/heroic-intervention": BOTH,
    "stratagem/core/counteroffensive": BOTH, "stratagem/core/explosive-clearance": BOTH,
}  # fmt: skip


def every_row() -> list[Any]:
    return [
        pytest.param(row, edition, id=f"{edition}-{row.id}-{place}")
        for place, row in enumerate(ROWS)
        for edition in row.editions
    ]


def used(row: Row) -> Json:
    named: Json = {"id": row.id, "toggles": list(row.toggles)}
    return named if row.choice is None else {**named, "choice": row.choice}


@pytest.mark.parametrize(("row", "edition"), every_row())
def test_a_modelled_row_does_what_is_written_out_by_hand(row: Row, edition: str) -> None:
    by_hand = {**row.tried_on, **row.amounts_to}
    for part in ("weapon", "group", "situation"):
        by_hand[part] = {**row.tried_on.get(part, {}), **row.amounts_to.get(part, {})}

    check_same(attack(edition, **row.tried_on), [used(row)], attack(edition, **by_hand))

    (named,) = folded(attack(edition, **row.tried_on), used(row)).named_buffs
    gains_nothing = row.id == "order/take-cover" and row.tried_on.get("group")
    assert named.applied, (named.reason, gains_nothing)
    assert named.cp == row.cp


@pytest.mark.parametrize(("row", "edition"), every_row())
def test_a_row_needs_its_keywords_and_toggles(row: Row, edition: str) -> None:
    """Without a keyword, and without its toggles where it has effects only under them, nothing changes."""
    bare = {key: value for key, value in row.tried_on.items() if "keywords" not in key}
    plain = attack(edition, **bare)
    (named,) = folded(plain, used(row)).named_buffs
    if len(bare) != len(row.tried_on):
        assert not named.applied
        assert named.reason is not None
        assert named.reason.startswith("needs ")
        assert answered(plain, used(row)).damage.pmf == answered(plain).damage.pmf
    if row.toggles and row.id.split("/")[-1] not in ("flow-of-magic", "purgation-sweep"):
        off: Json = {key: value for key, value in used(row).items() if key != "toggles"}
        (named,) = folded(attack(edition, **row.tried_on), off).named_buffs
        assert not named.applied


@pytest.mark.parametrize(("name", "edition"), [(name, edition) for name, eds in QUIET.items() for edition in eds])
def test_a_quiet_row_says_why_it_changes_nothing(name: str, edition: str) -> None:
    buff = library(edition).find(name)
    assert buff.status == "no effect on an attack"
    assert buff.reason
    (named,) = folded(attack(edition), name).named_buffs
    assert not named.applied
    assert named.reason == buff.reason


def test_wrath_of_the_doomed_is_not_modelled_and_says_the_chances() -> None:
    (named,) = folded(attack("10e", blade={}), "stratagem/hexwarp-thrallband/wrath-of-the-doomed").named_buffs
    assert not named.applied
    assert named.unmodelled
    assert "1/2" in str(named.reason)
    assert "2/3" in str(named.reason)
    assert answered(attack("10e", blade={}), named.id).unmodelled == [named.id]


def test_both_names_of_a_core_stratagem_are_one_rule() -> None:
    for edition in BOTH:
        assert library(edition).find("stratagem/core/grenade").id == "stratagem/core/explosives"
        assert library(edition).find("stratagem/core/tank-shock").id == "stratagem/core/crushing-impact"


def test_kindred_sorcery_of_the_two_detachments_are_two_buffs() -> None:
    """OQ-10."""
    assert library("11e").find("detachment/grand-coven/kindred-sorcery").choices == (
        "Psychic Maelstrom",
        "Wrath of the Immaterium",
    )
    assert "detachment/cult-of-magic/kindred-sorcery" not in library("11e").buffs
