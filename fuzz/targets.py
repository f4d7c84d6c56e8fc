"""All targets by name: those in C++, and in Python one for each reader and other door."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from fuzz import doors, grids, readers, states
from fuzz.containers import CONTAINERS, Container
from labirinto.formats import FORMATS

KERNELS = ("pixels", "views", "raster", "paths", "stream", "eller", "batch", "wilson")
"""Targets in C++: the headers in ``kernels/``."""


@dataclass(frozen=True)
class Target:
    """Something that takes bytes from outside.

    Attributes:
        run: Takes an input; raises if there is a find.
        seeds: Inputs to begin with.
        longest: Bytes of an input.
        container: How the inputs are packed, if what is in them is to be changed behind checksums.
    """

    run: Callable[[bytes], None]
    seeds: Callable[[], Iterable[bytes]]
    longest: int = 4000
    container: Container | None = None


TARGETS = {
    known.reader.replace("_", "-"): Target(
        readers.target_of(known),
        readers.seeds_of(known),
        container=CONTAINERS.get(known.module),
    )
    for known in FORMATS.values()
    if known.reader
}
TARGETS |= {
    "load": Target(readers.load_any, readers.all_seeds),
    "words": Target(doors.words, doors.word_seeds, 200),
    "recipes": Target(doors.recipes, doors.recipe_seeds, 400),
    "datasets": Target(doors.datasets, doors.dataset_seeds, 2000),
    "queries": Target(doors.queries, doors.query_seeds, 400),
    "languages": Target(doors.languages, doors.language_seeds, 200),
    "masks": Target(grids.masks, grids.masks_seeds, container=CONTAINERS["png"]),
    "geojson": Target(grids.geojson, grids.geojson_seeds),
    "drawings": Target(grids.drawings, grids.drawings_seeds),
    "corners": Target(grids.corners, grids.corners_seeds, 400),
    "rows-state": Target(states.rows_state, states.rows_state_seeds),
    "checkpoint": Target(states.checkpoint, states.checkpoint_seeds),
}
