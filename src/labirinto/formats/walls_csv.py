"""CSV: the walls as line segments, for spreadsheets, plotters and laser cutters.

Walls of a grid that is not a whole rectangle do not say which grid it is.  The name of the last
column, which is empty, has its spec, or its size and its mask, and the number of lines: what is
left of a file that is cut off may be the walls of another maze.
"""

from __future__ import annotations

import re
from array import array
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from io import BytesIO, StringIO
from itertools import islice
from json import dumps, loads
from typing import Any, BinaryIO

from labirinto._internal.source import Source, check_cells
from labirinto.drawing.geometry import Drawing
from labirinto.drawing.strokes import decimal
from labirinto.ends import Ends, check_openings, ends_of
from labirinto.errors import FileFormatError, InvalidValueError, cause, shown
from labirinto.formats._walls import Run, walls_drawn
from labirinto.grids.kinds import from_spec
from labirinto.grids.mesh import Mesh, Side, label_text
from labirinto.grids.outside import maze_drawn
from labirinto.grids.packing import packed_mask, unpacked_mask
from labirinto.grids.rectangle import Rectangle, check_size
from labirinto.grids.wall_bits import bits_of_flags, cells_beside, flags_of_bits
from labirinto.maze import Maze

HEADER = "x0,y0,x1,y1"
MESH_HEADER = "cell,other,x0,y0,x1,y1,radius"

_CELLS_ANYWAY = 100_000
_BYTES_A_CELL = 10
"""A grid of more cells takes a file of more bytes: a maze has about a line of 30 for each cell."""

_RUNS_AT_ONCE = 10_000


def write_csv(drawing: Drawing, stream: BinaryIO) -> None:
    """Write a line for each straight run of wall, in cells: x to the right, y down, from 0.

    Openings are gaps in the frame.  On a grid that is not a rectangle, a line for each side
    of a wall, with the cells on both sides, the second one empty at the border, and the radius of
    an arc: 0 for a line, negative if it goes counterclockwise.  The name of a last column has the
    grid and the number of lines.  The same column has the mask of a rectangle with one.
    """
    grid = drawing.maze.grid
    if isinstance(grid, Mesh):
        _write_sides(drawing, grid, stream)
        return
    runs, line, name = drawing.wall_runs(), "{},{},{},{}\n", ""
    if grid.mask is not None:
        spec = {**grid.entries, "mask": packed_mask(grid.mask)}
        name, line = _last_column(spec, sum(1 for _ in drawing.wall_runs())), "{},{},{},{},\n"
    stream.write(f"{HEADER}{name}\n".encode())
    while lines := [line.format(*run) for run in islice(runs, _RUNS_AT_ONCE)]:
        stream.write("".join(lines).encode())


def _last_column(spec: dict[str, Any], lines: int) -> str:
    """The name of the last column, after the ones before it."""
    about = dumps({**spec, "lines": lines}, separators=(",", ":"))
    return ',"{}"'.format(about.replace('"', '""'))


def _write_sides(drawing: Drawing, mesh: Mesh, stream: BinaryIO) -> None:
    is_open = flags_of_bits(mesh, drawing.maze.bits)
    gaps = set(drawing.gaps)
    count = len(mesh.border) - len(gaps)
    count += sum(len(mesh.wall(wall)) for wall in range(mesh.walls) if not is_open[wall])
    stream.write(f"{MESH_HEADER}{_last_column(mesh.spec, count)}\n".encode())
    lines = (
        ",".join(f'"{word}"' if "," in word else word for word in (*words, "")) + "\n"
        for wall, number, words in _sides(mesh)
        if (number not in gaps if wall is None else not is_open[wall])
    )
    while piece := list(islice(lines, _RUNS_AT_ONCE)):
        stream.write("".join(piece).encode())


Words = tuple[str, ...]
"""The two cells of a side, where it begins and ends, and its radius."""


def _sides(mesh: Mesh) -> Iterator[tuple[int | None, int, Words]]:
    """Yield all sides that can stand: the wall, None on the border; its number there; the words."""
    left, top, _, _ = mesh.core.box
    beside = cells_beside(mesh)

    def words(cell: int, other: int | None, side: Side) -> Words:
        x0, y0, x1, y1, radius = side
        cells = [label_text(mesh.label(k)) if k is not None else "" for k in (cell, other)]
        return (*cells, *map(decimal, (x0 - left, y0 - top, x1 - left, y1 - top, radius)))

    for number, (cell, side) in enumerate(mesh.border):
        yield None, number, words(cell, None, side)
    for wall in range(mesh.walls):
        for number, side in enumerate(mesh.wall(wall)):
            yield wall, number, words(beside[2 * wall], beside[2 * wall + 1], side)


_WALL = re.compile(rb"(\d{1,10}),(\d{1,10}),(\d{1,10}),(\d{1,10}),?\s*")


