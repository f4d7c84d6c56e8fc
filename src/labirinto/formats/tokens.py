"""Tokens: a maze as a list of its passages, as maze-dataset writes it for language models.

Source: maze-dataset 1.4, its tokenizer ``AOTP_UT_uniform`` and the default of its newer ones.
"""

from __future__ import annotations

import re
from array import array
from typing import BinaryIO

from labirinto._internal.source import Source, check_cells
from labirinto.drawing.geometry import Drawing
from labirinto.ends import Ends
from labirinto.errors import FileFormatError, InvalidValueError
from labirinto.grids.rectangle import Cell, check_size
from labirinto.maze import Maze

_PASSAGES_AT_ONCE = 10_000


def write_tokens(drawing: Drawing, stream: BinaryIO) -> None:
    """Write one line: all passages, and origin, target and path if there are any.

    Cells are ``(row,column)``, as in maze-dataset, which takes the larger side of a maze for both
    sides.  There is no room for the recipe, nor for openings.
    """
    maze, path = drawing.maze, drawing.path
    ends = drawing.ends_of_path()
    words = ["<ADJLIST_START>"]
    for cell, other in maze.passages():
        words.append(f"{_word(cell)} <--> {_word(other)} ;")
        if len(words) > _PASSAGES_AT_ONCE:
            stream.write(" ".join([*words, ""]).encode())
            words = []
    words.append("<ADJLIST_END>")
    if ends:
        words.append(f"<ORIGIN_START> {_word(ends.start)} <ORIGIN_END>")
        words.append(f"<TARGET_START> {_word(ends.end)} <TARGET_END>")
    if path:
        words += ["<PATH_START>", *map(_word, path), "<PATH_END>"]
    stream.write(" ".join(words).encode() + b"\n")


def check_tokens(drawing: Drawing) -> None:
    """Check that passages lead into the last column and the last row, which show the size."""
    maze = drawing.maze
    width, height = maze.width, maze.height
    exits = maze.cells().tobytes()
    if not (
        (width == 1 or any(exits[width - 1 :: width])) and (height == 1 or any(exits[-width:]))
    ):
        raise InvalidValueError(
            f"Tokens do not show the size {width}x{height}, since no passage leads into the last "
            "column or row; choose NPZ or JSON."
        )


def _word(cell: Cell) -> str:
    x, y = cell
    return f"({y},{x})"


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
    """Read passages in any order; the largest row and column among them are the size.

    Raises:
        FileFormatError: If these are not the passages of a maze.
        TooLargeError: If there is not enough memory.
    """
    data = source.whole()
    passages_part, end_of_passages, rest = data.partition(b"<ADJLIST_END>")
    ends = _ENDS.fullmatch(rest)
    if not end_of_passages or not ends:
        raise FileFormatError(
            "its tokens are cut off, or are not of maze-dataset's kind AOTP with cells (0,0)."
        )
    numbers = _numbers(passages_part.lstrip().removeprefix(b"<ADJLIST_START>"))
    width, height = (max(numbers[at::2], default=0) + 1 for at in (1, 0))
    check_size(width, height)
    check_cells(width, height, len(data))
    four = iter(numbers)
    passages = (((x, y), (x2, y2)) for y, x, y2, x2 in zip(four, four, four, four, strict=True))
    maze = Maze.from_passages(width, height, passages)
    return maze, _ends(ends, maze)


def _numbers(passages: bytes) -> array[int]:
    """Return row, column, row and column of each."""
    numbers = array("q")
    at = 0
    while match := _PASSAGE.match(passages, at):
        numbers.extend(map(int, match.groups()))
        at = match.end()
    if rest := passages[at : at + 40].strip():
        raise FileFormatError(f"its tokens at {rest.decode('latin-1')!r} are not a passage.")
    return numbers


def _ends(found: re.Match[bytes], maze: Maze) -> Ends | None:
    start_y, start_x, end_y, end_x = found.groups()
    if start_y is None:
        return None
    start: Cell = int(start_x), int(start_y)
    end: Cell = int(end_x), int(end_y)
    return Ends(start, end).check(maze.grid)
