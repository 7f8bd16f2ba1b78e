"""A duel as one HTML file: opens offline, prints on paper, holds no script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

import pandas as pd

from dashboard import duel_words
from dashboard.answer import Answer
from dashboard.attack_words import model_table, rules_in_words, settings_in_words, weapon_table
from dashboard.breakdown import contribution_table, funnel_table
from dashboard.csv_export import Origin
from dashboard.curves import at_least
from dashboard.numbers import amount, percent, points
from dashboard.palette import SERIES
from dashboard.plain import one_line

__all__ = ["printable"]

_STYLE = """
body { font-family: sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #222; line-height: 1.4; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
td, th { border-bottom: 1px solid #ccc; padding: .2rem .8rem; } td.number { text-align: right; }
footer { font-size: .8rem; color: #666; word-break: break-all; margin-top: 2rem; }
"""
_SCREEN = '<meta name="viewport" content="width=device-width, initial-scale=1">'
_WIDTH, _HEIGHT, _FOOT = 640, 220, 24


def printable(data: Mapping[str, Any], duel: Answer, threshold: int, origin: Origin) -> bytes:
    """The whole file, UTF-8; `data` is the duel as its form has it."""
    scenario, result = duel.scenario, duel.result
    attacker, target = one_line(scenario.attacker.name), one_line(scenario.target.name)
    models = len(result.slain.pmf) - 1
    unit, law = ("models slain", result.slain) if models > 1 else ("wounds lost", result.damage)
    sentences = [
        f"Chance to destroy the whole unit: {percent(result.destroyed)}.",
        f"Chance to slay at least {threshold} of {models}: {percent(float(at_least(result.slain.pmf)[threshold]))}.",
        duel_words.spread(result.slain.pmf, result.slain.mean, "models slain"),
        duel_words.spread(result.damage.pmf, result.damage.mean, "wounds lost"),
        *duel_words.points_sentences(result, scenario.attacker.points, scenario.target.points),
        duel_words.waste_sentence(result),
        *duel_words.cost_sentences(scenario.edition, result, one_line),
        *duel_words.pool_sentences(scenario.edition, result, one_line),
        "Not counted: " + ("; ".join(map(one_line, duel_words.left_out(duel))) or "nothing that is known") + ".",
    ]
    title = f"{escape(attacker)} against {escape(target)}"
    body = [
        f"<h1>{title}</h1>",
        *_paragraphs(sentences),
        f"<h2>Chance of at least so many {unit}</h2>",
        _curve(at_least(law.pmf).tolist()[1:]),
        *_the_attack(data, duel),
        "<h2>From attacks to damage</h2>",
        _table(funnel_table(result.funnel)[["step", "expected", "why"]]),
        "<h2>Weapon by weapon</h2>",
        _table(contribution_table(result.per_weapon)),
        f"<footer><p>Killcurve, edition {escape(origin.edition)}, catalogue {escape(origin.revision)}.</p>"
        f"<p>{escape(origin.link)}</p><p>Unofficial; Warhammer 40,000 belongs to Games Workshop.</p></footer>",
    ]
    head = f'<meta charset="utf-8">{_SCREEN}<title>{title}</title><style>{_STYLE}</style>'
    page = f'<!doctype html><html lang="en"><head>{head}</head><body>{"".join(body)}</body></html>'
    return page.encode("utf-8", "replace")


def _the_attack(data: Mapping[str, Any], duel: Answer) -> list[str]:
    """Which attack it was: settings, rules, weapons and models, since paper has no form to look them up in."""
    scenario = duel.scenario
    price = [
        f"{who}: {one_line(side.name)}" + ("" if side.points is None else f", {points(side.points)}") + "."
        for who, side in (("Attacker", scenario.attacker), ("Target", scenario.target))
    ]
    return [
        "<h2>The attack</h2>",
        *_paragraphs([*price, *settings_in_words(data), *rules_in_words(duel, data)]),
        _table(weapon_table(scenario)),
        _table(model_table(scenario)),
    ]


def _paragraphs(sentences: Sequence[str]) -> list[str]:
    return [f"<p>{escape(sentence)}</p>" for sentence in sentences]


def _table(frame: pd.DataFrame) -> str:
    head = "".join(f"<th>{escape(str(name))}</th>" for name in frame.columns)
    rows = ["".join(_cell(value) for value in row) for row in frame.itertuples(index=False)]
    return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def _cell(value: object) -> str:
    if isinstance(value, int | float):
        return f'<td class="number">{escape(amount(float(value)))}</td>'
    return f"<td>{escape(one_line(str(value)))}</td>"


def _curve(chances: Sequence[float]) -> str:
    """Bars from 1 on, drawn as an image that needs no script; every bar says its chance where there is room."""
    if not chances:
        return ""
    step = _WIDTH / len(chances)
    labelled = max(1, len(chances) // 16)
    bars = []
    for number, chance in enumerate(chances):
        height = chance * (_HEIGHT - 2 * _FOOT)
        left, top = number * step, _HEIGHT - _FOOT - height
        bars.append(f'<rect x="{left + 1:.1f}" y="{top:.1f}" width="{max(1.0, step - 2):.1f}" height="{height:.1f}"/>')
        if number % labelled == 0:
            middle = left + step / 2
            bars.append(f'<text x="{middle:.1f}" y="{_HEIGHT - 6}" text-anchor="middle">{number + 1}</text>')
            bars.append(
                f'<text x="{middle:.1f}" y="{top - 4:.1f}" text-anchor="middle">{escape(percent(chance))}</text>'
            )
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="Chance of at least so many" '
        f'style="fill:{SERIES[0]};font-size:11px">{"".join(bars)}</svg>'
    )
