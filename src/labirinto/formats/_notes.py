"""What our files hold beside the maze: size, layout, recipe and ends, as JSON."""

from __future__ import annotations

from dataclasses import dataclass

from labirinto._internal.validation import real_number
from labirinto.drawing.style import LARGEST_MM, MIN_MM, Style
from labirinto.ends import Ends
from labirinto.errors import FileFormatError, LabirintoError
from labirinto.grids.packing import unpacked_mask
from labirinto.grids.rectangle import Rectangle, check_size
from labirinto.maze import Maze
from labirinto.recipe import Recipe

_LAYOUT = ("cell", "wall", "margin", "walls")

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
class About:
    """The validated notes of a file.

    Attributes:
        width, height: Size of the maze, in cells.
        grid: Its cells.
        style: Cell, wall and margin of the picture, and the colour of its walls.
        recipe, ends: Where the file has them.
    """

    grid: Rectangle
    style: Style
    recipe: Recipe | None
    ends: Ends | None

    @classmethod
    def from_json(cls, text: str | bytes) -> About:
        """Read the notes.

        Raises:
            FileFormatError: If they are not what we write.
        """
        from json import loads

        try:
            notes = loads(text)
            width, height = check_size(notes["width"], notes["height"])
            style = Style(**{name: notes[name] for name in _LAYOUT if name in notes})
            recipe = Recipe.from_dict(notes["recipe"]) if "recipe" in notes else None
            mask = recipe.rectangle.mask if recipe else None
            if "mask" in notes:
                mask = unpacked_mask(notes["mask"], width, height)
            grid = Rectangle(width, height, mask)
            ends = None
            if "ends" in notes:
                start, end = ((int(x), int(y)) for x, y in map(notes["ends"].get, ("start", "end")))
                ends = Ends(start, end, open=bool(notes["ends"]["open"])).check(grid)
        except _DAMAGES as error:
            raise FileFormatError(f"its notes are damaged ({error}).") from None
        check_recipe(recipe, width, height)
        return cls(grid, style, recipe, ends)

    @property
    def width(self) -> int:
        """Cells in a row."""
        return self.grid.width

    @property
    def height(self) -> int:
        """Rows of cells."""
        return self.grid.height

    def maze(self, rows: bytes) -> tuple[Maze, Ends | None]:
        """Return the maze with these rows, and the ends.

        Outside a mask, drawings have no walls: passages there are none of the maze.

        Raises:
            FileFormatError: If they do not fit together.
        """
        try:
            rows = self.grid.without_outside(rows)
            maze = Maze(self.width, self.height, rows, mask=self.grid.mask, recipe=self.recipe)
        except LabirintoError as error:
            raise FileFormatError(f"its notes do not fit its maze ({error}).") from None
        return maze, self.ends


def recipe_of_json(text: str, width: int, height: int) -> Recipe:
    """Read a recipe from JSON.

    Raises:
        FileFormatError: If it is no recipe, or of a maze of another size.
    """
    from json import loads

    try:
        recipe = Recipe.from_dict(loads(text))
    except (ValueError, RecursionError) as error:
        raise FileFormatError(f"its recipe cannot be read ({error}).") from None
    check_recipe(recipe, width, height)
    return recipe


def check_recipe(recipe: Recipe | None, width: int, height: int) -> None:
    """Check that a recipe, if there is one, makes a maze of this size.

    Raises:
        FileFormatError: If not.
    """
    if recipe and (recipe.width, recipe.height) != (width, height):
        raise FileFormatError("its recipe makes a maze of another size.")


def cell_mm_of(text: str) -> float:
    """Return the width of a cell in millimetres, from the notes of a file for machines.

    Raises:
        FileFormatError: If they do not have it.
    """
    from json import loads

    try:
        return real_number("cell_mm", loads(text).get("cell_mm"), MIN_MM, LARGEST_MM)
    except LabirintoError as error:
        raise FileFormatError(f"its notes are damaged ({error}).") from None
