"""The catalogue: units, weapons and rules by name, and a datasheet in numbers with where they come from."""

from __future__ import annotations

import streamlit as st

from dashboard import facts, frame
from dashboard.catalogue_view import found_in_words, found_units, hidden_columns, links_of, lookup, unsearchable
from dashboard.choices import Choice, segments, select, text
from dashboard.datasheet_view import (
    carried_in_words,
    defence_in_words,
    model_table,
    modelled_in_words,
    price_table,
    provenance,
    weapon_table,
)
from dashboard.plain import markdown_text
from dashboard.sheet_choice import sheet_choice
from dashboard.show import table
from queries.search import unit_abilities

SUBJECT = Choice(
    "look",
    "Look for",
    {"units": "Units", "weapons": "Weapons", "abilities": "Abilities", "rules": "Army rules"},
    "units",
    "Army rules are orders, detachment rules, stratagems and enhancements; the datasheet below is that of a unit.",
)

with frame.page("catalogue") as page:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        words = text("q", "Search", "Words of the name in any order: intercessor squad, c'tan, melta pistol.")
        everywhere = {"": "All factions"} | facts.faction_names(page.edition)
        faction = select(Choice("of", "Of", everywhere, "", "Only what belongs to this faction."))
    subject = segments(SUBJECT)
    found = lookup(subject, page.edition, words, faction)
    if idle := unsearchable(words):
        st.info(markdown_text(idle), icon=":material/search_off:")
    st.caption(found_in_words(subject, len(found)))
    table(found, page.origin(), f"catalogue-{subject}", hidden_columns(subject), empty="Fewer words find more.")
    units = found_units(page.edition, words, faction)
    st.subheader("Datasheet", anchor=False)
    reference = sheet_choice(units, found_units(page.edition, "", ""))
    sheet = facts.datasheet(page.edition, reference)
    st.markdown(f"**{markdown_text(sheet.name)}**: {markdown_text(', '.join(sheet.keywords))}")
    st.markdown(f"{carried_in_words(sheet)} {defence_in_words(sheet)}")
    table(model_table(sheet), page.origin(), "sheet-models")
    table(weapon_table(sheet), page.origin(), "sheet-weapons", empty="It has no weapons.")
    left, right = st.columns([2, 3])
    with left:
        st.markdown("**Points**")
        table(price_table(sheet), page.origin(), "sheet-points", empty="No source has a price for it.")
    with right:
        abilities = unit_abilities(page.edition, reference)
        st.markdown(f"**What is counted.** {modelled_in_words(abilities)}")
        table(abilities, page.origin(), "sheet-abilities", empty="None.")
    source = facts.source().revision(page.edition).sources
    st.caption(
        f"This datasheet: {provenance(sheet.prov)}. Catalogue {page.revision} of the {page.edition_name}, "
        f"made of {markdown_text(source)}."
    )
    with st.container(horizontal=True):
        for link in links_of(sheet, page.revision):
            st.page_link(link.file, label=link.label, icon=link.icon, query_params=link.parameters)
