"""A drawing and its geometry, from which every file of a maze is written."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import Any

from labirinto import _core
from labirinto.drawing.floors import distance_colours
from labirinto.drawing.links import lines_with_gaps
from labirinto.drawing.meshes import Door, door_at, route
from labirinto.drawing.portrait import Portrait
from labirinto.drawing.strokes import Run, Stroke, Vertex
from labirinto.drawing.style import LAYOUT, Style
from labirinto.ends import Ends, EndsLike, as_ends
from labirinto.errors import InvalidValueError
from labirinto.grids.links import Linked
from labirinto.grids.mesh import Label, Mesh
from labirinto.grids.outside import with_outside
from labirinto.grids.packing import packed_mask
from labirinto.grids.rectangle import STEPS, Rectangle
from labirinto.grids.weave import Woven
from labirinto.maze import Maze
from labirinto.path import Path
from labirinto.recipe import Recipe
from labirinto.solving import check_path

PathOpenings = tuple[int, int]
"""The directions in which a path leaves through openings at its two ends, or ``NOWHERE``."""

NOWHERE = 4
NO_OPENINGS: PathOpenings = (NOWHERE, NOWHERE)

_PARTS: dict[str, tuple[type, str]] = {
    "maze": (Maze, "wilson(20, 15)"),
    "path": (Path, "solve(maze, start, end)"),
    "ends": (Ends, "Ends(start, end)"),
    "style": (Style, "Style.preset('dark')"),
    "portrait": (Portrait, "portraits.portrait(maze, 'face.jpg')"),
}


@dataclass(frozen=True, eq=False, repr=False)
class Drawing:
    """A maze with everything drawn over it.  Lengths are in cells unless stated otherwise.

    A path from the end to the start is turned.

    Raises:
        InvalidValueError: If an argument is of another type, or if the path or the ends do not
            belong to the maze.
    """

    maze: Maze
    path: Path | None = None
    ends: Ends | None = None
    style: Style = field(default_factory=Style)
    portrait: Portrait | None = None

    def __post_init__(self) -> None:
        for name, (kind, example) in _PARTS.items():
            part = getattr(self, name)
            if not isinstance(part, kind) and (part is not None or name == "maze"):
                home = "portraits." if kind is Portrait else ""
                raise InvalidValueError(
                    f"{name} is of type {type(part).__name__}; give a "
                    f"labirinto.{home}{kind.__name__}, "
                    f"such as labirinto.{example}."
                )
        if self.ends:
            self.ends.check(self.maze.grid)
        if self.path:
            check_path(self.maze, self.path)
            if self.ends and self.path.start == self.ends.end and self.path.end == self.ends.start:
                object.__setattr__(self, "path", self.path._turned())
        if self.style.colour_from is not None:
            self.maze.check_cell(self.style.colour_from)
        if self.portrait:
            _check_portrait(self.maze, self.portrait, self.style)

    @classmethod
    def of(
        cls,
        maze: Maze,
        path: Path | None,
        ends: EndsLike | None,
        style: Style | None,
        portrait: Portrait | None = None,
    ) -> Drawing:
        """Return a drawing in a style: by default that of the portrait, or else the usual one."""
        if style is None and isinstance(portrait, Portrait):
            style = portrait.style
        elif style is None and isinstance(maze, Maze):
            style = Style.usual(maze.grid)
        return cls(maze, path, as_ends(ends), style, portrait)

    def ends_of_path(self) -> Ends | None:
        """Return the ends, for files in which the path joins them; without ends, the path's own.

        Raises:
            InvalidValueError: If the path joins other cells than the ends.
        """
        if not self.path:
            return self.ends
        ends = self.ends or Ends(self.path.start, self.path.end)
        if (self.path.start, self.path.end) != tuple(ends):
            raise InvalidValueError(
                "This format holds only a path between the ends, but this one joins other cells; "
                "choose svg or png."
            )
        return ends

    @cached_property
    def shades(self) -> bytes | None:
        """A byte a cell, a number of the palette for its distance; None for floors of one colour.

        In a rectangle a byte for every place, 0 outside a mask.
        """
        if self.style.colour is None:
            return None
        start = self.style.colour_from
        if start is None:
            start = self.ends.start if self.ends else self.maze.grid.corners()[0]
        return distance_colours(self.maze, start)

    @property
    def openings(self) -> list[tuple[int, int, int]]:
        """In a rectangle, gaps in the frame as x, y, direction: none, or at the two ends."""
        return self.ends.openings(self.maze.rectangle) if self.ends else []

    @property
    def doors(self) -> list[Door]:
        """The openings: none, or one at the start and one at the end."""
        grid = self.maze.grid
        if not self.ends:
            return []
        if isinstance(grid, Mesh):
            return [door_at(grid, sides) for sides in self.ends.openings(grid)]
        doors = []
        for x, y, direction in self.openings:
            dx, dy = STEPS[direction]
            doors.append(Door(x + 0.5 + dx / 2, y + 0.5 + dy / 2, dx, dy))
        return doors

    @cached_property
    def rows_and_gaps(self) -> tuple[bytes, list[Any]]:
        """The passages to draw and the gaps in the frame: those of the maze and its openings.

        In a rectangle gaps are x, y and direction, and outside a mask there are no walls, neither
        between two places nor in the frame.  In other grids they are numbers of sides.
        """
        maze, grid = self.maze, self.maze.grid
        openings = self.ends.openings(grid) if self.ends else []
        if isinstance(grid, Rectangle):
            return with_outside(grid, maze.bits, openings)
        return maze.bits, list(chain.from_iterable(openings))

    @property
    def gaps(self) -> list[Any]:
        """The gaps in the frame."""
        return self.rows_and_gaps[1]

    @property
    def path_openings(self) -> PathOpenings:
        """In a rectangle, the directions in which the path leaves through openings at its ends."""
        path = self.path
        return path_openings(self.openings, path.start, path.end) if path else NO_OPENINGS

    def wall_runs(self) -> Iterator[Run]:
        """Yield the longest straight walls of a rectangle as x0, y0, x1, y1, on lines from 0."""
        maze = self.maze
        return wall_runs(*self.rows_and_gaps, maze.width, maze.height)

    def path_lines(self) -> list[Stroke]:
        """Return the lines of the path, through the middles of cells and out of the openings.

        It is one line, except on linked grids, where each link interrupts it, and under bridges.
        """
        if not self.path:
            return []
        at_ends = dict(zip(self.ends, self.doors, strict=False)) if self.ends else {}
        doors = at_ends.get(self.path.start), at_ends.get(self.path.end)
        grid = self.maze.grid
        if isinstance(grid, Mesh):
            if isinstance(grid, (Linked, Woven)):
                lines = lines_with_gaps(grid, self.path.numbers, doors)
            else:
                lines = [route(grid, self.maze.bits, self.path.numbers, doors)]
            return [line for line in lines if len(line) > 1]
        points = [Vertex(x + 0.5, y + 0.5) for x, y in self.path.corners()]
        first, last = ([Vertex(door.x, door.y)] if door else [] for door in doors)
        line = [*first, *points, *last]
        return [line] if len(line) > 1 else []

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the maze in cells, up to the middle of the walls."""
        return self.maze.grid.size

    @property
    def size_text(self) -> str:
        """The size as on the command line, and the kind of a grid that is not a rectangle."""
        return self.maze.grid.text

    @property
    def pixel_size(self) -> tuple[int, int]:
        """Width and height of the picture in pixels, margins included."""
        width, height = self.size
        return self.style.pixels(width), self.style.pixels(height)

    @property
    def title(self) -> str:
        """A short text alternative to the picture."""
        grid, recipe = self.maze.grid, self.maze.recipe
        made = f", {recipe.algorithm}, seed {recipe.seed}" if recipe else ""
        return f"Maze, {grid.title}{made}"

    @property
    def description(self) -> str:
        """A text alternative to the picture, in a sentence or two."""
        grid = self.maze.grid
        perfect = "A perfect maze" if self.maze._is_tree else "A maze"
        sentences = [f"{perfect} of {grid.description}."]
        if self.ends:
            start, end = map(grid.where, self.ends)
            sentences.append(f"The start is {start}, the end {end}.")
        if self.path:
            sentences.append(f"The path between them is drawn; it takes {self.path.steps} steps.")
        if self.style.colour:
            sentences.append("Cells are coloured by their distance from one of them.")
        if self.portrait:
            sentences.append("Walls are thick and thin, so that they show a picture from afar.")
        return " ".join(sentences)

    def about(self) -> dict[str, object]:
        """Return the notes of a file: grid, layout, recipe and ends; a mesh with its passages."""
        maze, grid = self.maze, self.maze.grid
        cells: dict[str, object] = {}
        if grid.kind:
            # In a picture they could be found only by measuring.
            cells["passages"] = b64encode(maze.bits).decode()
        if not (grid.kind and maze.recipe):  # which has the grid
            cells |= grid.entries
        if grid.mask is not None and (not maze.recipe or maze.recipe.grid != grid):
            cells["mask"] = packed_mask(grid.mask)
        if self.portrait:
            cells["portrait"] = self.portrait.notes or {}
        return notes(cells, self.style, maze.recipe, self.ends)

    def about_text(self, **more: object) -> str:
        """Return the notes as most files have them: a line of JSON without blanks, in ASCII.

        ``check`` in it detects a file that was changed.
        """
        from json import dumps

        check = checksum(self.maze, self.ends)
        return dumps({**self.about(), **more, "check": check}, separators=(",", ":"))


