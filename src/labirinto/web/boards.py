"""The maze of a page as the scripts read it."""

from __future__ import annotations

from hashlib import blake2b
from math import cos, floor, sin
from typing import Any

from labirinto.drawing.geometry import Drawing
from labirinto.drawing.meshes import strokes_of
from labirinto.drawing.strokes import flattened
from labirinto.formats.maze_json import maze_as_dict
from labirinto.grids.links import Linked
from labirinto.grids.mesh import Mesh
from labirinto.grids.weave import Woven
from labirinto.web.drawings import SolvedMaze
from labirinto.web.maze_request import MazeRequest

_TOLERANCE = 0.02
"""How far a line may lie from the arc for which it stands, in cells."""


def board_data(solved: SolvedMaze, request: MazeRequest) -> dict[str, Any]:
    """What the JSON of a maze has, and for the game its shape in a few letters, level and score.

    Of cells other than squares, ``outlines`` has for each cell the corners, x and y in turn, and
    ``doors`` for each passage the middle of the wall through which it leads: of a seam one on each
    side, of a stair none.  Under a bridge it is the middle of the side of the square.
    """
    data = maze_as_dict(Drawing(solved.maze, solved.path, solved.ends))
    data["shape"] = request.shape
    if request.letters or request.mask:
        text = (request.letters or request.mask).encode()
        data["shape"] += f" {blake2b(text, digest_size=4).hexdigest()}"
    data["shape"] += " picture" * request.is_picture
    data["level"] = solved.difficulty.level.name if solved.difficulty else ""
    data["score"] = floor(solved.difficulty.score + 0.5) if solved.difficulty else 0
    mesh = solved.maze.grid
    if isinstance(mesh, Mesh):
        data["outlines"] = [_corners(mesh, index) for index in range(len(mesh))]
        data["doors"] = [_door(mesh, *passage) for passage in data["passages"]]
    return data


def _corners(mesh: Mesh, index: int) -> list[float]:
    """The corners of a cell, without holes; of two areas in one line, which goes there and back."""
    rings = [flattened(line, _TOLERANCE) for line in strokes_of(mesh, mesh.outline(index))]
    is_below = isinstance(mesh, Woven) and mesh.is_below(index)
    corners = [*rings[0], *rings[1]] if is_below else rings[0][:-1]
    return [round(at, 3) for point in corners for at in point]


def _doors(mesh: Mesh, one: int, other: int) -> list[float]:
    """The places at which a passage leaves a square and enters another one."""
    (x, y), way = mesh.centre(one), mesh.heading(one, other)
    x2, y2 = mesh.centre(other)
    places = x + cos(way) / 2, y + sin(way) / 2, x2 - cos(way) / 2, y2 - sin(way) / 2
    return [round(at, 3) for at in places]


def _door(mesh: Mesh, one: int, other: int, wall: int) -> list[float]:
    """The middle of a wall, or of the two sides of a seam."""
    if isinstance(mesh, Linked) and mesh.is_apart(one, other):
        if mesh.floor_of(one) != mesh.floor_of(other):
            return []
        return _doors(mesh, one, other)
    if isinstance(mesh, Woven) and mesh.is_apart(one, other):
        return _doors(mesh, one, other)[:2]
    left, top, _, _ = mesh.core.box
    x0, y0, x1, y1, _ = mesh.core.wall(wall)[0]
    return [round((x0 + x1) / 2 - left, 3), round((y0 + y1) / 2 - top, 3)]
