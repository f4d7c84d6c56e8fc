"""The look of a maze: sizes in pixels or millimetres, and colours."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from labirinto._internal.validation import named, one_of, real_number, truth_value, whole_number
from labirinto.drawing.colour_maps import COLOUR_MAPS, Colour
from labirinto.errors import InvalidValueError
from labirinto.grids import Grid
from labirinto.grids.mesh import Label, as_label

LARGE = 1 << 22
"""From so many cells on, walls and floors are one pixel wide where no sizes are given."""

SIZES_OF_LARGE: dict[str, Any] = {"cell": 2, "wall": 1, "margin": 0}

_LARGEST = 10_000
"""The largest cell, wall or margin."""

_NAMED_COLOURS = {
    "black": "#000000",
    "silver": "#c0c0c0",
    "gray": "#808080",
    "grey": "#808080",
    "white": "#ffffff",
    "maroon": "#800000",
    "red": "#ff0000",
    "purple": "#800080",
    "fuchsia": "#ff00ff",
    "green": "#008000",
    "lime": "#00ff00",
    "olive": "#808000",
    "yellow": "#ffff00",
    "navy": "#000080",
    "blue": "#0000ff",
    "teal": "#008080",
    "aqua": "#00ffff",
    "orange": "#ffa500",
}

_LEAST = {"cell": 2, "wall": 1, "margin": 0}

MILLIMETRES = ("cell_mm", "wall_height", "plate", "gap")
"""The names of the sizes in millimetres."""
MIN_MM, LARGEST_MM = 0.1, 1000


LAYOUT = ("cell", "wall", "margin", "walls")
"""The names of what the notes of a file have of its style."""


@dataclass(frozen=True)
class Style:
    """The look of a maze.  Sizes are whole pixels, colours ``#rrggbb``.

    For pages, plotters, lasers and 3-D printers sizes are in millimetres: a cell is ``cell_mm``
    wide, and wall and margin keep their proportion to it, so a pixel is ``cell_mm / cell``.

    Attributes:
        cell: Pixels from one wall to the next, including the wall.
        wall: Thickness of the walls in pixels, less than a cell.
        margin: Empty space around the maze in pixels.
        walls, floor, solution, start, end: Colours: #rgb, #rrggbb or a basic name.
        painted: Whether the solution fills its cells, instead of being a line through them.
        cell_mm: Millimetres from the middle of one wall to the next.
        wall_height: Height of a solid's walls above its plate, in millimetres.
        plate: Thickness of that plate, in millimetres.
        gap: Millimetres between the two parts of a puzzle box.
        colour: ``distance`` colours the floors by the distance from the start, or from the top left
            cell if there is none; None leaves them in one colour.
        colour_map: The colours from the nearest to the farthest cell, one of ``viridis``,
            ``magma``, ``inferno``, ``plasma`` and ``grey``; only the part against which walls are
            visible is used.
        colour_from: The cell from which distances are counted, instead of the start.

    Raises:
        InvalidValueError: If a value is out of range; the message names it.
    """

    cell: int = 16
    wall: int = 2
    margin: int = 16
    walls: str = "#1d2733"
    floor: str = "#ffffff"
    solution: str = "#d1495b"
    start: str = "#00798c"
    end: str = "#edae49"
    painted: bool = False
    cell_mm: float = 5.0
    wall_height: float = 5.0
    plate: float = 1.0
    gap: float = 0.3
    colour: str | None = None
    colour_map: str = COLOUR_MAPS[0]
    colour_from: Label | None = None

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            object.__setattr__(self, name, whole_number(name, getattr(self, name), least, _LARGEST))
        if self.wall >= self.cell:
            requirement = f"less than a cell, which is {self.cell}"
            raise InvalidValueError(field="wall", value=self.wall, requirement=requirement)
        for name in MILLIMETRES:
            size = real_number(name, getattr(self, name), MIN_MM, LARGEST_MM)
            object.__setattr__(self, name, size)
        for name in COLOURS:
            object.__setattr__(self, name, _colour(name, getattr(self, name)))
        if self.colour is not None:
            one_of("colour", self.colour, COLOURINGS)
        one_of("colour_map", self.colour_map, COLOUR_MAPS)
        if self.colour_from is not None:
            object.__setattr__(self, "colour_from", as_label(self.colour_from))
        truth_value("painted", self.painted)

    @classmethod
    def preset(cls, name: str, **changes: Any) -> Style:
        """Return one of ``PRESETS`` with some values changed.

        Raises:
            InvalidValueError: If there is no such preset, or a value is out of range.
        """
        return replace(named("style", name, PRESETS), **changes)

    @classmethod
    def usual(cls, grid: Grid) -> Style:
        """Return the default style for a maze on this grid.

        From 2^22 = 4,194,304 cells on, counting those that a mask leaves out, walls and floors are
        one pixel wide, and there is no margin.  With floors, wrapped sides or bridges, cells and
        margins have 24 pixels, so that numbers and narrow passages are visible.  For all other
        mazes it is ``Style()``.

        Raises:
            InvalidValueError: If it is not a grid.
        """
        if not isinstance(grid, Grid):
            requirement = "a grid, such as maze.grid"
            raise InvalidValueError(field="grid", value=grid, requirement=requirement)
        return cls(**sizes_for(grid))

    @property
    def pixel_mm(self) -> float:
        """Millimetres per pixel."""
        return self.cell_mm / self.cell

    def pixels(self, cells: float) -> int:
        """Return the side of a picture of this many cells, margins included."""
        return ceil(cells * self.cell - 1e-6) + self.wall + 2 * self.margin

    @property
    def line(self) -> int:
        """Thickness of the solution: the floor, or about a third of it, centred to the pixel."""
        floor = self.cell - self.wall
        return floor if self.painted else _centred(floor, 1 / 3)

    @property
    def mark(self) -> int:
        """Diameter of the marks at start and end, centred to the pixel."""
        return _centred(self.cell - self.wall, 2 / 3)


_WITH_NUMBERS = {"cell": 24, "margin": 24}


def sizes_for(grid: Grid) -> dict[str, Any]:
    """The sizes in pixels that differ from those of ``Style()`` where none are given."""
    if grid.places >= LARGE:
        return SIZES_OF_LARGE
    return {} if grid.is_planar else _WITH_NUMBERS


COLOURS = ("floor", "walls", "solution", "start", "end")
"""The names of the colours, in the order of a picture's palette."""


