"""One drawing and its geometry: what every file of a maze is written from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from labirinto import _core
from labirinto.drawing.style import Style
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError
from labirinto.grids.packing import packed_mask
from labirinto.grids.rectangle import STEPS
from labirinto.maze import Maze
from labirinto.path import Path
from labirinto.recipe import Recipe

PathOpenings = tuple[int, int]
"""The directions in which a path leaves through openings at its two ends, or ``NOWHERE``."""

NOWHERE = 4
NO_OPENINGS: PathOpenings = (NOWHERE, NOWHERE)

_PARTS: dict[str, tuple[type, str]] = {
    "maze": (Maze, "wilson(20, 15)"),
    "path": (Path, "solve(maze, start, end)"),
    "ends": (Ends, "Ends(start, end)"),
    "style": (Style, "Style.preset('dark')"),
}


@dataclass(frozen=True, eq=False, repr=False)
class Drawing:
    """A maze with everything drawn over it.  Lengths are in cells unless stated otherwise.

    Raises:
        InvalidValueError: If an argument is of another type, or if the path or the ends do not
            belong to the maze.
    """

    maze: Maze
    path: Path | None = None
    ends: Ends | None = None
    style: Style = field(default_factory=Style)

    def __post_init__(self) -> None:
        for name, (kind, example) in _PARTS.items():
            part = getattr(self, name)
            if not isinstance(part, kind) and (part is not None or name == "maze"):
                raise InvalidValueError(
                    f"{name} is of type {type(part).__name__}; give a labirinto.{kind.__name__}, "
                    f"such as labirinto.{example}."
                )
        if self.ends:
            self.ends.check(self.maze.grid)
        if self.path:
            _check_path(self.maze, self.path)

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
                "This format holds a path between the ends, and the path given joins other cells."
            )
        return ends

    @property
    def openings(self) -> list[tuple[int, int, int]]:
        """Gaps in the frame as x, y, direction: none, or at the start and the end."""
        return self.ends.openings(self.maze.rectangle) if self.ends else []

    @cached_property
    def rows_and_gaps(self) -> tuple[bytes, list[tuple[int, int, int]]]:
        """The rows to draw and the gaps in the frame: those of the maze and its openings.

        Outside a mask there are no walls, neither between two places nor in the frame.
        """
        return self.maze.rectangle.with_outside(self.maze.rows, self.openings)

    @property
    def path_openings(self) -> PathOpenings:
        """The directions in which the path leaves through openings at its two ends."""
        if not self.path:
            return NO_OPENINGS
        openings = {(x, y): direction for x, y, direction in self.openings}
        return openings.get(self.path.start, NOWHERE), openings.get(self.path.end, NOWHERE)

    @property
    def marks(self) -> list[tuple[int, int, str]]:
        """The marks as x, y and kind; none where openings show the ends."""
        if not self.ends or self.ends.open:
            return []
        return [(*self.ends.start, "start"), (*self.ends.end, "end")]

    def wall_runs(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield the longest straight runs of wall as x0, y0, x1, y1, on lines from 0."""
        maze = self.maze
        rows, gaps = self.rows_and_gaps
        data = _core.wall_runs(rows, maze.width, maze.height, gaps)
        numbers = iter(memoryview(data).cast("i"))
        return zip(numbers, numbers, numbers, numbers, strict=True)

    def polyline(self) -> list[tuple[float, float]]:
        """Return the path's corners, at the centres of cells, and its ends outside the openings."""
        if not self.path:
            return []
        points: list[tuple[float, float]] = [(x + 0.5, y + 0.5) for x, y in self.path.corners()]
        for at, direction in zip((0, -1), self.path_openings, strict=True):
            if direction != NOWHERE:
                dx, dy = STEPS[direction]
                x, y = points[at]
                outside = (x + dx / 2, y + dy / 2)
                points.insert(0 if at == 0 else len(points), outside)
        return points

    @property
    def pixel_size(self) -> tuple[int, int]:
        """Width and height of the picture in pixels, margins included."""
        return self.style.pixels(self.maze.width), self.style.pixels(self.maze.height)

    @property
    def title(self) -> str:
        """A short text alternative to the picture."""
        recipe = self.maze.recipe
        size = f"{self.maze.width} x {self.maze.height}"
        return (
            f"Maze, {size}, {recipe.algorithm}, seed {recipe.seed}" if recipe else f"Maze, {size}"
        )

    @property
    def description(self) -> str:
        """A text alternative to the picture, in a sentence or two."""
        maze = self.maze
        perfect = "A perfect maze" if maze.is_perfect else "A maze"
        sentences = [f"{perfect} of {maze.width} columns and {maze.height} rows of cells."]
        if maze.rectangle.mask is not None:
            size = f"{maze.width} columns wide and {maze.height} rows high"
            sentences = [f"{perfect} of {len(maze.grid)} cells, in a shape {size}."]
        if self.ends:
            (x, y), (x2, y2) = self.ends
            sentences.append(
                f"The start is in column {x + 1} of row {y + 1}, "
                f"the end in column {x2 + 1} of row {y2 + 1}."
            )
        if self.path:
            sentences.append(f"The path between them is drawn; it takes {self.path.steps} steps.")
        return " ".join(sentences)

    def about(self) -> dict[str, object]:
        """Return the notes of a file: size, layout, recipe and ends."""
        grid = self.maze.rectangle
        recipe = self.maze.recipe
        return notes(grid.width, grid.height, self.style, recipe, self.ends, grid.mask)


def notes(
    width: int,
    height: int | None,
    style: Style,
    recipe: Recipe | None,
    ends: Ends | None,
    mask: bytes | None = None,
) -> dict[str, object]:
    """Return the notes of a file, for JSON; the height is None while it is unknown."""
    about: dict[str, object] = {
        "width": width,
        "height": height,
        "cell": style.cell,
        "wall": style.wall,
        "margin": style.margin,
        "walls": style.walls,
    }
    if recipe:
        about["recipe"] = recipe.as_dict()
    elif mask is not None:  # a recipe has the mask
        about["mask"] = packed_mask(mask)
    if ends:
        about["ends"] = {"start": ends.start, "end": ends.end, "open": ends.open}
    return about


def _check_path(maze: Maze, path: Path) -> None:
    # Its steps join neighbours; if its corners are inside, all of it is.
    for x, y in path.corners():
        if not (0 <= x < maze.width and 0 <= y < maze.height):
            raise InvalidValueError(
                f"The path leads outside the maze, to {x},{y}: it belongs to another maze."
            )
