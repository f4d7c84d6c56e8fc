"""Calls from several threads, of which an object takes one at a time, and interrupted ones."""

from __future__ import annotations

import signal
import subprocess
import sys
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


def interrupted(program: str) -> str:
    """Runs a program in Python, interrupts it when it has printed a line; its errors."""
    words = [sys.executable, "-c", program]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode != 0
    return errors.decode()
