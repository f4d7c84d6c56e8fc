"""Tokens: a maze as a list of its passages, in the words of maze-dataset, for language models.

Source: maze-dataset 1.4, its tokenizer ``AOTP_UT_uniform`` and the default of its newer ones.
"""

from __future__ import annotations

from typing import BinaryIO

from labirinto.cells import Cell
from labirinto.errors import InvalidValueError
from labirinto.maze import Maze
from labirinto.render.drawing import Drawing
from labirinto.render.npy import any_passage

_PASSAGES_AT_ONCE = 10_000


def write_tokens(drawing: Drawing, stream: BinaryIO) -> None:
    """Writes one line: all passages, and origin, target and path where they are.

    Cells are ``(row,column)``, as that program has them.  There is no room for the recipe, and none
    for whether ends are open.  That program takes the larger side of a maze for both.

    Raises:
        InvalidValueError: if the size could not be told from the passages, or if the path joins
            other cells than the ends.
    """
    maze, path = drawing.maze, drawing.path
    ends = drawing.ends_of_path("A file of tokens")
    if not _tell_size(maze):
        raise InvalidValueError(
            f"The size {maze.width}x{maze.height} could not be told from tokens, since no passage "
            "leads into the maze's last column or row; take NPZ or JSON."
        )
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


def _tell_size(maze: Maze) -> bool:
    """Whether a passage leads to the last column, and one to the last row."""
    width, height, rows = maze.width, maze.height, maze.rows
    stride = (width + 7) // 8
    to_right = any_passage(rows, width, 1, width - 1) or (
        width == 1 or any_passage(rows, width, 0, width - 2)
    )
    # The last row's own plane, and before it the plane south of the row above.
    return to_right and (height == 1 or any(rows[-3 * stride :]))


def _word(cell: Cell) -> str:
    x, y = cell
    return f"({y},{x})"