ON_PHOTOGRAPHS = "#d2413a"
"""The colour of a solution on somebody's picture of a maze."""

PAINTED_ON_PAPER = "#e4687a"
"""The colour of a printed solution that is a picture."""

COLOURINGS = ("distance",)
"""The ways in which floors can be coloured."""

COLOURING = ("colour", "colour_map", "colour_from")
"""The names of what colours the floors."""


def rgb(colour: str) -> Colour:
    """Red, green and blue of a colour ``#rrggbb``, from 0 to 255."""
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def _centred(space: int, share: float) -> int:
    size = max(1, round(space * share))
    # What is left must be even, to be centred.
    return size if (space - size) % 2 == 0 else size + 1


def _colour(name: str, value: object) -> str:
    if isinstance(value, str):
        text = value.strip().lower()
        if text in _NAMED_COLOURS:
            return _NAMED_COLOURS[text]
        if re.fullmatch(r"#[0-9a-f]{6}", text, re.ASCII):
            return text
        if re.fullmatch(r"#[0-9a-f]{3}", text, re.ASCII):
            return "#" + "".join(2 * digit for digit in text[1:])
    raise InvalidValueError(
        field=name, value=value, requirement="#rrggbb, #rgb or a name such as teal"
    )


PRESETS = {
    "light": Style(),
    "dark": Style(
        walls="#e6e1d6", floor="#14181f", solution="#ff8c7a", start="#5bc8d8", end="#f6c667"
    ),
    "print": Style(margin=0, walls="#000000", solution="#808080", start="#000000", end="#000000"),
    "cheese": Style(
        walls="#6b3f1d", floor="#fff3cf", solution="#c8402f", start="#5d6672", end="#e9a400"
    ),
}
"""The named styles."""
