"""CSV: the walls as line segments, for spreadsheets, plotters and laser cutters.

Walls of a grid that is no rectangle are not read back: a list of walls does not say which grid.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from typing import BinaryIO

from labirinto._internal.source import Source, check_cells
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.strokes import decimal
from labirinto.ends import Ends, ends_of
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.formats._walls import WallGrid
from labirinto.grids.mesh import Mesh, Side, label_text
from labirinto.grids.rectangle import check_size
from labirinto.grids.wall_bits import cells_beside, flags_of_bits
from labirinto.maze import Maze

HEADER = b"x0,y0,x1,y1\n"
MESH_HEADER = b"cell,other,x0,y0,x1,y1,radius\n"

_RUNS_AT_ONCE = 10_000


def write_csv(drawing: Drawing, stream: BinaryIO) -> None:
    """Write a line for each straight run of wall, in cells: x to the right, y down, from 0.

    Openings are gaps in the frame.  On a grid that is no rectangle, a line for each side of a wall,
    with the cells on both sides, the second one empty at the border, and the radius of an arc: 0
    for a line, negative if it goes counterclockwise.
    """
    grid = drawing.maze.grid
    if isinstance(grid, Mesh):
        _write_sides(drawing, grid, stream)
        return
    stream.write(HEADER)
    runs = drawing.wall_runs()
    while lines := ["{},{},{},{}\n".format(*run) for run in islice(runs, _RUNS_AT_ONCE)]:
        stream.write("".join(lines).encode())


def _write_sides(drawing: Drawing, mesh: Mesh, stream: BinaryIO) -> None:
    stream.write(MESH_HEADER)
    lines = _side_lines(drawing, mesh)
    while piece := list(islice(lines, _RUNS_AT_ONCE)):
        stream.write("".join(piece).encode())


def _side_lines(drawing: Drawing, mesh: Mesh) -> Iterator[str]:
    left, top, _, _ = mesh.core.box
    gaps, beside = set(drawing.gaps), cells_beside(mesh)

    def line(cell: int, other: int | None, side: Side) -> str:
        cells = [f'"{label_text(mesh.label(k))}"' if k is not None else "" for k in (cell, other)]
        x0, y0, x1, y1, radius = side
        numbers = (x0 - left, y0 - top, x1 - left, y1 - top, radius)
        return ",".join((*cells, *map(decimal, numbers))) + "\n"

    for number, (cell, side) in enumerate(mesh.border):
        if number not in gaps:
            yield line(cell, None, side)
    for wall, is_open in enumerate(flags_of_bits(mesh, drawing.maze.bits)):
        if not is_open:
            for side in mesh.wall(wall):
                yield line(beside[2 * wall], beside[2 * wall + 1], side)


_WALL = re.compile(rb"(\d{1,10}),(\d{1,10}),(\d{1,10}),(\d{1,10})\s*")


def read_csv(source: Source) -> tuple[Maze, Ends | None]:
    """Read walls in any order; their largest coordinates are the size.

    Two gaps in the frame are the ends.

    Raises:
        FileFormatError: If these are not the walls of a maze.
        TooLargeError: If there is not enough memory.
    """
    data = source.whole()
    walls = _walls(data)
    width = max((max(walls[at::4]) for at in (0, 2) if walls), default=0)
    height = max((max(walls[at::4]) for at in (1, 3) if walls), default=0)
    try:
        check_size(width, height)
    except InvalidValueError as error:
        raise FileFormatError(str(error)) from None
    check_cells(width, height, len(data))
    grid = WallGrid(width, height)
    numbers = iter(walls)
    for x0, y0, x1, y1 in zip(numbers, numbers, numbers, numbers, strict=True):
        grid.add(x0, y0, x1, y1)
    maze = Maze(width, height, bytes(grid.rows))
    return maze, ends_of(grid.openings(), maze.grid)


def _walls(data: bytes) -> array[int]:
    """Return the numbers of all lines, four each."""
    walls = array("q")
    lines = BytesIO(data)
    header = lines.readline().removeprefix(b"\xef\xbb\xbf").strip()
    if header == MESH_HEADER.strip():
        raise FileFormatError(
            "these walls are of a grid that is no rectangle, and they do not say which; load the "
            "maze from SVG or JSON, or make it again by its recipe."
        )
    if header != HEADER.strip():
        raise FileFormatError(f"its first line is not {HEADER.decode().strip()}.")
    for number, line in enumerate(lines, start=2):
        if match := _WALL.fullmatch(line):
            walls.extend(map(int, match.groups()))
        elif line.strip():
            raise FileFormatError(f"line {number} is not four whole numbers x0,y0,x1,y1.")
    return walls
