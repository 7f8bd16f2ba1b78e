"""Links: what is sent is what is read, and what was not written by us is refused in one sentence."""

from __future__ import annotations

import base64
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from analysis import links
from analysis.errors import InputError
from analysis.referring import ReferringScenario
from analysis.scenario import Scenario

DICE = st.sampled_from(["1", "2", "D3", "D6", "2D6+3", "D3+1"])
TEXT = st.text(max_size=20)
ABILITIES = st.lists(st.sampled_from(["lethal hits", "melta 2", "anti-infantry 4+", "Ω unheard of"]), max_size=3)
ROLL = st.one_of(st.none(), st.integers(2, 6))
FLAGS = st.fixed_dictionaries(
    {}, optional={name: st.booleans() for name in ("half_range", "stationary", "charged", "cover", "snap_shooting")}
)
MODIFIERS = st.fixed_dictionaries(
    {},
    optional={
        "hit": st.integers(-3, 3),
        "reroll_hits": st.sampled_from(["none", "ones", "failures", "non_critical"]),
        "critical_wound": st.integers(2, 6),
        "abilities": ABILITIES,
        "damage_set": st.one_of(st.none(), st.integers(0, 3)),
    },
)
BUFFS = st.lists(
    st.one_of(TEXT, st.fixed_dictionaries({"id": TEXT, "choice": TEXT, "toggles": st.lists(TEXT, max_size=2)})),
    max_size=3,
)


def weapons(kind: str) -> st.SearchStrategy[list[dict[str, object]]]:
    weapon = st.fixed_dictionaries(
        {
            "name": TEXT,
            "count": st.integers(0, 30),
            "type": st.just(kind),
            "attacks": DICE,
            "skill": ROLL,
            "strength": st.one_of(st.integers(1, 16), st.just("2D6")),
            "ap": st.integers(-6, 0),
            "damage": DICE,
            "abilities": ABILITIES,
        },
        optional={"lethal_choice": st.sampled_from(["best", "always", "never"])},
    )
    return st.lists(weapon, max_size=4)


GROUPS = st.lists(
    st.fixed_dictionaries(
        {"count": st.integers(1, 20), "toughness": st.integers(1, 14), "wounds": st.integers(1, 24)},
        optional={"name": TEXT, "save": st.integers(2, 7), "invulnerable": ROLL, "character": st.booleans()},
    ),
    min_size=1,
    max_size=3,
)
EDITION = st.sampled_from(["10e", "11e"])
INLINE_TARGET = st.fixed_dictionaries({"groups": GROUPS}, optional={"name": TEXT, "stealth": st.booleans()})
INLINE = st.fixed_dictionaries(
    {
        "edition": EDITION,
        "attacker": st.fixed_dictionaries(
            {"weapons": st.one_of(weapons("ranged"), weapons("melee"))},
            optional={"name": TEXT, "points": st.one_of(st.none(), st.integers(0, 500), st.floats(0, 500))},
        ),
        "target": INLINE_TARGET,
    },
    optional={"situation": FLAGS, "modifiers": MODIFIERS},
)
UNIT = st.fixed_dictionaries(
    {"unit": TEXT},
    optional={
        "models": st.integers(1, 30),
        "copy": st.integers(1, 6),
        "loadout": st.lists(st.fixed_dictionaries({"weapon": TEXT, "count": st.integers(0, 20)}), max_size=5),
        "attached": st.lists(st.fixed_dictionaries({"unit": TEXT}), max_size=2),
    },
)
REFERRING = st.fixed_dictionaries(
    {"edition": EDITION, "attacker": UNIT, "target": st.one_of(UNIT, INLINE_TARGET)},
    optional={"phase": st.sampled_from(["shooting", "fight"]), "situation": FLAGS, "buffs": BUFFS},
)

KASRKIN = {
    "edition": "11e",
    "phase": "shooting",
    "attacker": {
        "unit": "astra-militarum/kasrkin",
        "models": 10,
        "copy": 3,
        "loadout": [
            {"weapon": "Plasma gun", "profile": "supercharge", "count": 2},
            {"weapon": "Meltagun", "count": 2},
            {"weapon": "Hot-shot lasgun", "count": 5},
            {"weapon": "Hot-shot laspistol", "count": 1},
            {"weapon": "Chainsword", "count": 1},
            {"weapon": "Close combat weapon", "count": 9},
        ],
        "attached": [{"unit": "astra-militarum/ursula-creed"}],
    },
    "target": {"unit": "adeptus-astartes/terminator-squad", "models": 5},
    "situation": {"distance": 10},
    "buffs": ["order/take-aim", {"id": "stratagem/core/command-re-roll", "choice": "damage"}],
}


def read_back(scenario: BaseModel, edition: str) -> links.Link:
    query = links.encode(scenario, edition, "2026-09-22")
    return links.decode(links.parse_query(query))


@given(INLINE)
@settings(max_examples=60, deadline=None)
def test_an_inline_scenario_survives_its_link(data: dict[str, object]) -> None:
    scenario = Scenario.from_json(data)

    link = read_back(scenario, scenario.edition)

    assert Scenario.from_json(link.data) == scenario
    assert (link.edition, link.revision) == (scenario.edition, "2026-09-22")


