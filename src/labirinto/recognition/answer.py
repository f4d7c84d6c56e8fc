"""A maze in a picture solved: its ends, its path, and the check of both against the picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from labirinto._internal.refusals import PictureError
from labirinto.drawing.style import ON_PHOTOGRAPHS
from labirinto.ends import Ends
from labirinto.errors import InvalidValueError, counted
from labirinto.path import Path
from labirinto.recognition.overlay import encoded, over, points_of
from labirinto.solving import solve

if TYPE_CHECKING:
    from PIL.Image import Image

    from labirinto.grids.rectangle import Cell
    from labirinto.recognition.recognised import Recognised


class NotShownError(InvalidValueError):
    """A picture that does not show where its maze begins and ends."""


class SolvedPicture(NamedTuple):
    """A picture with the maze in it and its solution.

    Attributes:
        picture: The picture in RGB, upright.
        found: The maze in it.
        ends: Start and end.
        path: The path between them, which crosses no wall of the picture.
    """

    picture: Image
    found: Recognised
    ends: Ends
    path: Path

    def overlay(self, format: str = "png", colour: str = ON_PHOTOGRAPHS) -> bytes:
        """Return the picture with the path over it, as ``png``, ``jpg`` or ``webp``."""
        points = points_of(self.found, self.path)
        return encoded(over(self.picture, points, self.found, colour), format)

    def about(self) -> dict[str, Any]:
        """Return what was found, for JSON: cells, and the path in cells and in pixels."""
        maze = self.found.maze
        points = points_of(self.found, self.path)
        return {
            "width": maze.width,
            "height": maze.height,
            "perfect": maze.is_perfect,
            "quality": round(self.found.quality, 4),
            "start": list(self.ends.start),
            "end": list(self.ends.end),
            "steps": self.path.steps,
            "path": [list(cell) for cell in self.path.corners()],
            "picture": list(self.picture.size),
            "points": [[round(x, 1), round(y, 1)] for x, y in points],
        }


def ends_shown(found: Recognised) -> Ends:
    """Return the ends that a picture shows, by openings or by marks.

    Raises:
        NotShownError: If it shows none, or more than two.
    """
    if found.ends:
        return found.ends
    cells = found.candidates
    gaps, marked = len(found.openings), len(found.marked)
    parts = [counted(gaps, "opening")] if gaps else []
    parts += [counted(marked, "marked cell")] if marked else []
    if parts:
        shown = " and ".join(_text(cell) for cell in cells[:4]) + " ..." * (len(cells) > 4)
        seen = f"the maze has {' and '.join(parts)}, at {shown}"
    else:
        seen = "the frame is closed, and no cell is marked"
    first = cells[0] if cells else (0, 0)
    others = [cell for cell in cells if cell != first]
    last = others[-1] if others else _far_corner(found, first)
    raise NotShownError(f"{seen}; give start and end, such as --ends {_text(first)}-{_text(last)}.")


def path_in(found: Recognised, ends: Ends) -> Path:
    """Return the path between two cells, once it is sure to cross no wall of the picture.

    Raises:
        PictureError: If it is not sure; the sentence says where.
        NoPathError: If no path joins the two cells.
    """
    path = solve(found.maze, *ends)
    if place := found.crossing(path):
        x, y = place
        raise PictureError(
            f"the path found may cross a wall near the pixel {x},{y} of the picture, so it is not "
            "drawn; photograph the maze from above, in even light, or in a higher resolution, and "
            "paint over anything there that is not a wall.",
            "crossing",
            place=place,
        )
    return path


def _text(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def _far_corner(found: Recognised, cell: Cell) -> Cell:
    last = (found.maze.width - 1, found.maze.height - 1)
    return last if cell != last else (0, 0)
