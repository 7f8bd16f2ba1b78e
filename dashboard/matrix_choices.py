"""The controls of the matrix page, all of them in the address; together they make a question and a way to show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from analysis.archetypes import ARCHETYPES
from dashboard import address, choices, facts
from dashboard.choices import Choice
from dashboard.matrix_question import ALL, STANDARD, Question
from dashboard.matrix_ranking import ROLES, Filter
from dashboard.matrix_view import target_labels
from dashboard.page_choices import METRIC, PHASE
from dashboard.what_if import DISTANCE, MODIFIERS, SITUATION, Control, changed

__all__ = ["Shown", "matrix_choices"]

ROWS: Final = Choice(
    "rows",
    "Rows",
    {"units": "Whole units", "weapons": "Single weapons"},
    "units",
    "Units attack with all they carry by default; a weapon attacks alone, once.",
)
_TARGETS_BY: Final = Choice(
    "order",
    "Order of targets",
    {"": "As listed", "mean": "The best answered first"},
    "",
    "As listed, or first those against which the attackers do best on average.",
)
DEAREST: Final = 1_000
OF_PRICED_ATTACKERS: Final = ("points_per_100", "damage_per_100", "points_per_kill", "points_per_100_destroyed")
MOST_ROWS: Final = 300
MOST_WEIGHT: Final = 5


@dataclass(frozen=True, slots=True)
class Shown:
    """What is asked and how it is shown.

    Attributes:
        weights: By target label, for the ranking; empty when all count alike.
        by: Label of the one target to rank by; empty for the mean.
        targets_ranked: Whether the targets are in the order of how well they are answered.
    """

    question: Question
    metric: str
    wanted: Filter
    weights: dict[str, float]
    by: str
    targets_ranked: bool
    rows_a_page: int

    @property
    def file_name(self) -> str:
        """Of the downloads."""
        asked = self.question
        return f"matrix-{asked.attackers}-{asked.targets}-{asked.phase}-{self.metric}"


def matrix_choices(edition: str) -> Shown:
    """Draw all controls."""
    factions = facts.faction_names(edition)
    first, second, third = st.columns(3)
    with first:
        attackers = choices.select(
            Choice("faction", "Attackers", factions | {ALL: "All factions"}, "astra-militarum", "Whose units attack.")
        )
    with second:
        targets = choices.select(
            Choice(
                "targets",
                "Targets",
                {STANDARD: "The twelve standard targets"} | factions | {ALL: "All units of the game"},
                STANDARD,
                "Who is attacked, each at its smallest size or that of the standard target.",
            )
        )
    with third:
        metric = choices.select(METRIC)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        rows = choices.segments(ROWS)
        phase = choices.segments(PHASE)
    with st.expander("What if: range, cover, rolls", icon=":material/tune:"):
        situation = _controls((*SITUATION, DISTANCE), phase, {"half_range": True})
        modifiers = _controls(MODIFIERS, phase, {})
    with st.expander("Filter and rank", icon=":material/filter_list:"):
        wanted, size = _filter(rows)
        with st.container(horizontal=True, vertical_alignment="bottom"):
            by = choices.select(_rank_by(edition, targets))
            targets_ranked = choices.select(_TARGETS_BY) == "mean"
        weights = _weights() if targets == STANDARD else {}
    asked = Question(edition, attackers, targets, phase, rows, situation, modifiers)
    if rows == "weapons" and metric in OF_PRICED_ATTACKERS:
        st.caption(":material/info: A weapon alone has no price: the points destroyed by one weapon are shown instead.")
        metric = "points_destroyed"
    return Shown(asked, metric, wanted, weights, by, targets_ranked, size)


def _controls(controls: tuple[Control, ...], phase: str, defaults: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Bound twins of the what-if controls; the values that differ from neutral, sorted."""
    values = {}
    columns = st.columns(3)
    shown = [control for control in controls if phase in control.phases and control.field != "precision_on_character"]
    for number, control in enumerate(shown):
        with columns[number % 3]:
            values[control.field] = _bound(control, defaults.get(control.field, control.neutral))
    if values.get("distance") is not None:
        st.caption(":material/info: At a given distance each weapon decides by its range; Half range does nothing.")
    return tuple(sorted(changed(controls, values).items()))


def _bound(control: Control, default: Any) -> Any:
    key = f"if_{control.field}"
    if control.is_switch:
        return choices.flag(key, control.label, control.help, default=bool(default))
    choices.note(address.bad_choice(key, address.raw(key), [control.write(value) for value in control.values]))
    return st.select_slider(
        control.label,
        control.values,
        value=default,
        format_func=control.write,
        key=key,
        bind="query-params",
        help=control.help,
    )


def _rank_by(edition: str, targets: str) -> Choice:
    """The mean, or any one of the targets."""
    labels = [target.label for target in ARCHETYPES] if targets == STANDARD else target_labels(edition, targets)
    mean = "The mean over the mix below" if targets == STANDARD else "The mean over all targets"
    return Choice(
        "rank",
        "Rank by",
        {"": mean} | {label: label for label in labels},
        "",
        "The attackers that do best come first.",
    )


def _filter(rows: str) -> tuple[Filter, int]:
    """Who is shown; a weapon has no price, so points limit units only."""
    columns = st.columns(4)
    with columns[0]:
        explained = "Only attackers with this keyword; of weapons, those that one carries."
        role = choices.select(Choice("role", "Role", ROLES, "", explained))
    with columns[1]:
        word = choices.text("word", "Name or keyword", "A part of the name, or of a keyword of the unit.")
    with columns[2]:
        dearest = DEAREST
        if rows == "units":
            explained = "The far end is no limit."
            dearest = choices.number("points", "At most so many points", (0, DEAREST), DEAREST, explained)
    with columns[3]:
        size = choices.number("top", "Rows drawn", (5, MOST_ROWS), 25, "The best first; the rest is on further pages.")
    return Filter(role, word, None if dearest == DEAREST else dearest), size


def _weights() -> dict[str, float]:
    st.caption("How often you meet each target: attackers are ranked by the mean over this mix.")
    weights = {}
    columns = st.columns(4)
    for number, target in enumerate(ARCHETYPES):
        key = "mix_" + target.label.lower().replace(" ", "_").replace("'", "")
        with columns[number % 4]:
            weights[target.label] = float(choices.number(key, target.label, (0, MOST_WEIGHT), 1, target.stands_for))
    if not any(weights.values()):
        st.caption(":material/info: The mix is empty, with every target at 0: all count alike until one is set.")
        return {}
    return weights
