"""The 10th and the 11th edition side by side: one duel or a whole faction, and what caused each difference."""

from __future__ import annotations

import streamlit as st

from dashboard import edition_charts, edition_faction, edition_view, facts, frame
from dashboard.choices import Choice, number, segments, select
from dashboard.compare import MEASURES, Measure, measure
from dashboard.csv_export import Origin
from dashboard.curves import Curve, describe_survival, survival
from dashboard.duel_link import duel_parameters
from dashboard.edition_duels import BothEditions, both_editions, units_of_both
from dashboard.edition_facts import sheet_changes
from dashboard.edition_link import forget_link, linked_duel
from dashboard.page_choices import PHASE, RANGE
from dashboard.plain import markdown_text
from dashboard.show import chart, table
from dashboard.waiting import waiting

WHAT = Choice(
    "compare",
    "Compare",
    {"duel": "One duel", "faction": "A whole faction"},
    "duel",
    "Each edition uses its own datasheets, prices and rules.",
)
GROUND = Choice(
    "ground",
    "Target",
    {"cover": "In cover", "open": "In the open"},
    "cover",
    "Cover improves the save in the 10th edition and worsens the shooter's BS in the 11th.",
)
NUMBER = Choice(
    "number",
    "Number compared",
    {one.key: one.label for one in MEASURES if one.key != "at_least"},
    "damage",
    "Whose change is traced to its causes.",
)
BOTH_HAVE = "Units that both editions have, at their smallest size with their default weapons."


def show_causes(both: BothEditions, one: Measure, level: str, origin: Origin) -> None:
    """The sentence, the steps from one edition to the other, and the same as a table."""
    for sentence in both.notes:
        st.info(markdown_text(sentence), icon=":material/info:")
    st.subheader(edition_view.headline(both, one), anchor=False)
    st.markdown(edition_view.parts_in_words(both, one))
    st.caption(edition_view.HOW_COUNTED)
    between = edition_view.ends(both, one)
    if between:
        drawn = (between, edition_view.steps(both, one), one.label.lower(), one.write)
        chart(edition_charts.steps_chart(*drawn), f"editions_steps_{level}", edition_charts.describe_steps(*drawn))
    table(edition_view.causes(both, one), origin, f"editions-causes-{level}", empty="No cause moves this number.")


with frame.page("editions") as page:
    origin = edition_view.origin_of_both(page.origin())
    linked = linked_duel()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        what = "duel" if linked else segments(WHAT)
        one = measure(select(NUMBER))
        if not linked:
            phase = segments(PHASE)
            near = segments(RANGE) == "half" if phase == "shooting" else False
            covered = segments(GROUND) == "cover" if phase == "shooting" else False
            flags = {"half_range": near, "cover": covered, "charged": phase == "fight"}
            situation = tuple(name for name, holds in flags.items() if holds)
    if what == "duel":
        duel = linked
        if duel is None:
            units = units_of_both()
            left, right = st.columns(2)
            with left:
                attacker = select(Choice("who", "Attacker", units, "astra-militarum/kasrkin", BOTH_HAVE))
            with right:
                target = select(Choice("whom", "Target", units, "adeptus-astartes/intercessor-squad", BOTH_HAVE))
            duel = edition_view.unit_duel(attacker, target, phase, situation)
        else:
            st.caption("The duel of the link, with everything set in it.")
            st.button("Compare other units", on_click=forget_link, icon=":material/undo:")
        with st.spinner("Answering it under both editions"):
            both = both_editions(duel)
        show_causes(both, one, "duel", origin)
        st.subheader("Every number, and how sure it is", anchor=False)
        curves = [Curve(name, law) for name, law in edition_view.slain_laws(both)]
        chart(survival(curves, "models slain"), "editions_curve", describe_survival(curves, "models slain"))
        table(edition_view.numbers_of_both(both), origin, "editions-numbers")
        st.page_link(
            "pages/2_Duel.py",
            label=f"Open this duel under the {page.edition_name}",
            icon=":material/swords:",
            query_params=duel_parameters(edition_view.in_edition(both, duel, page.edition), page.revision),
        )
        references = edition_view.units_in(duel)
        if references:
            with st.expander("What changed on the datasheets", icon=":material/difference:"):
                for reference in references:
                    st.markdown(f"**{markdown_text(facts.datasheet(page.edition, reference).name)}**")
                    facts_changed = sheet_changes(reference)
                    table(facts_changed, origin, f"editions-sheet-{reference}", empty="Nothing changed.")
    else:
        factions = facts.faction_names(page.edition)
        with st.container(horizontal=True, vertical_alignment="bottom"):
            faction = select(Choice("faction", "Faction", factions, "astra-militarum", BOTH_HAVE))
            most = number("top", "Units shown", (5, 300), 15, "Those that changed most, by the mean over all targets.")
        with waiting("Answering every duel of the faction in both editions"):
            changes = edition_faction.faction_changes(faction, phase, situation, one)
            changed = edition_faction.ranked(changes, one, most)
            ranking = edition_faction.faction_table(changes, changed, one)
        st.subheader(edition_faction.in_words(changed, one, factions[faction]), anchor=False)
        drawn = (edition_faction.pairs(changed, one), one.label.lower(), one.write)
        chart(
            edition_charts.before_and_after(*drawn),
            "editions_faction",
            edition_charts.describe_before_and_after(*drawn),
        )
        table(ranking, origin, f"editions-{faction}-{phase}-{one.key}", ("id",), empty="No unit to compare.")
        st.caption(edition_faction.not_compared(changes))
        if changed:
            names = {"": "the unit that changed most"} | {unit.reference: unit.name for unit in changes.units}
            picked = select(Choice("explained", "Explain", names, "", "Its duel with the largest change, by causes."))
            unit = next((unit for unit in changes.units if unit.reference == picked), changed[0])
            show_causes(edition_faction.strongest(changes, unit, one), one, "faction", origin)
