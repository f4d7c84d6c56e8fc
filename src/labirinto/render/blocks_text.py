"""Text in blocks: a character for each wall and each floor, as many programs have their mazes."""

from __future__ import annotations

from itertools import pairwise
from typing import BinaryIO

from labirinto.render.drawing import Drawing

WALL, FLOOR, PATH, START, END = "#", " ", "X", "S", "E"

_LETTERS = bytes(ord(WALL if value else FLOOR) for value in range(256))


def write_blocks(drawing: Drawing, stream: BinaryIO) -> None:
    """Writes ``2 height + 1`` lines of ``2 width + 1`` characters, which maze-dataset reads.

    ``#`` is a wall and a blank is floor; S and E are start and end, X the way between them.  There
    is no room for the recipe, and the frame is closed: that program would take openings for
    passages.

    Raises:
        InvalidValueError: if the path joins other cells than the ends.
    """
    maze, path = drawing.maze, drawing.path
    ends = drawing.ends_of_path("Text in blocks")
    columns = 2 * maze.width + 1
    picture = bytearray(bytes(maze.blocks().cast("B")).translate(_LETTERS))

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
