"""One attack in full: how sure is the kill, where do the attacks go, what does it cost, and what if."""

from __future__ import annotations

import streamlit as st

from dashboard import duel_words, frame
from dashboard.answer import answer, read_scenario
from dashboard.breakdown import contribution_table, contributions, funnel_chart, funnel_table
from dashboard.curves import Curve, bars, describe_bars, survival
from dashboard.duel_form import duel_form
from dashboard.duel_state import adopt, pick_threshold, publish
from dashboard.show import chart, table

with frame.page("duel") as page:
    draft = adopt(page.edition)
    left, right = st.columns([2, 3], gap="medium")
    with left:
        data = duel_form(draft, page.edition)
    publish(read_scenario(data))
    duel = answer(data)
    scenario, result = duel.scenario, duel.result
    attacker, target = scenario.attacker.name, scenario.target.name
    models, wounds = len(result.slain.pmf) - 1, len(result.damage.pmf) - 1
    with right:
        threshold = pick_threshold(models, draft)
        st.subheader(duel_words.headline(attacker, target, result, threshold), anchor=False)
        unit, pmf = ("models slain", result.slain.pmf) if models > 1 else ("wounds lost", result.damage.pmf)
        chart(
            survival([Curve(attacker, pmf)], unit, threshold if models > 1 else None),
            "duel_curve",
            duel_words.curve_text(pmf, unit),
        )
        for sentence in duel_words.points_sentences(result, scenario.attacker.points, scenario.target.points):
            st.markdown(sentence)
        st.markdown(duel_words.waste_sentence(result))
        for sentence in duel_words.cost_sentences(result):
            st.markdown(sentence)
        st.caption(duel_words.uncounted(result.unmodelled))
    slain, damage = st.columns(2)
    with slain:
        st.markdown("**Models slain**")
        st.caption(duel_words.spread(result.slain.pmf, result.slain.mean, "models slain"))
        curve = Curve("slain", result.slain.pmf)
        chart(bars(curve, "models slain"), "duel_slain", describe_bars(curve, "models slain"))
    with damage:
        st.markdown("**Wounds lost**")
        st.caption(duel_words.spread(result.damage.pmf, result.damage.mean, "wounds lost"))
        curve = Curve("damage", result.damage.pmf)
        chart(bars(curve, "wounds lost"), "duel_damage", describe_bars(curve, "wounds lost"))
    st.markdown("**From attacks to damage**")
    chart(
        funnel_chart(result.funnel),
        "duel_funnel",
        "Funnel from attacks to wounds lost; the table below has the numbers",
    )
    table(funnel_table(result.funnel), page.origin(), "duel-funnel")
    st.markdown("**Weapon by weapon**")
    chart(
        contributions(result.per_weapon), "duel_weapons", "Damage of each weapon line; the table below has the numbers"
    )
    table(contribution_table(result.per_weapon), page.origin(), "duel-weapons")
