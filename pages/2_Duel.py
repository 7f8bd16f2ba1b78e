"""One attack in full: how sure is the kill, where do the attacks go, what does it cost, and what if."""

from __future__ import annotations

import streamlit as st

from analysis.errors import InputError
from dashboard import duel_words, frame
from dashboard.answer import answer, read_scenario
from dashboard.browser_history import arrival
from dashboard.choices import panels
from dashboard.compare import compared, compared_in_words
from dashboard.curves import describe_survival, survival
from dashboard.duel_form import duel_form, in_own_numbers
from dashboard.duel_link import duel_parameters
from dashboard.duel_panels import PANELS, Duel
from dashboard.duel_state import adopt, pick_threshold, publish
from dashboard.field_labels import in_labels
from dashboard.loadout_words import illegal_loadouts
from dashboard.pinned import pin_controls, pinned
from dashboard.plain import markdown_text
from dashboard.reach import reach_sentence
from dashboard.show import chart, table

with frame.page("duel") as page:
    if why := arrival():
        st.info(why, icon=":material/arrow_forward:")
    draft = adopt(page.edition)
    left, right = st.columns([4, 3] if in_own_numbers(draft) else [2, 3], gap="medium")
    with left:
        data = duel_form(draft, page.edition)
    try:
        shown = answer(data)
    except InputError as error:
        with right:
            st.error(markdown_text(f"{in_labels(error)}."), icon=":material/error:")
            st.caption(
                "The form keeps what you chose; mend it, and the numbers are back. Until then the address, and so "
                "Copy link, holds the last attack that could be answered."
            )
    else:
        publish(read_scenario(data), draft)
        scenario, result = shown.scenario, shown.result
        attacker, target = scenario.attacker.name, scenario.target.name
        models = len(result.slain.pmf) - 1
        unit = "models slain" if models > 1 else "wounds lost"
        with right:
            threshold = pick_threshold(models, target, draft)
            st.subheader(duel_words.headline(attacker, target, result, threshold), anchor=False)
            if too_short := reach_sentence(scenario):
                st.warning(too_short, icon=":material/straighten:")
            if against_the_sheet := illegal_loadouts(data):
                st.warning(
                    f"Counted as written, though no option of the datasheet allows it. {' '.join(against_the_sheet)}",
                    icon=":material/rule:",
                )
            before = pinned()
            curves = duel_words.named_curves(before, shown, unit)
            asked = threshold if models > 1 else None
            title = duel_words.picture_title(scenario)
            chart(survival(curves, unit, asked), "duel_curve", describe_survival(curves, unit), title)
            pin_controls(data)
            if before:
                st.markdown(compared_in_words(before.result, result))
                if before.scenario.edition != scenario.edition:
                    st.caption(
                        "A and B are under two editions, whose datasheets, prices and rules differ beside what you "
                        "changed: the link below takes them apart."
                    )
                table(compared(before.result, result, threshold), page.origin(), "duel-a-against-b")
            st.markdown(duel_words.listed(duel_words.verdict(shown)))
            st.caption(duel_words.uncounted(duel_words.left_out(shown)))
            st.page_link(
                "pages/4_Editions.py",
                label="What did the change of edition do to it?",
                icon=":material/compare_arrows:",
                query_params=duel_parameters(data, page.revision),
            )
        duel = Duel(data, shown, threshold, page.origin())
        tabs = panels("panel", [panel.title for panel in PANELS])
        for tab, panel in zip(tabs, PANELS, strict=True):
            if tab.open:
                with tab:
                    panel.draw(duel)
