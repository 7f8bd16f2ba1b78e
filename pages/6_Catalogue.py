"""The catalogue: units, weapons and rules by name, and a datasheet in numbers with where they come from."""

from __future__ import annotations

import streamlit as st

from dashboard import facts, frame
from dashboard.choices import Choice, segments, select, text
from dashboard.datasheet_view import model_table, price_table, provenance, weapon_table
from dashboard.duel_link import duel_parameters
from dashboard.plain import markdown_text
from dashboard.show import table
from queries.search import search, unit_abilities

SUBJECT = Choice(
    "look",
    "Look for",
    {"units": "Units", "weapons": "Weapons", "buffs": "Rules and abilities"},
    "units",
    "Rules are orders, detachments, stratagems, enhancements and abilities.",
)

with frame.page("catalogue") as page:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        subject = segments(SUBJECT)
        everywhere = {"": "All factions"} | facts.faction_names(page.edition)
        faction = select(Choice("of", "Of", everywhere, "", "Only what belongs to this faction."))
        words = text("q", "Name", "A part of the name; empty for all.")
    found = search(subject, page.edition, words, faction or None)
    st.caption(f"{len(found):,} found.")
    table(found, page.origin(), f"catalogue-{subject}")
    if subject == "units" and len(found):
        st.subheader("Datasheet", anchor=False)
        references = dict(zip(found["id"], found["unit"] + " (" + found["faction"] + ")", strict=True))
        reference = st.selectbox(
            "Unit",
            list(references),
            format_func=references.__getitem__,
            key="sheet",
            help="One of the units found above.",
        )
        sheet = facts.datasheet(page.edition, reference)
        row = found.set_index("id").loc[reference]
        st.markdown(f"**{markdown_text(sheet.name)}**: {markdown_text(', '.join(sheet.keywords))}")
        st.caption(f"Source: {markdown_text(str(row['source']))}; {provenance(sheet.prov)}. Catalogue {page.revision}.")
        table(model_table(sheet), page.origin(), "sheet-models")
        table(weapon_table(sheet), page.origin(), "sheet-weapons")
        table(price_table(sheet), page.origin(), "sheet-points")
        st.caption("What is counted in the numbers of this project, and what is not:")
        table(unit_abilities(page.edition, reference), page.origin(), "sheet-abilities")
        if sheet.weapons:
            duel = facts.first_duel_of(sheet)
            st.page_link(
                "pages/2_Duel.py",
                label="Let it attack",
                icon=":material/swords:",
                query_params=duel_parameters(duel, page.revision),
            )
