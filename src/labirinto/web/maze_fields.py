"""The fields of a maze on the page, in the order of its address."""

from __future__ import annotations

from labirinto.algorithms.generating import ALGORITHMS
from labirinto.asking.changes import CHANGES
from labirinto.asking.record import Field, gettext
from labirinto.asking.shapes import LINKED
from labirinto.difficulties import LEVELS, Level
from labirinto.drawing.style import PRESETS
from labirinto.parsing import Choice, Whole
from labirinto.web import shapes
from labirinto.web.fields import SEED, asked, colour_reader, ends_text, is_one, pixels

WIDTH, HEIGHT = 40, 30
MAX_SIDE = 5000
"""Largest side of a maze that can be downloaded."""

LOOKS = ("", *PRESETS)

_ROLES = {
    "walls": gettext("Walls"),
    "floor": gettext("Floor"),
    "solution": gettext("Solution"),
}
_COLOUR = gettext("A colour is written #rrggbb, #rgb, or as a name such as teal.")
_WIDTH = gettext("The width must be a whole number from 1 to %(most)s.")
_HEIGHT = gettext("The height must be a whole number from 1 to %(most)s.")
_LETTERS = gettext(
    "Write a word of 1 to %(most)s letters, for which there is a font here; or make the maze "
    "larger."
)
_MASK = gettext("This drawing does not fit the size, or is damaged. Draw it again.")
SHAPE_PROBLEM = gettext("Choose one of the shapes, and a size that leaves room for it.")
_PICTURE = gettext(
    "The picture does not fit into this size, so the maze was enlarged, or, if it would become "
    "too large, has no picture."
)
_CELL = gettext(
    "A cell must be a whole number of pixels from 2 to %(most)s, and larger than its wall."
)
ENDS_PROBLEM = gettext("Choose one of the kinds of start and end.")
_WALL = gettext("A wall must be a whole number of pixels from 1, and smaller than a cell.")


def size_fields(width: int, height: int | None, most: int) -> tuple[Field, ...]:
    """Width and height, with their defaults; without a height, the width alone."""
    sides = ("width", width, _WIDTH), ("height", height, _HEIGHT)
    return tuple(
        asked(name, side, Whole(1, most), problem, is_typed=True)
        for name, side, problem in sides
        if side is not None
    )


SIZE = size_fields(WIDTH, HEIGHT, MAX_SIDE)
LEVEL = asked("level", "", Choice(("", *LEVELS)), gettext("Choose one of the difficulties."))
LETTERS = asked("letters", "", shapes.check_letters, _LETTERS, limit=shapes.MAX_LETTERS)
MASK = asked("mask", "", shapes.check_mask, _MASK, longest=2 * shapes.MAX_MASK_LENGTH)

LINKS = tuple(field for field in LINKED if field.input)
"""Floors, joined sides and bridges; a joined side that is twisted is a choice of its own."""

SYMMETRY = next(field for field in CHANGES if field.name == "symmetry")
CHANGED = (*(it for it in CHANGES if it.input and it is not SYMMETRY), *LINKS, SYMMETRY)
"""What the page can change in a maze."""

PLANE: dict[str, None] = dict.fromkeys((*(field.name for field in LINKS), "symmetry", "rooms"))
"""What an algorithm for rectangles, or another shape, does not keep."""

SHAPING = (
    asked("shape", "", Choice(shapes.SHAPES), SHAPE_PROBLEM),
    LETTERS,
    MASK,
    *CHANGED,
    asked("picture", False, lambda text: text == "1", _PICTURE),
)
"""What the cells are, and which rooms and loops there are."""

COLOURS = tuple(
    asked(f"{role}_colour", "", colour_reader(role), _COLOUR, label=label)
    for role, label in _ROLES.items()
)

LOOK = (
    asked("ends", "none", ends_text, ENDS_PROBLEM),
    asked("solution", False, is_one, gettext("Choose whether to show the solution.")),
    asked("look", "", Choice(LOOKS), gettext("Choose one of the colour schemes.")),
    asked("cell", None, pixels("cell"), _CELL, is_typed=True),
    asked("wall", None, pixels("wall"), _WALL, is_typed=True),
    *COLOURS,
)

FIELDS = (*SIZE, SEED, LEVEL, *SHAPING, *LOOK)


def levels_of(algorithm: str) -> list[Level]:
    """The levels that mazes of an algorithm can have."""
    hardest = LEVELS[ALGORITHMS[algorithm].hardest]
    return [level for level in LEVELS.values() if level.least <= hardest.least]
