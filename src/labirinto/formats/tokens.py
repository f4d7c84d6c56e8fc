"""Reading mazes in the tokens of maze-dataset."""

from __future__ import annotations

import re
from array import array

from labirinto.cells import Cell, check_size
from labirinto.errors import FileFormatError, LabirintoError, TooLargeError
from labirinto.formats.source import Source, check_cells
from labirinto.maze import Maze
from labirinto.path import Ends

_CELL = rb"\((\d{1,10}),(\d{1,10})\)"
_PASSAGE = re.compile(rb"\s*" + _CELL + rb" <--> " + _CELL + rb" ;")
_ENDS = re.compile(
    rb"\s*(?:<ORIGIN_START> "
    + _CELL
    + rb" <ORIGIN_END> <TARGET_START> "
    + _CELL
    + rb" <TARGET_END>"
    rb"\s*(?:<PATH_START>[(),\d\s]*<PATH_END>\s*)?)?"
)


def read_tokens(source: Source) -> tuple[Maze, Ends | None]:
    """Reads passages in any order; the largest row and column among them tell the size.

    Raises:
        FileFormatError: if these are no passages of a maze.
        TooLargeError: if it does not fit into memory.
    """
    data = source.whole()
    passages_part, end_of_passages, rest = data.partition(b"<ADJLIST_END>")
    ends = _ENDS.fullmatch(rest)
    if not end_of_passages or not ends:
        raise FileFormatError(
            "its tokens are cut off, or of another kind than maze-dataset's AOTP with cells (0,0)."
        )
    numbers = _numbers(passages_part.lstrip().removeprefix(b"<ADJLIST_START>"))
    width, height = (max(numbers[at::2], default=0) + 1 for at in (1, 0))
    try:
        check_size(width, height)
        check_cells(width, height, len(data))
        four = iter(numbers)
        passages = (((x, y), (x2, y2)) for y, x, y2, x2 in zip(four, four, four, four, strict=True))
        maze = Maze.from_passages(width, height, passages)
        return maze, _ends(ends, maze)
    except TooLargeError:
        raise
    except LabirintoError as error:
        raise FileFormatError(str(error)) from None


def _numbers(passages: bytes) -> array[int]:
    """Row, column, row and column of each."""
    numbers = array("q")
    at = 0
    while match := _PASSAGE.match(passages, at):
        numbers.extend(map(int, match.groups()))
        at = match.end()
    if rest := passages[at : at + 40].strip():
        raise FileFormatError(f"at {rest.decode('latin-1')!r} its tokens are no passage.")
    return numbers


def _ends(found: re.Match[bytes], maze: Maze) -> Ends | None:
    start_y, start_x, end_y, end_x = found.groups()
    if start_y is None:
        return None
    start: Cell = int(start_x), int(start_y)
    end: Cell = int(end_x), int(end_y)
    return Ends(start, end).check(maze.width, maze.height)
