"""The claims, and how one is tested in a process of its own."""

from __future__ import annotations

import time
from dataclasses import replace
from importlib import import_module

from report import Section
from sampling import Run

CLAIMS = (
    "every_maze",
    "passages",
    "large",
    "growth",
    "walking",
    "endless",
    "independence",
    "masks",
    "other_cells",
    "any_graph",
    "others",
    "rooms",
    "symmetries",
    "picture_mazes",
    "textures",
)
"""The modules, in the order of the page."""


def proved(claim: str, run: Run) -> Section:
    """A claim's section, and how long it took."""
    begun = time.monotonic()
    section: Section = import_module(claim).prove(run)
    return replace(section, seconds=time.monotonic() - begun)
