"""How many threads share a piece of work."""

from __future__ import annotations

import operator
import os

from labirinto.errors import InvalidValueError


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
    if threads is None:
        return processors()
    try:
        if isinstance(threads, bool):
            raise TypeError
        number = operator.index(threads)
    except TypeError:
        raise InvalidValueError(f"threads is {threads!r}; it must be a whole number.") from None
    if not 1 <= number <= 1024:
        raise InvalidValueError(f"threads is {number}; it must be from 1 to 1024.")
    return number
