"""How many threads share a piece of work, and how an object refuses calls that overlap."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from labirinto._internal.validation import whole_number
from labirinto.errors import InvalidValueError

MAX_THREADS = 1024

_S = TypeVar("_S", bound="OneAtATime")
_P = ParamSpec("_P")
_R = TypeVar("_R")


def processors() -> int:
    """How many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # Linux only
        return os.cpu_count() or 1


def threads_for(threads: int | None, name: str = "threads") -> int:
    """The number of threads to use: one for each processor if None is given.

    Args:
        threads: The number.
        name: Of the argument, for the message.

    Raises:
        InvalidValueError: If it is not a whole number from 1 to 1024.
    """
    return processors() if threads is None else whole_number(name, threads, 1, MAX_THREADS)


class OneAtATime:
    """An object whose methods marked ``one_at_a_time`` refuse to overlap, as a generator does."""

    _call: object = None


def one_at_a_time(method: Callable[Concatenate[_S, _P], _R]) -> Callable[Concatenate[_S, _P], _R]:
    """Refuse a call with an InvalidValueError while another call of the object is running.

    The other call runs in another thread, or called ``progress`` or a signal handler that calls
    again.
    """

    @wraps(method)
    def guarded(self: _S, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        call = object()
        try:
            # One atomic step, so that an interrupt between two lines never leaves it marked.
            if vars(self).setdefault("_call", call) is not call:
                raise InvalidValueError(
                    f"The {type(self).__name__} is busy with another call; call "
                    f"{method.__name__} after it, or give each thread its own."
                )
            return method(self, *args, **kwargs)
        finally:
            if self._call is call:
                del self._call

    return guarded
