"""The notes that our files hold beside the maze: size, layout, recipe and ends, as JSON."""

from __future__ import annotations

import warnings
from base64 import b64decode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from labirinto._internal.validation import real_number
from labirinto.algorithms.generating import generate
from labirinto.drawing.geometry import checksum
from labirinto.drawing.style import LARGEST_MM, LAYOUT, MIN_MM, Style
from labirinto.ends import Ends
from labirinto.errors import FileFormatError, LabirintoError, TooLargeError, UnsureWarning, cause
from labirinto.grids import Grid, OnGrid
from labirinto.grids.kinds import from_spec
from labirinto.grids.mesh import Mesh
from labirinto.grids.outside import without_outside
from labirinto.grids.packing import unpacked_mask
from labirinto.grids.rectangle import Rectangle, check_size
from labirinto.maze import Maze
from labirinto.recipe import Recipe

MadeT = TypeVar("MadeT")

MOST_STEPS = 1 << 25
"""The steps of the longest walk for which a recipe without a checksum is followed."""

_DAMAGES = (
    LabirintoError,
    KeyError,
    TypeError,
    ValueError,
    AttributeError,
    OverflowError,
    RecursionError,
)


@dataclass(frozen=True)
class About(OnGrid):
    """The validated notes of a file.

    Attributes:
        grid: The cells of the maze.
        style: Cell, wall and margin of the picture, and the colour of its walls.
        recipe, ends: Where the file has them.
        bits: The passages of a maze that is not a rectangle.
        is_portrait: Whether walls have many widths, and perhaps many colours.
        check: The checksum of what was written, where the file has it in its notes.
        is_sealed: Whether the file is of a format that has checksums of its own.
    """

    grid: Grid
    style: Style
    recipe: Recipe | None
    ends: Ends | None
    bits: bytes = b""
    is_portrait: bool = False
    check: object = None
    is_sealed: bool = False

    @classmethod
    def from_json(cls, text: str | bytes, *, is_sealed: bool = False) -> About:
        """Read the notes.

        Raises:
            FileFormatError: If they are not what we write.
        """
        from json import loads

        try:
            notes = loads(text)
            style = Style(**{name: notes[name] for name in LAYOUT if name in notes})
            recipe = Recipe.from_dict(notes["recipe"]) if "recipe" in notes else None
            grid, bits = _grid_and_bits(notes, recipe)
            ends = None
            if "ends" in notes:
                start, end = (tuple(notes["ends"][name]) for name in ("start", "end"))
                ends = Ends(start, end, open=bool(notes["ends"]["open"]))
            check = notes.get("check")
            about = cls(grid, style, recipe, ends, bits, "portrait" in notes, check, is_sealed)
            if ends and not grid.kind:
                ends.check(grid)
        except FileFormatError:
            raise
        except _DAMAGES as error:
            raise FileFormatError(f"its notes are damaged ({cause(error)}).") from None
        return about

    @property
    def rectangle(self) -> Rectangle:
        """The grid.

        Raises:
            FileFormatError: If it is not a rectangle.
        """
        if not isinstance(self.grid, Rectangle):
            raise FileFormatError("its notes describe a grid that such files cannot have.")
        return self.grid

    def maze(self, rows: bytes) -> tuple[Maze, Ends | None]:
        """Return the maze in a rectangle with these rows, and the ends.

        Outside a mask, drawings have no walls: passages there are none of the maze.

        Raises:
            FileFormatError: If they do not fit together.
        """
        try:
            rows = without_outside(self.rectangle, rows)
            maze = Maze.from_bits(self.grid, rows, recipe=self.recipe)
        except LabirintoError as error:
            raise FileFormatError(f"its notes do not fit its maze ({cause(error)}).") from None
        return self._unchanged(maze), self.ends

    def mesh_maze(self) -> tuple[Maze, Ends | None]:
        """Return the maze on a grid that is not a rectangle, and the ends, from the notes alone.

        Raises:
            FileFormatError: If they contradict each other.
            TooLargeError: If there is not enough memory.
        """
        maze = maze_of_bits(self.grid, self.bits, self.recipe, self.ends)
        return self._unchanged(maze), self.ends

    def _unchanged(self, maze: Maze) -> Maze:
        return maze if self.is_sealed else unchanged(maze, self.ends, self.check)


