"""How much memory there is, so that a maze too large is told before it is begun."""

from __future__ import annotations

import os

from labirinto.errors import TooLargeError


def available_bytes() -> int | None:
    """What the system says can still be used, or None where it does not say."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None


_ALWAYS_THERE = 1 << 16
"""To look how much there is takes longer than to make a small maze."""


def check_memory(needed: float, what: str) -> None:
    """Looks whether there is enough memory for something.

    Raises:
        TooLargeError: if not, with how much it would need.
    """
    if needed <= _ALWAYS_THERE:
        return
    available = available_bytes()
    if available is not None and needed > available:
        raise TooLargeError(
            f"{what} needs {in_words(needed)} of memory, and {in_words(available)} are free."
        )


def in_words(size: float) -> str:
    """A number of bytes for people: 1.5 GB."""
    units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB"]
    while size >= 1000 and len(units) > 1:
        size /= 1000
        del units[0]
    return f"{size:.3g} {units[0]}"
