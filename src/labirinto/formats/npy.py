"""Reading back mazes that were saved as arrays: our rows of bits, and what people save."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import islice
from operator import or_

from labirinto.cells import check_size
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.exits import rows_of_exits, rows_of_passages
from labirinto.formats.blocks import check_floor, rows_of_blocks
from labirinto.formats.npy_array import NpyArray, OtherNumbersError, read_header
from labirinto.formats.openings import check_openings, ends_of
from labirinto.formats.source import Source
from labirinto.maze import Maze
from labirinto.path import Ends

_MOST_EXITS = 15


def read_npy(source: Source) -> tuple[Maze, Ends | None]:
    """Reads a maze from an array, which may be

    - ``uint8[height, 2, bytes]``, the rows of bits that labirinto writes, by which the width is
      known as long as some passage leads into the last column;
    - ``[height, width]``, the passages out of each cell as ``np.asarray(maze)`` has them;
    - ``[2 height + 1, 2 width + 1]``, blocks as ``maze.blocks()`` has them, with openings for ends;
    - ``[2, height, width]`` of 0 and 1, passages down and passages right.

    Raises:
        FileFormatError: if it is none of these, or contradicts itself.
        TooLargeError: if it does not fit into memory.
    """
    array = read_header(source)
    reason = f"an array of the shape {array.shape} is no maze"
    remedy = (
        "; save [height, width] of passages out, or [2, height, width] of passages down and right"
    )
    try:
        match array.kind, array.shape:
            case "b" | "i" | "u", (int(), int()):
                return _two_sides(array)
            case "u", (int(), 2, int()) if array.item_bytes == 1:
                return _planes(array), None
            case "b" | "i" | "u", (2, int(), int()):
                return maze_of_passages(array, "the array"), None
    except (InvalidValueError, OtherNumbersError) as error:
        reason, remedy = str(error).removesuffix("."), ""
    if array.kind == "u" and array.item_bytes == 1 and len(array.shape) == 3:
        count, height, width = array.shape
        remedy = (
            f"; if it holds {count} mazes of {width}x{height}, as labirinto batch writes them, "
            "take one of them: numpy.save('one.npy', numpy.load('mazes.npy')[0])"
        )
    raise FileFormatError(f"{reason}{remedy}.")


def maze_of_exits(array: NpyArray, name: str) -> Maze:
    """A maze of an array ``[height, width]`` of the passages out of its cells.

    Args:
        name: of the array, for complaints.

    Raises:
        FileFormatError: if it contradicts itself.
        InvalidValueError: if a side is too long.
    """
    height, width = array.shape
    check_size(width, height)
    rows = rows_of_exits(array.lines(_MOST_EXITS), width, height, name)
    return Maze(width, height, rows)


def maze_of_passages(array: NpyArray, name: str) -> Maze:
    """A maze of an array ``[2, height, width]`` of 0 and 1: passages down, then passages right.

    Args:
        name: of the array, for complaints.

    Raises:
        FileFormatError: if a passage leads out.
        InvalidValueError: if a side is too long.
    """
    _, height, width = array.shape
    check_size(width, height)
    lines = array.lines(1)
    rows = rows_of_passages(islice(lines, height), lines, width, height, name)
    return Maze(width, height, rows)


def _two_sides(array: NpyArray) -> tuple[Maze, Ends | None]:
    height, width = array.shape
    if height % 2 == 0 or width % 2 == 0 or min(height, width) < 3:
        return maze_of_exits(array, "the array"), None
    lines = list(array.lines(_MOST_EXITS))
    # Exits of 0 and 1 alone would all lead north, and none back.
    if any(line.translate(None, b"\0\1") for line in lines) or not any(map(any, lines)):
        return Maze(width, height, rows_of_exits(lines, width, height, "the array")), None
    check_floor(lines)
    rows, gaps = rows_of_blocks(lines)
    check_openings(len(gaps))
    width, height = width // 2, height // 2
    return Maze(width, height, rows), ends_of(gaps, width, height)


def _planes(array: NpyArray) -> Maze:
    height, _, stride = array.shape
    rows = b"".join(_whole_lines(array))
    width = 1
    for at in range(max(0, stride - 2), stride):
        column = reduce(or_, set(rows[at :: 2 * stride]))
        if column:
            width = 8 * at + column.bit_length() + 1
    if (width + 7) // 8 != stride:
        raise FileFormatError("its width cannot be told: no passage leads into the last column.")
    check_size(width, height)
    return Maze(width, height, rows)


def _whole_lines(array: NpyArray) -> Iterator[bytes]:
    return array.lines(255) if array.fortran_order else iter([array.whole()])
