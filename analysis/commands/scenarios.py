"""Scenarios from a file or standard input, and results printed as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from analysis.errors import InputError

__all__ = ["print_json", "read_json", "with_each"]

LARGEST_FILE: Final = 64 * 2**20


def read_json(name: str) -> Any:
    """Parse a JSON file, '-' being standard input.

    Raises:
        InputError: For a file that cannot be read, is too large, or is not JSON.
    """
    try:
        raw = sys.stdin.buffer.read(LARGEST_FILE + 1) if name == "-" else _read(name)
    except OSError as error:
        raise InputError("FILE", name, f"a readable file ({error.strerror})") from None
    if len(raw) > LARGEST_FILE:
        raise InputError("FILE", name, f"at most {LARGEST_FILE // 2**20} MiB of JSON")
    try:
        return json.loads(raw, parse_constant=_no_constants)
    except RecursionError:
        raise InputError("FILE", name, "JSON of a few levels of nesting") from None
    except ValueError as error:
        raise InputError("FILE", name, f"JSON ({_first_line(error)})") from None


def _read(name: str) -> bytes:
    with Path(name).open("rb") as file:
        return file.read(LARGEST_FILE + 1)


def _no_constants(name: str) -> float:
    raise ValueError(f"{name} is no number")


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0][:200]


def with_each(data: Any, answer: Callable[[Any], Any]) -> Any:
    """Answer one scenario or each of a list; a bad member of a list is named by its index.

    Raises:
        InputError: From the first bad scenario.
    """
    if not isinstance(data, list):
        return answer(data)
    answers = []
    for index, member in enumerate(data):
        try:
            answers.append(answer(member))
        except InputError as error:
            raise InputError(f"[{index}].{error.field}", error.value, error.expected) from None
    return answers


def print_json(answers: Any) -> None:
    """Print answers as JSON on standard output."""
    print(json.dumps(answers, ensure_ascii=False))  # in one piece: json.dump is ten times slower
