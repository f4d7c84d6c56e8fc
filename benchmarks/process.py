"""What a process has: cores and memory.  Imports next to nothing, to be asked before all else."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from pathlib import Path


def cores() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def peak_bytes() -> int:
    """The most memory that this process has had."""
    status = Path("/proc/self/status")
    if status.exists():
        # Not getrusage: on Linux a child inherits the peak of the process that started it.
        found = re.search(r"VmHWM:\s*(\d+) kB", status.read_text())
        if found:
            return int(found[1]) * 1024
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def forget_peak() -> None:
    """Reset the peak to the memory in use now, where the system allows it."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")