def read_csv(source: Source) -> tuple[Maze, Ends | None]:
    """Read walls in any order; their largest coordinates are the size of a rectangle.

    Two gaps in the frame are the ends.

    Raises:
        FileFormatError: If these are not the walls of a maze.
        TooLargeError: If there is not enough memory.
    """
    data = source.whole()
    if data.removeprefix(BOM_UTF8).startswith(MESH_HEADER.encode()):
        return _read_sides(data)
    header, walls = _walls(data)
    numbers = iter(walls)
    runs = zip(numbers, numbers, numbers, numbers, strict=True)
    if header:
        return _read_mask(header, len(data), len(walls) // 4, runs)
    width = max((max(walls[at::4]) for at in (0, 2) if walls), default=0)
    height = max((max(walls[at::4]) for at in (1, 3) if walls), default=0)
    check_size(width, height)
    check_cells(width, height, len(data))
    drawn = walls_drawn(runs, width, height)
    maze = Maze(width, height, bytes(drawn.rows))
    return maze, ends_of(drawn.openings(), maze.grid)


def _read_mask(header: str, size: int, lines: int, runs: Iterable[Run]) -> tuple[Maze, Ends | None]:
    """Read the walls of a rectangle whose mask is in the name of the last column."""
    spec, count = _about(header)
    try:
        width, height = check_size(spec["width"], spec["height"])
        check_cells(width, height, size)
        grid = Rectangle(width, height, unpacked_mask(spec["mask"], width, height))
    except (KeyError, InvalidValueError) as error:
        raise _unreadable(error) from None
    _check_lines(count, lines)
    drawn = walls_drawn(runs, width, height)
    if not (found := maze_drawn(grid, bytes(drawn.rows), drawn.gaps())):
        raise FileFormatError("its walls are not those of a maze in its mask.")
    rows, openings = found
    check_openings(len(openings))
    return Maze(width, height, rows, mask=grid.mask), ends_of(openings, grid)


def _walls(data: bytes) -> tuple[str, array[int]]:
    """Return the name of the last column, empty without one, and the numbers of all lines."""
    walls = array("q")
    lines = BytesIO(data)
    header = lines.readline().removeprefix(BOM_UTF8).strip().decode(errors="replace")
    if header != HEADER and not header.startswith(f'{HEADER},"'):
        raise FileFormatError(f"its first line is not {HEADER}.")
    for number, line in enumerate(lines, start=2):
        if match := _WALL.fullmatch(line):
            walls.extend(map(int, match.groups()))
        elif line.strip():
            raise FileFormatError(f"line {number} is not four whole numbers x0,y0,x1,y1.")
    return header.removeprefix(HEADER).removeprefix(","), walls


def _read_sides(data: bytes) -> tuple[Maze, Ends | None]:
    """Read the sides of walls on a grid that is not a rectangle."""
    import csv

    try:
        header, _, rest = data.decode("utf-8-sig").partition("\n")
        rows = list(csv.reader(StringIO(rest), strict=True))
    except (ValueError, csv.Error) as error:
        raise FileFormatError(f"it is not CSV ({cause(error)}).") from None
    # A spec may be longer than the csv module reads.
    spec = header.strip().removeprefix(MESH_HEADER).removeprefix(",")
    if not spec:
        raise FileFormatError("the name of its last column, which has the grid, is missing.")
    about, count = _about(spec)
    try:
        mesh = from_spec(about)
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise _unreadable(error) from None
    if len(mesh) > _CELLS_ANYWAY + len(data) // _BYTES_A_CELL:
        raise FileFormatError(f"its {len(data)} bytes are too few for {len(mesh)} cells.")
    lines = [_words_of(row, number) for number, row in enumerate(rows, start=2) if any(row)]
    standing = set(lines)
    gaps, walls, missing = [], bytearray(b"\1" * mesh.walls), len(standing)
    for wall, number, words in _sides(mesh):
        if words in standing:
            missing -= 1
            if wall is not None:
                walls[wall] = 0
        elif wall is None:
            gaps.append(number)
    if missing:
        raise FileFormatError(f"{missing} of its lines are not sides in the grid {mesh.text}.")
    _check_lines(count, len(lines))
    return Maze.from_bits(mesh, bits_of_flags(bytes(walls))), _ends_at(mesh, gaps)


def _check_lines(count: object, lines: int) -> None:
    """Check the number of lines in the header, None without one.

    Raises:
        FileFormatError: If there are others.
    """
    if count not in (None, lines):
        raise FileFormatError(
            f"its header says {shown(count)} lines, but there are {lines}; if it is not cut off, "
            "correct that number."
        )


def _about(name: str) -> tuple[dict[str, Any], object]:
    """The grid in the name of a column, and the number of lines, None without one."""
    try:
        about = loads(name[1:-1].replace('""', '"') if name[0] == '"' else name)
        return about, about.pop("lines", None)
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise _unreadable(error) from None


def _unreadable(error: Exception) -> FileFormatError:
    return FileFormatError(f"its grid cannot be read ({cause(error)}).")


def _words_of(row: list[str], number: int) -> Words:
    """The words of a side as they are written, from a line of any program."""
    try:
        cells = [",".join(str(int(part)) for part in word.split(",") if part) for word in row[:2]]
        numbers = [decimal(float(word)) for word in row[2:7]]
    except (ValueError, OverflowError):
        numbers = []
    if len(numbers) < 5:
        raise FileFormatError(f"line {number} is not two cells and five numbers.")
    return (*cells, *numbers)


def _ends_at(mesh: Mesh, gaps: list[int]) -> Ends | None:
    """The ends whose openings are these gaps in the border."""
    cells = sorted({mesh.border[number][0] for number in gaps})
    if len(cells) != 2 or not set(cells) <= set(mesh.border_cells):
        return None
    ends = Ends(mesh.label(cells[0]), mesh.label(cells[1]), open=True)
    left_out = [number for sides in ends.open_sides(mesh) for number in sides]
    return ends if sorted(left_out) == gaps else None
