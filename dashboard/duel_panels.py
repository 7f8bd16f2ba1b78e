"""The parts of the duel page below the answer, each drawn only when its tab is open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from analysis.activations import activations
from analysis.errors import InputError
from analysis.explain import explain
from dashboard import choices, duel_words
from dashboard.answer import Answer
from dashboard.breakdown import contribution_table, contributions, funnel_chart, funnel_table
from dashboard.compare import MEASURES, measure
from dashboard.csv_export import Origin
from dashboard.curves import Curve, bars, describe_bars
from dashboard.duel_tables import activation_table, distribution_table, explained_table
from dashboard.moves import moves
from dashboard.plain import markdown_text
from dashboard.printable import printable
from dashboard.show import chart, save, table
from dashboard.tornado import describe_tornado, ranked, tornado, tornado_table

__all__ = ["PANELS", "Duel", "Panel"]


@dataclass(frozen=True, slots=True)
class Duel:
    """What every panel may show: the scenario as the form has it, its answer, the question asked, and its origin."""

    data: Mapping[str, Any]
    answer: Answer
    threshold: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Panel:
    """One tab; its title is part of the address."""

    title: str
    draw: Callable[[Duel], None]


def _odds(duel: Duel) -> None:
    result, title = duel.answer.result, duel_words.picture_title(duel.answer.scenario)
    for column, (unit, law) in zip(
        st.columns(2), (("models slain", result.slain), ("wounds lost", result.damage)), strict=True
    ):
        with column:
            curve = Curve(unit, law.pmf)
            st.caption(duel_words.spread(law.pmf, law.mean, unit))
            chart(bars(curve, unit), f"duel_{unit.replace(' ', '_')}", describe_bars(curve, unit), title)
    table(distribution_table(result), duel.origin, "duel-odds")


def _funnel(duel: Duel) -> None:
    funnel = duel.answer.result.funnel
    title = duel_words.picture_title(duel.answer.scenario)
    text = "Funnel from attacks to wounds lost; the table below has the numbers"
    chart(funnel_chart(funnel), "duel_funnel", text, title)
    table(funnel_table(funnel), duel.origin, "duel-funnel")


def _weapons(duel: Duel) -> None:
    lines = duel.answer.result.per_weapon
    if not lines:
        st.info("The attacker has no weapon.")
        return
    st.caption("Weapons attack in this order: a later one meets what the earlier ones have left standing.")
    title = duel_words.picture_title(duel.answer.scenario)
    text = "Damage of each weapon line; the table below has the numbers"
    chart(contributions(lines), "duel_weapons", text, title)
    table(contribution_table(lines), duel.origin, "duel-weapons")


def _until_destroyed(duel: Duel) -> None:
    try:
        repeated = activations(duel.answer.scenario)
    except InputError as error:
        st.info(markdown_text(f"Repeated activations: {error}."))
        return
    st.markdown(duel_words.until_destroyed(repeated))
    table(activation_table(repeated), duel.origin, "duel-activations", hidden=("mean activations",))
    st.caption(
        "Every activation starts from what the earlier ones left, with the same weapons and rules; a weapon that fires "
        "once in a battle is counted every time."
    )


def _moves(duel: Duel) -> None:
    chosen = measure(choices.select(_MOVED))
    base = chosen.read(duel.answer.result, duel.threshold)
    if base is None:
        st.info("This number needs points on both sides.")
        return
    with st.spinner("Trying every setting and every rule"):
        changes = ranked(base, moves(duel.data, chosen, duel.threshold))
    if not changes:
        st.info(f"No single change moves the {chosen.label.lower()}.")
        return
    st.caption(
        "What one step of one setting, or one more rule of the two armies, would do alone, the strongest first; facts "
        "that only the table knows are taken to hold for the rule."
    )
    text = describe_tornado(base, changes, chosen.label.lower(), chosen.write)
    title = duel_words.picture_title(duel.answer.scenario)
    chart(tornado(base, changes, chosen.label, chosen.write), "duel_moves", text, title)
    table(tornado_table(base, changes), duel.origin, "duel-moves")


def _computed(duel: Duel) -> None:
    st.caption(
        "The chance of every step against the complete unit, with the ids of the rules. From here on the engine "
        "follows every possible number of wounds through the models of the target, exactly, weapon by weapon."
    )
    table(explained_table(explain(duel.answer.scenario)), duel.origin, "duel-steps")


def _save(duel: Duel) -> None:
    st.caption("One file with this duel's numbers and charts that opens without a network and prints on paper.")
    save(
        "Download printable page",
        lambda: printable(duel.data, duel.answer, duel.threshold, duel.origin),
        "duel.html",
        "text/html",
    )


_MOVED: Final = choices.Choice(
    "moves",
    "Number to move",
    {one.key: one.label for one in MEASURES[:6]},
    "slain",
    "Each setting is changed by one step and each rule is used, alone; the bars say where this number would go.",
)
PANELS: Final = (
    Panel("Odds", _odds),
    Panel("Funnel", _funnel),
    Panel("Weapons", _weapons),
    Panel("Until destroyed", _until_destroyed),
    Panel("What moves it", _moves),
    Panel("How it is computed", _computed),
    Panel("Save", _save),
)
