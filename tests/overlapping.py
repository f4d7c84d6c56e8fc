"""Calls of one object from several threads, of which it takes one at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from labirinto import InvalidValueError

ReadT = TypeVar("ReadT")


def read_by_threads(read: Callable[[], ReadT], is_finished: Callable[[], bool]) -> list[ReadT]:
    """All that four threads read until nothing is left; other refusals than of a call fail."""
    answers: list[ReadT] = []
    refusals: list[str] = []

    def read_on() -> None:
        while not is_finished():
            try:
                answers.append(read())
            except InvalidValueError as error:
                refusals.append(str(error))

    threads = [threading.Thread(target=read_on) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    # A call that comes after the last block is refused as well; on one processor none may overlap.
    known = ("is busy with another call", "All ")
    assert all(any(words in refusal for words in known) for refusal in refusals)
    return answers
