"""How much memory there is, so that a maze too large is told before it is begun."""

from __future__ import annotations

from pathlib import Path


def available_bytes() -> int | None:
    """What the system says can still be used, or None where it does not say."""
    try:
        with Path("/proc/meminfo").open() as lines:
            for line in lines:
                if line.startswith("MemAvailable:"):
                    return int(line.split()[1]) * 1024
    except OSError:
        pass
    return None


def in_words(size: float) -> str:
    """A number of bytes for people: 1.5 GB."""
    for unit in ("bytes", "kB", "MB", "GB", "TB", "PB"):
        if size < 1000:
            break
        size /= 1000
    else:
        unit = "EB"
    return f"{size:.3g} {unit}"
