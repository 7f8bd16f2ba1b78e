"""Numbers as players read them: few digits, no false precision, never an exponent."""

from __future__ import annotations

import math

__all__ = ["amount", "cell", "percent", "points", "signed"]


def amount(value: float | None) -> str:
    """An expected number: two decimals below 10, one below 100, none above.

    >>> amount(0.0), amount(3.14159), amount(31.4159), amount(1234.5), amount(0.004), amount(None)
    ('0', '3.14', '31.4', '1,234', '<0.01', '–')
    """
    if value is None or not math.isfinite(value):
        return "–"
    size = abs(value)
    if size == 0:
        return "0"
    if size < 0.005:
        return "<0.01" if value > 0 else ">-0.01"
    decimals = 2 if size < 9.995 else 1 if size < 99.95 else 0
    return f"{value:,.{decimals}f}"


def cell(value: float | None) -> str:
    """An expected number in the narrow cell of a heatmap.

    >>> cell(0.0), cell(0.03), cell(3.14159), cell(123.4), cell(None)
    ('0', '<0.1', '3.1', '123', '–')
    """
    if value is None or not math.isfinite(value):
        return "–"
    if 0 < value < 0.05:
        return "<0.1"
    return f"{value:,.1f}".removesuffix(".0") if value < 99.95 else f"{value:,.0f}"


def percent(probability: float | None) -> str:
    """A chance; what is not certain is never shown as 0 % or 100 %.

    >>> percent(0.5), percent(0.0), percent(1.0), percent(0.0004), percent(0.9999), percent(0.0312)
    ('50%', '0%', '100%', '<0.1%', '>99.9%', '3.1%')
    """
    if probability is None or not math.isfinite(probability):
        return "–"
    share = 100 * probability
    if probability <= 0 or probability >= 1:
        return f"{share:.0f}%"
    if share < 0.1:
        return "<0.1%"
    if share > 99.9:
        return ">99.9%"
    return f"{share:.0f}%" if 9.95 <= share <= 90.05 else f"{share:.1f}%"


def points(value: float | None) -> str:
    """Points of the game, whole ones without decimals.

    >>> points(105), points(42.25), points(1), points(None)
    ('105 points', '42.2 points', '1 point', '– points')
    """
    if value is None:
        return "– points"
    if value == 1:
        return "1 point"
    return f"{value:,.0f} points" if float(value).is_integer() else f"{value:,.1f} points"


def signed(value: float) -> str:
    """A difference, with its sign; one too small to write is ±0.

    >>> signed(0.5), signed(-12.0), signed(0.001), signed(0.0)
    ('+0.50', '−12.0', '±0', '0')
    """
    text = amount(abs(value))
    if text == "0":
        return text
    if text.startswith("<"):
        return "±0"
    return ("+" if value > 0 else "−") + text
