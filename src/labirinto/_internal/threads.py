"""How many threads share a piece of work, and how they share an object."""

from __future__ import annotations

import os
from _thread import RLock
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from labirinto._internal.validation import whole_number
from labirinto.errors import InvalidValueError

MOST_THREADS = 1024

_S = TypeVar("_S", bound="Shared")
_P = ParamSpec("_P")
_R = TypeVar("_R")


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


class Shared:
    """An object that threads may share: of its methods ``one_at_a_time``, one runs at a time."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._is_busy = False

    def __getstate__(self) -> dict[str, Any]:
        with self._lock:
            own = ("_lock", "_is_busy")
            return {name: value for name, value in self.__dict__.items() if name not in own}

    def __setstate__(self, state: dict[str, Any]) -> None:
        Shared.__init__(self)
        self.__dict__.update(state)


def one_at_a_time(method: Callable[Concatenate[_S, _P], _R]) -> Callable[Concatenate[_S, _P], _R]:
    """Other threads wait for their turn.

    The thread whose turn it is would wait for itself, in ``progress`` or a handler of signals; it
    gets an InvalidValueError.
    """

    @wraps(method)
    def alone(self: _S, /, *args: _P.args, **kwargs: _P.kwargs) -> _R:
        with self._lock:
            if self._is_busy:
                raise InvalidValueError(
                    f"The {type(self).__name__} is at work; call {method.__name__} when it is done."
                )
            self._is_busy = True
            try:
                return method(self, *args, **kwargs)
            finally:
                self._is_busy = False

    return alone