def notes(
    cells: dict[str, object], style: Style, recipe: Recipe | None, ends: Ends | None
) -> dict[str, object]:
    """Return the notes of a file, for JSON: what its cells are, layout, recipe and ends."""
    layout = {name: getattr(style, name) for name in LAYOUT}
    about = cells | layout
    if recipe:
        about["recipe"] = recipe.as_dict()
    if ends:
        about["ends"] = {"start": ends.start, "end": ends.end, "open": ends.open}
    return about


def checksum(maze: Maze, ends: Ends | None) -> str:
    """Return the CRC-32 of a maze, its recipe and its ends: what most files give back."""
    from json import dumps
    from zlib import crc32

    grid = maze.grid
    said = (
        grid.entries.get("grid") or grid.size,
        maze.recipe.as_dict() if maze.recipe else None,
        (*ends, ends.open) if ends else None,
    )
    sum_of_notes = crc32(dumps(said, sort_keys=True).encode())
    return f"{crc32(maze.bits, crc32(grid.mask or b'', sum_of_notes)):08x}"


def _check_portrait(maze: Maze, portrait: Portrait, style: Style) -> None:
    if portrait.grid != maze.grid:
        raise InvalidValueError("The portrait belongs to another maze: its cells differ.")
    if style.wall / style.cell < portrait.widest:
        raise InvalidValueError(
            f"The walls of the portrait are up to {portrait.style.wall} of "
            f"{portrait.style.cell} pixels thick, and those of the style {style.wall} of "
            f"{style.cell}; give no style, or make the portrait for this one."
        )
    if style.colour:
        raise InvalidValueError(
            "A portrait has floors of one colour; leave out the colours of distances."
        )


def wall_runs(
    rows: bytes, gaps: list[tuple[int, int, int]], width: int, height: int
) -> Iterator[Run]:
    """Yield the longest straight walls of rows as x0, y0, x1, y1, on lines from 0."""
    numbers = iter(memoryview(_core.wall_runs(rows, width, height, gaps)).cast("i"))
    return zip(numbers, numbers, numbers, numbers, strict=True)


def path_openings(gaps: list[tuple[int, int, int]], start: Label, end: Label) -> PathOpenings:
    """The directions in which a path from start to end leaves a rectangle through openings."""
    sides: dict[Label, int] = {(x, y): direction for x, y, direction in gaps}
    return sides.get(start, NOWHERE), sides.get(end, NOWHERE)
