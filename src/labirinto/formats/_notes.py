"""What our files carry beside the picture: recipe, layout and ends, as JSON."""

from __future__ import annotations

from dataclasses import dataclass

from labirinto._internal.validation import real_number
from labirinto.ends import Ends
from labirinto.errors import FileFormatError, LabirintoError
from labirinto.grids.rectangle import check_size
from labirinto.maze import Maze
from labirinto.recipe import Recipe


@dataclass(frozen=True)
class About:
    """The notes in a file, looked over.

    Attributes:
        width, height: of the maze, in cells.
        cell, wall, margin: of the picture, in pixels.
        walls: the walls' colour.
        recipe, ends: where the file has them.
    """

    width: int
    height: int
    cell: int
    wall: int
    margin: int
    walls: str
    recipe: Recipe | None
    ends: Ends | None

    @classmethod
    def from_json(cls, text: str | bytes) -> About:
        """Reads the notes.

        Raises:
            FileFormatError: if they are not what we write.
        """
        from json import loads

        from labirinto.drawing.style import Style

        try:
            notes = loads(text)
            width, height = check_size(notes["width"], notes["height"])
            style = Style(notes["cell"], notes["wall"], notes["margin"], notes["walls"])
            recipe = Recipe.from_dict(notes["recipe"]) if "recipe" in notes else None
            ends = None
            if "ends" in notes:
                start, end = ((int(x), int(y)) for x, y in map(notes["ends"].get, ("start", "end")))
                ends = Ends(start, end, open=bool(notes["ends"]["open"])).check(width, height)
        except (
            LabirintoError,
            KeyError,
            TypeError,
            ValueError,
            AttributeError,
            OverflowError,
            RecursionError,
        ) as error:
            raise FileFormatError(f"its notes are damaged ({error}).") from None
        if recipe and (recipe.width, recipe.height) != (width, height):
            raise FileFormatError("its notes contradict each other about the size of the maze.")
        return cls(width, height, style.cell, style.wall, style.margin, style.walls, recipe, ends)

    def maze(self, rows: bytes) -> tuple[Maze, Ends | None]:
        """The maze with these rows, and the ends.

        Raises:
            FileFormatError: if they do not fit together.
        """
        try:
            maze = Maze(self.width, self.height, rows, recipe=self.recipe)
        except LabirintoError as error:
            raise FileFormatError(f"its notes are damaged ({error})") from None
        return maze, self.ends


def cell_mm_of(text: str) -> float:
    """How many millimetres wide a cell is, by the notes of a file for machines.

    Raises:
        FileFormatError: if they do not tell.
    """
    from json import loads

    from labirinto.drawing.style import LARGEST_MM, LEAST_MM

    try:
        return real_number("cell_mm", loads(text).get("cell_mm"), LEAST_MM, LARGEST_MM)
    except LabirintoError as error:
        raise FileFormatError(f"its notes are damaged ({error})") from None
