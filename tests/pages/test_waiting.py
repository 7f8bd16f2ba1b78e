"""Long answers tell how far they are, can be stopped there, and leave nothing half-made behind."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable

import pytest

from dashboard import waiting
from dashboard.durability_view import attacker_names, durable_units
from dashboard.matrix_question import ALL, STANDARD, Question
from dashboard.matrix_view import view_of

ANSWERS: dict[str, Callable[[], object]] = {
    "units": lambda: view_of(Question("11e", "tau-empire", STANDARD, "fight", situation=(("charged", True),))),
    "weapons": lambda: view_of(Question("11e", "tau-empire", ALL, "fight", "weapons")),
    "durability": lambda: durable_units("11e", "tau-empire", "fight", (), tuple(attacker_names("fight"))),
}


class StoppedError(Exception):
    """What a page raises when its reader has changed something."""


@pytest.mark.parametrize("name", ANSWERS)
def test_a_long_answer_tells_how_far_it_is_and_can_be_stopped(name: str) -> None:
    told: list[tuple[int, int]] = []

    def stop(done: int, of: int) -> None:
        told.append((done, of))
        if len(told) > 1:
            raise StoppedError

    with waiting.listening(stop), pytest.raises(StoppedError):
        ANSWERS[name]()

    assert all(0 <= done <= of for done, of in told)
    assert ANSWERS[name]() is ANSWERS[name]()  # nothing half-made was kept: a whole answer is


def test_who_waits_for_another_readers_whole_game_can_be_stopped_and_what_is_kept_is_had_at_once() -> None:
    whole = Question("11e", "imperial-knights", ALL, "fight")
    begun, enough = threading.Event(), threading.Event()

    def first_reader() -> None:
        def hold(done: int, of: int) -> None:
            begun.set()
            enough.wait(60)
            raise StoppedError

        with waiting.listening(hold), contextlib.suppress(StoppedError):
            view_of(whole)

    def stop(done: int, of: int) -> None:
        raise StoppedError

    reader = threading.Thread(target=first_reader)
    reader.start()
    try:
        assert begun.wait(60)
        with waiting.listening(stop), pytest.raises(StoppedError):
            view_of(Question("11e", "imperial-knights", ALL, "shooting"))
    finally:
        enough.set()
        reader.join()
    kept = view_of(whole)
    with waiting.listening(stop):
        assert view_of(whole) is kept


def test_a_page_that_waits_draws_a_bar_once_it_has_waited_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[float, str]] = []

    class Place:
        def progress(self, value: float, text: str) -> None:
            drawn.append((value, text))

        def empty(self) -> None:
            drawn.append((0.0, "gone"))

    monkeypatch.setattr(waiting.st, "empty", Place)
    with waiting.waiting("Working"):
        waiting.tell(1, 4)
        time.sleep(waiting.PATIENCE)
        waiting.tell(2, 4)
        waiting.tell(3, 4)

    waiting.tell(4, 4)
    assert drawn == [(0.5, "Working: 2 of 4"), (0.0, "gone")]
