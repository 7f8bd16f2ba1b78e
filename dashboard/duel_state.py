"""What the duel page shows: a scenario taken from the address, or the one the page starts with, and the form's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st
from pydantic import BaseModel

from analysis.errors import InputError
from analysis.links import pack, unpack
from dashboard import address, choices
from dashboard.answer import answer, read_scenario

__all__ = ["FIRST_DUEL", "Draft", "adopt", "pick_threshold", "publish", "restart", "swapped"]

FIRST_DUEL: Final[dict[str, Any]] = {
    "phase": "shooting",
    "attacker": {
        "unit": "astra-militarum/kasrkin",
        "loadout": [
            {"weapon": "Hot-shot lasgun", "count": 5},
            {"weapon": "Plasma gun", "profile": "Supercharge", "count": 2},
            {"weapon": "Meltagun", "count": 2},
            {"weapon": "Hot-shot laspistol", "count": 1},
            {"weapon": "Chainsword", "count": 1},
            {"weapon": "Close combat weapon", "count": 9},
        ],
    },
    "target": {"unit": "adeptus-astartes/terminator-squad", "models": 5},
    "situation": {"half_range": True},
}
_DRAFT: Final = "duel draft"


@dataclass(frozen=True, slots=True)
class Draft:
    """What the form starts from; a new `generation` lets every widget start afresh."""

    data: Mapping[str, Any]
    generation: int

    @property
    def prefix(self) -> str:
        """Of every widget key of the form."""
        return f"duel{self.generation}"


def adopt(edition: str) -> Draft:
    """The scenario of the address when it is new, else the one the form started from.

    A bad one leaves the page's first duel and one sentence; so does a unit that the edition does not have.
    """
    draft: Draft | None = st.session_state.get(_DRAFT)
    packed = address.unseen("s")
    if packed:
        try:
            draft = _start(_read(packed, edition), edition, draft)
        except InputError as error:
            choices.note(f"{error}; the first duel of the page is shown instead")
            draft = _start(FIRST_DUEL, edition, draft)
    if draft is None:
        draft = _start(FIRST_DUEL, edition, None)
    elif draft.data["edition"] != edition:
        draft = _translate(draft, edition)
    st.session_state[_DRAFT] = draft
    return draft


def publish(scenario: BaseModel) -> None:
    """Put what is shown into the address."""
    address.keep("s", pack(scenario))


def pick_threshold(models: int, draft: Draft) -> int:
    """The slider of "at least so many models", from 1 to all of them; the address holds it as `k`."""
    if models == 1:
        return 1
    asked = address.unseen("k")
    sentence = address.bad_number("k", asked, 1, models)
    choices.note(sentence)
    start = int(asked[0]) if asked and not sentence else (models + 1) // 2
    chosen = st.slider(
        "At least so many models slain",
        1,
        models,
        value=start,
        key=f"{draft.prefix}.k.{models}",
        help="Drag it: the sentence and the curve say how sure it is.",
    )
    address.keep("k", str(chosen))
    return chosen


def restart(data: Mapping[str, Any]) -> None:
    """Start the form afresh from a scenario, in the other phase if it has weapons for that one only; for callbacks."""
    draft: Draft | None = st.session_state.get(_DRAFT)
    other = {"shooting": "fight", "fight": "shooting"}
    for phase in (data["phase"], other[data["phase"]]):
        try:
            st.session_state[_DRAFT] = _start({**data, "phase": phase}, data["edition"], draft)
        except InputError as error:
            problem = error
        else:
            return
    choices.note(str(problem))


def swapped(data: Mapping[str, Any]) -> dict[str, Any]:
    """Attacker and target changed over; what was set for the attack does not carry over to the answer to it.

    Raises:
        InputError: When a side is written out in numbers, which are those of a target or of an attacker only.
    """
    for side in ("attacker", "target"):
        if "unit" not in data[side]:
            raise InputError(side, data[side].get("name", ""), "units of the catalogue on both sides, to swap them")
    turned = {"attacker": dict(data["target"]), "target": dict(data["attacker"])}
    turned["attacker"].pop("wounded", None)
    return {name: data[name] for name in ("edition", "phase") if name in data} | turned


def _start(data: Mapping[str, Any], edition: str, before: Draft | None) -> Draft:
    whole = read_scenario({**data, "edition": edition})
    answer({**data, "edition": edition})  # refuses what the catalogue does not know, before a form is drawn from it
    return Draft(whole.model_dump(mode="json", by_alias=True), before.generation + 1 if before else 0)


def _read(packed: list[str], edition: str) -> dict[str, Any]:
    if len(packed) != 1:
        raise InputError("link.s", f"{len(packed)} values", "one value")
    data = unpack(packed[0])
    if data.get("edition") != edition:
        raise InputError("link.s", str(data.get("edition")), f"a scenario of the {edition}, as the link says")
    return data


def _translate(draft: Draft, edition: str) -> Draft:
    """The same duel under the other edition, with that edition's own loadouts and sizes."""
    sides = {}
    for side in ("attacker", "target"):
        given = draft.data[side]
        sides[side] = {"unit": given["unit"]} if "unit" in given else given
    kept = {name: draft.data[name] for name in ("phase", "situation", "modifiers") if name in draft.data}
    try:
        return _start(kept | sides, edition, draft)
    except InputError as error:
        choices.note(f"{error}; the first duel of the page is shown instead")
        return _start(FIRST_DUEL, edition, draft)
