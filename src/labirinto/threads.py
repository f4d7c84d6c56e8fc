"""How many threads share a piece of work."""

from __future__ import annotations

import os

from labirinto.checks import whole_number

MOST_THREADS = 1024


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # only Linux tells
        return os.cpu_count() or 1


def threads_for(threads: int | None) -> int:
    """The number of threads asked for: one for each processor if None is given.

    Raises:
        InvalidValueError: if it is no whole number from 1 to 1024.
    """
    return processors() if threads is None else whole_number("threads", threads, 1, MOST_THREADS)
