"""Fields for the cells of a maze and their shape."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from labirinto.asking.record import Field, Input, gettext
from labirinto.grids.kinds import KINDS, kind_named
from labirinto.grids.mesh import MOST_CELLS
from labirinto.parsing import Choice, Whole, share

_GROUP = "Shape"
INSIDE = ("mask", "letters")
NOT_SQUARES = ("grid", "floors", "wrap", "weave")
"""Fields of mazes that are not rows of squares on one plane."""

PIECES = ("join", "largest", "each")
"""``labirinto.grids.masks.PIECES``, without loading it."""

SILHOUETTES = "labirinto.grids:SILHOUETTES"


def _outlines(values: Mapping[str, Any]) -> Iterable[str]:
    kind = values.get("grid")
    return getattr(kind_named(kind).load(), "outlines", ()) if kind else ()


_NAMED = [name for name, kind in KINDS.items() if not kind.is_implied]

OTHER_CELLS = (
    Field(
        "grid",
        _GROUP,
        "Use cells other than squares: "
        + ", ".join(f"{name} {KINDS[name].size}" for name in _NAMED)
        + ".",
        "KIND",
        "squares",
        choices=_NAMED,
    ),
    Field(
        "outline",
        _GROUP,
        "Arrange hexagonal or triangular cells as a hexagon or a triangle; the size is then the "
        "number of cells along a side.",
        "OUTLINE",
        "rectangle",
        completes=_outlines,
        needs=("grid",),
    ),
    Field(
        "hole",
        _GROUP,
        "Leave the centre of a circular maze open, with this radius.",
        "RINGS",
        0,
        "whole",
        bounds=(0,),
        needs=("grid",),
    ),
    Field(
        "grid_seed",
        _GROUP,
        "A number or any text that selects the voronoi grid, or the bridges of --weave.",
        "SEED",
        "random; for --weave, --seed",
        needs=("grid", "weave"),
    ),
)
"""Cells other than squares."""

_OTHERS = ("grid", *INSIDE)

_MOST_FLOORS = 6
MAX_LINKED_CELLS = 10_000
"""On the page, which draws all floors."""

WRAP_NAMES = {
    "": gettext("None"),
    "x": gettext("Cylinder"),
    "twist": gettext("Möbius strip"),
    "xy": gettext("Torus"),
}
"""The sides that the page can join, and their names."""

LINKS_PROBLEM = gettext(
    "Floors, up to 6, and joined sides need squares, at most %(most)s of them on all floors and at "
    "least 3 along a joined side, and go without a shape, symmetry, rooms and loops."
)

LINKED = (
    Field(
        "floors",
        _GROUP,
        "Make a maze with N floors joined by stairs; the size is that of one floor.",
        "N",
        "one floor",
        "whole",
        bounds=(1, MOST_CELLS),
        conflicts=_OTHERS,
        default=1,
        input=Input(
            Whole(1, _MOST_FLOORS),
            gettext("The number of floors must be a whole number from 1 to %(most)s."),
            gettext("Floors, with stairs between them"),
            gettext(
                "Arrows with numbers are stairs, up to the next floor or down to the one before. "
                "Both ends of a stair have the same number."
            ),
            choices=tuple((count, str(count)) for count in range(1, _MOST_FLOORS + 1)),
        ),
    ),
    Field(
        "wrap",
        _GROUP,
        "Join the right side to the left, as on a cylinder (x), or also the bottom to the top, as "
        "on a torus (xy).",
        without="none",
        choices=("x", "xy"),
        conflicts=_OTHERS,
        default="",
        input=Input(
            Choice(tuple(WRAP_NAMES)),
            LINKS_PROBLEM,
            gettext("Joined sides"),
            gettext(
                "At an arrow on its edge, the maze goes on at the opposite side; on a Möbius strip,"
                " at the arrow with the same number."
            ),
            choices=tuple(WRAP_NAMES.items()),
            limit=MAX_LINKED_CELLS,
        ),
    ),
    Field(
        "twist",
        _GROUP,
        "Join the right side to the left upside down, as on a Möbius strip.",
        kind="flag",
        needs=("wrap",),
    ),
    Field(
        "weave",
        _GROUP,
        "Let passages lead over others: the share of all possible bridges, which are about one "
        "square in five.",
        "0..1",
        0,
        "number",
        conflicts=(*_OTHERS, "floors", "wrap"),
        default=0.0,
        input=Input(
            share,
            gettext("Bridges must be a number from 0 to 1."),
            gettext("Bridges, where passages lead over others"),
            gettext("Where a passage ends at the side of another, it goes on under it."),
            note=gettext(
                "The bridges are placed at random first; all mazes with these bridges are then "
                "equally likely."
            ),
        ),
    ),
)
"""Squares on floors, wrapped, and with bridges."""

MASK = Field(
    "mask",
    _GROUP,
    "Make the maze inside a silhouette (circle, ring, heart, star ...), in the dark parts of a "
    "picture, in the painted parts of an SVG drawing, or in the # of a line or a file.",
    "NAME|FILE",
    "the whole rectangle",
    completes=SILHOUETTES,
    conflicts=("letters", "grid"),
)
FONT = Field(
    "font",
    _GROUP,
    "Font of the letters.",
    "FILE",
    "one that comes with labirinto",
    "file",
    needs=("letters",),
)
INVERT = Field("invert", _GROUP, "Swap inside and outside.", kind="flag", needs=INSIDE)
STRETCH = Field(
    "stretch",
    _GROUP,
    "Fill the size without keeping the proportions.",
    kind="flag",
    needs=("mask",),
)
THRESHOLD = Field(
    "threshold",
    _GROUP,
    "Greatest brightness of a cell in a picture, from 0 for black to 1 for white.",
    "0..1",
    0.5,
    "number",
    needs=("mask",),
)
PIECE = Field(
    "pieces",
    _GROUP,
    "Join pieces that do not touch, keep the largest, or make a maze of each, in files such as "
    "maze-1.svg.",
    without="join",
    choices=PIECES,
    needs=(*INSIDE, "grid"),
)
DIGEST = Field(
    "digest",
    _GROUP,
    "Refuse a shape with another digest; part of the command that makes a maze again.",
    "DIGEST",
    "any",
    needs=INSIDE,
)

SHAPE = (
    MASK,
    Field(
        "letters",
        _GROUP,
        "Make the maze inside letters. In a file without a size, capitals are 20 cells high.",
        "WORDS",
        "the whole rectangle",
        conflicts=("grid",),
    ),
    FONT,
    INVERT,
    STRETCH,
    THRESHOLD,
    PIECE,
    DIGEST,
)
"""Masks and letters."""

_JOINED = PIECE._replace(
    meaning="Join pieces that do not touch, or keep the largest.", choices=PIECES[:-1]
)

SHAPED: tuple[Field, ...] = (*OTHER_CELLS, *LINKED, *SHAPE)
ONE_SHAPE = tuple(_JOINED if field is PIECE else field for field in SHAPED)
"""The fields of commands that make one maze, whatever its pieces."""

FLAT_SHAPE = tuple(field for field in ONE_SHAPE if field not in LINKED)
"""The fields of commands whose mazes have no floors, bridges or wrapped sides."""