def unchanged(maze: Maze, ends: Ends | None, check: object) -> Maze:
    """Return a maze as a file has it, after a look at its checksum.

    A file without one may have been changed: its recipe is left out unless it makes this maze.

    Warns:
        UnsureWarning: If the recipe is left out.

    Raises:
        FileFormatError: If the maze or its ends are not those of the checksum.
    """
    if check is None:
        return without_false_recipe(maze)
    if check != checksum(maze, ends):
        raise FileFormatError(
            "the file was changed after it was written, or is damaged; to load it as it is, delete "
            'its entry "check".'
        )
    return maze


def without_false_recipe(maze: Maze) -> Maze:
    """Return a maze that has its recipe only if that makes it again, in a time like that of reading
    it.

    Warns:
        UnsureWarning: If the recipe is left out.
    """
    recipe = maze.recipe
    if recipe is None:
        return maze
    # A walk that enters all cells takes about cells x length steps where they are a corridor.
    steps = len(maze.grid) * maze.grid.length if recipe.algorithm == "aldous-broder" else 0
    fault = "could take too long to check"
    if steps <= MOST_STEPS:
        try:
            if generate(recipe) == maze:
                return maze
            fault = "makes another maze"
        except LabirintoError as error:
            fault = f"cannot be followed ({cause(error)})"
    message = f"the recipe in the file {fault}, and is dropped"
    warnings.warn(UnsureWarning(message, 1.0), stacklevel=2)
    return Maze.from_bits(maze.grid, maze.bits)


def maze_of_bits(grid: Grid, bits: bytes, recipe: Recipe | None, ends: Ends | None) -> Maze:
    """Return a maze, after a look at the number of its bits, which cost what they are.

    Raises:
        FileFormatError: If they do not fit together, or the ends do not fit the maze.
        TooLargeError: If there is not enough memory.
    """
    # A grid in one piece has at least one wall less than it has cells.
    if 8 * len(bits) < len(grid) - 1:
        raise FileFormatError(f"it has too few passages for its {len(grid)} cells.")
    try:
        maze = Maze.from_bits(grid, bits, recipe=recipe)
        if ends:
            ends.check(grid)
    except TooLargeError:
        raise
    except LabirintoError as error:
        raise FileFormatError(f"its notes do not fit its maze ({cause(error)}).") from None
    return maze


def _grid_and_bits(notes: dict[str, Any], recipe: Recipe | None) -> tuple[Grid, bytes]:
    """Return the cells of a maze by its notes, and the passages of one that is not a rectangle."""
    if "passages" in notes:
        grid = recipe.grid if recipe else from_spec(notes["grid"])
        return grid, b64decode(notes["passages"], validate=True)
    width, height = check_size(notes["width"], notes["height"])
    check_recipe(recipe, {"width": width, "height": height})
    mask = recipe.rectangle.mask if recipe else None
    if "mask" in notes:
        mask = unpacked_mask(notes["mask"], width, height)
    return Rectangle(width, height, mask), b""


def recipe_of_json(text: str, entries: dict[str, Any]) -> Recipe:
    """Read the recipe of a maze on the grid of which a file says this; see ``Grid.entries``.

    Raises:
        FileFormatError: If it is no recipe, or of a maze on another grid.
    """
    recipe = _made_of("recipe", text, Recipe.from_dict)
    check_recipe(recipe, entries)
    return recipe


def mesh_of_json(text: str) -> Mesh:
    """Read the spec of a grid that is not a rectangle.

    Raises:
        FileFormatError: If it is none.
    """
    return _made_of("grid", text, from_spec)


def _made_of(what: str, text: str, make: Callable[[Any], MadeT]) -> MadeT:
    from json import loads

    try:
        return make(loads(text))
    except (ValueError, RecursionError) as error:
        raise FileFormatError(f"its {what} cannot be read ({cause(error)}).") from None


def check_recipe(recipe: Recipe | None, entries: dict[str, Any]) -> None:
    """Check that a recipe, if there is one, makes a maze on the grid of which a file says this.

    Raises:
        FileFormatError: If not.
    """
    if recipe and recipe.grid.entries != entries:
        raise FileFormatError("its recipe makes a maze of another size, or on another grid.")


def cell_mm_of(text: str) -> float:
    """Return the width of a cell in millimetres, from the notes of a file for machines.

    Raises:
        FileFormatError: If they do not have it.
    """
    from json import loads

    try:
        return real_number("cell_mm", loads(text).get("cell_mm"), MIN_MM, LARGEST_MM)
    except LabirintoError as error:
        raise FileFormatError(f"its notes are damaged ({cause(error)}).") from None
