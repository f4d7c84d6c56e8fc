"""The seed, the ends and the solution of a maze."""

from __future__ import annotations

from labirinto.asking.record import Field
from labirinto.formats.table import FORMATS
from labirinto.solving import ENDS_KINDS

_GROUP = "Ends and solution"
_SHOWN = tuple(name for name in FORMATS if name != "tiles.png")


def seed_field(thing: str) -> Field:
    """The seed of a maze, or of another thing."""
    meaning = f"A number or any text; the same seed makes the same {thing}."
    return Field("seed", "Maze", meaning, "TEXT", "a new one")


def ends_field(meaning: str, without: str, *besides: str) -> Field:
    """The kinds of ends and two cells, with other words besides."""
    return Field(
        "ends",
        _GROUP,
        f"{meaning}corners; border, the two border cells farthest apart, with openings; farthest, "
        "the ends of the longest path; random; opposite, far apart on opposite sides, with "
        "openings; top-bottom and left-right, the same on these sides; or two cells such as "
        "0,0-39,29.",
        "ENDS",
        without,
        completes=(*besides, *ENDS_KINDS),
        shown_in=_SHOWN,
    )


ENDS = ends_field("Mark a start and an end: none; ", "none; border with --solution", "none")

SOLUTION = Field(
    "solved",
    _GROUP,
    "Draw the path from start to end.",
    kind="flag",
    names=("--solution",),
    shown_in=_SHOWN,
)
