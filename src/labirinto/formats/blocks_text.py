"""Text in blocks: a character for each wall and each floor, as in many programs."""

from __future__ import annotations

from itertools import pairwise
from typing import BinaryIO

from labirinto._internal.source import Source
from labirinto.drawing.geometry import Drawing
from labirinto.ends import Ends, check_openings, ends_of
from labirinto.errors import FileFormatError
from labirinto.grids.packing import mask_of_blocks, rows_of_blocks
from labirinto.grids.rectangle import SOUTH, Cell
from labirinto.maze import Maze

WALL, FLOOR, PATH, START, END = "#", " ", "X", "S", "E"

_LETTERS = bytes(ord(WALL if value else FLOOR) for value in range(256))


def write_blocks(drawing: Drawing, stream: BinaryIO) -> None:
    """Write ``2 height + 1`` lines of ``2 width + 1`` characters, which maze-dataset reads.

    ``#`` is a wall and a blank is floor; S and E are start and end, X the path between them.  There
    is no room for the recipe, and the frame is closed: that program would take openings for
    passages.
    """
    maze, path = drawing.maze, drawing.path
    ends = drawing.ends_of_path()
    columns = 2 * maze.width + 1
    picture = bytearray(maze.blocks().tobytes().translate(_LETTERS))

    def put(x: int, y: int, letter: str) -> None:
        picture[y * columns + x] = ord(letter)

    if path:
        for (x, y), (x2, y2) in pairwise(path):
            put(x + x2 + 1, y + y2 + 1, PATH)
            put(2 * x2 + 1, 2 * y2 + 1, PATH)
    if ends:
        for (x, y), letter in zip(ends, (START, END), strict=True):
            put(2 * x + 1, 2 * y + 1, letter)
    for at in range(0, len(picture), columns):
        stream.write(picture[at : at + columns] + b"\n")


_WALLS = (WALL, "█")
_FLOORS = (FLOOR, ".", PATH)


def read_blocks(source: Source) -> tuple[Maze, Ends | None]:
    """Read walls ``#`` or ``█``, floors (blanks or dots), S and E, and a path of X.

    The frame may have two openings, and S and E may be in them.  Cells that are wall are outside
    the mask.

    Raises:
        FileFormatError: If this is not a maze.
    """
    try:
        lines = source.whole().decode().strip("\r\n").splitlines()
    except UnicodeDecodeError:
        raise FileFormatError("this is neither a picture nor a text of a maze.") from None
    columns = max((len(line.rstrip()) for line in lines), default=0)
    if len(lines) < 3 or len(lines) % 2 == 0 or columns < 3 or columns % 2 == 0:
        raise FileFormatError("this text is not a maze, or some of its lines are missing.")
    lines = [line.rstrip().ljust(columns) for line in lines]
    strange = set().union(*lines) - {*_WALLS, *_FLOORS, START, END}
    if strange:
        raise FileFormatError(f"this text has {min(strange)!r}, which cannot be part of a maze.")
    width, height = columns // 2, len(lines) // 2
    blocks = [bytes(letter in _WALLS for letter in line) for line in lines]
    mask = mask_of_blocks(blocks)
    rows, gaps = rows_of_blocks(blocks)
    posts = (
        blocks[0][::2] + blocks[-1][::2] + b"".join(line[:: columns - 1] for line in blocks[::2])
    )
    if not all(posts) or (gaps and {side for _, side in gaps} == {SOUTH}):
        raise FileFormatError("the text is cut off: a part of its frame is missing.")
    check_openings(len(gaps))
    start, end = _mark(lines, START), _mark(lines, END)
    if (start is None) != (end is None):
        raise FileFormatError(f"the text has only one of {START} and {END}, start and end.")
    if mask is not None and not any(mask):
        raise FileFormatError("the text has no floor.")
    maze = Maze(width, height, rows, mask=mask)
    return maze, ends_of(gaps, maze.grid, start, end)


def _mark(lines: list[str], letter: str) -> Cell | None:
    """Return the cell of a mark, which may be in the frame beside it."""
    found = [(x, y) for y, line in enumerate(lines) if (x := line.find(letter)) >= 0]
    if not found:
        return None
    if len(found) > 1 or sum(line.count(letter) for line in lines) > 1:
        raise FileFormatError(f"the text has more than one {letter}.")
    ((x, y),) = found
    inside = x % 2 == y % 2 == 1
    if not inside and 0 < x < len(lines[0]) - 1 and 0 < y < len(lines) - 1:
        raise FileFormatError(f"the {letter} in line {y + 1} is between two cells.")
    return min(x, len(lines[0]) - 2) // 2, min(y, len(lines) - 2) // 2
