"""What every target holds to: a second of the processor, and memory by the length of the input."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

MAX_SECONDS = 1.0
BYTES_ALWAYS, BYTES_A_BYTE = 64 << 20, 1000
_PAGE = resource.getpagesize()
_LIMIT = resource.getrlimit(resource.RLIMIT_AS)


class BrokenBoundError(Exception):
    """A find: too slow."""


def limit_memory(size: int) -> None:
    """From here on no more than 64 MB, and 1,000 bytes for each of the input, can be reserved.

    What tries gets a ``MemoryError``, which no target may let out.  Only Linux keeps to that.
    """
    with open("/proc/self/statm", "rb", buffering=0) as stream:
        taken = int(stream.read(40).split()[0]) * _PAGE
    most = taken + BYTES_ALWAYS + BYTES_A_BYTE * size
    resource.setrlimit(resource.RLIMIT_AS, (most, _LIMIT[1]))


@contextmanager
def limited_memory(size: int) -> Iterator[None]:
    """The same, for a while."""
    limit_memory(size)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, _LIMIT)


class Stopwatch:
    """Runs a target, and looks at its time.

    The clock on the wall is asked first, which is quick; if it says too much, perhaps because
    others use the processor, the processor's own clock is asked in a second run.
    """

    def __init__(self, run: Callable[[bytes], None]) -> None:
        self._run = run
        self._most = 0.005

    def __call__(self, data: bytes) -> None:
        """Raise what the target raises.

        Raises:
            BrokenBoundError: If it took too long.
        """
        begun = time.perf_counter()
        self._run(data)
        seconds = time.perf_counter() - begun
        if seconds > self._most:
            begun = time.process_time()
            self._run(data)
            seconds = time.process_time() - begun
            if seconds > MAX_SECONDS:
                raise BrokenBoundError(f"{seconds:.2f} s for {len(data)} bytes")
            if seconds > self._most:
                self._most = seconds
                print(f"most milliseconds: {1000 * seconds:.1f}", file=sys.stderr)
