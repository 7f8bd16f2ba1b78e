"""What the duel page shows: a scenario taken from the address, or the one the page starts with, and the form's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import streamlit as st
from pydantic import BaseModel

from analysis.errors import InputError
from analysis.links import pack, unpack
from dashboard import address, choices
from dashboard.answer import answer, read_scenario
from dashboard.carry_over import in_edition
from dashboard.field_labels import in_labels
from dashboard.frame import EDITION_NAMES
from dashboard.sides import swapped

__all__ = ["FIRST_DUEL", "Draft", "adopt", "pick_threshold", "publish", "swap"]

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
_STAND_INS: Final = {side: FIRST_DUEL[side] for side in ("attacker", "target")}
_DRAFT: Final = "duel draft"
_SHOWN: Final = "duel shown"
"""The form's generation, what it showed first, and what it shows now."""
_THRESHOLDS: Final = "duel thresholds"
"""The models asked for, by name and models of the target."""


@dataclass(frozen=True, slots=True)
class Draft:
    """What the form starts from.

    Attributes:
        data: The scenario.
        generation: A new one lets every widget start afresh.
        turn: What made this duel out of another one: "swap", or the edition left; empty for none.
        before: That other duel, which the opposite turn brings back as long as nobody touches the form.
    """

    data: Mapping[str, Any]
    generation: int
    turn: str = ""
    before: Mapping[str, Any] | None = None

    @property
    def prefix(self) -> str:
        """Of every widget key of the form."""
        return f"duel{self.generation}"


def adopt(edition: str) -> Draft:
    """The scenario of the address when it is new, else the one the form started from.

    A bad one leaves the page's first duel and one sentence.
    """
    draft: Draft | None = st.session_state.get(_DRAFT)
    packed = address.unseen("s")
    if packed:
        st.session_state.pop(_THRESHOLDS, None)
        try:
            draft = _start(_read(packed, edition), edition, draft)
        except InputError as error:
            choices.note(f"{in_labels(error)}; the first duel of the page is shown instead")
            draft = _start(FIRST_DUEL, edition, draft)
    if draft is None:
        draft = _start(FIRST_DUEL, edition, None)
    elif draft.data["edition"] != edition:
        draft = _translated(draft, edition)
    st.session_state[_DRAFT] = draft
    return draft


def publish(scenario: BaseModel, draft: Draft) -> None:
    """Put what is shown into the address, and remember it: the other edition shows the same."""
    shown = _dumped(scenario)
    if st.session_state.get(_SHOWN, (None, None, None))[0] != draft.generation:
        st.session_state[_SHOWN] = (draft.generation, shown, shown)
    generation, first, _ = st.session_state[_SHOWN]
    st.session_state[_SHOWN] = (generation, first, shown)
    address.keep("s", pack(scenario))


def pick_threshold(models: int, target: str, draft: Draft) -> int:
    """The slider of "at least so many models", from 1 to all of them; the address holds it as `k`."""
    if models == 1:
        return 1
    asked = address.unseen("k")
    refused = address.bad_number("k", asked, 1, models) is not None
    chosen_before: dict[tuple[str, int], int] = st.session_state.setdefault(_THRESHOLDS, {})
    start = int(asked[0]) if asked and not refused else chosen_before.get((target, models), (models + 1) // 2)
    chosen = st.slider(
        "At least so many models slain",
        1,
        models,
        value=start,
        key=f"{draft.prefix}.k.{models}",
        help="Drag it: the sentence and the curve say how sure it is.",
    )
    choices.note(address.bad_number("k", asked, 1, models, str(chosen)))
    chosen_before[target, models] = chosen
    address.keep("k", str(chosen))
    return chosen


def swap(data: Mapping[str, Any]) -> None:
    """Let the target strike back; once more, and the attack is as it was; for callbacks."""
    draft: Draft = st.session_state[_DRAFT]
    try:
        shown = _dumped(read_scenario(data))
        if draft.turn == "swap" and draft.before and _untouched(draft, shown):
            turned = _start(draft.before, data["edition"], draft)
        else:
            carried = swapped(data)
            turned = _start(carried.data, data["edition"], draft)
            _say_left("Swapped, without", carried.left, "Swap again to have all of it back.")
    except InputError as error:
        choices.note(f"These sides cannot be swapped: {in_labels(error)}")
        return
    st.session_state[_DRAFT] = replace(turned, turn="swap", before=shown)


def _start(data: Mapping[str, Any], edition: str, before: Draft | None) -> Draft:
    whole = read_scenario({**data, "edition": edition})
    answer({**data, "edition": edition})  # refuses what the catalogue does not know, before a form is drawn from it
    return Draft(_dumped(whole), before.generation + 1 if before else 0)


def _dumped(scenario: BaseModel) -> dict[str, Any]:
    return scenario.model_dump(mode="json", by_alias=True)


def _read(packed: list[str], edition: str) -> dict[str, Any]:
    data = unpack(address.only("link.s", packed))
    if data.get("edition") != edition:
        raise InputError("link.s", str(data.get("edition")), f"a scenario of the {edition}, as the link says")
    return data


def _translated(draft: Draft, edition: str) -> Draft:
    """What was shown last, under the other edition; or as it was there, when it came from there untouched."""
    generation, _, last = st.session_state.get(_SHOWN, (None, None, None))
    shown = last if generation == draft.generation else draft.data
    try:
        if draft.turn == edition and draft.before and _untouched(draft, shown):
            turned = _start(draft.before, edition, draft)
        else:
            carried = in_edition(shown, edition, _STAND_INS)
            turned = _start(carried.data, edition, draft)
            name = EDITION_NAMES[edition]
            _say_left(f"Not in the {name}, and left out here:", carried.left, "Change back to have all of it again.")
    except InputError as error:
        choices.note(f"{in_labels(error)}; the first duel of the page is shown instead")
        return _start(FIRST_DUEL, edition, draft)
    return replace(turned, turn=draft.data["edition"], before=shown)


def _untouched(draft: Draft, shown: Mapping[str, Any]) -> bool:
    generation, first, _ = st.session_state.get(_SHOWN, (None, None, None))
    return generation == draft.generation and first == shown


def _say_left(words: str, left: Sequence[str], way_back: str) -> None:
    if left:
        choices.note(f"{words} {'; '.join(left)}. {way_back}")
