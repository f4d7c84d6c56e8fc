"""How much memory there is, so that a maze that does not fit is refused before any work."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress

from labirinto.errors import TooLargeError


def available_bytes() -> int | None:
    """The memory that can still be used, or None if the system does not report it.

    The least of what the machine has free, what the container leaves (a Linux control group), and
    what the process may use (``ulimit -v``).
    """
    known = [size for size in (_of_machine(), *_of_groups(), _of_process()) if size is not None]
    return max(0, min(known)) if known else None


def _of_machine() -> int | None:
    with suppress(OSError), open("/proc/meminfo", encoding="ascii") as lines:
        for line in lines:
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


def _of_groups(root: str = "/sys/fs/cgroup", own: str = "/proc/self/cgroup") -> Iterator[int]:
    """Yield the memory that each control group around this process leaves, of version 1 or 2."""
    try:
        with open(own, encoding="utf-8") as lines:
            groups = [line.rstrip("\n").split(":", 2) for line in lines]
    except OSError:
        return
    for _, controllers, path in groups:
        if not controllers:
            base, names = root, ("memory.max", "memory.current", "inactive_file")
        elif "memory" in controllers.split(","):
            base = f"{root}/memory"
            names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
        else:
            continue
        # In a container the path may be the host's: then the root is the group itself.
        folders = [base]
        for part in filter(None, path.split("/")):
            folders.append(f"{folders[-1]}/{part}")
        for folder in folders:
            with suppress(OSError, ValueError):
                yield _left_in(folder, *names)


def _left_in(folder: str, limit: str, usage: str, cached: str) -> int:
    """Return the memory that is left in a group.

    Raises:
        OSError, ValueError: If it has no limit.
    """
    left = int(_read(f"{folder}/{limit}")) - int(_read(f"{folder}/{usage}"))
    for line in _read(f"{folder}/memory.stat").splitlines():
        name, _, size = line.partition(" ")
        if name == cached:
            # The cache of files is given up when memory is needed.
            return left + int(size)
    return left


def _read(name: str) -> str:
    with open(name, encoding="ascii") as stream:
        return stream.read()


def _of_process() -> int | None:
    try:
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        if limit == resource.RLIM_INFINITY:
            return None
        pages = int(_read("/proc/self/statm").split()[0])
        return limit - pages * os.sysconf("SC_PAGE_SIZE")
    except (ImportError, OSError, ValueError):
        return None


_ALWAYS_THERE = 1 << 16
"""Reading how much there is takes longer than making a small maze."""


def check_memory(needed: float, what: str, *parts: object) -> None:
    """Check that there is enough memory for something.

    Args:
        needed: In bytes.
        what: What needs it, to begin the sentence of the error.
        parts: What fills the braces in it, only then: the text of a grid takes as long as a search.

    Raises:
        TooLargeError: If not, with the memory needed.
    """
    if needed <= _ALWAYS_THERE:
        return
    available = available_bytes()
    if available is not None and needed > available:
        what = what.format(*parts) if parts else what
        raise TooLargeError(
            f"{what} needs {in_words(needed)} of memory, but only {in_words(available)} are free."
        )


def in_words(size: float) -> str:
    """A number of bytes as text: 1.5 GB."""
    units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"]
    while size >= 1000 and len(units) > 1:
        size /= 1000
        del units[0]
    return f"{size:.3g} {units[0]}"