@given(REFERRING)
@settings(max_examples=60, deadline=None)
def test_a_referring_scenario_survives_its_link(data: dict[str, object]) -> None:
    scenario = ReferringScenario.from_json(data)

    assert ReferringScenario.from_json(read_back(scenario, scenario.edition).data) == scenario


def test_every_field_is_written_even_when_it_has_its_default() -> None:
    """A default that changes later must not change what an old link shows."""
    scenario = ReferringScenario.from_json({"edition": "11e", "attacker": {"unit": "a"}, "target": {"unit": "b"}})

    data = links.unpack(links.pack(scenario))

    assert data == scenario.model_dump(mode="json", by_alias=True)
    assert data["situation"]["cover"] is False
    assert data["attacker"]["copy"] == 1


def test_an_ordinary_link_is_short() -> None:
    query = links.encode(ReferringScenario.from_json(KASRKIN), "11e", "2026-09-22")

    assert len(query) < 700


def test_a_link_of_custom_units_stays_under_two_thousand_characters() -> None:
    weapon = {"type": "ranged", "attacks": "D6+1", "skill": 3, "strength": 9, "ap": -3, "damage": "D6"}
    abilities = ["lethal hits", "sustained hits 1", "anti-vehicle 4+"]
    own = [
        {**weapon, "name": f"Gun of my own, number {n}", "strength": n + 3, "abilities": abilities} for n in range(8)
    ]
    groups = [{"name": f"Model {n}", "count": n, "toughness": 4 + n, "save": 3, "wounds": 2 + n} for n in (1, 2, 3)]
    scenario = Scenario.from_json({"edition": "10e", "attacker": {"weapons": own}, "target": {"groups": groups}})

    assert len(links.encode(scenario, "10e", "2026-09-22")) < 1200


def squeezed(text: bytes) -> str:
    packer = zlib.compressobj(level=9, wbits=-zlib.MAX_WBITS, memLevel=9, zdict=links._DICTIONARY)
    return base64.urlsafe_b64encode(packer.compress(text) + packer.flush()).decode().rstrip("=")


GOOD = squeezed(b'{"edition":"11e"}')


@pytest.mark.parametrize(
    "packed",
    [
        "",
        "!",
        "é",
        "AAAA",
        GOOD[:-3],
        GOOD + "AA",
        "=" + GOOD,
        GOOD + "\n",
        squeezed(b"[1]"),
        squeezed(b"null"),
        squeezed(b'{"edition":NaN}'),
        squeezed(b"\xff\xff"),
        squeezed(b"{"),
        squeezed(b"[" * 90_000),
        squeezed(b'{"a":' + b"9" * 20_000 + b"}"),
        squeezed(b'{"a":"' + b" " * 5_000_000 + b'"}'),
        "A" * 8_001,
    ],
)
def test_what_we_did_not_write_is_refused_in_one_sentence(packed: str) -> None:
    with pytest.raises(InputError, match=r"^link\.s: .* is not accepted; expected .+$"):
        links.unpack(packed)


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("edition=11e&data=x&s=" + GOOD, "link.v: 'nothing' is not accepted; expected one value"),
        (
            "v=2&edition=11e&data=x&s=" + GOOD,
            "link.v: '2' is not accepted; expected 1, the only format of a link so far",
        ),
        ("v=1&v=1&edition=11e&data=x&s=" + GOOD, "link.v: '2 values' is not accepted; expected one value"),
        ("v=1&edition=9e&data=x&s=" + GOOD, "link.edition: '9e' is not accepted; expected 10e or 11e"),
        (
            "v=1&edition=10e&data=x&s=" + GOOD,
            "link.edition: '10e' is not accepted; expected the edition of the scenario in the link, '11e'",
        ),
        (
            "&".join(["a=1"] * 200),
            "link: '799 characters' is not accepted; expected at most 16000 characters and 100 parameters",
        ),
    ],
)
def test_the_sentence_names_the_parameter(query: str, sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        links.decode(links.parse_query(query))

    assert str(refused.value) == sentence


def test_format_one_stays_readable() -> None:
    """A link kept from the first release: it may never stop working, so the dictionary may never change."""
    kept = (
        "wx9exJXM6NVOdmJxUXZmHtYS2xhHiR0ArFVzExXSS1FKYGB9DazAIJkXEYJGKIW4L6j-RdOHUnKjKvfIL9EFeqdEAWghPl2mOHXB"
        "K3OiqpgMUD0ISkd0qJNwxkhpUXFpTqJuclEqOL3BogVmGHpVChFHreyIq98QJTcsecIK0VpqmKGDVGHCvIreNAJm0NzMvERgY0y3"
        "uLA0Edm_pnTzLM5KyxBctAzWSgsonVOalw5UHw9qAo9WZQNYlWE0FiG9nJLE7FTdxMxcJfR-FFIXC1SggLUQ6FshjIBFD6oxsbUA"
    )

    assert ReferringScenario.from_json(links.unpack(kept)) == ReferringScenario.from_json(KASRKIN)
