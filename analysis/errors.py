"""Bad input, said in one sentence: which field, which value, what was expected."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pydantic import ValidationError
from pydantic_core import ErrorDetails

__all__ = ["MISSING", "InputError", "from_validation", "nearest"]

_LONGEST_VALUE = 60

MISSING: Final = object()
"""Stands for a value that was not given."""


class InputError(ValueError):
    """Input that cannot be answered; `str()` is the sentence a player reads.

    Args:
        field: Path of the field as written in the scenario, such as ``target.groups[0].save``.
        value: What was found there; `MISSING` for nothing at all.
        expected: What would have been accepted.
    """

    def __init__(self, field: str, value: object, expected: str) -> None:
        """Build the sentence from its three parts."""
        self.field = field
        self.value = value
        self.expected = expected
        found = "is missing" if value is MISSING else f"{_shown(value)} is not accepted"
        super().__init__(f"{field}: {found}; expected {expected}")


def _shown(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() > _LONGEST_VALUE:
        return "a number of more than 18 digits"
    if isinstance(value, str):
        return _quoted(value)
    text = repr(value) if _is_plain(value) else _kind(value)
    text = {"None": "null", "True": "true", "False": "false"}.get(text, text)
    return text if len(text) <= _LONGEST_VALUE else text[: _LONGEST_VALUE - 1] + "…"


def _quoted(text: str) -> str:
    """A text in quotes, both of them there however much of it is left out.

    >>> _quoted("A" * 100).endswith("A…'"), len(_quoted("A" * 100))
    (True, 60)
    """
    kept, quoted = text[:_LONGEST_VALUE], repr(text[: _LONGEST_VALUE + 1])
    while len(quoted) > _LONGEST_VALUE:
        kept = kept[:-1]
        quoted = repr(f"{kept}…")
    return quoted


def _is_plain(value: object) -> bool:
    return value is None or isinstance(value, int | float | bool)


def _kind(value: object) -> str:
    kinds: dict[type, str] = {dict: "an object", list: "a list"}
    return kinds.get(type(value), type(value).__name__)


_EXPECTATIONS = {
    "extra_forbidden": "no field of this name",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing": "a whole number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_type": "true or false",
    "string_type": "text",
    "list_type": "a list",
    "dict_type": "an object",
    "model_type": "an object",
    "model_attributes_type": "an object",
}


_REQUIRED = {
    "edition": '"10e" or "11e"',
    "attacker": "an object with the weapons that attack",
    "target": "an object with the groups of models that are attacked",
    "weapons": "a list of weapon lines",
    "groups": "a list of groups of models",
    "type": '"ranged" or "melee"',
    "attacks": "a number or dice such as 4, D6 or 2D6+3",
    "damage": "a number or dice such as 4, D6 or 2D6+3",
    "strength": "a number or dice such as 4, D6 or 2D6+3",
    "count": "the number of models",
    "toughness": "the Toughness of a model",
    "wounds": "the wounds of a model",
    "threshold": "the roll needed, 2 to 6",
}
"""What is expected of the fields that have to be given."""


def _path(location: Sequence[int | str]) -> str:
    parts = [f"[{part}]" if isinstance(part, int) else f".{part}" for part in location]
    return "".join(parts).removeprefix(".") or "scenario"


def _expected(error: ErrorDetails) -> str:
    kind = error["type"]
    context = error.get("ctx", {})
    if kind == "missing":
        return _REQUIRED.get(str(error["loc"][-1]), "this field")
    if kind in _EXPECTATIONS:
        return _EXPECTATIONS[kind]
    if kind == "literal_error":
        return f"one of {context['expected']}"
    bounds = {
        "greater_than_equal": "at least {ge}",
        "less_than_equal": "at most {le}",
        "too_short": "at least {min_length} of them",
        "too_long": "at most {max_length} of them",
        "string_too_long": "at most {max_length} characters",
    }
    if kind in bounds:
        return bounds[kind].format(**context)
    return error["msg"].removeprefix("Value error, ")


def from_validation(error: ValidationError) -> InputError:
    """Turn pydantic's report into one sentence about its first complaint."""
    first = error.errors(include_url=False)[0]
    location = [part for part in first["loc"] if not (isinstance(part, str) and part.endswith(("]", ")")))]
    value = MISSING if first["type"] == "missing" else first["input"]
    return InputError(_path(location), value, _expected(first))


def nearest(name: str, known: Sequence[str], at_most: int = 3) -> str:
    """List the known names closest to a mistyped one, for the end of an error sentence.

    >>> nearest("order/take-am", ["order/take-aim", "order/take-cover", "army/synapse"], at_most=1)
    'order/take-aim'
    """
    # difflib costs some milliseconds to import and only an error needs it.
    import difflib

    return ", ".join(difflib.get_close_matches(name, known, n=at_most, cutoff=0.3))
